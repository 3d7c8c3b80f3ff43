#include "iostat_log.h"

#include <string.h>

#include "number_text.h"

#define BYTES_A_ROW 160
#define ROWS_A_REPORT 14

const char *const iostat_log_devices[1 + SLOB_PATHS] = {"dm-0", "sdb", "sdc", "sdd", "sde", "sdf", "sdg", "sdh", "sdi"};

/* Columns of sysstat 11.5.7 to 12.1.1 and their widths. */
enum column {
    READS,
    WRITES,
    READ_MB,
    WRITE_MB,
    READ_MERGES,
    WRITE_MERGES,
    READ_MERGED_PCT,
    WRITE_MERGED_PCT,
    READ_AWAIT,
    WRITE_AWAIT,
    QUEUE,
    READ_SIZE,
    WRITE_SIZE,
    SERVICE,
    UTIL,
    COLUMNS
};
static const int column_width[COLUMNS] = {7, 7, 9, 9, 8, 8, 6, 6, 7, 7, 6, 8, 8, 6, 6};
static const char device_header[] =
    "Device            r/s     w/s     rMB/s     wMB/s   rrqm/s   wrqm/s  %rrqm  %wrqm r_await w_await aqu-sz "
    "rareq-sz wareq-sz  svctm  %util\n";
static const char cpu_header[] = "avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n";

/* Averages since boot of a host that did little before: the multipath device's figures, a path has an eighth. */
static const double since_boot[COLUMNS] = {[READS] = 96.48,
    [WRITES] = 3.36,
    [READ_MB] = 0.75,
    [WRITE_MB] = 0.04,
    [READ_AWAIT] = 0.32,
    [WRITE_AWAIT] = 0.21,
    [QUEUE] = 0.03,
    [READ_SIZE] = 8.00,
    [WRITE_SIZE] = 11.26,
    [SERVICE] = 0.02,
    [UTIL] = 0.24};
static const bool column_adds_up[COLUMNS] = {
    [READS] = true, [WRITES] = true, [READ_MB] = true, [WRITE_MB] = true, [QUEUE] = true};

static void
put_row(GString *out, const char *device, const double value[COLUMNS])
{
    g_string_append(out, device);
    for (size_t length = strlen(device); length < 13; length++)
        g_string_append_c(out, ' ');
    for (int c = 0; c < COLUMNS; c++) {
        g_string_append_c(out, ' ');
        text_fixed(out, value[c], 2, column_width[c]);
    }
    g_string_append_c(out, '\n');
}

static void
put_io_row(GString *out, const char *device, const struct slob_path_second *io)
{
    double value[COLUMNS] = {0};
    double outstanding = (io->reads * io->read_ms + io->writes * io->write_ms) / 1000;
    unsigned total = io->reads + io->writes;
    value[READS] = io->reads;
    value[WRITES] = io->writes;
    value[READ_MB] = io->reads * (double)SLOB_BLOCK_KIB / 1024;
    value[WRITE_MB] = io->write_kib / 1024;
    value[READ_AWAIT] = io->read_ms;
    value[WRITE_AWAIT] = io->write_ms;
    value[QUEUE] = outstanding;
    value[READ_SIZE] = io->reads > 0 ? SLOB_BLOCK_KIB : 0;
    value[WRITE_SIZE] = io->writes > 0 ? io->write_kib / io->writes : 0;
    /* The kernel counts busy time in whole ticks; with I/O outstanding at random it is busy but for the share exp(-q).
     */
    value[UTIL] = 100 * (1 - model_exp_negative(outstanding));
    value[SERVICE] = total > 0 ? value[UTIL] * 10 / total : 0;
    put_row(out, device, value);
}

static void
put_cpu(GString *out, double user, double system, double iowait, double idle)
{
    const double value[] = {user, 0, system, iowait, 0, idle};
    g_string_append(out, cpu_header);
    g_string_append(out, "         ");
    for (size_t i = 0; i < G_N_ELEMENTS(value); i++) {
        text_fixed(out, value[i], 2, i == 0 ? 6 : 8);
    }
    g_string_append(out, "\n\n");
}

static void
put_stamp(GString *out, int64_t time_s)
{
    text_date(out, time_s);
    g_string_append_c(out, 'T');
    text_clock(out, time_s);
    g_string_append(out, "+0000\n");
}

static void
put_since_boot(GString *out, int64_t time_s)
{
    put_stamp(out, time_s);
    put_cpu(out, 0.38, 0.27, 0.11, 99.24);
    g_string_append(out, device_header);
    for (int d = 0; d <= SLOB_PATHS; d++) {
        double value[COLUMNS];
        for (int c = 0; c < COLUMNS; c++)
            value[c] = d > 0 && column_adds_up[c] ? since_boot[c] / SLOB_PATHS : since_boot[c];
        put_row(out, iostat_log_devices[d], value);
    }
    g_string_append_c(out, '\n');
}

static void
put_report(GString *out, int64_t time_s, const struct slob_second *second)
{
    struct slob_path_second device = slob_second_of_device(second);
    put_stamp(out, time_s);
    put_cpu(out, second->user_pct, second->system_pct, second->iowait_pct, second->idle_pct);
    g_string_append(out, device_header);
    put_io_row(out, iostat_log_devices[0], &device);
    for (int p = 0; p < SLOB_PATHS; p++)
        put_io_row(out, iostat_log_devices[1 + p], &second->path[p]);
    g_string_append_c(out, '\n');
}

static void
squeeze_blanks(GString *text)
{
    gsize kept = 0;
    for (gsize i = 0; i < text->len; i++) {
        if (text->str[i] == ' ' && kept > 0 && text->str[kept - 1] == ' ')
            continue;
        text->str[kept++] = text->str[i];
    }
    g_string_truncate(text, kept);
}

GString *
iostat_log_text(const struct slob_run *run, bool padded)
{
    GString *out = g_string_sized_new((gsize)(run->plan.seconds + 1) * ROWS_A_REPORT * BYTES_A_ROW);
    g_string_append(out, "Linux 5.15.0-206.153.7.el8uek.x86_64 (slob-synthetic) \t");
    text_date(out, run->plan.start_s);
    g_string_append_printf(out, " \t_x86_64_\t(%d CPU)\n\n", SLOB_CPUS);
    put_since_boot(out, run->plan.start_s);
    for (unsigned t = 0; t < run->plan.seconds; t++)
        put_report(out, run->plan.start_s + 1 + t, &run->seconds[t]);
    if (!padded)
        squeeze_blanks(out);
    return out;
}
