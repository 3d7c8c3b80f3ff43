#include "results_parts.h"

#include "findings_parts.h"
#include "remark_words.h"

#include <math.h>

/* Figures are in the order that remark.h gives. */
static json_t *
remark_json(const struct remark *remark, const char *word)
{
    json_t *object = json_object(), *figures = json_array();
    g_autofree char *text = remark_text(remark, word, NULL);
    set_text(object, "code", remark_code_name(remark->code));
    set_text(object, "text", text);
    for (gsize i = 0; i < remark_figures(remark); i++) {
        double figure = results_rounded(remark->figure[i], DECIMALS_LATENCY);
        json_array_append_new(figures, isfinite(figure) ? json_real(figure) : json_null());
    }
    json_object_set_new(object, "figures", figures);
    return object;
}

json_t *
remarks_json(const GArray *remarks, const char *word)
{
    json_t *array = json_array();
    for (guint i = 0; i < remarks->len; i++)
        json_array_append_new(array, remark_json(&g_array_index(remarks, struct remark, i), word));
    return array;
}

/* The sentences alone. */
static json_t *
texts_json(const GArray *remarks, const char *word)
{
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < remarks->len; i++)
        g_ptr_array_add(texts, remark_text(&g_array_index(remarks, struct remark, i), word, NULL));
    return strings_json(texts);
}

static json_t *
influence_json(const GArray *influences)
{
    json_t *array = json_array();
    for (guint i = 0; i < influences->len; i++) {
        const struct influence *influence = &g_array_index(influences, struct influence, i);
        json_t *object = json_object();
        set_number(object, "without", influence->concurrency, DECIMALS_COUNT);
        set_text(object, "verdict", knee_verdict_name(influence->verdict));
        set_number(object, "concurrency", influence->knee, DECIMALS_COUNT);
        set_number(object, "iops", influence->iops, DECIMALS_RATE);
        set_number(object, "latency_ms", influence->latency_ms, DECIMALS_LATENCY);
        set_number(object, "change_pct", influence->change_pct, DECIMALS_PCT);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *
window_json(const struct rung *rung)
{
    json_t *object = json_object();
    set_count(object, "start", rung->start);
    set_count(object, "end", rung->end);
    set_count(object, "samples", rung->means.samples);
    if (rung->series && rung->series->start_s != CAPTURE_NO_TIME) {
        double interval_s = rung->series->interval_s;
        int64_t start_s = rung->series->start_s + llround((double)rung->start * interval_s);
        int64_t end_s = rung->series->start_s + llround((double)rung->end * interval_s);
        g_autofree char *start = capture_time_text(start_s, false, 0), *end = capture_time_text(end_s, false, 0);
        set_text(object, "start_time", start);
        set_text(object, "end_time", end);
    }
    set_number(object, "half_width_pct", rung->half_width_pct, DECIMALS_PCT);
    set_number(object, "drift_pct", rung->drift_pct, DECIMALS_PCT);
    if (rung->period_s > 0)
        set_number(object, "period_s", rung->period_s, DECIMALS_COUNT);
    json_object_set_new(object, "steady", json_boolean(rung->steady));
    const char grade[] = {rung->grade, '\0'};
    set_text(object, "grade", rung->steady ? grade : "none");
    return object;
}

/* NULL where nothing is known of the figure's precision. */
static json_t *
precision_json(const struct precision *precision)
{
    if (!isfinite(precision->error_pct))
        return NULL;
    json_t *object = json_object();
    set_number(object, "error_pct", precision->error_pct, DECIMALS_LATENCY);
    set_number(object, "half_width_pct", precision->half_width_pct, DECIMALS_LATENCY);
    set_number(object, "freedom", precision->freedom, DECIMALS_PCT);
    set_number(object, "effective_samples", precision->effective_samples, DECIMALS_PCT);
    return object;
}

static json_t *
rung_precision_json(const struct rung_precision *precision)
{
    json_t *object = json_object();
    const struct {
        const char *name;
        const struct precision *of;
    } figures[] = {{"iops", &precision->iops}, {"mib_s", &precision->mib_s}, {"latency_ms", &precision->latency_ms}};
    for (size_t i = 0; i < G_N_ELEMENTS(figures); i++) {
        json_t *part = precision_json(figures[i].of);
        if (part)
            json_object_set_new(object, figures[i].name, part);
    }
    return object;
}

static json_t *
rung_json(const struct rung *rung)
{
    const struct series_means *means = &rung->means;
    json_t *object = json_object();
    set_number(object, "concurrency", rung->concurrency, DECIMALS_COUNT);
    set_number(object, "iops", means->iops, DECIMALS_RATE);
    set_number(object, "read_iops", means->read_iops, DECIMALS_RATE);
    set_number(object, "write_iops", means->write_iops, DECIMALS_RATE);
    set_number(object, "mib_s", means->mib_s, DECIMALS_RATE);
    set_number(object, "latency_ms", means->latency_ms, DECIMALS_LATENCY);
    set_number(object, "read_latency_ms", means->read_latency_ms, DECIMALS_LATENCY);
    set_number(object, "write_latency_ms", means->write_latency_ms, DECIMALS_LATENCY);
    set_number(object, "p95_latency_ms", means->p95_latency_ms, DECIMALS_LATENCY);
    set_number(object, "outstanding", rung->outstanding, DECIMALS_COUNT);
    set_text(object, "source", rung_source_name(rung->source));
    set_text(object, "run", rung->run->label);
    if (rung->source != RUNG_IOSTAT)
        return object;
    json_object_set_new(object, "window", window_json(rung));
    json_object_set_new(object, "checks", window_check_json(&rung->check));
    json_object_set_new(object, "precision", rung_precision_json(&rung->precision));
    set_number(object, "scatter_pct", rung->scatter_pct, DECIMALS_PCT);
    set_number(object, "util_pct", rung->util_pct, DECIMALS_PCT);
    if (rung->remarks->len > 0)
        json_object_set_new(object, "remarks", remarks_json(rung->remarks, "concurrency"));
    return object;
}

/* The curve at each rung; NAN beyond a decline gives no key. */
static json_t *
fitted_json(const GArray *fitted)
{
    json_t *array = json_array();
    for (guint i = 0; i < fitted->len; i++) {
        const struct knee_rung *rung = &g_array_index(fitted, struct knee_rung, i);
        json_t *object = json_object();
        set_number(object, "concurrency", rung->concurrency, DECIMALS_COUNT);
        set_number(object, "iops", rung->iops, DECIMALS_RATE);
        set_number(object, "latency_ms", rung->latency_ms, DECIMALS_LATENCY);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *
knee_json(const struct ladder *ladder)
{
    const struct knee *knee = &ladder->knee;
    json_t *object = json_object();
    set_text(object, "verdict", knee_verdict_name(knee->verdict));
    if (knee->verdict == KNEE_INSUFFICIENT)
        return object;
    set_text(object, "mode", knee_mode_name(knee->mode));
    json_object_set_new(object, "uncertain", json_boolean(knee->uncertain));
    set_number(object, "probability", knee->probability, DECIMALS_COUNT);
    set_number(object, "concurrency", knee->concurrency, DECIMALS_COUNT);
    set_number(object, "lo", knee->lo, DECIMALS_COUNT);
    set_number(object, "hi", knee->hi, DECIMALS_COUNT);
    set_number(object, "iops", knee->iops, DECIMALS_RATE);
    set_number(object, "iops_lo", knee->iops_lo, DECIMALS_RATE);
    set_number(object, "iops_hi", knee->iops_hi, DECIMALS_RATE);
    set_number(object, "latency_ms", knee->latency_ms, DECIMALS_LATENCY);
    set_number(object, "latency_lo_ms", knee->latency_lo_ms, DECIMALS_LATENCY);
    set_number(object, "latency_hi_ms", knee->latency_hi_ms, DECIMALS_LATENCY);
    const struct rung *rung = ladder_rung(ladder, ladder->knee_rung);
    if (rung)
        set_number(object, "rung", rung->concurrency, DECIMALS_COUNT);
    set_number(object, "ceiling_iops", knee->ceiling_iops, DECIMALS_RATE);
    set_number(object, "outstanding", knee->outstanding, DECIMALS_COUNT);
    set_number(object, "outstanding_lo", knee->outstanding_lo, DECIMALS_COUNT);
    set_number(object, "outstanding_hi", knee->outstanding_hi, DECIMALS_COUNT);
    set_number(object, "noise_pct", 100 * knee->noise, DECIMALS_PCT);
    set_number(object, "sharpness", knee->sharpness, DECIMALS_COUNT);
    set_number(object, "think_ms", knee->think_ms, DECIMALS_LATENCY);
    set_number(object, "growth_at_top_pct", knee->growth_at_top_pct, DECIMALS_PCT);
    set_number(object, "farthest_pct", knee->farthest_pct, DECIMALS_PCT);
    json_t *estimates = json_object();
    set_number(estimates, "fit", knee->estimate_fit, DECIMALS_COUNT);
    set_number(estimates, "asymptotes", knee->estimate_asymptotes, DECIMALS_COUNT);
    set_number(estimates, "elasticity", knee->estimate_elasticity, DECIMALS_COUNT);
    json_object_set_new(object, "estimates", estimates);
    if (knee->fitted->len > 0)
        json_object_set_new(object, "fitted", fitted_json(knee->fitted));
    return object;
}

json_t *
ladder_json(const struct ladder *ladder)
{
    json_t *object = json_object(), *rungs = json_array(), *plateau = json_object();
    set_number(object, "read_pct", ladder->read_pct, DECIMALS_PCT);
    set_number(object, "io_kib", ladder->io_kib, DECIMALS_COUNT);
    set_number(object, "latency_ceiling_ms", ladder->latency_ceiling_ms, DECIMALS_LATENCY);
    for (guint i = 0; i < ladder->rungs->len; i++)
        json_array_append_new(rungs, rung_json(ladder_rung(ladder, i)));
    json_object_set_new(object, "rungs", rungs);
    json_object_set_new(object, "knee", knee_json(ladder));
    if (ladder_rung(ladder, ladder->saturation_rung))
        json_object_set_new(object, "saturation", rung_json(ladder_rung(ladder, ladder->saturation_rung)));
    if (ladder_rung(ladder, ladder->best_rung))
        json_object_set_new(object, "best", rung_json(ladder_rung(ladder, ladder->best_rung)));
    json_object_set_new(object, "points_measured", json_boolean(ladder->points_measured));
    if (ladder->from_one_log)
        json_object_set_new(object, "from_one_log", json_true());
    set_text(plateau, "verdict", plateau_verdict_name(ladder->plateau));
    json_object_set_new(plateau, "reasons", texts_json(ladder->plateau_reasons, concurrency_word(ladder)));
    json_object_set_new(plateau, "signs", remarks_json(ladder->plateau_reasons, concurrency_word(ladder)));
    json_object_set_new(object, "plateau", plateau);
    json_object_set_new(object, "remarks", remarks_json(ladder->remarks, concurrency_word(ladder)));
    json_object_set_new(object, "advice", remarks_json(ladder->advice, concurrency_word(ladder)));
    if (ladder->influence->len > 0)
        json_object_set_new(object, "influence", influence_json(ladder->influence));
    return object;
}
