/* Oracle's active reports: a page with <report ...> inside, plain or packed (encode="base64" compress="zlib").
 *
 *     char component[ACTIVE_COMPONENT_MAX];
 *     if (active_report_find(text, len)) {
 *         g_autofree char *inner = active_report_unpack(text, len, ACTIVE_BYTES_MAX, &inner_len, &whole);
 *         active_report_component(inner ? inner : text, inner ? inner_len : len, component);
 *     }
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define ACTIVE_COMPONENT_MAX 40
#define ACTIVE_BYTES_MAX ((size_t)256 << 20) /* of an unpacked report: real ones are below 20 MB */

/* Whether a <report> of this form begins in the text. */
bool active_report_find(const char *text, size_t len);

/* The unpacked content of the first packed <report>, NUL-terminated, NULs blanked; NULL where none is packed or nothing
 * can be unpacked. At most `limit` bytes come out. *out_whole: the packed stream ended, with its check sum, within the
 * limit and before the text did. Free with g_free. */
char *active_report_unpack(const char *text, size_t len, size_t limit, size_t *out_len, bool *out_whole);

/* The component of "/orarep/COMPONENT/...", lower case: "sqlmonitor", "perfhub", "awr". False, and "", where there is
 * none. */
bool active_report_component(const char *text, size_t len, char out[ACTIVE_COMPONENT_MAX]);
