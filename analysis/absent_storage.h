/* Is the storage that did the work in the log at all? A log of the wrong devices (local disks, where the database sits
 * on NFS or ASM disks that iostat was not told to show) gives a well-looking report of the wrong thing.
 *
 *     absent_storage_note(study, notes);
 */
#pragma once

#include "study.h"

/* A run is noted where AWR or fio counted at least ABSENT_IOPS_MIN requests per second, and all devices of its log
 * together, each at its highest sample, did less than ABSENT_SHARE of them. That bound is above any sum over one layer,
 * so that a log of the right devices never gives the note. Warnings of code "storage-not-in-log". */
#define ABSENT_IOPS_MIN 100.0
#define ABSENT_SHARE 0.1

void absent_storage_note(const struct study *study, GPtrArray *notes);
