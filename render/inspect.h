/* What `inspect` shows of one model: its JSON object (names as in the contract) and its text for people.
 *
 *     json_t *object = inspect_iostat_json(capture, host);
 *     inspect_iostat_text(capture, host, out);
 */
#pragma once

#include "awr.h"
#include "capture.h"
#include "host.h"
#include "load_log.h"

#include <jansson.h>

/* New references; absent figures have no key. Roles of devices are told by the host's files (NULL: none), their names
 * and, where the capture has series (thin ones do), the data. Numbers are doubles that jansson prints with 17 digits or integers. */
json_t *inspect_iostat_json(const struct capture *capture, const struct host *host);
json_t *inspect_awr_json(const struct awr *awr);

/* Adds "load": {"samples", "run_queue": {"mean", "max"}, "blocked", "user_pct", ...}; absent columns have no key. */
void inspect_load_json(const struct load_log *load, json_t *object);
void inspect_load_text(const struct load_log *load, GString *out);

/* [{"level", "code", "text", "line", "count"}]; "line" is absent where it is 0. */
json_t *inspect_notes_json(const GPtrArray *notes);

/* Aligned text, one block a model, ending with a newline; figures rounded for reading. */
void inspect_iostat_text(const struct capture *capture, const struct host *host, GString *out);
void inspect_awr_text(const struct awr *awr, GString *out);
void inspect_notes_text(const GPtrArray *notes, GString *out);
