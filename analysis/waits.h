/* Wait events by what they wait for: the share of DB time that a class, or an event, took in one AWR report.
 *
 *     struct wait_share redo = wait_share_of_events(awr, (const char *const[]){"log file sync", NULL});
 *     if (isfinite(redo.pct)) ...
 *
 * Classes are Oracle's own, as printed; where a report prints none (Statspack) the events are classed by their names.
 * An event that a whole table of events does not list took no time: its share is 0. Where a report holds no more than
 * its top list, what is below the list is not known: its share is NAN, and that of a class is the least it can be.
 */
#pragma once

#include "awr.h"

enum wait_class {
    WAIT_USER_IO,
    WAIT_SYSTEM_IO,
    WAIT_COMMIT,
    WAIT_CONFIGURATION,
    WAIT_CONCURRENCY,
    WAIT_APPLICATION,
    WAIT_CLUSTER,
    WAIT_SCHEDULER,
    WAIT_OTHER
};

struct wait_share {
    double pct;    /* of DB time; NAN: not in the report */
    double avg_ms; /* of all waits; NAN: not known */
    bool is_least; /* events below the top list may add to it */
};

/* The rows that stand for CPU among the top events: "DB CPU", "CPU time". */
bool wait_is_cpu(const struct awr_event *event);

/* By the printed class, whole or cut; by name where none is printed. */
enum wait_class wait_class_of(const struct awr_event *event);

/* Does the report list no more events than its top list? */
bool waits_are_top_only(const struct awr *awr);

/* Are foreground and background waits in one list (Statspack, exports of old releases)? */
bool waits_are_mixed(const struct awr *awr);

/* The line of the wait class table; without it the sum over the events of the class. System I/O of a mixed list is NAN:
 * most of it are background waits, which are no DB time. */
struct wait_share wait_share_of_class(const struct awr *awr, enum wait_class wait_class);

/* Sum over the events of exactly these names; a name that ends with '*' stands for all that begin so. NULL-terminated.
 */
struct wait_share wait_share_of_events(const struct awr *awr, const char *const *names);

/* Percent of DB time; as printed, else from the time. NAN: neither is known. */
double wait_share_of_line(const struct awr *awr, const struct awr_event *line);

/* The first event of the top list that is no CPU row; NULL: none is listed. */
const struct awr_event *wait_on_top(const struct awr *awr);
