#include "io_sums.h"

#include "capture.h"

#include <string.h>

#define SAMPLES_MAX 512u
#define BUSY_SAMPLES_MIN 5u
#define CANDIDATES_MAX 64u
#define PARTS_MIN 2u
/* iostat reads its rows one after the other, and rounds them: sums agree to about this share of the I/O. */
#define SAMPLE_TOLERANCE 0.02
#define TOTAL_TOLERANCE 0.01
#define SWEEPS_MAX 500
#define SETTLED 1e-6
#define WEIGHT_OF_PART 0.5

struct io_sums {
    guint samples;
    double *iops; /* of a device: `samples` values; a missing row is no I/O */
};

static double *
row_of(const struct io_sums *sums, guint device)
{
    return sums->iops + (size_t)device * sums->samples;
}

/* Reports of a capture with series, rounded up so that the next one starts at a multiple of `every`. */
static size_t
slots_of(const struct capture *capture, size_t every)
{
    return capture->has_series ? ((size_t)capture->reports->len + every - 1) / every * every : 0;
}

struct io_sums *
io_sums_new(const GPtrArray *captures, const GPtrArray *names)
{
    size_t reports = 0, every = 1;
    for (guint c = 0; c < captures->len; c++) {
        const struct capture *capture = g_ptr_array_index(captures, c);
        every = MAX(every, capture->thin_every);
    }
    for (guint c = 0; c < captures->len; c++)
        reports += slots_of(g_ptr_array_index(captures, c), every);
    /* Thin series have the rows of every 2^k-th report: others would look like no I/O. */
    size_t step = (reports / every / SAMPLES_MAX + 1) * every;
    struct io_sums *sums = g_new0(struct io_sums, 1);
    sums->samples = (guint)(reports / step + 1);
    sums->iops = g_new0(double, (size_t)names->len * sums->samples);
    g_autoptr(GHashTable) index_of = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < names->len; i++)
        g_hash_table_insert(index_of, g_ptr_array_index(names, i), GUINT_TO_POINTER(i + 1));
    size_t first = 0;
    for (guint c = 0; c < captures->len; c++) {
        const struct capture *capture = g_ptr_array_index(captures, c);
        for (guint d = 0; d < capture->devices->len && capture->has_series; d++) {
            const struct capture_device *device = g_ptr_array_index(capture->devices, d);
            guint known = GPOINTER_TO_UINT(g_hash_table_lookup(index_of, device->name));
            for (guint r = 0; r < device->report->len && known > 0 && device->column[CAPTURE_IOPS]; r++) {
                size_t at = first + g_array_index(device->report, uint32_t, r);
                double iops = g_array_index(device->column[CAPTURE_IOPS], double, r);
                if (at % step == 0 && isfinite(iops))
                    row_of(sums, known - 1)[at / step] = iops;
            }
        }
        first += slots_of(capture, every);
    }
    return sums;
}

void
io_sums_free(struct io_sums *sums)
{
    g_free(sums->iops);
    g_free(sums);
}

static double *
total_of(const struct io_sums *sums, const GArray *devices)
{
    double *total = g_new0(double, sums->samples);
    for (guint i = 0; i < devices->len; i++)
        for (guint t = 0; t < sums->samples; t++)
            total[t] += row_of(sums, g_array_index(devices, guint, i))[t];
    return total;
}

/* Same I/O in total and in each sample, over enough samples with I/O. */
static bool
agree(const double *whole, const double *parts, guint samples)
{
    double total = 0, difference = 0, scatter = 0;
    guint busy = 0;
    for (guint t = 0; t < samples; t++) {
        total += whole[t];
        difference += parts[t] - whole[t];
        scatter += fabs(parts[t] - whole[t]);
        busy += whole[t] > 0 ? 1 : 0;
    }
    return busy >= BUSY_SAMPLES_MIN && fabs(difference) <= TOTAL_TOLERANCE * total &&
           scatter <= SAMPLE_TOLERANCE * total;
}

bool
io_sums_equal(const struct io_sums *sums, const GArray *wholes, const GArray *parts)
{
    g_autofree double *whole = total_of(sums, wholes), *part = total_of(sums, parts);
    return agree(whole, part, sums->samples);
}

/* A part never does more than the whole. */
static bool
fits_below(const double *part, const double *whole, guint samples)
{
    double all = 0, own = 0, excess = 0;
    for (guint t = 0; t < samples; t++) {
        all += whole[t];
        own += part[t];
        excess += fmax(0, part[t] - whole[t]);
    }
    return own > 0 && excess <= TOTAL_TOLERANCE * all;
}

/* Weights in 0..1 with which the candidates' shares of the whole come nearest to 1 in every sample: coordinate descent
 * on the normal equations. Shares, not rates: all rates rise and fall with the load, which would hide who belongs to
 * whom. */
static double *
fit_weights(const struct io_sums *sums, const double *whole, const GArray *candidates)
{
    guint n = candidates->len;
    double *weight = g_new0(double, n);
    g_autofree double *product = g_new0(double, (size_t)n *n), *pull = g_new0(double, n);
    for (guint t = 0; t < sums->samples; t++) {
        if (!(whole[t] > 0))
            continue;
        for (guint i = 0; i < n; i++) {
            double share = row_of(sums, g_array_index(candidates, guint, i))[t] / whole[t];
            pull[i] += share;
            for (guint k = 0; k < n; k++)
                product[i * n + k] += share * row_of(sums, g_array_index(candidates, guint, k))[t] / whole[t];
        }
    }
    double moved = 1;
    for (int sweep = 0; sweep < SWEEPS_MAX && moved > SETTLED; sweep++) {
        moved = 0;
        for (guint i = 0; i < n; i++) {
            double residual = pull[i];
            for (guint k = 0; k < n; k++)
                residual -= product[i * n + k] * weight[k];
            double better = product[i * n + i] > 0 ? CLAMP(weight[i] + residual / product[i * n + i], 0, 1) : 0;
            moved = fmax(moved, fabs(better - weight[i]));
            weight[i] = better;
        }
    }
    return weight;
}

GArray *
io_sums_parts(const struct io_sums *sums, guint whole, const GArray *candidates)
{
    const double *iops = row_of(sums, whole);
    g_autoptr(GArray) below = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < candidates->len; i++) {
        guint candidate = g_array_index(candidates, guint, i);
        if (candidate != whole && fits_below(row_of(sums, candidate), iops, sums->samples))
            g_array_append_val(below, candidate);
    }
    if (below->len < PARTS_MIN || below->len > CANDIDATES_MAX)
        return NULL;
    g_autofree double *weight = fit_weights(sums, iops, below);
    g_autoptr(GArray) parts = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < below->len; i++)
        if (weight[i] > WEIGHT_OF_PART)
            g_array_append_val(parts, g_array_index(below, guint, i));
    if (parts->len < PARTS_MIN)
        return NULL;
    g_autofree double *total = total_of(sums, parts);
    return agree(iops, total, sums->samples) ? g_steal_pointer(&parts) : NULL;
}
