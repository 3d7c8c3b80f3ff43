#include "inspect.h"
#include "devices.h"
#include "summary.h"

/* Absent figures have no key. */
static void
set_number(json_t *object, const char *key, double value)
{
    if (isfinite(value))
        json_object_set_new(object, key, json_real(value));
}

static void
set_text(json_t *object, const char *key, const char *value)
{
    if (value != NULL)
        json_object_set_new(object, key, json_string(value));
}

static void
set_count(json_t *object, const char *key, uint64_t value)
{
    json_object_set_new(object, key, json_integer((json_int_t)value));
}

/* Devices of the layer are in the order of the capture's. */
static const char *
role_name(const struct layer *roles, guint device)
{
    return device_role_name(layer_device_at(roles, device)->role);
}

static json_t *
device_json(const struct capture_device *device, const char *role)
{
    struct summary summary = summary_of(&device->totals);
    json_t *object = json_object();
    set_text(object, "name", device->name);
    set_text(object, "role", role);
    set_count(object, "samples", summary.samples);
    set_number(object, "read_iops_mean", summary.read_iops);
    set_number(object, "write_iops_mean", summary.write_iops);
    set_number(object, "iops_mean", summary.iops);
    set_number(object, "read_mib_s_mean", summary.read_mib_s);
    set_number(object, "write_mib_s_mean", summary.write_mib_s);
    set_number(object, "mib_s_mean", summary.mib_s);
    set_number(object, "read_await_ms_mean", summary.read_await_ms);
    set_number(object, "write_await_ms_mean", summary.write_await_ms);
    set_number(object, "await_ms_mean", summary.await_ms);
    set_number(object, "aqu_sz_mean", summary.aqu_sz);
    set_number(object, "iops_max", summary.iops_max);
    set_number(object, "util_max", summary.util_max_pct);
    return object;
}

/* The stamp of the first report that has one, from the front or from the back. NULL: none. */
static char *
edge_time(const struct capture *capture, bool last)
{
    for (guint i = 0; i < capture->reports->len; i++) {
        guint at = last ? capture->reports->len - 1 - i : i;
        int64_t time_s = g_array_index(capture->reports, struct capture_report, at).time_s;
        if (time_s != CAPTURE_NO_TIME)
            return capture_time_text(time_s, capture->has_zone, capture->utc_offset_s);
    }
    return NULL;
}

json_t *
inspect_iostat_json(const struct capture *capture, const struct host *host)
{
    g_autofree char *first_time = edge_time(capture, false), *last_time = edge_time(capture, true);
    g_autoptr(Layer) roles = layer_of_roles(capture, host);
    json_t *object = json_object(), *devices = json_array();
    set_text(object, "path", capture->path);
    set_text(object, "kind", capture->tool);
    set_text(object, "format", capture->format == CAPTURE_JSON ? "json" : "text");
    set_text(object, "host", capture->host);
    set_text(object, "kernel", capture->kernel);
    if (capture->cpus > 0)
        set_count(object, "cpus", (uint64_t)capture->cpus);
    set_text(object, "unit", capture_unit_name(capture->unit));
    set_number(object, "interval_s", capture->interval_s);
    set_count(object, "reports", capture->reports->len);
    set_count(object, "since_boot_reports", capture->since_boot_reports);
    set_count(object, "rejected_rows", capture->rejected_rows);
    set_text(object, "first_time", first_time);
    set_text(object, "last_time", last_time);
    json_object_set_new(object, "notes", inspect_notes_json(capture->notes));
    for (guint i = 0; i < capture->devices->len; i++)
        json_array_append_new(devices, device_json(g_ptr_array_index(capture->devices, i), role_name(roles, i)));
    json_object_set_new(object, "devices", devices);
    return object;
}

/* A figure for a table: right-aligned in `width`, "-" where it is absent. */
static void
append_figure(GString *out, int width, int decimals, double value)
{
    char format[8], text[G_ASCII_DTOSTR_BUF_SIZE + 320] = "-";
    g_snprintf(format, sizeof format, "%%.%df", decimals);
    if (isfinite(value))
        g_ascii_formatd(text, (gint)sizeof text, format, value);
    g_string_append_printf(out, " %*s", width, text);
}

static void
append_device(GString *out, int name_width, const struct capture_device *device, const char *role)
{
    struct summary summary = summary_of(&device->totals);
    int padding = name_width - (int)g_utf8_strlen(device->name, -1);
    g_string_append_printf(out, "  %s%*s %-9s %8" G_GUINT64_FORMAT, device->name, MAX(padding, 0), "",
        role, summary.samples);
    append_figure(out, 10, 1, summary.read_iops);
    append_figure(out, 10, 1, summary.write_iops);
    append_figure(out, 10, 1, summary.iops);
    append_figure(out, 9, 2, summary.mib_s);
    append_figure(out, 9, 3, summary.await_ms);
    append_figure(out, 10, 1, summary.iops_max);
    append_figure(out, 7, 1, summary.util_max_pct);
    g_string_append_c(out, '\n');
}

static void
append_heading(GString *out, const struct capture *capture)
{
    g_autofree char *first_time = edge_time(capture, false), *last_time = edge_time(capture, true);
    const char *unit = capture_unit_name(capture->unit);
    g_string_append_printf(out, "%s: %s %s", capture->path, capture->tool, capture->format == CAPTURE_JSON ? "JSON" : "text");
    if (capture->host != NULL)
        g_string_append_printf(out, ", host %s", capture->host);
    if (capture->kernel != NULL)
        g_string_append_printf(out, ", Linux %s", capture->kernel);
    if (capture->cpus > 0)
        g_string_append_printf(out, ", %d CPUs", capture->cpus);
    if (unit != NULL)
        g_string_append_printf(out, ", sizes in %s", unit);
    g_string_append_printf(out, "\n  %u reports", capture->reports->len);
    if (!isnan(capture->interval_s)) {
        char interval[G_ASCII_DTOSTR_BUF_SIZE];
        g_string_append_printf(out, " every %s s%s", g_ascii_dtostr(interval, sizeof interval, capture->interval_s),
            capture->interval_assumed ? " (as asked for)" : "");
    }
    g_string_append_printf(out, ", %u of them averages since boot, %" G_GUINT64_FORMAT " rows left out",
        capture->since_boot_reports, capture->rejected_rows);
    if (first_time != NULL)
        g_string_append_printf(out, "; %s to %s", first_time, last_time);
    g_string_append_c(out, '\n');
}

void
inspect_iostat_text(const struct capture *capture, const struct host *host, GString *out)
{
    g_autoptr(Layer) roles = layer_of_roles(capture, host);
    int name_width = 6;
    append_heading(out, capture);
    for (guint i = 0; i < capture->devices->len; i++) {
        const struct capture_device *device = g_ptr_array_index(capture->devices, i);
        name_width = MAX(name_width, (int)g_utf8_strlen(device->name, -1));
    }
    if (capture->devices->len > 0)
        g_string_append_printf(out, "  %-*s %-9s %8s %10s %10s %10s %9s %9s %10s %7s\n", name_width, "device", "role",
            "samples", "read/s", "write/s", "IOPS", "MiB/s", "await ms", "max IOPS", "max %");
    for (guint i = 0; i < capture->devices->len; i++)
        append_device(out, name_width, g_ptr_array_index(capture->devices, i), role_name(roles, i));
    inspect_notes_text(capture->notes, out);
}
