/* Everything a capture holds, as text, every double to its last bit: two captures are equal where their texts are. */
#pragma once

#include "capture.h"
#include "note.h"

static inline void
dump_doubles(GString *out, const double *values, guint count)
{
    for (guint i = 0; i < count; i++)
        g_string_append_printf(out, " %a", isnan(values[i]) ? (double)NAN : values[i]);
    g_string_append_c(out, '\n');
}

static inline void
dump_device(GString *out, const struct capture_device *device)
{
    const struct capture_totals *totals = &device->totals;
    g_string_append_printf(
        out, "device %s %d, %" G_GUINT64_FORMAT " samples\n", device->name, device->is_group, totals->samples);
    dump_doubles(out, totals->sum, CAPTURE_COLUMNS);
    for (int column = 0; column < CAPTURE_COLUMNS; column++)
        g_string_append_printf(out, " %" G_GUINT64_FORMAT, totals->present[column]);
    dump_doubles(out,
        (double[]){totals->read_wait_ms_per_s, totals->write_wait_ms_per_s, totals->wait_ms_per_s, totals->read_weight,
            totals->write_weight, totals->weight, totals->iops_max, totals->util_max_pct},
        8);
    for (guint i = 0; i < device->report->len; i++)
        g_string_append_printf(out, " %u", g_array_index(device->report, uint32_t, i));
    for (int column = 0; column < CAPTURE_COLUMNS; column++) {
        g_string_append_printf(out, "\ncolumn %d:", column);
        if (device->column[column] != NULL)
            dump_doubles(out, &g_array_index(device->column[column], double, 0), device->column[column]->len);
    }
    g_string_append_c(out, '\n');
}

static inline void
dump_capture(GString *out, const struct capture *capture)
{
    g_string_append_printf(out,
        "capture %s host %s kernel %s cpus %d unit %d interval %a zone %d %d banners %u boot %u rejected "
        "%" G_GUINT64_FORMAT "\n",
        capture->path, capture->host, capture->kernel, capture->cpus, (int)capture->unit, capture->interval_s,
        capture->has_zone, capture->utc_offset_s, capture->banners, capture->since_boot_reports,
        capture->rejected_rows);
    for (guint i = 0; i < capture->reports->len; i++) {
        const struct capture_report *report = &g_array_index(capture->reports, struct capture_report, i);
        g_string_append_printf(
            out, "report %" G_GINT64_FORMAT " %d %d", report->time_s, report->since_boot, report->has_cpu);
        dump_doubles(out,
            (double[]){(double)report->user_pct, (double)report->system_pct, (double)report->iowait_pct,
                (double)report->idle_pct},
            4);
    }
    for (guint i = 0; i < capture->devices->len; i++)
        dump_device(out, g_ptr_array_index(capture->devices, i));
    for (guint i = 0; i < capture->notes->len; i++) {
        const struct note *note = g_ptr_array_index(capture->notes, i);
        g_string_append_printf(out, "note %d %s line %" G_GUINT64_FORMAT " count %" G_GUINT64_FORMAT ": %s\n",
            (int)note->level, note->code, note->line, note->count, note->text);
    }
}

static inline char *
dump_captures(const GPtrArray *captures)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < captures->len; i++)
        dump_capture(out, g_ptr_array_index(captures, i));
    return g_string_free(out, FALSE);
}
