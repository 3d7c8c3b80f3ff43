/* One hash over all that a report's inputs are: whether a report that is there is still that of its inputs.
 *
 *     g_autofree char *now = fingerprint_of_paths(paths, config_path);
 *     ... equal to fingerprint_of_inputs(inputs) of the earlier run: no input was changed, added, removed or renamed.
 *
 * It is over names, contents and what the walk could not read, in the order of the walk. Of a file of a kind that is
 * not read, such as a picture, the first FINGERPRINT_UNREAD_MAX bytes count.
 */
#pragma once

#include "inputs.h"
#include "source.h"

#define FINGERPRINT_UNREAD_MAX ((size_t)16 << 20)

/* Of inputs read with_hash. Free with g_free. */
char *fingerprint_of_inputs(const struct inputs *inputs);

/* The same by reading the files again without understanding them. NULL where they cannot be read, or only once
 * (standard input). `config_path` may be NULL. */
char *fingerprint_of_paths(const char *const *paths, const char *config_path);

/* SHA-256 in hex of the first bytes of a file that is not read. Free with g_free. */
char *fingerprint_of_unread(struct stream *stream);
