/* The parts that results.json is put together from; private to its sources.
 *
 *     json_t *object = json_object();
 *     set_number(object, "iops", 156540.25, DECIMALS_RATE);
 */
#pragma once

#include "results.h"

#include <jansson.h>

enum { DECIMALS_RATE = 2, DECIMALS_LATENCY = 4, DECIMALS_PCT = 2, DECIMALS_COUNT = 3 };

/* A figure that is not finite, and a text that is NULL or empty, get no key. Bytes that are no UTF-8 are replaced. */
void set_number(json_t *object, const char *name, double value, int decimals);
void set_text(json_t *object, const char *name, const char *value);
void set_count(json_t *object, const char *name, uint64_t value);

/* An array of the strings (char *). */
json_t *strings_json(const GPtrArray *strings);

/* results_ladder.c: one workload; remarks (struct remark) as objects with code, text and figures. `word` is that of the
 * ladder's concurrency. */
json_t *ladder_json(const struct ladder *ladder);
json_t *remarks_json(const GArray *remarks, const char *word);

/* results_awr.c, results_demand.c, results_sizing.c: the parts "awr", "loads", "demand" and "sizing". */
json_t *awr_json(const struct findings *findings);
json_t *window_check_json(const struct window_check *check);
json_t *loads_json(const struct findings *findings);
json_t *demand_json(const struct demand *demand);

/* "grade", "grades" and "grade_reasons" of the part "quality". */
void set_grades(json_t *quality, const struct findings *findings);
json_t *sizing_json(const struct sizing *sizing);
