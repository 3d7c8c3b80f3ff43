/* A comparison in words: where a figure stands, why it cannot be told, why results may not be compared.
 *
 *     g_autofree char *at = compare_at_text(line);      "best, 64 to 96 sessions"
 */
#pragma once

#include "compare.h"

/* All new: free with g_free. */
char *compare_at_text(const struct compare_line *line);
char *compare_value_text(enum compare_figure figure, double value);
char *compare_interval_text(const struct compare_line *line);

/* "worse", "cannot tell: no steady state was found on one side". */
char *compare_verdict_text(const struct compare_line *line);

/* "IOPS at 64 sessions of read100: 144,189, was 156,540: -7.9% (-9.1% to -6.6%), limit 3%". */
char *compare_line_text(const struct compare_line *line);
char *compare_unlike_text(const struct compare_unlike *unlike);

/* "IOPS", "MiB/s", "Latency (ms)", "Concurrency". */
const char *compare_figure_words(enum compare_figure figure);

/* What the whole comes to, in one sentence, and what its intervals are, in another. */
char *compare_summary_text(const struct compare *compare);
char *compare_confidence_text(const struct compare *compare);
