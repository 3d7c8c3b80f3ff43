#include "export.h"

#include "devices.h"
#include "results.h"

#include <math.h>
#include <string.h>

static const char *const column_names[CAPTURE_COLUMNS] = {
    [CAPTURE_READ_IOPS] = "read_iops",
    [CAPTURE_WRITE_IOPS] = "write_iops",
    [CAPTURE_IOPS] = "iops",
    [CAPTURE_READ_MIB_S] = "read_mib_s",
    [CAPTURE_WRITE_MIB_S] = "write_mib_s",
    [CAPTURE_MIB_S] = "mib_s",
    [CAPTURE_READ_AWAIT_MS] = "read_await_ms",
    [CAPTURE_WRITE_AWAIT_MS] = "write_await_ms",
    [CAPTURE_AWAIT_MS] = "await_ms",
    [CAPTURE_AQU_SZ] = "aqu_sz",
    [CAPTURE_UTIL_PCT] = "util_pct",
};

struct export
{
    enum export_format format;
    FILE *out;
    bool any_row;
    GString *line;
};

struct export *
export_new(enum export_format format, FILE *out)
{
    struct export *export = g_new0(struct export, 1);
    *export = (struct export){.format = format, .out = out, .line = g_string_new(NULL)};
    if (format == EXPORT_CSV) {
        fputs("file,host,device,sample,time_utc,time_local", out);
        for (int column = 0; column < CAPTURE_COLUMNS; column++)
            fprintf(out, ",%s", column_names[column]);
        fputc('\n', out);
    } else {
        fputs("{\"samples\": [", out);
    }
    return export;
}

/* Most figures have two decimals: those are written without the general way, which takes ten times as long. */
static void
append_number(GString *line, double value)
{
    double hundredths = value * 100;
    if (value >= 0 && hundredths < 1e13 && nearbyint(hundredths) / 100 == value) {
        char text[32];
        uint64_t whole = (uint64_t)nearbyint(hundredths);
        unsigned rest = (unsigned)(whole % 100);
        size_t at = sizeof text;
        if (rest % 10 != 0)
            text[--at] = (char)('0' + rest % 10);
        if (rest != 0) {
            text[--at] = (char)('0' + rest / 10);
            text[--at] = '.';
        }
        whole /= 100;
        do
            text[--at] = (char)('0' + whole % 10);
        while ((whole /= 10) > 0);
        g_string_append_len(line, text + at, (gssize)(sizeof text - at));
        return;
    }
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(line, g_ascii_formatd(text, sizeof text, "%.15g", value));
}

static void
append_json_text(GString *line, const char *text)
{
    g_string_append_c(line, '"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            g_string_append_c(line, '\\');
        if (c < ' ')
            g_string_append_printf(line, "\\u%04x", c);
        else
            g_string_append_c(line, *text);
    }
    g_string_append_c(line, '"');
}

/* One text cell; NULL: absent. */
static void
put_text(struct export *export, const char *name, const char *text)
{
    if (export->format == EXPORT_CSV) {
        results_csv_cell(export->line, text ? text : "");
        return;
    }
    if (!text)
        return;
    g_string_append_printf(export->line, "%s\"%s\": ", export->line->len > 0 ? ", " : "", name);
    append_json_text(export->line, text);
}

static void
put_number(struct export *export, const char *name, double value)
{
    if (export->format == EXPORT_CSV) {
        g_string_append_c(export->line, ',');
    } else {
        if (!isfinite(value))
            return;
        g_string_append_printf(export->line, "%s\"%s\": ", export->line->len > 0 ? ", " : "", name);
    }
    if (isfinite(value))
        append_number(export->line, value);
}

/* What all rows of a report share. */
struct moment {
    uint64_t sample;
    char *utc, *local; /* NULL: not known */
};

static void
put_row(struct export *export, const struct capture *capture, const struct capture_device *device,
    const struct moment *moment, guint row)
{
    g_string_truncate(export->line, 0);
    put_text(export, "file", capture->path);
    put_text(export, "host", capture->host);
    put_text(export, "device", device->name);
    put_number(export, "sample", (double)moment->sample);
    put_text(export, "time_utc", moment->utc);
    put_text(export, "time_local", moment->local);
    for (int column = 0; column < CAPTURE_COLUMNS; column++) {
        const GArray *values = device->column[column];
        put_number(export, column_names[column], values ? g_array_index(values, double, row) : NAN);
    }
    if (export->format == EXPORT_CSV)
        fprintf(export->out, "%s\n", export->line->str);
    else
        fprintf(export->out, "%s\n{%s}", export->any_row ? "," : "", export->line->str);
    export->any_row = true;
}

static struct moment
moment_of(const struct capture *capture, const struct capture_report *report, uint64_t sample)
{
    struct moment moment = {.sample = sample, .local = capture_time_text(report->time_s, false, 0)};
    if (capture->has_zone && report->time_s != CAPTURE_NO_TIME) {
        g_autofree char *utc = capture_time_text(report->time_s - capture->utc_offset_s, false, 0);
        moment.utc = utc ? g_strconcat(utc, "Z", NULL) : NULL;
    }
    return moment;
}

uint64_t
export_capture(struct export *export, const struct capture *capture, const char *const *globs)
{
    uint64_t rows = 0, sample = 0;
    g_autofree bool *wanted = g_new0(bool, MAX(capture->devices->len, 1));
    g_autofree guint *next = g_new0(guint, MAX(capture->devices->len, 1));
    for (guint d = 0; d < capture->devices->len; d++) {
        const struct capture_device *device = g_ptr_array_index(capture->devices, d);
        wanted[d] = !globs || !*globs || device_name_matches(device->name, globs);
    }
    for (guint r = 0; r < capture->reports->len; r++) {
        const struct capture_report *report = &g_array_index(capture->reports, struct capture_report, r);
        if (report->since_boot)
            continue;
        struct moment moment = moment_of(capture, report, sample++);
        for (guint d = 0; d < capture->devices->len; d++) {
            const struct capture_device *device = g_ptr_array_index(capture->devices, d);
            if (!wanted[d] || next[d] >= device->report->len || g_array_index(device->report, uint32_t, next[d]) != r)
                continue;
            put_row(export, capture, device, &moment, next[d]++);
            rows++;
        }
        g_free(moment.utc);
        g_free(moment.local);
    }
    return rows;
}

bool
export_finish(struct export *export)
{
    if (export->format == EXPORT_JSON)
        fputs(export->any_row ? "\n]}\n" : "]}\n", export->out);
    bool good = fflush(export->out) == 0 && !ferror(export->out);
    g_string_free(export->line, TRUE);
    g_free(export);
    return good;
}
