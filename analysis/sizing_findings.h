/* The sizing of a study: what was demanded, as study.ini and the options ask for it, held against the catalog.
 *
 *     findings_size(findings, &options, products);
 */
#pragma once

#include "findings.h"

/* Sets `sizing` where a demand is known. Called once, after findings_choose_demand. `products`: struct catalog_product
 * *; NULL: none. */
void findings_size(struct findings *findings, const struct findings_options *options, const GPtrArray *products);
