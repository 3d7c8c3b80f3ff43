#include "demand_awr_private.h"

#define SHARED_PART_MIN 0.5

static int
by_time(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return left < right ? -1 : left > right;
}

/* Every begin and end once, those within the slack of the one before left out. NULL where a series has no times. */
static GArray *
boundaries_of(const struct awr_series *const *series, size_t n)
{
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(int64_t));
    for (size_t k = 0; k < n; k++) {
        for (guint i = 0; i < series[k]->intervals->len; i++) {
            const struct awr_interval *interval = awr_interval_at(series[k]->intervals, i);
            if (!awr_interval_is_timed(interval))
                return NULL;
            g_array_append_val(all, interval->begin_s);
            g_array_append_val(all, interval->end_s);
        }
    }
    g_array_sort(all, by_time);
    GArray *kept = g_array_new(FALSE, FALSE, sizeof(int64_t));
    for (guint i = 0; i < all->len; i++) {
        int64_t at_s = g_array_index(all, int64_t, i);
        if (kept->len == 0 || (double)(at_s - g_array_index(kept, int64_t, kept->len - 1)) > AWR_SLACK_S)
            g_array_append_val(kept, at_s);
    }
    return kept;
}

/* The interval that covers the moment, looked for from *at on; NULL where none does. */
static const struct awr_interval *
covering(const struct awr_series *series, double moment_s, guint *at)
{
    while (*at < series->intervals->len && (double)awr_interval_at(series->intervals, *at)->end_s <= moment_s)
        (*at)++;
    if (*at == series->intervals->len)
        return NULL;
    const struct awr_interval *interval = awr_interval_at(series->intervals, *at);
    return (double)interval->begin_s <= moment_s ? interval : NULL;
}

static double
covered_s(const struct awr_series *series)
{
    double seconds = 0;
    for (guint i = 0; i < series->intervals->len; i++)
        seconds += awr_interval_at(series->intervals, i)->length_s;
    return seconds;
}

/* Appends the piece [from, to] to the sum and to each part; nothing where one of the series does not cover it. */
static void
add_piece(struct awr_series *sum, struct awr_series **parts, const struct awr_series *const *series, size_t n,
    int64_t from_s, int64_t to_s, guint *at)
{
    double middle_s = 0.5 * ((double)from_s + (double)to_s);
    struct awr_interval piece = {.begin_s = from_s, .end_s = to_s, .length_s = (double)(to_s - from_s)};
    g_autofree const struct awr_interval **own = g_new(const struct awr_interval *, n);
    bool all = true;
    for (size_t k = 0; k < n; k++) {
        own[k] = covering(series[k], middle_s, &at[k]);
        all = all && own[k];
    }
    if (!all)
        return;
    for (size_t k = 0; k < n; k++) {
        struct awr_interval part = *own[k];
        part.begin_s = from_s;
        part.end_s = to_s;
        part.length_s = piece.length_s;
        g_array_append_val(parts[k]->intervals, part);
        for (guint r = 0; r < AWR_RATES; r++)
            piece.rate[r] += own[k]->rate[r];
        piece.instances += own[k]->instances;
    }
    piece.rate[AWR_BUSY_CPUS] = NAN;
    g_array_append_val(sum->intervals, piece);
}

struct awr_series *
awr_series_together(const struct awr_series *const *series, size_t n, struct awr_series **parts)
{
    double longest_s = 0;
    for (size_t k = 0; k < n; k++)
        longest_s = MAX(longest_s, covered_s(series[k]));
    g_autoptr(GArray) boundaries = n >= 2 ? boundaries_of(series, n) : NULL;
    if (!boundaries)
        return NULL;
    g_autoptr(AwrSeries) sum = awr_series_empty();
    g_autoptr(GPtrArray) own = g_ptr_array_new_with_free_func((GDestroyNotify)awr_series_free);
    for (size_t k = 0; k < n; k++)
        g_ptr_array_add(own, awr_series_empty());
    g_autofree guint *at = g_new0(guint, n);
    for (guint i = 0; i + 1 < boundaries->len; i++)
        add_piece(sum, (struct awr_series **)own->pdata, series, n, g_array_index(boundaries, int64_t, i),
            g_array_index(boundaries, int64_t, i + 1), at);
    if (covered_s(sum) < SHARED_PART_MIN * longest_s || sum->intervals->len == 0)
        return NULL;
    for (size_t k = 0; k < n; k++)
        sum->reports += series[k]->reports;
    for (size_t k = n; k > 0 && parts; k--)
        parts[k - 1] = g_ptr_array_steal_index(own, (guint)k - 1);
    return g_steal_pointer(&sum);
}
