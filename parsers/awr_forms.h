/* Readers of the forms of a report: each cuts its file into the tables that awr_fill.h takes. */
#pragma once

#include "awr_fill.h"

/* Where the next report of the file begins, after the one at `text`; NULL where that is the last one. */
char *awr_html_next(char *text, size_t len);
char *awr_text_next(char *text, size_t len);

/* Both take UTF-8 that is NUL-terminated and holds no other NUL, and return whether the end of the report was seen.
 * `first_line` is the
 * number of the first line in the file. Both may change `text` in place. */
bool awr_html_read(struct awr_fill *fill, char *text, size_t len, uint64_t first_line);
bool awr_text_read(struct awr_fill *fill, char *text, size_t len, uint64_t first_line);

/* An XML form of a report: as text that awr_html_read takes (a copy; packed reports unpacked, CDATA and escaped markup
 * opened), in *out_len bytes, or NULL with an error that names the component and says what to give instead. *out_whole:
 * the document is whole. */
char *awr_xml_open(const char *text, size_t len, const char *path, size_t *out_len, bool *out_whole, GError **error);
