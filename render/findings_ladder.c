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
    return keep_figure(builder, whole ? format_count(concurrency) : format_three_digits(concurrency, 1));
}

const char *
at_load(struct builder *builder, const struct ladder *ladder, double concurrency)
{
    return keep(builder, load_text(language_of(builder), concurrency_word(ladder), load_figure(builder, concurrency)));
}

const char *
at_fitted_load(struct builder *builder, const struct ladder *ladder, double concurrency)
{
    return keep(builder, load_text(language_of(builder), concurrency_word(ladder),
                             keep_figure(builder, format_three_digits(concurrency, 1))));
}

const char *
limit_ms(struct builder *builder, double ms)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    return keepf(builder, "%s ms", keep_figure(builder, g_strdup(g_ascii_formatd(text, sizeof text, "%g", ms))));
}

static const char *
capitalised(struct builder *builder, const char *word)
{
    const char *local = tr(builder, word);
    return keep_id(builder, "%c%s", g_ascii_toupper(*local), local + 1);
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
    bool random = is_random(ladder);
    if (isnan(ladder->read_pct))
        return tr(builder, "mix not known");
    if (ladder->read_pct >= READ_ONLY_PCT)
        return random ? keepf(builder, "100%% random read") : keepf(builder, "100%% read");
    if (ladder->read_pct <= 100 - READ_ONLY_PCT)
        return random ? keepf(builder, "100%% random write") : keepf(builder, "100%% write");
    const char *reads = keep_figure(builder, format_percent_whole(ladder->read_pct));
    const char *writes = keep_figure(builder, format_percent_whole(100 - ladder->read_pct));
    if (is_slob(ladder))
        return keepf(builder, "%s random read / %s update", reads, writes); /* its I/O is random */
    return random ? keepf(builder, "%s random read / %s write", reads, writes)
                  : keepf(builder, "%s read / %s write", reads, writes);
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
    return keepf(builder, "%s MiB/s (%s GB/s)", keep_figure(builder, format_mib_s(mib_s)),
        keep_figure(builder, format_gb_s(mib_s * MIB / GB)));
}

static const char *
interval(struct builder *builder, double value, double lo, double hi)
{
    return keep_id(builder, "%s [%s–%s]", keep_figure(builder, format_three_digits(value, 1)),
        keep_figure(builder, format_three_digits(lo, 1)), keep_figure(builder, format_three_digits(hi, 1)));
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
    struct table *table = table_new(keep_id(builder, "%s-result", ladder->name), "");
    table_add_column(table, keepf(builder, "Metric (%s)", workload_words(builder, ladder)), TABLE_TEXT);
    table_add_column(table, tr(builder, "Result"), TABLE_NUMBER);
    const struct rung *best = ladder_rung(ladder, ladder->best_rung);
    const struct knee *knee = &ladder->knee;
    if (best) {
        table_add_row(table, tr(builder, iops_label(ladder)), keep_figure(builder, format_iops(best->means.iops)))
            ->emphasis = true;
        table_add_row(table, tr(builder, "Latency"),
            keepf(builder, "%s ms", keep_figure(builder, format_ms(best->means.latency_ms))))
            ->emphasis = true;
        if (isfinite(best->means.mib_s))
            table_add_row(table, tr(builder, "Throughput"), throughput(builder, best->means.mib_s));
        table_add_row(table, capitalised(builder, concurrency_word(ladder)), load_figure(builder, best->concurrency));
        table_add_row(table, tr(builder, "Outstanding I/O (IOPS × latency)"),
            keep_figure(builder, format_three_digits(best->outstanding, 1)));
        if (isfinite(best->means.p95_latency_ms))
            table_add_row(table, tr(builder, "p95 of the interval mean latencies"),
                keepf(builder, "%s ms", keep_figure(builder, format_ms(best->means.p95_latency_ms))));
    } else {
        table_add_row(table,
            keepf(builder, "Best operating point within %s", limit_ms(builder, ladder->latency_ceiling_ms)),
            tr(builder, no_best_words(ladder)));
    }
    static const char *const knee_words[] = {[KNEE_INSUFFICIENT] = "cannot tell",
        [KNEE_NOT_REACHED] = "not reached",
        [KNEE_ALREADY_PAST] = "already past at the lowest rung"};
    table_add_row(table, keepf(builder, "Knee (%s, 90%% interval)", tr(builder, concurrency_word(ladder))),
        knee->verdict == KNEE_FOUND ? interval(builder, knee->concurrency, knee->lo, knee->hi)
                                    : tr(builder, knee_words[knee->verdict]));
    const struct rung *saturation = ladder_rung(ladder, ladder->saturation_rung);
    if (saturation && knee->verdict != KNEE_NOT_REACHED)
        table_add_row(table,
            ladder->points_measured ? keepf(builder, "Lowest within 3%% of the highest IOPS measured (%s)",
                                          tr(builder, concurrency_word(ladder)))
                                    : keepf(builder, "Saturation point (%s)", tr(builder, concurrency_word(ladder))),
            isfinite(saturation->means.latency_ms)
                ? keepf(builder, "%s, %s IOPS at %s ms", load_figure(builder, saturation->concurrency),
                      keep_figure(builder, format_iops(saturation->means.iops)),
                      keep_figure(builder, format_ms(saturation->means.latency_ms)))
                : keepf(builder, "%s, %s IOPS", load_figure(builder, saturation->concurrency),
                      keep_figure(builder, format_iops(saturation->means.iops))));
    return table;
}

static const char *
grade_words(struct builder *builder, const struct rung *rung)
{
    if (rung->source != RUNG_IOSTAT)
        return rung_source_name(rung->source);
    if (!rung->steady)
        return tr(builder, "not steady");
    return keep_id(builder, "%s, %c",
        keep_figure(builder, format_duration_s((double)(rung->end - rung->start) * rung->series->interval_s)),
        rung->grade);
}

static struct table *
rungs_table(struct builder *builder, const struct ladder *ladder)
{
    struct table *table = table_new(keep_id(builder, "%s-rungs", ladder->name),
        ladder_rung(ladder, ladder->best_rung)
            ? keepf(builder, "All rungs of %s; the best operating point is bold.", ladder->name)
            : keepf(builder, "All rungs of %s.", ladder->name));
    bool mixed = is_mixed(ladder);
    table_add_column(table, capitalised(builder, concurrency_word(ladder)), TABLE_NUMBER);
    table_add_column(table, tr(builder, "IOPS"), TABLE_NUMBER);
    table_add_column(table, tr(builder, "± 95%"), TABLE_NUMBER);
    table_add_column(table, tr(builder, mixed ? "Read IOPS" : "MiB/s"), TABLE_NUMBER);
    table_add_column(table, tr(builder, mixed ? "Write IOPS" : "KiB per I/O"), TABLE_NUMBER);
    table_add_column(table, tr(builder, "Latency ms"), TABLE_NUMBER);
    table_add_column(table, tr(builder, mixed ? "Read ms" : "p95 ms"), TABLE_NUMBER);
    if (mixed)
        table_add_column(table, tr(builder, "Write ms"), TABLE_NUMBER);
    table_add_column(table, tr(builder, "Outstanding"), TABLE_NUMBER);
    table_add_column(table, tr(builder, "Steady, grade"), TABLE_TEXT);
    for (guint i = 0; i < ladder->rungs->len; i++) {
        const struct rung *rung = &g_array_index(ladder->rungs, struct rung, i);
        const struct series_means *means = &rung->means;
        const char *cell[10];
        size_t n = 0;
        cell[n++] = load_figure(builder, rung->concurrency);
        cell[n++] = keep_figure(builder, format_iops(means->iops));
        cell[n++] = keep_figure(builder, format_percent(rung->half_width_pct));
        cell[n++] = keep_figure(builder, mixed ? format_iops(means->read_iops) : format_mib_s(means->mib_s));
        cell[n++] = keep_figure(builder, mixed ? format_iops(means->write_iops) : format_three_digits(rung->io_kib, 1));
        cell[n++] = keep_figure(builder, format_ms(means->latency_ms));
        cell[n++] = keep_figure(builder, format_ms(mixed ? means->read_latency_ms : means->p95_latency_ms));
        if (mixed)
            cell[n++] = keep_figure(builder, format_ms(means->write_latency_ms));
        cell[n++] = keep_figure(builder, format_three_digits(rung->outstanding, 1));
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
        return tr(builder, "Latency is not known: no operating point can be named, there is none to size from.");
    if (!best)
        return keepf(
            builder, "No rung meets the latency ceiling of %s: there is no operating point to size from.", ceiling);
    static const char *const kinds[][2] = {
        {"read and write", "random read and write"}, {"read", "random read"}, {"write", "random write"}};
    int kind = isnan(ladder->read_pct) || is_mixed(ladder) ? 0 : ladder->read_pct >= READ_ONLY_PCT ? 1 : 2;
    bool unsteady = best->source == RUNG_IOSTAT && !best->steady;
    const char *iops = keep_figure(builder, format_rough(best->means.iops)),
               *what = tr(builder, kinds[kind][is_random(ladder) ? 1 : 0]),
               *ms = keep_figure(builder, format_ms(best->means.latency_ms)),
               *within = ladder->latency_ceiling_ms == 1 ? tr(builder, "one millisecond") : ceiling,
               *load = at_load(builder, ladder, best->concurrency);
    const char *reached =
        unsteady ? keepf(builder,
                       "About %s %s IOPS are reached at %s ms: latency stays within %s at the best operating point "
                       "(%s).",
                       iops, what, ms, within, load)
                 : keepf(builder,
                       "About %s %s IOPS are sustained at %s ms: latency stays within %s at the best operating point "
                       "(%s).",
                       iops, what, ms, within, load);
    const char *measured =
        ladder->points_measured
            ? tr(builder, "It is the best of the rungs as measured: no curve could be fitted to so few loads.")
            : "";
    const char *repeat = unsteady ? tr(builder, "The run found no steady state: repeat it before it is quoted.") : "";
    return joined(builder, joined(builder, reached, measured), repeat);
}

/* How far the verdict can be trusted, as the end of the knee's sentence. */
static const char *
knee_trust(struct builder *builder, const struct knee *knee)
{
    if (knee->mode == KNEE_MODE_MEASURED)
        return tr(
            builder, knee->verdict == KNEE_FOUND
                         ? "It is a range read off the rungs: no single curve describes them, the verdict is uncertain."
                         : "It is read off the rungs: no single curve describes them, the verdict is uncertain.");
    const char *probability = keep_figure(builder, format_percent_whole(100 * knee->probability));
    return knee->uncertain ? keepf(builder, "The verdict is uncertain: its probability is %s.", probability)
                           : keepf(builder, "The verdict holds with a probability of %s.", probability);
}

static const char *
insufficient_sentence(struct builder *builder, const struct ladder *ladder)
{
    guint loads = ladder->knee.rungs->len;
    if (loads >= LOADS_MIN)
        return keepf(builder, "Cannot tell where the knee is: all %u rungs put the same load on the device.", loads);
    return loads == 1
               ? keepf(builder,
                     "Cannot tell where the knee is: 1 different load; at least %u are needed, better 8, a factor 2 "
                     "apart.",
                     LOADS_MIN)
               : keepf(builder,
                     "Cannot tell where the knee is: %u different loads; at least %u are needed, better 8, a factor 2 "
                     "apart.",
                     loads, LOADS_MIN);
}

/* What to run below the lowest rung: half a session does not exist. */
static const char *
already_past(struct builder *builder, const char *load, double low)
{
    double half = floor(low / 2), quarter = floor(low / 4);
    if (half < 1)
        return keepf(builder, "The lowest rung (%s) is already past the knee; there is no lower load to run.", load);
    if (quarter < 1)
        return keepf(builder, "The lowest rung (%s) is already past the knee; run a lower one, such as %s.", load,
            keep_figure(builder, format_count(half)));
    return keepf(builder, "The lowest rung (%s) is already past the knee; run lower ones, such as %s and %s.", load,
        keep_figure(builder, format_count(half)), keep_figure(builder, format_count(quarter)));
}

static const char *
not_reached(struct builder *builder, const struct ladder *ladder, double top)
{
    double growth_pct = ladder->knee.growth_at_top_pct;
    const char *load = at_load(builder, ladder, top), *next = keep_figure(builder, format_count(2 * top)),
               *last = keep_figure(builder, format_count(4 * top));
    return isfinite(growth_pct)
               ? keepf(builder,
                     "The knee is not reached: IOPS still change by %s per doubling at %s. Do not size from the end "
                     "of this ladder; next rungs: %s and %s.",
                     keep_figure(builder, format_change_percent(growth_pct)), load, next, last)
               : keepf(builder,
                     "The knee is not reached: IOPS still grow at %s. Do not size from the end of this ladder; next "
                     "rungs: %s and %s.",
                     load, next, last);
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
        return joined(builder, not_reached(builder, ladder, top), knee_trust(builder, knee));
    case KNEE_ALREADY_PAST:
        return joined(builder, already_past(builder, at_load(builder, ladder, low), low), knee_trust(builder, knee));
    case KNEE_FOUND:
        break;
    }
    const char *found = keepf(builder,
        "The knee lies at %s (90%% interval %s to %s): %s IOPS at %s ms. Beyond it latency grows faster than "
        "throughput.",
        at_fitted_load(builder, ladder, knee->concurrency), keep_figure(builder, format_three_digits(knee->lo, 1)),
        keep_figure(builder, format_three_digits(knee->hi, 1)), keep_figure(builder, format_iops(knee->iops)),
        keep_figure(builder, format_ms(knee->latency_ms)));
    return joined(builder, found, knee_trust(builder, knee));
}

/* Rungs without a log: what their figures are instead. */
static void
add_sources(struct builder *builder, struct view *view, const struct ladder *ladder)
{
    guint count[RUNG_CSV + 1] = {0}, rungs = ladder->rungs->len;
    for (guint i = 0; i < rungs; i++)
        count[ladder_rung(ladder, i)->source]++;
    if (count[RUNG_AWR] > 0)
        add_sentence(view, "observation",
            keepf(builder,
                "%u of %u rungs come from AWR alone: IOPS are the database's physical requests and the latency is its "
                "wait for a single-block read, writes left out, not the await of a device; whether the run was steady "
                "cannot be told.",
                count[RUNG_AWR], rungs));
    if (count[RUNG_FIO] > 0)
        add_sentence(view, "observation",
            keepf(builder,
                "%u of %u rungs come from fio's own report: the latency includes the time above the device; whether "
                "the run was steady cannot be told.",
                count[RUNG_FIO], rungs));
    if (count[RUNG_CSV] > 0)
        add_sentence(view, "observation",
            keepf(builder,
                "%u of %u rungs are rows of a CSV, taken as they stand; whether the run was steady cannot be told.",
                count[RUNG_CSV], rungs));
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
                throughput(builder, best->means.mib_s), keep_figure(builder, format_three_digits(best->io_kib, 1)),
                keep_figure(builder, format_three_digits(best->outstanding, 1))));
    if (isfinite(knee->ceiling_iops) && knee->verdict != KNEE_INSUFFICIENT)
        add_sentence(view, "observation",
            knee->mode == KNEE_MODE_MEASURED
                ? keepf(builder, "The highest IOPS within %s in the measured range: %s.",
                      limit_ms(builder, ladder->latency_ceiling_ms),
                      keep_figure(builder, format_iops(knee->ceiling_iops)))
                : keepf(builder,
                      "The highest IOPS within %s in the measured range, by the fitted curve (at most 3%% above the "
                      "highest rung): %s.",
                      limit_ms(builder, ladder->latency_ceiling_ms),
                      keep_figure(builder, format_iops(knee->ceiling_iops))));
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
                                            keep_figure(builder, format_iops(shown->means.iops)), load)
                                      : keepf(builder, "No steady window at %s", load);
    view_take_chart(view, "series",
        series_chart(builder, keep_id(builder, "%s-series", ladder->name), title, shown->series, shown->windows));
}

void
fill_workload(struct builder *builder, struct view *view, const struct ladder *ladder)
{
    const struct rung *best = ladder_rung(ladder, ladder->best_rung);
    view_declare_list(view, "observation");
    view_set(view, "name", ladder->name);
    view_set(view, "words", workload_words(builder, ladder));
    view_set(view, "concurrency_word", tr(builder, concurrency_word(ladder)));
    view_set(view, "key_observation", key_observation(builder, ladder));
    view_set(view, "plateau_verdict",
        tr(builder, ladder->plateau == PLATEAU_CANNOT_TELL ? "cannot tell" : plateau_verdict_name(ladder->plateau)));
    if (best) {
        view_set(view, "best_iops", keep_figure(builder, format_iops(best->means.iops)));
        view_set(view, "best_latency_ms", keep_figure(builder, format_ms(best->means.latency_ms)));
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
