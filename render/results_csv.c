#include "results.h"

#include <csv.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

void
results_csv_cell(GString *csv, const char *text)
{
    if (csv->len > 0 && csv->str[csv->len - 1] != '\n')
        g_string_append_c(csv, ',');
    if (strpbrk(text, ",\"\n\r") == NULL) {
        g_string_append(csv, text);
        return;
    }
    size_t len = strlen(text), room = 2 * len + 3;
    g_autofree char *quoted = g_malloc(room);
    size_t written = csv_write(quoted, room, text, len);
    g_string_append_len(csv, quoted, (gssize)written);
}

static void
add_number(GString *csv, double value, int decimals)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE] = "";
    if (isfinite(value))
        g_ascii_formatd(text, sizeof text, "%.15g", results_rounded(value, decimals));
    results_csv_cell(csv, text);
}

/* One line a column: what a rung shows, in the JSON's names and precision. */
static const struct {
    const char *name;
    size_t offset; /* of the double in struct rung */
    int decimals;
} column[] = {
    {"concurrency", offsetof(struct rung, concurrency), 3},
    {"iops", offsetof(struct rung, means.iops), 2},
    {"read_iops", offsetof(struct rung, means.read_iops), 2},
    {"write_iops", offsetof(struct rung, means.write_iops), 2},
    {"mib_s", offsetof(struct rung, means.mib_s), 2},
    {"latency_ms", offsetof(struct rung, means.latency_ms), 4},
    {"read_latency_ms", offsetof(struct rung, means.read_latency_ms), 4},
    {"write_latency_ms", offsetof(struct rung, means.write_latency_ms), 4},
    {"p95_latency_ms", offsetof(struct rung, means.p95_latency_ms), 4},
    {"outstanding", offsetof(struct rung, outstanding), 3},
};

static void
add_rung(GString *csv, const struct ladder *ladder, size_t index)
{
    const struct rung *rung = ladder_rung(ladder, index);
    results_csv_cell(csv, ladder->name);
    for (size_t i = 0; i < G_N_ELEMENTS(column); i++)
        add_number(csv, *(const double *)(const void *)((const char *)rung + column[i].offset), column[i].decimals);
    add_number(csv, rung->source == RUNG_IOSTAT ? (double)rung->start : NAN, 0);
    add_number(csv, rung->source == RUNG_IOSTAT ? (double)rung->end : NAN, 0);
    const char grade[] = {rung->grade, '\0'};
    results_csv_cell(csv, rung->source != RUNG_IOSTAT ? "" : rung->steady ? grade : "none");
    g_autoptr(GString) point = g_string_new(NULL);
    if (index == ladder->knee_rung)
        g_string_append(point, "knee ");
    if (index == ladder->saturation_rung)
        g_string_append(point, "saturation ");
    if (index == ladder->best_rung)
        g_string_append(point, "best ");
    results_csv_cell(csv, g_strchomp(point->str));
    results_csv_cell(csv, rung->run->label);
    g_string_append_c(csv, '\n');
}

static void
add_load(GString *csv, const struct load_finding *load)
{
    for (size_t i = 0; i < DEMAND_FIGURES; i++) {
        results_csv_cell(csv, load->name);
        results_csv_cell(csv, demand_figure_names[i]);
        add_number(csv, demand_figure(&load->demand.iops, demand_figure_names[i]), 2);
        add_number(csv, demand_figure(&load->demand.mib_s, demand_figure_names[i]), 2);
        g_string_append_c(csv, '\n');
    }
}

char *
results_csv(const struct findings *findings)
{
    GString *csv = g_string_new(NULL);
    if (findings->ladders->len > 0) {
        results_csv_cell(csv, "workload");
        for (size_t i = 0; i < G_N_ELEMENTS(column); i++)
            results_csv_cell(csv, column[i].name);
        static const char *const last[] = {"window_start", "window_end", "grade", "points", "run"};
        for (size_t i = 0; i < G_N_ELEMENTS(last); i++)
            results_csv_cell(csv, last[i]);
        g_string_append_c(csv, '\n');
        for (guint i = 0; i < findings->ladders->len; i++) {
            const struct ladder *ladder = g_ptr_array_index(findings->ladders, i);
            for (guint k = 0; k < ladder->rungs->len; k++)
                add_rung(csv, ladder, k);
        }
    } else {
        g_string_append(csv, "load,figure,iops,mib_s\n");
        for (guint i = 0; i < findings->loads->len; i++)
            add_load(csv, g_ptr_array_index(findings->loads, i));
    }
    return g_string_free(csv, FALSE);
}
