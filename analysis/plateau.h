/* Whether the plateau of a ladder is a provisioned limit or a saturated device. Both are flat and both queue, so the
 * answer is "cannot tell" unless several signs that do not depend on each other agree and none speaks against them.
 *
 *     plateau_judge(ladder, ladders, products);
 */
#pragma once

#include "ladder.h"

/* Sets ladder->plateau and ladder->plateau_reasons (struct remark, see remark.h). `ladders` (struct ladder *) are those
 * of the study, this one among them; `products` (struct catalog_product *) may be NULL.
 *
 * Signs of a provisioned limit: rungs within 1.5% of each other, a sharp knee (p >= 7), a scatter of interval IOPS of
 * at most 1%, IOPS or MiB/s within 0.5% of a round number, within 1% of a limit of the catalog, and (two signs) a
 * workload of another read share or I/O size that ends at the same IOPS or MiB/s. Five of them make the verdict, or
 * four with the last; none may speak for saturation. Signs of a saturated device: rungs that differ by more than 4%, a
 * soft knee (p < 2.5), a scatter of 5% or more, another workload that ends elsewhere in IOPS and in MiB/s, and (two
 * signs) throughput that falls beyond the plateau. Three make the verdict where at most one speaks for a limit. A limit
 * outside of the storage, or a device that is idle for more than 30% of the time, leaves it open. */
void plateau_judge(struct ladder *ladder, const GPtrArray *ladders, const GPtrArray *products);
