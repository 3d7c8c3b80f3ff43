#include "load_parts.h"

struct coincidence
coincidence_of(double peak_of_sum, const double *peaks, size_t n)
{
    struct coincidence coincidence = {peak_of_sum, n > 0 ? 0 : NAN, NAN, NAN};
    for (size_t i = 0; i < n; i++)
        coincidence.sum_of_peaks += peaks[i];
    if (peak_of_sum > 0 && coincidence.sum_of_peaks > 0) {
        coincidence.factor = peak_of_sum / coincidence.sum_of_peaks;
        coincidence.diversity = coincidence.sum_of_peaks / peak_of_sum;
    }
    return coincidence;
}

struct load_part *
load_part_new(char *name, const struct demand *demand)
{
    struct load_part *part = g_new0(struct load_part, 1);
    part->name = name;
    part->demand = *demand;
    part->iops_then = part->read_iops_then = part->write_iops_then = part->mib_s_then = NAN;
    return part;
}

void
load_part_free(void *data)
{
    struct load_part *part = data;
    if (part->devices)
        g_ptr_array_unref(part->devices);
    g_free(part->iops);
    g_free(part->name);
    g_free(part);
}

const char *
load_parts_kind_name(enum load_parts_kind kind)
{
    static const char *const name[] = {[LOAD_PARTS_NONE] = NULL,
        [LOAD_PARTS_DEVICES] = "devices",
        [LOAD_PARTS_HOSTS] = "hosts",
        [LOAD_PARTS_DATABASES] = "databases"};
    return name[kind];
}
