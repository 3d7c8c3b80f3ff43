#include "db_size.h"

#define GIB 1073741824.0

static struct awr *
report(GPtrArray *reports, const char *db_name, double database_gib)
{
    struct awr *awr = awr_new("awr.html", AWR_INSTANCE, AWR_HTML);
    awr->db_name = g_strdup(db_name);
    awr->database_bytes = database_gib * GIB;
    g_ptr_array_add(reports, awr);
    return awr;
}

static void
add_group(struct awr *awr, const char *name, const char *redundancy, double used_gib)
{
    struct awr_disk_group *group = g_new0(struct awr_disk_group, 1);
    group->name = g_strdup(name);
    group->redundancy = g_strdup(redundancy);
    group->size_bytes = 9999 * GIB;
    group->used_bytes = used_gib * GIB;
    group->line = 77;
    g_ptr_array_add(awr->disk_groups, group);
}

static GPtrArray *
reports_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
}

static void
typed_size_comes_first(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    report(reports, "PROD", 500);
    struct db_size size = db_size_of(reports, 4096);
    g_assert_cmpint(size.source, ==, DB_SIZE_TYPED);
    g_assert_cmpfloat(size.gib, ==, 4096);
    db_size_release(&size);
}

/* Three reports of one database are one database: the largest of them; another database is added. */
static void
tablespaces_are_counted_once_a_database(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    report(reports, "PROD", 500);
    report(reports, "PROD", 512);
    report(reports, "PROD", NAN);
    struct db_size one = db_size_of(reports, NAN);
    g_assert_cmpint(one.source, ==, DB_SIZE_TABLESPACES);
    g_assert_cmpfloat(one.gib, ==, 512);
    g_assert_cmpuint(one.databases, ==, 1);
    g_assert_cmpstr(one.path, ==, "awr.html");
    db_size_release(&one);
    report(reports, "DWH", 1000);
    struct db_size two = db_size_of(reports, NAN);
    g_assert_cmpfloat(two.gib, ==, 1512);
    g_assert_cmpuint(two.databases, ==, 2);
    db_size_release(&two);
}

/* 3000 GiB used of a HIGH group are 1000 in three copies, 800 of NORMAL 400 in two, 50 of EXTERN 50. */
static void
asm_space_is_divided_by_its_copies(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    struct awr *awr = report(reports, "PROD", NAN);
    add_group(awr, "DATA", "HIGH", 3000);
    add_group(awr, "RECO", "NORMAL", 800);
    add_group(awr, "LOGS", "EXTERN", 50);
    add_group(report(reports, "PROD", NAN), "DATA", "HIGH", 2990); /* the same group, an hour before */
    struct db_size size = db_size_of(reports, NAN);
    g_assert_cmpint(size.source, ==, DB_SIZE_ASM);
    g_assert_cmpfloat_with_epsilon(size.gib, 1450, 1e-9);
    g_assert_cmpuint(size.groups_unknown, ==, 0);
    g_assert_cmpuint(size.line, ==, 77);
    db_size_release(&size);
}

static void
group_of_unknown_copies_is_left_out_and_said(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    struct awr *awr = report(reports, "PROD", NAN);
    add_group(awr, "FLEXIBLE", "FLEX", 3000);
    struct db_size none = db_size_of(reports, NAN);
    g_assert_cmpint(none.source, ==, DB_SIZE_UNKNOWN);
    g_assert_true(isnan(none.gib));
    g_assert_cmpuint(none.groups_unknown, ==, 1);
    db_size_release(&none);
    add_group(awr, "RECO", "NORMAL", 800);
    struct db_size some = db_size_of(reports, NAN);
    g_assert_cmpfloat(some.gib, ==, 400);
    g_assert_cmpuint(some.groups_unknown, ==, 1);
    db_size_release(&some);
}

static void
without_a_figure_the_size_is_unknown(void)
{
    g_autoptr(GPtrArray) reports = reports_new();
    struct db_size size = db_size_of(reports, NAN);
    g_assert_cmpint(size.source, ==, DB_SIZE_UNKNOWN);
    report(reports, NULL, NAN);
    size = db_size_of(reports, NAN);
    g_assert_cmpint(size.source, ==, DB_SIZE_UNKNOWN);
    g_assert_true(isnan(size.gib));
    g_assert_null(size.path);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name) g_test_add_func("/db_size/" #name, name)
    ADD(typed_size_comes_first);
    ADD(tablespaces_are_counted_once_a_database);
    ADD(asm_space_is_divided_by_its_copies);
    ADD(group_of_unknown_copies_is_left_out_and_said);
    ADD(without_a_figure_the_size_is_unknown);
    return g_test_run();
}
