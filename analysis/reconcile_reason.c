#include "reconcile.h"

#include <string.h>

#define MIB 1048576.0
#define AGREE_PCT 5.0     /* gaps that snapshots taken some seconds apart can make */
#define OVERLAP_PCT 90.0  /* of the snapshot interval: with less, another load in the rest can be the gap */
#define MIRROR_SHARE 0.10 /* of 2 or 3 times the writes */
#define SAME_SHARE 0.10   /* reads beside mirrored writes */
#define REDO_SHARE 0.20   /* of the redo rate */
#define LARGE_REQUEST_KIB 256.0

static void
add(struct reconcile *line, enum gap_reason reason)
{
    if (line->reasons < RECONCILE_REASONS_MAX)
        line->reason[line->reasons++] = reason;
}

static bool
is_near(double value, double target, double share)
{
    return fabs(value - target) <= share * target;
}

/* Reads that the host's page cache can serve are ruled out by direct I/O. */
static bool
is_direct(const struct awr *awr)
{
    const char *option = g_hash_table_lookup(awr->parameters, "filesystemio_options");
    return option && (g_ascii_strcasecmp(option, "setall") == 0 || g_ascii_strcasecmp(option, "directio") == 0);
}

static bool
has_cells(const struct awr *awr)
{
    for (guint i = 0; i < awr->events->len; i++)
        if (g_str_has_prefix(((const struct awr_event *)g_ptr_array_index(awr->events, i))->name, "cell "))
            return true;
    return false;
}

static void
explain_more_in_report(struct reconcile *line)
{
    const struct awr *awr = line->awr;
    bool reads_only = line->report.read_mib_s > (1 + AGREE_PCT / 100) * line->device.read_mib_s &&
                      line->report.write_mib_s <= (1 + AGREE_PCT / 100) * line->device.write_mib_s;
    if (awr->report == AWR_RAC && awr->hosts->len > 1)
        add(line, GAP_ONE_HOST);
    if (has_cells(awr)) {
        add(line, GAP_CELLS);
        return;
    }
    bool cached = !is_direct(awr);
    if (cached && reads_only)
        add(line, GAP_PAGE_CACHE);
    add(line, GAP_OTHER_DEVICES);
    if (cached && !reads_only)
        add(line, GAP_PAGE_CACHE);
}

/* Signs of one further copy of what is written. */
static bool
is_mirrored(struct reconcile *line)
{
    double reads = line->device.read_mib_s / line->report.read_mib_s;
    double writes = line->device.write_mib_s / line->report.write_mib_s;
    bool reads_alike = line->report.read_mib_s > 0 ? is_near(reads, 1, SAME_SHARE) : !(line->device.read_mib_s > 0);
    if (!reads_alike || !isfinite(writes))
        return false;
    if (is_near(writes, 2, MIRROR_SHARE))
        add(line, GAP_MIRROR_TWO);
    else if (is_near(writes, 3, MIRROR_SHARE))
        add(line, GAP_MIRROR_THREE);
    else
        return false;
    return true;
}

static void
explain_more_at_device(struct reconcile *line)
{
    double redo_mib_s = line->awr->rates.redo_bytes_per_s / MIB;
    double more_read = line->device.read_mib_s - line->report.read_mib_s;
    double more_written = line->device.write_mib_s - line->report.write_mib_s;
    double more_mib_s = line->iostat_mib_s - line->awr_mib_s, more_iops = line->iostat_iops - line->awr_iops;
    if (line->awr->report == AWR_PDB)
        add(line, GAP_PDB);
    bool told = is_mirrored(line);
    if (redo_mib_s > 0 && is_near(more_written, redo_mib_s, REDO_SHARE)) {
        if (is_near(more_read, redo_mib_s, REDO_SHARE)) {
            add(line, GAP_ARCHIVE);
            told = true;
        } else if (fabs(more_read) <= REDO_SHARE * redo_mib_s) {
            add(line, GAP_REDO);
            told = true;
        }
    }
    if (!told && more_iops > 0 && 1024 * more_mib_s / more_iops >= LARGE_REQUEST_KIB)
        add(line, GAP_BACKUP);
    if (!told)
        add(line, GAP_OTHER_LOAD);
}

void
reconcile_reason(struct reconcile *line)
{
    double iops = line->iops_gap_pct, mib_s = line->mib_s_gap_pct;
    line->reasons = 0;
    if (!isfinite(iops) && !isfinite(mib_s))
        return;
    bool rates_agree = !(fabs(mib_s) > AGREE_PCT);
    if (rates_agree && !(fabs(iops) > AGREE_PCT)) {
        add(line, GAP_AGREE);
        return;
    }
    if (!line->aligned || line->at.overlap_pct < OVERLAP_PCT || line->at.offset.source == ALIGN_CANNOT_TELL)
        add(line, GAP_CLOCK);
    if (rates_agree && isfinite(mib_s))
        add(line, iops < 0 ? GAP_SPLIT : GAP_MERGED);
    else if (isfinite(mib_s) ? mib_s > 0 : iops > 0)
        explain_more_in_report(line);
    else
        explain_more_at_device(line);
}

const char *
gap_reason_name(enum gap_reason reason)
{
    static const char *const name[] = {[GAP_AGREE] = "agree",
        [GAP_CLOCK] = "clock",
        [GAP_ONE_HOST] = "one_host_of_cluster",
        [GAP_CELLS] = "storage_cells",
        [GAP_PDB] = "pluggable_database",
        [GAP_SPLIT] = "requests_split",
        [GAP_MERGED] = "requests_merged",
        [GAP_PAGE_CACHE] = "page_cache",
        [GAP_OTHER_DEVICES] = "other_devices",
        [GAP_MIRROR_TWO] = "mirrored_twice",
        [GAP_MIRROR_THREE] = "mirrored_three_times",
        [GAP_REDO] = "redo",
        [GAP_ARCHIVE] = "archive",
        [GAP_BACKUP] = "backup",
        [GAP_OTHER_LOAD] = "other_load"};
    return name[reason];
}
