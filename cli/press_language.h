/* The language of a report: study.ini's, or that of --language, which wins.
 *
 *     struct language *language = NULL;
 *     if (!press_language(&language, "de", NULL, &error)) ...
 */
#pragma once

#include "language.h"

/* `name`: a code, of which a file is compiled in ("de", also "de-AT"), "en", or the path of a .csv; NULL: English. A
 * path out of study.ini has been looked up. False with IOSIZER_ERROR_USAGE that names the codes there are. Free with
 * language_free. */
bool press_language(struct language **language, const char *name, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Whether a name is that of a file. */
bool press_language_is_file(const char *name);
