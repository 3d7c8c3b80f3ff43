#include "findings_parts.h"

#include "format.h"
#include "remark_words.h"

#include <math.h>
#include <string.h>

#define READ_ONLY_PCT 99.5
#define MIB 1048576.0
#define GB 1e9
#define LOADS_MIN 4u /* different loads that a knee needs */

const char *
concurrency_word(const struct ladder *ladder)
{
    if (ladder->from_one_log)
        return "outstanding I/Os";
    for (guint i = 0; i < ladder->rungs->len; i++) {
        const struct run *run = g_array_index(ladder->rungs, struct rung, i).run;
        if (run->fio)
            return "queue depth";
        if (run->slob)
            return "sessions";
    }
    return "concurrency";
}

const char *
load_figure(struct builder *builder, double concurrency)
{
    bool whole = concurrency == floor(concurrency);
    return keep(builder, whole ? format_count(concurrency) : format_three_digits(concurrency, 1));
}

const char *
at_load(struct builder *builder, const struct ladder *ladder, double concurrency)
{
    return keep(builder, load_text(concurrency_word(ladder), load_figure(builder, concurrency)));
}

const char *
at_fitted_load(struct builder *builder, const struct ladder *ladder, double concurrency)
{
    return keep(builder, load_text(concurrency_word(ladder), keep(builder, format_three_digits(concurrency, 1))));
}

const char *
limit_ms(struct builder *builder, double ms)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    return keepf(builder, "%s ms", g_ascii_formatd(text, sizeof text, "%g", ms));
}

static const char *
capitalised(struct builder *builder, const char *word)
{
    return keepf(builder, "%c%s", g_ascii_toupper(*word), word + 1);
}

static bool
is_slob(const struct ladder *ladder)
{
    return ladder->rungs->len > 0 && g_array_index(ladder->rungs, struct rung, 0).run->slob;
}

/* True where the load generator itself says that its I/O is random. */
static bool
is_random(const struct ladder *ladder)
{
    for (guint i = 0; i < ladder->rungs->len; i++) {
        const struct run *run = g_array_index(ladder->rungs, struct rung, i).run;
        if (run->slob || (run->fio && run->fio->rw && g_str_has_prefix(run->fio->rw, "rand")))
            return true;
    }
    return false;
}

const char *
workload_words(struct builder *builder, const struct ladder *ladder)
{
    const char *random = is_random(ladder) ? "random " : "";
    if (isnan(ladder->read_pct))
        return "mix not known";
    if (ladder->read_pct >= READ_ONLY_PCT)
        return keepf(builder, "100%% %sread", random);
    if (ladder->read_pct <= 100 - READ_ONLY_PCT)
        return keepf(builder, "100%% %swrite", random);
    return keepf(builder, "%s %sread / %s %s", keep(builder, format_percent_whole(ladder->read_pct)), random,
        keep(builder, format_percent_whole(100 - ladder->read_pct)), is_slob(ladder) ? "update" : "write");
}

static bool
is_mixed(const struct ladder *ladder)
{
    return ladder->read_pct < READ_ONLY_PCT && ladder->read_pct > 100 - READ_ONLY_PCT;
}

static const char *
iops_label(const struct ladder *ladder)
{
    if (isnan(ladder->read_pct) || is_mixed(ladder))
        return "Read/write IOPS";
    return ladder->read_pct >= READ_ONLY_PCT ? "Read IOPS" : "Write IOPS";
}

static const char *
throughput(struct builder *builder, double mib_s)
{
    return keepf(builder, "%s MiB/s (%s GB/s)", keep(builder, format_mib_s(mib_s)),
        keep(builder, format_gb_s(mib_s * MIB / GB)));
}

static const char *
interval(struct builder *builder, double value, double lo, double hi)
{
    return keepf(builder, "%s [%s–%s]", keep(builder, format_three_digits(value, 1)),
        keep(builder, format_three_digits(lo, 1)), keep(builder, format_three_digits(hi, 1)));
}

const char *
no_best_words(const struct ladder *ladder)
{
    for (guint i = 0; i < ladder->rungs->len; i++)
        if (isfinite(ladder_rung(ladder, i)->means.latency_ms))
            return "no rung is within the ceiling";
    return "cannot tell: no latency is known";
}

/* The result table in the study's form: the best operating point, then what stands behind it. */
static struct table *
result_table(struct builder *builder, const struct ladder *ladder)
{
    struct table *table = table_new(keepf(builder, "%s-result", ladder->name), "");
    table_add_column(table, keepf(builder, "Metric (%s)", workload_words(builder, ladder)), TABLE_TEXT);
    table_add_column(table, "Result", TABLE_NUMBER);
    const struct rung *best = ladder_rung(ladder, ladder->best_rung);
    const struct knee *knee = &ladder->knee;
    if (best) {
        table_add_row(table, iops_label(ladder), keep(builder, format_iops(best->means.iops)))->emphasis = true;
        table_add_row(table, "Latency", keepf(builder, "%s ms", keep(builder, format_ms(best->means.latency_ms))))
            ->emphasis = true;
        if (isfinite(best->means.mib_s))
            table_add_row(table, "Throughput", throughput(builder, best->means.mib_s));
        table_add_row(table, capitalised(builder, concurrency_word(ladder)), load_figure(builder, best->concurrency));
        table_add_row(
            table, "Outstanding I/O (IOPS × latency)", keep(builder, format_three_digits(best->outstanding, 1)));
        if (isfinite(best->means.p95_latency_ms))
            table_add_row(table, "p95 of the interval mean latencies",
                keepf(builder, "%s ms", keep(builder, format_ms(best->means.p95_latency_ms))));
    } else {
        table_add_row(table,
            keepf(builder, "Best operating point within %s", limit_ms(builder, ladder->latency_ceiling_ms)),
            no_best_words(ladder));
    }
    static const char *const knee_words[] = {[KNEE_INSUFFICIENT] = "cannot tell",
        [KNEE_NOT_REACHED] = "not reached",
        [KNEE_ALREADY_PAST] = "already past at the lowest rung"};
    table_add_row(table, keepf(builder, "Knee (%s, 90%% interval)", concurrency_word(ladder)),
        knee->verdict == KNEE_FOUND ? interval(builder, knee->concurrency, knee->lo, knee->hi)
                                    : knee_words[knee->verdict]);
    const struct rung *saturation = ladder_rung(ladder, ladder->saturation_rung);
    if (saturation && knee->verdict != KNEE_NOT_REACHED)
        table_add_row(table,
            keepf(builder, "%s (%s)",
                ladder->points_measured ? "Lowest within 3% of the highest IOPS measured" : "Saturation point",
                concurrency_word(ladder)),
            keepf(builder, "%s, %s IOPS%s", load_figure(builder, saturation->concurrency),
                keep(builder, format_iops(saturation->means.iops)),
                isfinite(saturation->means.latency_ms)
                    ? keepf(builder, " at %s ms", keep(builder, format_ms(saturation->means.latency_ms)))
                    : ""));
    return table;
}

static const char *
grade_words(struct builder *builder, const struct rung *rung)
{
    if (rung->source != RUNG_IOSTAT)
        return rung_source_name(rung->source);
    if (!rung->steady)
        return "not steady";
    return keepf(builder, "%s, %c",
        keep(builder, format_duration_s((double)(rung->end - rung->start) * rung->series->interval_s)), rung->grade);
}

static struct table *
rungs_table(struct builder *builder, const struct ladder *ladder)
{
    struct table *table = table_new(keepf(builder, "%s-rungs", ladder->name),
        keepf(builder, "All rungs of %s%s.", ladder->name,
            ladder_rung(ladder, ladder->best_rung) ? "; the best operating point is bold" : ""));
    bool mixed = is_mixed(ladder);
    table_add_column(table, capitalised(builder, concurrency_word(ladder)), TABLE_NUMBER);
    table_add_column(table, "IOPS", TABLE_NUMBER);
    table_add_column(table, "± 95%", TABLE_NUMBER);
    table_add_column(table, mixed ? "Read IOPS" : "MiB/s", TABLE_NUMBER);
    table_add_column(table, mixed ? "Write IOPS" : "KiB per I/O", TABLE_NUMBER);
    table_add_column(table, "Latency ms", TABLE_NUMBER);
    table_add_column(table, mixed ? "Read ms" : "p95 ms", TABLE_NUMBER);
    if (mixed)
        table_add_column(table, "Write ms", TABLE_NUMBER);
    table_add_column(table, "Outstanding", TABLE_NUMBER);
    table_add_column(table, "Steady, grade", TABLE_TEXT);
    for (guint i = 0; i < ladder->rungs->len; i++) {
        const struct rung *rung = &g_array_index(ladder->rungs, struct rung, i);
        const struct series_means *means = &rung->means;
        const char *cell[10];
        size_t n = 0;
        cell[n++] = load_figure(builder, rung->concurrency);
        cell[n++] = keep(builder, format_iops(means->iops));
        cell[n++] = keep(builder, format_percent(rung->half_width_pct));
        cell[n++] = keep(builder, mixed ? format_iops(means->read_iops) : format_mib_s(means->mib_s));
        cell[n++] = keep(builder, mixed ? format_iops(means->write_iops) : format_three_digits(rung->io_kib, 1));
        cell[n++] = keep(builder, format_ms(means->latency_ms));
        cell[n++] = keep(builder, format_ms(mixed ? means->read_latency_ms : means->p95_latency_ms));
        if (mixed)
            cell[n++] = keep(builder, format_ms(means->write_latency_ms));
        cell[n++] = keep(builder, format_three_digits(rung->outstanding, 1));
        cell[n++] = grade_words(builder, rung);
        table_add_row_v(table, cell)->emphasis = i == ladder->best_rung;
    }
    return table;
}

/* The study's sentence: what is reached at the best operating point. */
static const char *
key_observation(struct builder *builder, const struct ladder *ladder)
{
    const struct rung *best = ladder_rung(ladder, ladder->best_rung);
    const char *ceiling = limit_ms(builder, ladder->latency_ceiling_ms);
    if (!best && g_str_has_prefix(no_best_words(ladder), "cannot tell"))
        return "Latency is not known: no operating point can be named, there is none to size from.";
    if (!best)
        return keepf(
            builder, "No rung meets the latency ceiling of %s: there is no operating point to size from.", ceiling);
    const char *kind = isnan(ladder->read_pct) || is_mixed(ladder) ? "read and write"
                       : ladder->read_pct >= READ_ONLY_PCT         ? "read"
                                                                   : "write";
    bool unsteady = best->source == RUNG_IOSTAT && !best->steady;
    const char *measured = ladder->points_measured
                               ? " It is the best of the rungs as measured: no curve could be fitted to so few loads."
                               : "";
    return keepf(builder,
        "About %s %s%s IOPS are %s at %s ms: latency stays within %s at the best operating point (%s).%s%s",
        keep(builder, format_rough(best->means.iops)), is_random(ladder) ? "random " : "", kind,
        unsteady ? "reached" : "sustained", keep(builder, format_ms(best->means.latency_ms)),
        ladder->latency_ceiling_ms == 1 ? "one millisecond" : ceiling, at_load(builder, ladder, best->concurrency),
        measured, unsteady ? " The run found no steady state: repeat it before it is quoted." : "");
}

/* How far the verdict can be trusted, as the end of the knee's sentence. */
static const char *
knee_trust(struct builder *builder, const struct knee *knee)
{
    if (knee->mode == KNEE_MODE_MEASURED)
        return knee->verdict == KNEE_FOUND
                   ? "It is a range read off the rungs: no single curve describes them, the verdict is uncertain."
                   : "It is read off the rungs: no single curve describes them, the verdict is uncertain.";
    const char *probability = keep(builder, format_percent_whole(100 * knee->probability));
    return knee->uncertain ? keepf(builder, "The verdict is uncertain: its probability is %s.", probability)
                           : keepf(builder, "The verdict holds with a probability of %s.", probability);
}

static const char *
insufficient_sentence(struct builder *builder, const struct ladder *ladder)
{
    guint loads = ladder->knee.rungs->len;
    if (loads >= LOADS_MIN)
        return keepf(builder, "Cannot tell where the knee is: all %u rungs put the same load on the device.", loads);
    return keepf(builder,
        "Cannot tell where the knee is: %u different %s; at least %u are needed, better 8, a factor 2 apart.", loads,
        loads == 1 ? "load" : "loads", LOADS_MIN);
}

/* What to run below the lowest rung: half a session does not exist. */
static const char *
lower_rungs(struct builder *builder, double low)
{
    double half = floor(low / 2), quarter = floor(low / 4);
    if (half < 1)
        return "there is no lower load to run";
    if (quarter < 1)
        return keepf(builder, "run a lower one, such as %s", keep(builder, format_count(half)));
    return keepf(builder, "run lower ones, such as %s and %s", keep(builder, format_count(half)),
        keep(builder, format_count(quarter)));
}

static const char *
knee_sentence(struct builder *builder, const struct ladder *ladder)
{
    const struct knee *knee = &ladder->knee;
    double top = ladder_rung(ladder, ladder->rungs->len - 1)->concurrency, low = ladder_rung(ladder, 0)->concurrency;
    switch (knee->verdict) {
    case KNEE_INSUFFICIENT:
        return insufficient_sentence(builder, ladder);
    case KNEE_NOT_REACHED:
        return keepf(builder,
            "The knee is not reached: %s at %s. Do not size from the end of this ladder; next rungs: %s and %s. %s",
            isfinite(knee->growth_at_top_pct) ? keepf(builder, "IOPS still change by %s per doubling",
                                                    keep(builder, format_change_percent(knee->growth_at_top_pct)))
                                              : "IOPS still grow",
            at_load(builder, ladder, top), keep(builder, format_count(2 * top)), keep(builder, format_count(4 * top)),
            knee_trust(builder, knee));
    case KNEE_ALREADY_PAST:
        return keepf(builder, "The lowest rung (%s) is already past the knee; %s. %s", at_load(builder, ladder, low),
            lower_rungs(builder, low), knee_trust(builder, knee));
    case KNEE_FOUND:
        break;
    }
    return keepf(builder,
        "The knee lies at %s (90%% interval %s to %s): %s IOPS at %s ms. Beyond it latency grows faster than "
        "throughput. %s",
        at_fitted_load(builder, ladder, knee->concurrency), keep(builder, format_three_digits(knee->lo, 1)),
        keep(builder, format_three_digits(knee->hi, 1)), keep(builder, format_iops(knee->iops)),
        keep(builder, format_ms(knee->latency_ms)), knee_trust(builder, knee));
}

/* Rungs without a log: what their figures are instead. */
static void
add_sources(struct builder *builder, struct view *view, const struct ladder *ladder)
{
    static const struct {
        enum rung_source source;
        const char *words;
    } other[] = {
        {RUNG_AWR, "come from AWR alone: IOPS are the database's physical requests and the latency is its wait for a "
                   "single-block read, writes "
                   "left out, not the await of a device; whether the run was steady cannot be told"},
        {RUNG_FIO, "come from fio's own report: the latency includes the time above the device; whether the run was "
                   "steady cannot be told"},
        {RUNG_CSV, "are rows of a CSV, taken as they stand; whether the run was steady cannot be told"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(other); i++) {
        guint count = 0;
        for (guint k = 0; k < ladder->rungs->len; k++)
            count += ladder_rung(ladder, k)->source == other[i].source ? 1 : 0;
        if (count > 0)
            add_sentence(
                view, "observation", keepf(builder, "%u of %u rungs %s.", count, ladder->rungs->len, other[i].words));
    }
}

static void
add_observations(struct builder *builder, struct view *view, const struct ladder *ladder)
{
    const struct knee *knee = &ladder->knee;
    const struct rung *best = ladder_rung(ladder, ladder->best_rung);
    add_sources(builder, view, ladder);
    add_sentence(view, "observation", knee_sentence(builder, ladder));
    if (best && isfinite(best->means.mib_s))
        add_sentence(view, "observation",
            keepf(builder,
                "Throughput at the best operating point is %s, %s KiB per I/O; Little's law gives %s I/Os outstanding.",
                throughput(builder, best->means.mib_s), keep(builder, format_three_digits(best->io_kib, 1)),
                keep(builder, format_three_digits(best->outstanding, 1))));
    if (isfinite(knee->ceiling_iops) && knee->verdict != KNEE_INSUFFICIENT)
        add_sentence(view, "observation",
            keepf(builder, "The highest IOPS within %s in the measured range%s: %s.",
                limit_ms(builder, ladder->latency_ceiling_ms),
                knee->mode == KNEE_MODE_MEASURED ? "" : ", by the fitted curve (at most 3% above the highest rung)",
                keep(builder, format_iops(knee->ceiling_iops))));
}

static void
fill_series(struct builder *builder, struct view *view, const struct ladder *ladder)
{
    const struct rung *shown = ladder_rung(ladder, ladder->best_rung);
    if (!shown)
        shown = ladder_rung(ladder, ladder->rungs->len - 1);
    if (!shown || !shown->series)
        return;
    const char *load = at_load(builder, ladder, shown->concurrency);
    const char *title = shown->steady ? keepf(builder, "%s IOPS in the steady window at %s",
                                            keep(builder, format_iops(shown->means.iops)), load)
                                      : keepf(builder, "No steady window at %s", load);
    view_take_chart(view, "series",
        series_chart(builder, keepf(builder, "%s-series", ladder->name), title, shown->series, shown->windows));
}

void
fill_workload(struct builder *builder, struct view *view, const struct ladder *ladder)
{
    const struct rung *best = ladder_rung(ladder, ladder->best_rung);
    view_declare_list(view, "observation");
    view_set(view, "name", ladder->name);
    view_set(view, "words", workload_words(builder, ladder));
    view_set(view, "concurrency_word", concurrency_word(ladder));
    view_set(view, "key_observation", key_observation(builder, ladder));
    view_set(view, "plateau_verdict",
        ladder->plateau == PLATEAU_CANNOT_TELL ? "cannot tell" : plateau_verdict_name(ladder->plateau));
    if (best) {
        view_set(view, "best_iops", keep(builder, format_iops(best->means.iops)));
        view_set(view, "best_latency_ms", keep(builder, format_ms(best->means.latency_ms)));
        view_set(view, "best_concurrency", load_figure(builder, best->concurrency));
    }
    view_set(view, "knee_verdict", knee_verdict_name(ladder->knee.verdict));
    view_take_table(view, "result", result_table(builder, ladder));
    view_take_table(view, "rungs", rungs_table(builder, ladder));
    view_take_chart(view, "ladder", ladder_chart(builder, ladder));
    view_take_chart(view, "latency", latency_chart(builder, ladder));
    fill_series(builder, view, ladder);
    add_observations(builder, view, ladder);
    fill_ladder_remarks(builder, view, ladder);
}
