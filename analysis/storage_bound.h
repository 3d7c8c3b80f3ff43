/* Was the database waiting for storage? A verdict on one AWR report, from stated tests.
 *
 *     struct storage_bound verdict;
 *     storage_bound_judge(&verdict, awr);
 *
 * PROVEN: every test is met. REFUTED: the report shows another limit (host CPU, or hardly any User I/O wait).
 * NOT_PROVEN: anything else, a figure that is not in the report included. A report that lists no more than its top
 * events cannot refute by its User I/O share: what lies below the list is not known.
 */
#pragma once

#include "awr.h"

enum storage_verdict { STORAGE_NOT_PROVEN, STORAGE_PROVEN, STORAGE_REFUTED };

struct storage_test {
    const char *name;  /* static: "user_io_share", ... */
    const char *words; /* static: what is tested, for people */
    const char *unit;  /* "%" */
    double value;      /* NAN: not in the report */
    double threshold;
    bool at_least; /* met where value >= threshold; else where value <= threshold */
    bool met;
};

#define STORAGE_TESTS 4

struct storage_bound {
    enum storage_verdict verdict;
    const struct awr_event *top_wait;             /* borrowed from the report; NULL: none listed */
    double user_io_pct, db_cpu_pct, host_cpu_pct; /* of DB time; of all CPUs. NAN: not in the report */
    struct storage_test test[STORAGE_TESTS];
    char reason[160];
};

void storage_bound_judge(struct storage_bound *out, const struct awr *awr);

/* "proven", "not_proven", "refuted". */
const char *storage_verdict_name(enum storage_verdict verdict);
