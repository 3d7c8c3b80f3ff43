/* The lines of a text report, without what SQL*Plus puts between pages: a blank line, its column heading OUTPUT, a
 * rule.
 *
 *     struct awr_text_lines lines = {.rest = text};
 *     while ((line = awr_text_line(&lines)) != NULL) ...
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct awr_text_lines {
    char *rest;      /* NULL at the end; the text is changed in place */
    uint64_t number; /* of the line that was given last; lines that are left out count */
    bool after_output;
};

/* The next line, trimmed at its end; NULL after the last one. */
char *awr_text_line(struct awr_text_lines *lines);
