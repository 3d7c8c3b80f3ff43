/* What a file is, told by its content (the name is only a hint for files that have no mark of their own).
 *
 *     size_t len; const char *head = stream_peek(stream, &len);
 *     struct kind_verdict verdict = kind_recognise(head, len, stream_path(stream));
 */
#pragma once

#include <stddef.h>

enum kind {
    KIND_UNKNOWN, /* nothing this program reads; ignored in folders, with a note */
    KIND_EMPTY,   /* no bytes, or blanks only */
    KIND_REFUSED, /* a known look-alike: `what` and `reason` of the verdict say which and what to do instead */
    KIND_IOSTAT_TEXT,
    KIND_IOSTAT_JSON,
    KIND_AWR_HTML,
    KIND_AWR_TEXT,
    KIND_AWR_XML,
    KIND_AWR_VIEWS, /* rows of DBA_HIST views, as XML or CSV */
    KIND_STATSPACK,
    KIND_AWRMINER,
    KIND_FIO_JSON,
    KIND_SLOB_CONF, /* slob.conf: NAME=value lines with UPDATE_PCT */
    KIND_MULTIPATH, /* output of `multipath -ll` */
    KIND_MOUNTS,    /* /proc/mounts, fstab, `mount` or findmnt output */
    KIND_ISCSI,     /* iscsid.conf, `iscsiadm -m node -o show`, `-m session -P 3` */
    KIND_LSBLK,
    KIND_LADDER_CSV, /* concurrency,iops,latency_ms */
    KIND_SERIES_CSV, /* iops,latency_ms one row a second */
    KIND_RUNS_CSV,   /* runs.csv of a study folder */
    KIND_STUDY_INI,
    KIND_VMSTAT,
    KIND_MPSTAT,
    KIND_SAR,
    KIND_TEXT, /* readable text that is none of these: README, shell script, ... */
};

struct kind_verdict {
    enum kind kind;
    const char *what;   /* short static name: "iostat text", "Oracle ASH report", ... never NULL */
    const char *reason; /* for KIND_REFUSED: why, and what to do instead; else NULL. Static. */
};

/* Pure; reads at most `len` bytes of `head`, of which NULs and any charset are allowed. `path` may be NULL. */
struct kind_verdict kind_recognise(const char *head, size_t len, const char *path);
