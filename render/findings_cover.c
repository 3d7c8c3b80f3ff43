#include "findings_parts.h"

#include "format.h"
#include "language.h"

#include <math.h>
#include <string.h>

#define NAMES_WHOLE_MAX 8
#define NAMES_SHOWN 6
#define KEY_LADDERS_MAX 4
#define KEY_LOADS_MAX 3

char *
names_listed(const struct language *language, const GPtrArray *names)
{
    guint shown = names->len > NAMES_WHOLE_MAX ? NAMES_SHOWN : names->len;
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < shown; i++)
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", (const char *)g_ptr_array_index(names, i));
    return names->len > shown ? language_textf(language, "%s and %u more", text->str, names->len - shown)
                              : g_string_free(g_steal_pointer(&text), FALSE);
}

static void
key_ladders(struct builder *builder, struct table *table)
{
    const struct findings *findings = builder->findings;
    for (guint i = 0; i < MIN(findings->ladders->len, KEY_LADDERS_MAX); i++) {
        const struct ladder *ladder = g_ptr_array_index(findings->ladders, i);
        const struct rung *best = ladder_rung(ladder, ladder->best_rung);
        const char *label = keepf(builder, "%s, best operating point", ladder->name);
        if (best)
            table_add_row(table, label, keepf(builder, "%s IOPS", keep_figure(builder, format_iops(best->means.iops))),
                keepf(builder, "%s ms at %s", keep_figure(builder, format_ms(best->means.latency_ms)),
                    at_load(builder, ladder, best->concurrency)));
        else
            table_add_row(table, label, tr(builder, no_best_words(ladder)), "");
    }
}

static void
key_loads(struct builder *builder, struct table *table)
{
    const struct findings *findings = builder->findings;
    guint shown = 0;
    for (guint i = 0; i < findings->loads->len && shown < KEY_LOADS_MAX; i++) {
        const struct load_finding *load = g_ptr_array_index(findings->loads, i);
        const struct demand *demand = &load->demand;
        if (demand->source == DEMAND_NONE)
            continue;
        shown++;
        const char *label = files_shown(builder, load->name);
        if (demand->source == DEMAND_AWR && demand->steps > 1)
            /* A percentile of means over half an hour is none of a load: it has no place beside those of logs. */
            table_add_row(table, keepf(builder, "%s, busiest snapshot interval", label),
                keepf(builder, "%s IOPS", keep_figure(builder, format_iops(demand->iops.peak))),
                keepf(builder, "mean %s, intervals: %s", keep_figure(builder, format_iops(demand->iops.mean)),
                    keep_figure(builder, format_count((double)demand->steps))));
        else if (isfinite(demand->iops.p95))
            table_add_row(table, keepf(builder, "%s, 95th percentile", label),
                keepf(builder, "%s IOPS", keep_figure(builder, format_iops(demand->iops.p95))),
                keepf(builder, "mean %s, peak %s", keep_figure(builder, format_iops(demand->iops.mean)),
                    keep_figure(builder, format_iops(demand->iops.peak))));
        else
            table_add_row(table, keepf(builder, "%s, mean", label),
                keepf(builder, "%s IOPS", keep_figure(builder, format_iops(demand->iops.mean))), "");
    }
}

static void
key_verdicts(struct builder *builder, struct table *table)
{
    const struct findings *findings = builder->findings;
    const struct sizing *sizing = findings->sizing;
    if (sizing && isfinite(sizing->required_iops))
        table_add_row(table, tr(builder, "Required, before the utilisation limit"),
            keepf(builder, "%s IOPS", keep_figure(builder, format_iops(sizing->required_iops))),
            isfinite(sizing->required_mib_s)
                ? keepf(builder, "%s MiB/s", keep_figure(builder, format_mib_s(sizing->required_mib_s)))
                : "");
    static const char *const bound[] = {
        [STORAGE_PROVEN] = "proven", [STORAGE_NOT_PROVEN] = "not proven", [STORAGE_REFUTED] = "refuted"};
    if (findings->bound)
        table_add_row(
            table, tr(builder, "Storage-bound, by AWR"), tr(builder, bound[findings->bound->bound.verdict]), "");
    table_add_row(
        table, tr(builder, "Confidence in these findings"), tr(builder, confidence_name(findings->confidence)), "");
}

/* For whom, by whom and of when: only what is known. */
static struct table *
cover_table(struct builder *builder)
{
    const struct findings *findings = builder->findings;
    const struct study_ini *ini = findings->study->ini;
    if (!ini || (!ini->customer && !ini->author))
        return NULL;
    struct table *table = table_new("cover", "");
    table->look = TABLE_COVER;
    bool is_dated = findings->date_s != CAPTURE_NO_TIME;
    const char *cell[3];
    guint n = 0;
    const struct {
        const char *heading, *value;
    } parts[] = {{"Prepared for", ini->customer}, {"Author", ini->author},
        {"Captured until", is_dated ? keep_date(builder, format_date((double)findings->date_s)) : NULL}};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++)
        if (parts[i].value) {
            table_add_column(table, tr(builder, parts[i].heading), TABLE_TEXT);
            cell[n++] = parts[i].value;
        }
    table_add_row_v(table, cell);
    return table;
}

void
fill_cover(struct builder *builder, struct view *view)
{
    struct table *cover = cover_table(builder);
    if (cover)
        view_take_table(view, "cover", cover);
    struct table *table = table_new("key-figures", "");
    table->look = TABLE_TILES;
    table_add_column(table, tr(builder, "Key figure"), TABLE_TEXT);
    table_add_column(table, tr(builder, "Value"), TABLE_NUMBER);
    table_add_column(table, tr(builder, "Remark"), TABLE_TEXT);
    key_ladders(builder, table);
    key_loads(builder, table);
    key_verdicts(builder, table);
    view_take_table(view, "key_figures", table);
}
