/* Bytes of a file as UTF-8 text, for the readers of Oracle's files. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The text without a byte order mark and NULs (blanked), UTF-16 with a mark converted, other bytes that are not UTF-8
 * taken for Latin-1 (reports carry no charset, and only names are concerned). Takes `text`, which is NUL-terminated
 * behind *len bytes; so is the result. Free with g_free. */
char *utf8_text(char *text, size_t *len);

/* libxml2 wants its own set-up done once, not by several threads at a time. */
void utf8_xml_ready(void);

/* Line ends in [text, end). */
uint64_t utf8_lines(const char *text, const char *end);
