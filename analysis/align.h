/* Where the snapshot interval of an AWR report lies in an iostat log: clocks, zones, overlap.
 *
 *     struct align_pair pairs[] = {{series, awr, true, 0}, ...};  // all of one host
 *     struct align_offset offset = align_offset_of(pairs, n, zone);
 *     struct alignment at = align_report(awr, series, &offset);
 *     if (at.covered) ... slots [at.start, at.end) of the series
 *
 * AWR prints local times without a zone, iostat mostly too. The offset is what is to be added to the report's times to
 * have those of the log: 0 where both were taken from one clock.
 */
#pragma once

#include "awr.h"
#include "series.h"

enum align_source {
    ALIGN_NO_TIMES,   /* stamps or snapshot times are missing */
    ALIGN_FILES,      /* log and snapshot intervals of runs that belong together by name coincide as they are: 0 */
    ALIGN_TIMEZONE,   /* the log's own zone against --timezone, in which the report's times are taken to be */
    ALIGN_ESTIMATED,  /* the rates of log and reports agree there, and clearly nowhere else; may be 0 */
    ALIGN_ASSUMED,    /* 0: nothing speaks against it, nothing proves it */
    ALIGN_CANNOT_TELL /* 0: it does not fit, and no other offset is clearly better */
};

/* One log and one report that the study put together. */
struct align_pair {
    const struct series *series; /* borrowed */
    const struct awr *awr;       /* borrowed */
    bool has_zone;               /* the log's stamps tell their zone: utc_offset_s */
    int utc_offset_s;
};

struct align_offset {
    int64_t seconds;
    enum align_source source;
    guint pairs;                        /* that the estimate rests on */
    double misfit_pct, misfit_at_0_pct; /* how far the rates of log and reports are apart there; NAN: not tried */
};

/* The one offset of pairs that share their two clocks. Candidates of the estimate: 0, and whole quarter hours up to 14
 * h, each with a clock error of up to 3 min. At a candidate, the log's mean over the snapshot interval is held against
 * the report's rate, IOPS and MiB/s apart, as ln(report / log); with three pairs and more the median, a lasting factor
 * as of mirroring, is taken out but for a tenth. The misfit is the root mean square. A candidate is accepted with a
 * misfit of at most 10%, if that at 0 and at all others 10 min and more away is at least twice as high, and 5%; a clock
 * error needs the same against none. Fewer than three pairs need other candidates that the log has samples at, three
 * with them. `zone`: of stamps that tell none; NULL: not given. Nothing is estimated where it is. */
struct align_offset align_offset_of(const struct align_pair *pairs, size_t n, GTimeZone *zone);

/* What --timezone alone says: seconds to add to the report's times to have those of a log whose stamps are utc_offset_s
 * from UTC. 0 where the log tells no zone, or none is named. */
int64_t align_zone_difference_s(const struct awr *awr, bool has_zone, int utc_offset_s, GTimeZone *zone);

struct alignment {
    struct align_offset offset;
    bool covered;          /* the log has at least half of the snapshot interval */
    size_t start, end;     /* slots within it */
    double overlap_pct;    /* of the snapshot interval, that the log has samples of; 0: none. NAN: no times */
    double log_inside_pct; /* of the log, that lies within the snapshot interval; NAN: no times */
};

/* `offset` NULL: 0, assumed. */
struct alignment align_report(const struct awr *awr, const struct series *series, const struct align_offset *offset);

/* "none", "files", "timezone", "estimated", "assumed", "cannot_tell". */
const char *align_source_name(enum align_source source);
