#include "findings_parts.h"

#include "format.h"
#include "language.h"

#include <math.h>

#define PRODUCTS_SHOWN 5u
#define BAR_HEIGHT 12.0 /* of each limit of a product */
#define PRODUCT_GAP 7.0
#define PRODUCT_LEAST 26.0 /* its name has two lines */

/* One decimal; what is used a little is not shown as unused. */
static const char *
used_percent(struct builder *builder, double percent)
{
    return percent > 0 && percent < 0.05 ? keep_figure(builder, g_strdup("<0.1%"))
                                         : keep_figure(builder, format_percent(percent));
}

static const char *
limits_title(struct builder *builder, const struct sizing *sizing)
{
    const struct candidate *first = sizing_first_choice(sizing);
    if (!first || !isfinite(first->utilisation_pct))
        return tr(builder, "How far the required load uses the limits of each product");
    const char *product = keep_id(builder, "%s, %s", first->product->product, first->product->tier);
    return keepf(builder, "%s: the required load uses %s of the limit that binds, %s", product,
        used_percent(builder, first->utilisation_pct), tr(builder, first->binding_limit));
}

/* The bars of one limit over all products; those without a figure have none. */
static bool
add_limit(struct builder *builder, struct chart_panel *panel, const GArray *candidates, guint n,
    enum candidate_limit_kind kind)
{
    g_autofree double *x = g_new(double, n), *y = g_new(double, n);
    g_autofree const char **tip = g_new0(const char *, n + 1), **note = g_new0(const char *, n + 1);
    bool any = false;
    for (guint i = 0; i < n; i++) {
        const struct candidate *candidate = &g_array_index(candidates, struct candidate, i);
        const struct candidate_limit *limit = &candidate->limits[kind];
        const char *name = tr(builder, candidate_limit_name(kind));
        x[i] = limit->utilisation_pct;
        y[i] = i;
        any = any || isfinite(x[i]);
        note[i] = isfinite(x[i]) ? keep_id(builder, "%s %s", name, used_percent(builder, x[i])) : "";
        tip[i] = keepf(builder, "%s, %s: %s %s of %s", candidate->product->product, candidate->product->tier, name,
            keep_figure(builder, format_count(limit->required)), keep_figure(builder, format_count(limit->most)));
    }
    if (any)
        chart_series_texts(
            chart_add_series(panel, tr(builder, candidate_limit_name(kind)), CHART_BARS, (unsigned)kind, x, y, n), tip,
            note);
    return any;
}

void
fill_limits_chart(struct builder *builder, struct view *view)
{
    const struct sizing *sizing = builder->findings->sizing;
    guint n = sizing ? MIN(sizing->candidates->len, PRODUCTS_SHOWN) : 0, kinds = 0;
    if (n == 0)
        return;
    g_autofree const char **name = g_new0(const char *, n + 1);
    for (guint i = 0; i < n; i++) {
        const struct candidate *candidate = &g_array_index(sizing->candidates, struct candidate, i);
        name[i] = keep_id(builder, "%s\n%s × %s", candidate->product->product,
            keep_figure(builder, format_count(candidate->units)), candidate->product->tier);
    }
    double limit_pct = 100 * sizing->options.utilisation_limit;
    struct chart *chart = new_chart(builder, "limits", limits_title(builder, sizing),
        tr(builder, "Required load as a share of the most that so many units can be provisioned to; limits that the "
                    "catalog does not give are left out"));
    chart_x_axis(chart, tr(builder, "Used, %"), CHART_LINEAR);
    chart_x_reach(chart, 0, 100);
    struct chart_panel *panel = chart_add_rows(chart, "", name, n, false);
    for (int kind = 0; kind < CANDIDATE_LIMITS; kind++)
        kinds += add_limit(builder, panel, sizing->candidates, n, (enum candidate_limit_kind)kind) ? 1 : 0;
    if (kinds == 0) {
        chart_free(chart);
        return;
    }
    chart_add_mark(chart, CHART_MARK_X, limit_pct, NAN,
        keepf(builder, "IOPS and MiB/s are used up to %s", keep_figure(builder, format_percent_whole(limit_pct))));
    chart->height = 90 + n * fmax(BAR_HEIGHT * kinds + PRODUCT_GAP, PRODUCT_LEAST);
    chart->alt = language_textf(language_of(builder),
        "Bars of the used share of each limit for %u products, with a line at %s. %s.", n,
        keep_figure(builder, format_percent_whole(limit_pct)), chart->title);
    view_take_chart(view, "limits", chart);
}
