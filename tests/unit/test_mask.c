#include "mask.h"

#include "devices.h"
#include "error.h"
#include "study_in_memory.h"

#define VOCABULARY "row of has values the header expected saw IOPS latency no line in await report"

static void
assert_masked(char *seen, const char *expected)
{
    g_assert_cmpstr(seen, ==, expected);
    g_free(seen);
}

static void
test_same_name_same_mask(void)
{
    g_autoptr(Mask) mask = mask_new(VOCABULARY);
    assert_masked(mask_name(mask, MASK_HOST, "zeus01.acme.example"), "host-1");
    assert_masked(mask_name(mask, MASK_HOST, "hera"), "host-2");
    assert_masked(mask_name(mask, MASK_HOST, "ZEUS01"), "host-1"); /* AWR has it without the domain */
    assert_masked(mask_name(mask, MASK_DATABASE, "zeus01"), "db-1");
    assert_masked(mask_name(mask, MASK_HOST, "10.0.0.1"), "host-3");
    assert_masked(mask_name(mask, MASK_HOST, "10.0.0.2"), "host-4");
    assert_masked(mask_name(mask, MASK_HOST, ""), "");
    g_assert_null(mask_name(mask, MASK_HOST, NULL));
}

static void
test_common_names_stay(void)
{
    g_autoptr(Mask) mask = mask_new(VOCABULARY);
    assert_masked(mask_name(mask, MASK_TABLESPACE, "SYSAUX"), "SYSAUX");
    assert_masked(mask_name(mask, MASK_TABLESPACE, "ACME_DATA"), "tablespace-1");
    assert_masked(mask_name(mask, MASK_MOUNT, "/"), "/");
    assert_masked(mask_name(mask, MASK_MOUNT, "/u02/acme"), "/mount-1");
}

static void
test_kernel_devices_stay(void)
{
    static const char *const stays[] = {"sda", "sdab", "sda1", "dm-0", "nvme0n1", "nvme0n1p2", "nvme1c0n1", "md127",
        "loop0", "mpatha", "mpathb1", "vdb", "xvda", "emcpowerab", "zram0", "dev8-16", "cciss/c0d0", "hdisk4"};
    g_autoptr(Mask) mask = mask_new(VOCABULARY);
    for (size_t i = 0; i < G_N_ELEMENTS(stays); i++)
        assert_masked(mask_device(mask, stays[i]), stays[i]);
}

/* What devices.h tells by a name it tells by the mask. */
static void
test_device_mask_keeps_the_role(void)
{
    static const char *const given[] = {"acmedata", "vg_acme-lv_data", "3600a09800000000000000000534c4f42", "md/acme",
        "wwn-0x5000acme-part2", "sdata", "ramses", "nvme-acme", "dm-acme", "bcacheacme", "zdacme", "xvd-acme",
        "ram-acme"};
    static const char *const family[] = {"sd", "xvd", "nvme", "dm-", "ram", "bcache", "zd"};
    g_autoptr(Mask) mask = mask_new(VOCABULARY);
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(given); i++) {
        char *neutral = mask_device(mask, given[i]);
        g_assert_null(strstr(neutral, "acme"));
        g_assert_cmpint(device_role_of_name(neutral, false), ==, device_role_of_name(given[i], false));
        for (size_t k = 0; k < G_N_ELEMENTS(family); k++)
            g_assert_cmpint(g_str_has_prefix(neutral, family[k]), ==, g_str_has_prefix(given[i], family[k]));
        g_assert_true(g_hash_table_add(seen, neutral));
    }
}

static void
test_paths_keep_what_was_measured(void)
{
    g_autoptr(Mask) mask = mask_new(VOCABULARY);
    assert_masked(
        mask_path(mask, "/home/alice/read100/slob_032u/iostat.log"), "/folder-1/folder-2/read100/slob_032u/iostat.log");
    assert_masked(mask_path(mask, "/home/acme GmbH/mix90_qd8.log.gz"), "/folder-1/folder-3/mix90_qd8.log.gz");
    assert_masked(mask_path(mask, "./acme_qd8.iostat.txt"), "./file-1.txt");
    assert_masked(mask_path(mask, "10.1.2.3/20261130/awrrpt_1_45_46.html"), "folder-4/20261130/awrrpt_1_45_46.html");
    assert_masked(mask_path(mask, "case123456789/iostat.log"), "folder-5/iostat.log");
    assert_masked(mask_path(mask, "caf\303\251.tar.gz/iostat.log"), "folder-6.tar.gz/iostat.log");
    assert_masked(mask_path(mask, "-"), "-");
}

/* A folder that is called as the host is no neutral word, whatever it says. */
static void
test_path_named_for_a_host_is_masked(void)
{
    g_autoptr(Mask) mask = mask_new(VOCABULARY);
    assert_masked(mask_name(mask, MASK_HOST, "slob1"), "host-1");
    assert_masked(mask_path(mask, "slob1/read100/iostat_slob1.log"), "folder-1/read100/file-1.log");
    assert_masked(mask_workload(mask, "read100"), "read100");
    assert_masked(mask_workload(mask, "slob1"), "workload-1");
    assert_masked(mask_workload(mask, "acme_oltp"), "workload-2");
}

static void
test_text_keeps_words_of_the_program_only(void)
{
    g_autoptr(Mask) mask = mask_new(VOCABULARY);
    mask_keep(mask, "dm-0");
    g_free(mask_name(mask, MASK_HOST, "zeus.acme.example"));
    g_free(mask_path(mask, "/data/zeus logs/iostat.log"));
    assert_masked(mask_text(mask, "/data/zeus logs/iostat.log: row of dm-0 has 12 values, the header 14"),
        "/folder-1/folder-2/iostat.log: row of dm-0 has 12 values, the header 14");
    assert_masked(mask_text(mask, "line 12: expected IOPS, saw \"Zeus.ACME.example, p\303\244ss\""),
        "line 12: expected IOPS, saw \"host-1, masked\"");
    assert_masked(mask_text(mask, "latency 0.401 ms"), "latency 0.401 masked"); /* only what was told may stay */
    assert_masked(mask_text(mask, "no \377 report"), "no \357\277\275 report");
    assert_masked(mask_text(mask, ""), "");
    g_assert_null(mask_text(mask, NULL));
}

/* A name that is a number, or a word of the program, changes no figure. */
static void
test_hostile_names(void)
{
    g_autoptr(Mask) mask = mask_new(VOCABULARY);
    assert_masked(mask_name(mask, MASK_HOST, "12"), "host-1");
    assert_masked(mask_name(mask, MASK_HOST, "p"), "host-2");
    assert_masked(mask_name(mask, MASK_DATABASE, "IOPS"), "db-1");
    assert_masked(mask_name(mask, MASK_DATABASE, "<b>&amp;\n| `x`"), "db-2");
    assert_masked(mask_text(mask, "row 12 has 12 values in p of IOPS"), "row 12 has 12 values in host-2 of db-1");
    g_autoptr(GError) error = NULL;
    const char *text = "12 IOPS at p99, <b>&amp; x";
    g_assert_true(mask_check(mask, "report.md", text, strlen(text), &error));
}

/* A host whose own name is another's mask. */
static void
test_name_that_is_a_mask(void)
{
    g_autoptr(Mask) mask = mask_new(VOCABULARY);
    assert_masked(mask_name(mask, MASK_HOST, "host-2"), "host-1");
    assert_masked(mask_name(mask, MASK_HOST, "host-1"), "host-2");
    assert_masked(mask_text(mask, "report of host-1, host-2"), "report of host-2, host-1");
}

static void
assert_leak(const struct mask *mask, const char *text)
{
    g_autoptr(GError) error = NULL;
    g_assert_false(mask_check(mask, "report.html", text, strlen(text), &error));
    g_assert_error(error, IOSIZER_ERROR, IOSIZER_ERROR_INTERNAL);
    g_assert_true(g_str_has_prefix(error->message, "report.html:2: "));
    g_assert_null(strstr(error->message, "zeus"));
}

static void
test_check_finds_a_name_in_any_form(void)
{
    g_autoptr(Mask) mask = mask_new(VOCABULARY);
    g_free(mask_name(mask, MASK_HOST, "zeus<prod>01.acme.example"));
    assert_leak(mask, "IOPS\nof ZEUS");
    assert_leak(mask, "IOPS\n<td>zeus&lt;prod</td>");
    assert_leak(mask, "IOPS\n\\_acme\\_x");
    assert_leak(mask, "IOPS\n\"path\": \"/x/Acme.log\"");
    g_autoptr(GError) error = NULL;
    g_assert_true(mask_check(mask, "x", "acmeland", 8, &error)); /* another word */
}

/* The study's figures are those of the plain names; hosts, paths and workload are neutral, notes too. */
static void
test_study_is_renamed_before_analysis(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Inputs) inputs = inputs_in_memory();
    for (int n = 1; n <= 64; n *= 2) {
        g_autofree char *path = g_strdup_printf("acme/Zeus/slob_%du/iostat.txt", n);
        add_log(inputs, path, n, 1.0);
    }
    g_autoptr(Mask) mask = mask_new(VOCABULARY);
    mask_bind(mask, inputs);
    g_autoptr(GPtrArray) products = g_ptr_array_new();
    struct findings_options options = FINDINGS_OPTIONS_DEFAULT;
    options.after_study = mask_study;
    options.after_study_data = mask;
    g_autoptr(Findings) findings = findings_new(inputs, &options, products, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(findings->ladders->len, ==, 1);
    const struct ladder *ladder = g_ptr_array_index(findings->ladders, 0);
    g_assert_cmpstr(ladder->name, ==, "workload-1");
    g_assert_cmpuint(ladder->rungs->len, ==, 7);
    const struct input *input = g_ptr_array_index(inputs->input, 0);
    g_assert_cmpstr(input->path, ==, "folder-1/folder-2/slob_1u/iostat.txt");
    const struct capture *capture = g_ptr_array_index(input->captures, 0);
    g_assert_cmpstr(capture->host, ==, "host-1");
    g_assert_cmpstr(capture->path, ==, input->path);
}

static void
test_device_globs_become_what_they_match(void)
{
    g_autoptr(Inputs) inputs = inputs_in_memory();
    struct input *input = add_input(inputs, "iostat.log", KIND_IOSTAT_TEXT, "iostat text");
    struct capture *capture = capture_new("iostat.log", CAPTURE_TEXT, false);
    g_ptr_array_add(input->captures, capture);
    static const char *const names[] = {"sda", "vg_acme-redo", "vg_acme-data"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        capture_device_named(capture, names[i], strlen(names[i]));
    g_autoptr(Mask) mask = mask_new(VOCABULARY);
    mask_bind(mask, inputs);
    static const char *const globs[] = {"vg_acme-*", "sd?", "zeus*", NULL};
    g_auto(GStrv) seen = mask_device_globs(mask, globs);
    g_autofree char *joined = g_strjoinv(" ", seen);
    g_assert_cmpstr(joined, ==, "lvm-1 lvm-2 sda masked*");
    g_assert_null(mask_device_globs(mask, NULL));
    mask_inputs(mask);
    g_assert_cmpstr(capture_device_named(capture, "lvm-2", 5)->name, ==, "lvm-2");
    g_assert_cmpuint(capture->devices->len, ==, 3);
}

/* Numbers stay in free text, but not those of an address; releases look like addresses and stay. */
static void
test_addresses_in_free_text_are_masked(void)
{
    g_autoptr(Mask) mask = mask_new("address host port release from");
    assert_masked(mask_text(mask, "(ADDRESS=(HOST=10.8.0.12)(PORT=1521))"), "(ADDRESS=(HOST=address-1)(PORT=1521))");
    assert_masked(mask_text(mask, "from 192.168.7.255, 10.8.14.12."), "from address-2, address-3.");
    assert_masked(mask_text(mask, "from 192.168.7.255:3260"), "from address-2:3260");
    assert_masked(mask_text(mask, "release 11.2.0.4, 19.8.0.0.0, 12.2.0.1"), "release 11.2.0.4, 19.8.0.0.0, 12.2.0.1");
    assert_masked(mask_text(mask, "1.2.3.4.5 300.1.1.1 1.2.3 0.401"), "1.2.3.4.5 300.1.1.1 1.2.3 0.401");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/mask/same_name_same_mask", test_same_name_same_mask);
    g_test_add_func("/mask/addresses_in_free_text_are_masked", test_addresses_in_free_text_are_masked);
    g_test_add_func("/mask/common_names_stay", test_common_names_stay);
    g_test_add_func("/mask/kernel_devices_stay", test_kernel_devices_stay);
    g_test_add_func("/mask/device_mask_keeps_the_role", test_device_mask_keeps_the_role);
    g_test_add_func("/mask/paths_keep_what_was_measured", test_paths_keep_what_was_measured);
    g_test_add_func("/mask/path_named_for_a_host_is_masked", test_path_named_for_a_host_is_masked);
    g_test_add_func("/mask/text_keeps_words_of_the_program_only", test_text_keeps_words_of_the_program_only);
    g_test_add_func("/mask/hostile_names", test_hostile_names);
    g_test_add_func("/mask/name_that_is_a_mask", test_name_that_is_a_mask);
    g_test_add_func("/mask/check_finds_a_name_in_any_form", test_check_finds_a_name_in_any_form);
    g_test_add_func("/mask/study_is_renamed_before_analysis", test_study_is_renamed_before_analysis);
    g_test_add_func("/mask/device_globs_become_what_they_match", test_device_globs_become_what_they_match);
    return g_test_run();
}
