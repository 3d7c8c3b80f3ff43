#include "cli.h"

#include "figures.h"
#include "ladder_text.h"
#include "masking.h"
#include "plot.h"

#include <math.h>
#include <stdio.h>

static const struct figure_column columns[] = {
    {"file", FIGURE_TEXT, 0},
    {"knee_concurrency", FIGURE_NUMBER, 3},
    {"knee_iops", FIGURE_NUMBER, 1},
    {"knee_latency", FIGURE_NUMBER, 4},
    {"verdict", FIGURE_TEXT, 0},
    {"ci_lo", FIGURE_NUMBER, 3},
    {"ci_hi", FIGURE_NUMBER, 3},
    {"rung", FIGURE_NUMBER, 3},
    {"slo_iops", FIGURE_NUMBER, 1},
    {"saturation_rung", FIGURE_NUMBER, 3},
    {"best_rung", FIGURE_NUMBER, 3},
    {"workload", FIGURE_TEXT, 0},
};

static double
concurrency_at(const struct ladder *ladder, size_t index)
{
    const struct rung *rung = ladder_rung(ladder, index);
    return rung ? rung->concurrency : NAN;
}

static void
add_ladder(struct figures *figures, const struct ladder *ladder)
{
    const struct knee *knee = &ladder->knee;
    bool known = knee->verdict != KNEE_INSUFFICIENT;
    const struct run *first = ladder_rung(ladder, 0)->run;
    figures_add(figures, (struct figure[]){
                             {.text = first->label},
                             {.number = known ? knee->concurrency : NAN},
                             {.number = known ? knee->iops : NAN},
                             {.number = known ? knee->latency_ms : NAN},
                             {.text = knee_verdict_name(knee->verdict)},
                             {.number = known ? knee->lo : NAN},
                             {.number = known ? knee->hi : NAN},
                             {.number = concurrency_at(ladder, ladder->knee_rung)},
                             {.number = known ? knee->ceiling_iops : NAN},
                             {.number = concurrency_at(ladder, ladder->saturation_rung)},
                             {.number = concurrency_at(ladder, ladder->best_rung)},
                             {.text = ladder->name},
                         });
}

static void
print_csv(const struct findings *findings)
{
    struct figures *figures = figures_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < findings->ladders->len; i++)
        add_ladder(figures, g_ptr_array_index(findings->ladders, i));
    figures_print(figures);
    figures_free(figures);
}

static bool
find_knees(const struct options *options, struct masking *masking, enum form form, const char *plot, GError **error)
{
    struct inputs_options reading = {
        .config_path = options->config, .iostat = options->iostat, .jobs = options->iostat.jobs, .prefer_iostat = true};
    options_keep_series(options, &reading.iostat);
    g_autoptr(Inputs) inputs = inputs_read((const char *const *)options->inputs, &reading, error);
    if (!inputs)
        return false;
    struct findings_options choices = FINDINGS_OPTIONS_DEFAULT;
    choices.latency_ceiling_ms = options->latency_ceiling_ms;
    masking_learn(masking, options, inputs);
    masking_choose(masking, &choices);
    g_autoptr(GPtrArray) products = options_catalog(options, error);
    if (!products)
        return false;
    g_autoptr(Findings) findings = findings_new(inputs, &choices, products, error);
    if (!findings)
        return false;
    if (findings->ladders->len == 0) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT,
            "no ladder is in the inputs: at least two runs of one workload at different concurrencies are needed");
        return false;
    }
    if (plot && findings->ladders->len > 1) {
        g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "--plot draws one ladder; the inputs hold %u",
            findings->ladders->len);
        return false;
    }
    if (form == FORM_CSV) {
        print_csv(findings);
    } else {
        g_autofree char *text = form == FORM_JSON ? ladders_json(findings) : ladders_text(findings);
        if (!masking_allows(masking, text, error))
            return false;
        fputs(text, stdout);
    }
    if (!plot)
        return true;
    g_autoptr(Chart) chart = plot_ladder(findings, g_ptr_array_index(findings->ladders, 0));
    return plot_write(chart, plot, error);
}

int
knee_command(int argc, char **argv)
{
    gboolean json = FALSE, csv = FALSE;
    g_autofree char *plot = NULL;
    const GOptionEntry own[] = {
        {"json", 0, 0, G_OPTION_ARG_NONE, &json, "Machine-readable output: JSON", NULL},
        {"csv", 0, 0, G_OPTION_ARG_NONE, &csv, "Machine-readable output: CSV", NULL},
        {"plot", 0, 0, G_OPTION_ARG_FILENAME, &plot, "Draw the ladder (.svg, .png, .pdf)", "FILE"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    struct options options;
    struct masking masking = {0};
    g_autoptr(GError) error = NULL;
    bool good = options_parse(&options, argc, argv,
                    "Finds the knee, the saturation point and the best operating point of each ladder in the inputs: "
                    "logs, fio\n"
                    "reports, or a CSV with the columns concurrency,iops,latency_ms.",
                    own, &error) &&
                options_one_form(json, "--json", csv, "--csv", &error) && plot_name_check(plot, &error) &&
                masking_begin_with(&masking, &options) && find_knees(&options, &masking,
                    json  ? FORM_JSON
                    : csv ? FORM_CSV
                          : FORM_TEXT,
                    plot, &error);
    mask_error(masking.mask, error);
    masking_end(&masking);
    options_release(&options);
    return good ? EXIT_DONE : exit_status_of(error);
}
