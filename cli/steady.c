#include "cli.h"

#include "devices.h"
#include "figures.h"
#include "masking.h"
#include "note.h"
#include "plot.h"
#include "steady_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct figure_column columns[] = {
    {"file", FIGURE_TEXT, 0},
    {"window_start", FIGURE_NUMBER, 0},
    {"window_end", FIGURE_NUMBER, 0},
    {"mean_iops", FIGURE_NUMBER, 2},
    {"mean_latency_ms", FIGURE_NUMBER, 4},
    {"host", FIGURE_TEXT, 0},
    {"device", FIGURE_TEXT, 0},
};

struct listing {
    const struct options *options;
    const char *const *devices; /* globs; NULL: none */
    GPtrArray *items; /* struct steady_item * */
};

/* Takes the series. */
static void
add_item(struct listing *listing, const char *path, const char *host, const char *device, struct series *series)
{
    struct steady_item *item = g_new0(struct steady_item, 1);
    item->path = g_strdup(path);
    item->host = g_strdup(host);
    item->device = g_strdup(device);
    item->series = series;
    item->windows =
        steady_windows_accounted(&item->account, series->iops, series->latency_ms, series->n, series->interval_s);
    g_ptr_array_add(listing->items, item);
}

static void
list_capture(struct listing *listing, struct capture *capture, const struct host *host)
{
    g_autoptr(GPtrArray) captures = g_ptr_array_new(), notes = notes_new();
    g_ptr_array_add(captures, capture);
    g_autoptr(Layer) layer = layer_choose(captures, host, listing->devices, notes);
    if (layer->names->len == 0)
        return;
    struct series *series = series_of(capture, layer);
    if (series->interval_assumed && !listing->options->quiet)
        fprintf(stderr, "iosizer: %s: no time stamps, an interval of 1 s is assumed (--interval)\n", capture->path);
    g_ptr_array_add(layer->names, NULL);
    g_autofree char *device = g_strjoinv("+", (char **)layer->names->pdata);
    add_item(listing, capture->path, capture->host, device, series);
}

/* A plain CSV is one series, a sample a row; nothing is dropped from it. */
static void
list_csv(struct listing *listing, const struct ladder_csv *csv)
{
    struct series *series = series_of_values((const double *)(void *)csv->iops->data,
        (const double *)(void *)csv->latency_ms->data, csv->iops->len, listing->options->interval_s);
    add_item(listing, csv->path, NULL, NULL, series);
}

static void
print_csv(const GPtrArray *items)
{
    struct figures *figures = figures_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < items->len; i++) {
        const struct steady_item *item = g_ptr_array_index(items, i);
        for (guint w = 0; w < item->windows->len; w++) {
            const struct steady_window *window = &g_array_index(item->windows, struct steady_window, w);
            struct series_means means = series_means(item->series, window->start, window->end);
            figures_add(figures, (struct figure[]){
                                     {.text = item->path},
                                     {.number = (double)window->start},
                                     {.number = (double)window->end},
                                     {.number = means.iops},
                                     {.number = means.latency_ms},
                                     {.text = item->host},
                                     {.text = item->device},
                                 });
        }
    }
    figures_print(figures);
    figures_free(figures);
}

static void
print_text(const GPtrArray *items)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < items->len; i++) {
        if (i > 0)
            g_string_append_c(out, '\n');
        steady_append_text(out, g_ptr_array_index(items, i));
    }
    fputs(out->str, stdout);
}

static void
print_items(const GPtrArray *items, enum form form)
{
    if (form == FORM_CSV) {
        print_csv(items);
    } else if (form == FORM_TEXT) {
        print_text(items);
    } else {
        g_autofree char *json = steady_json(items);
        fputs(json, stdout);
    }
}

static bool
plot_item(const GPtrArray *items, const char *plot, GError **error)
{
    const struct steady_item *item = g_ptr_array_index(items, 0);
    g_autoptr(Chart) chart =
        plot_series(item->windows->len > 0 ? "Steady windows" : "No steady window", item->series, item->windows);
    return plot_write(chart, plot, error);
}

static bool
list_steady(const struct options *options, struct masking *masking, enum form form, const char *plot, GError **error)
{
    struct inputs_options reading = {
        .config_path = options->config, .iostat = options->iostat, .jobs = options->iostat.jobs, .prefer_iostat = true};
    options_keep_series(options, &reading.iostat);
    g_autoptr(Inputs) inputs = inputs_read((const char *const *)options->inputs, &reading, error);
    if (!inputs)
        return false;
    masking_apply(masking, options, inputs);
    g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func((GDestroyNotify)steady_item_free);
    struct listing listing = {options, (const char *const *)masking->devices, items};
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        for (guint c = 0; c < input->captures->len; c++)
            list_capture(&listing, g_ptr_array_index(input->captures, c), inputs->host);
        if (input->csv && input->csv->concurrency->len == 0)
            list_csv(&listing, input->csv);
    }
    if (items->len == 0) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "no log with samples of the measured devices and no CSV with the columns iops,latency_ms is in the inputs");
        return false;
    }
    if (plot && items->len > 1) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "--plot draws one log; the inputs hold %u", items->len);
        return false;
    }
    print_items(items, form);
    return !plot || plot_item(items, plot, error);
}

int
steady_command(int argc, char **argv)
{
    gboolean json = FALSE, csv = FALSE;
    g_autofree char *plot = NULL;
    const GOptionEntry own[] = {
        {"json", 0, 0, G_OPTION_ARG_NONE, &json, "Machine-readable output: JSON", NULL},
        {"csv", 0, 0, G_OPTION_ARG_NONE, &csv, "Machine-readable output: CSV", NULL},
        {"plot", 0, 0, G_OPTION_ARG_FILENAME, &plot, "Draw the series with its windows (.svg, .png, .pdf)", "FILE"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    struct options options;
    struct masking masking = {0};
    g_autoptr(GError) error = NULL;
    bool good = options_parse(&options, argc, argv,
                    "Lists the steady windows of each log: samples kept, counted from 0, the end not included. Also "
                    "takes a CSV\n"
                    "with the columns iops,latency_ms, one sample a row.",
                    own, &error) &&
                options_one_form(json, "--json", csv, "--csv", &error) && plot_name_check(plot, &error) &&
                masking_begin_with(&masking, &options) && list_steady(&options, &masking,
                    json  ? FORM_JSON
                    : csv ? FORM_CSV
                          : FORM_TEXT,
                    plot, &error);
    mask_error(masking.mask, error);
    masking_end(&masking);
    options_release(&options);
    return good ? EXIT_DONE : exit_status_of(error);
}
