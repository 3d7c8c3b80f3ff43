/* Sentences about a sizing: why a product was left out or comes second, what a verdict rests on.
 *
 *     g_autofree char *text = left_out_text(&why); // "Azure Elastic SAN, volume: it would take 100 units"
 */
#pragma once

#include "sizing.h"

struct language; /* language.h; NULL: English */

/* "Azure NetApp Files, Ultra": the provider is not said twice. Free with g_free. */
char *product_text(const struct catalog_product *product);

/* "PRODUCT: why". Free with g_free. */
char *left_out_text(const struct left_out *left_out);

/* Why the runner-up is not the first choice; NULL where there is no runner-up. Free with g_free. */
char *runner_up_text(const struct sizing *sizing, const struct language *language);

/* What holds for the requirement on measured storage, and why it cannot be told otherwise. Free with g_free. */
char *capacity_text(const struct capacity_held *held, const struct sizing *sizing, const struct language *language);

/* The sentence of one remark beside the verdict. Free with g_free. */
char *capacity_remark_text(
    const struct capacity_held *held, const struct language *language, enum capacity_remark remark);

/* What the figures of a host limit rest on, or what file or key would tell. Free with g_free. */
char *host_limit_text(const struct host_limit *limit, const struct language *language);

/* Where the database's size comes from, or what its absence leaves open. Free with g_free. */
char *db_size_text(const struct db_size *size, const struct language *language);

/* "Percentile", "Growth": of an input's name. English, static. */
const char *sizing_input_words(const char *name);

/* "default", "study.ini", "option", "measured". English, static. */
const char *sizing_origin_words(enum sizing_input_origin origin);

/* "Demand", "x growth", ...: of a step. English, static. */
const char *sizing_step_words(enum sizing_step_code code);
