/* Reads sar text, and the text of vmstat and mpstat: disk sections of sar -d become captures, the CPU and run queue
 * means go into a load log.
 *
 *     struct load_log load;
 *     load_log_init(&load);
 *     if (!sar_text_parse(stream, &options, captures, &load, &error)) ...
 *
 * sar has no average since boot: all its reports are samples. Its stamps have no date: that of the banner counts, and
 * midnight is seen. One latency for reads and writes, IOPS without a split; MiB/s are those of reads and writes.
 */
#pragma once

#include "iostat.h"
#include "load_log.h"

/* False with IOSIZER_ERROR_NO_INPUT where neither a disk section nor a row of CPU or run queue is found. */
bool sar_text_parse(struct stream *stream, const struct iostat_options *options, GPtrArray *captures,
    struct load_log *load, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* sadf -j: as iostat_json_parse, which reads its disk sections. */
bool sar_json_parse(struct stream *stream, const struct iostat_options *options, GPtrArray *captures,
    GError **error) G_GNUC_WARN_UNUSED_RESULT;
