/* Every name that a template may use, with its unit and meaning: templates/names.csv, compiled in.
 *
 *     g_autoptr(Names) names = names_new();
 *     g_autofree char *list = names_describe(names); // what --list-names prints
 *
 * Names are written as in `view_names`: `title`, `table:headline`, `chart:ladder`, `#workload` for a list, and
 * `workload/name` for what is within its elements.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

struct names;
typedef struct names Names;

struct names *names_new(void);
void names_free(struct names *names);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Names, names_free)

/* The table as text, a name a line: name, unit, meaning. Free with g_free. */
char *names_describe(const struct names *names);

/* Whether the full name (`workload/name`) is in the table. */
bool names_has(const struct names *names, const char *name);

/* Whether `word` can be used within the lists of `path` ("" at the top, "workload/", "workload/reason/"): a name of the
 * innermost element or of what is around it. A list is asked for as `#word`; `*list_path` (may be NULL) is then the
 * path within it, owned by the table. */
bool names_reach(const struct names *names, const char *path, const char *word, const char **list_path);

/* The name usable at `path` that `word` most likely means. Borrowed; NULL where the table is empty. */
const char *names_nearest(const struct names *names, const char *path, const char *word);
