/* What a report is made of beside its inputs: two runs that agree in this and in the inputs give the same bytes.
 *
 * Of options it is name and value, of those that name a file its content too: a new option takes part by itself. Those
 * that change no byte (where to, how many threads, what to say) are left out by a list.
 */
#pragma once

#include <glib.h>

/* The options that were set, a line each; for --template the parts beside it too. `tables` ends with NULL, or with a
 * table that is NULL. NULL where a file can be read only once (a pipe): then no report is known to be up to date. Free with
 * g_free. */
char *made_of_options(const GOptionEntry *const *tables);

/* The program, its libraries and fonts, what is compiled in, SOURCE_DATE_EPOCH, the formats and the options. NULL
 * where the options are NULL. Free with g_free. */
char *made_of_program(const char *options, unsigned formats);

/* The hash of that and of the inputs (fingerprint.h): what --resume compares. NULL where either is NULL. Free with
 * g_free. */
char *made_of_hash(const char *program, const char *inputs);
