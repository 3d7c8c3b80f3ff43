/* Which rungs may stand on one ladder: those of one device, one read share and one I/O size.
 *
 *     size_t groups = alike_groups(traits, n, group);
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

#define ALIKE_READ_POINTS 5.0 /* of read share */
#define ALIKE_IO_SIZE 1.25    /* times */

struct alike_trait {
    double concurrency;
    double read_pct, io_kib; /* NAN: not known, alike to all */
    const char *device;      /* NULL: not known, alike to all */
};

/* Sets group[i] for each of n rungs and gives the number of groups (0 for n = 0); group 0 is the largest, of equal ones
 * that with the first rung.
 *
 * Rungs of another device are apart. Read shares (I/O sizes) are sorted and cut where neighbours are further apart than
 * the limits above; but a share that changes along the ladder is one load: databases write back more at more sessions.
 * So a cut is taken back where all concurrencies on one side are above all on the other, unless both sides hold two
 * or more rungs and the cut is at least three times as wide as what either side spans. */
size_t alike_groups(const struct alike_trait *traits, size_t n, size_t *group);
