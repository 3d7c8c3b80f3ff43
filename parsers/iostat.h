/* Reads iostat logs, text and JSON, of every sysstat age into captures.
 *
 *     struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
 *     g_autoptr(GPtrArray) captures = g_ptr_array_new_with_free_func((GDestroyNotify)capture_free);
 *     if (!iostat_text_parse(stream, &options, captures, &error)) ...
 *
 * Columns are found by header name through one table. Rows that are short, or with a rate or size of 1e9 or more, are
 * left out and counted; %util never rejects a row. Several hosts in one file give several captures. An unusable file
 * (no report) gives no capture and an IOSIZER_ERROR_NO_INPUT error with the line.
 */
#pragma once

#include "capture.h"
#include "source.h"

enum since_boot { SINCE_BOOT_AUTO, SINCE_BOOT_DROP, SINCE_BOOT_KEEP };
enum date_order { DATE_ORDER_AUTO, DATE_ORDER_MDY, DATE_ORDER_DMY, DATE_ORDER_YMD };

struct iostat_options {
    enum since_boot since_boot;
    enum date_order date_order;
    GTimeZone *timezone;      /* of stamps that tell none, borrowed; NULL: unknown, times stay local ones */
    double interval_s;        /* NAN: from the stamps */
    bool with_series;         /* keep every sample, not only sums */
    uint32_t series_columns;  /* bit of each enum capture_column that series keep; 0: all */
    bool with_checks;         /* with_series: aqu-sz and request sizes too, to check other columns against */
    bool thin_series;         /* with_series: of all devices some hundred samples only, spread over the log */
    size_t series_values_max; /* beyond so many doubles `choose` is asked which devices go on; 0: never */
    capture_choose choose;
    const void *choose_data;
    unsigned jobs;      /* threads for a long text log; 0 and 1: only the caller's. The result is the same with any */
    size_t block_bytes; /* of a long log that a thread takes at once; 0: AHEAD_BLOCK_BYTES */
};

#define IOSTAT_OPTIONS_DEFAULT                                                                                         \
    {                                                                                                                  \
        .interval_s = NAN                                                                                              \
    }

/* Both append the captures found to `captures`. False with an error where there is none. */
bool iostat_text_parse(struct stream *stream, const struct iostat_options *options, GPtrArray *captures,
    GError **error) G_GNUC_WARN_UNUSED_RESULT;
bool iostat_json_parse(struct stream *stream, const struct iostat_options *options, GPtrArray *captures,
    GError **error) G_GNUC_WARN_UNUSED_RESULT;
