/* The words of what AWR reports prove: tests, verdicts, limits, gaps against iostat, clocks.
 *
 *     g_autofree char *sentence = storage_reason_text(&finding->bound, language);
 *
 * Texts that are returned as char * are new and of the language (NULL: English), free with g_free; the others are
 * static and English, for language_text.
 */
#pragma once

#include "reconcile.h"
#include "storage_bound.h"

struct language; /* language.h */

/* "User I/O share of DB time". */
const char *storage_test_words(enum storage_test_index test);

/* "proven", "not proven", "refuted". */
const char *storage_verdict_words(enum storage_verdict verdict);

/* "met", "not met", "not in report"; "top events only" where the report's list ends too early. */
const char *storage_result_words(const struct storage_test *test);

/* "82.4%", "3.1 ms", "12.5 sessions", "0.8 per core"; "at least 12%" of a least figure. A dash where it is absent. */
char *storage_value_text(const struct storage_test *test, double value, const struct language *language);

/* "≥ 50%". */
char *storage_needed_text(const struct storage_test *test, const struct language *language);

/* Why the verdict is what it is, without a full stop: "only 6.3% of DB time is User I/O wait". */
char *storage_reason_text(const struct storage_bound *bound, const struct language *language);

/* "CPU", "redo and commits": the limiting resource alone. */
const char *storage_limit_words(enum storage_limit limit);

/* A sentence: what limits the database, with the figure that says so. */
char *storage_limit_text(const struct storage_bound *bound, const struct language *language);

/* "page cache of the host": what a gap is probably made of; several are set apart by semicolons. A dash without any. */
char *gap_reasons_text(const struct reconcile *line, const struct language *language);

/* "+5 h 30 min", "−45 s", "0": what is added to the report's times. */
char *clock_offset_text(const struct align_offset *offset, const struct language *language);

/* "estimated (4 reports)": how the offset is known. */
char *clock_source_text(const struct align_offset *offset, const struct language *language);
