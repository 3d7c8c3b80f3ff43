/* The known name that a mistyped one most likely means. */
#pragma once

#include <glib.h>

/* The one of `names` (`count` of them, `stride` bytes from one pointer to the next: the name is the first member of a
 * table's row) with the fewest edits to `word`, case aside; the first of equals. Borrowed. NULL where there is none. */
const char *nearest_name(const void *names, size_t count, size_t stride, const char *word);
