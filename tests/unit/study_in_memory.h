/* A study made in memory, for tests of findings and results: ladders of a storage with eight servers of 1 ms each.
 *
 *     g_autoptr(Inputs) inputs = inputs_in_memory();
 *     add_log(inputs, "read/slob_8u/iostat.txt", 8, 1.0);
 */
#pragma once

#include "findings.h"
#include "iostat.h"
#include "note.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define SAMPLES 150

static inline double
station_iops(double concurrency)
{
    return 8000 * concurrency / cbrt(pow(concurrency, 3) + 512);
}

static inline struct inputs *
inputs_in_memory(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("iosizer-test-XXXXXX", &error);
    g_assert_no_error(error);
    const char *paths[] = {folder, NULL};
    struct inputs_options options = {.iostat = IOSTAT_OPTIONS_DEFAULT};
    struct inputs *inputs = inputs_read(paths, &options, &error);
    g_assert_no_error(error);
    g_rmdir(folder);
    return inputs;
}

static inline struct input *
add_input(struct inputs *inputs, const char *path, enum kind kind, const char *what)
{
    struct input *input = g_new0(struct input, 1);
    input->path = g_strdup(path);
    input->sha256 = g_strnfill(64, '0');
    input->kind = kind;
    input->what = what;
    input->captures = g_ptr_array_new_with_free_func((GDestroyNotify)capture_free);
    input->awrs = g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
    input->notes = notes_new();
    g_ptr_array_add(inputs->input, input);
    return input;
}

/* 150 samples of 1 s from 10:00:00 on: IOPS within 0.5% of the level, 8 KiB each, the same latency for reads and
 * writes. */
static inline void
add_level(struct inputs *inputs, const char *path, double iops, double latency_ms, double read_share)
{
    g_autoptr(GString) log = g_string_new("Linux 5.15.0 (dbhost) \t11/30/2026 \t_x86_64_\t(16 CPU)\n\n");
    for (int i = 0; i < SAMPLES; i++) {
        double level = iops * (1 + 0.005 * (double)((i * 7) % 11 - 5) / 5);
        double reads = level * read_share, writes = level - reads;
        g_string_append_printf(log,
            "11/30/2026 %02d:%02d:%02d AM\nDevice r/s rMB/s r_await w/s wMB/s w_await aqu-sz %%util\n"
            "sda %.2f %.4f %.4f %.2f %.4f %.4f %.2f 90.00\n\n",
            10, i / 60, i % 60, reads, reads / 128, latency_ms, writes, writes / 128, latency_ms,
            level * latency_ms / 1000);
    }
    struct input *input = add_input(inputs, path, KIND_IOSTAT_TEXT, "iostat text");
    struct stream *stream = stream_new_memory(path, log->str, log->len);
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.with_series = true;
    options.since_boot = SINCE_BOOT_KEEP;
    g_autoptr(GError) error = NULL;
    g_assert_true(iostat_text_parse(stream, &options, input->captures, &error));
    g_assert_no_error(error);
    stream_free(stream);
}

static inline void
add_log(struct inputs *inputs, const char *path, double concurrency, double read_share)
{
    double iops = station_iops(concurrency);
    add_level(inputs, path, iops, 1000 * concurrency / iops, read_share);
}

/* A report of 10:00 to 10:02, of this User I/O share of DB time. */
static inline struct awr *
add_report(struct inputs *inputs, const char *path, double user_io_pct, double read_requests_per_s)
{
    struct awr *awr = awr_new(path, AWR_INSTANCE, AWR_HTML);
    awr->db_name = g_strdup("ORCL");
    awr->begin = g_strdup("2026-11-30T10:00");
    awr->end = g_strdup("2026-11-30T10:02");
    awr->elapsed_min = 2;
    awr->db_time_min = 100;
    awr->host_cpu = (struct awr_host_cpu){10, 5, 0, 85, 1, 1};
    awr->rates = (struct awr_rates){read_requests_per_s, 0, read_requests_per_s * 8192, 0, 0};
    struct awr_event *wait = g_new0(struct awr_event, 1), *cpu = g_new0(struct awr_event, 1),
                     *line = g_new0(struct awr_event, 1);
    *wait = (struct awr_event){
        g_strdup("db file sequential read"), g_strdup("User I/O"), 1000, 60 * user_io_pct, 0.9, user_io_pct};
    *cpu = (struct awr_event){g_strdup("DB CPU"), NULL, NAN, 600, NAN, 10};
    *line = (struct awr_event){g_strdup("User I/O"), NULL, 1000, 60 * user_io_pct, 0.9, user_io_pct};
    g_ptr_array_add(awr->top_events, wait);
    g_ptr_array_add(awr->top_events, cpu);
    g_ptr_array_add(awr->wait_classes, line);
    g_ptr_array_add(add_input(inputs, path, KIND_AWR_HTML, "AWR report")->awrs, awr);
    return awr;
}

/* Two ladders of seven rungs with a report each; the mixed one comes first by path. */
static inline struct inputs *
two_ladders(void)
{
    struct inputs *inputs = inputs_in_memory();
    for (int concurrency = 1; concurrency <= 64; concurrency *= 2) {
        g_autofree char *report = g_strdup_printf("a_mix/slob_%du/awr.html", concurrency);
        g_autofree char *log = g_strdup_printf("a_mix/slob_%du/iostat.txt", concurrency);
        add_report(inputs, report, 80, station_iops(concurrency));
        add_log(inputs, log, concurrency, 0.8);
    }
    for (int concurrency = 1; concurrency <= 64; concurrency *= 2) {
        g_autofree char *report = g_strdup_printf("b_read/slob_%du/awr.html", concurrency);
        g_autofree char *log = g_strdup_printf("b_read/slob_%du/iostat.txt", concurrency);
        add_report(inputs, report, 90, station_iops(concurrency));
        add_log(inputs, log, concurrency, 1);
    }
    return inputs;
}

static inline struct findings *
findings_of(const struct inputs *inputs)
{
    struct findings_options options = FINDINGS_OPTIONS_DEFAULT;
    options.latency_ceiling_ms = 2;
    g_autoptr(GError) error = NULL;
    struct findings *findings = findings_new(inputs, &options, NULL, &error);
    g_assert_no_error(error);
    return findings;
}

static inline void
add_study_ini(struct inputs *inputs, const char *text)
{
    struct input *input = add_input(inputs, "study.ini", KIND_STUDY_INI, "study.ini");
    input->text = g_strdup(text);
    input->text_len = strlen(text);
}
