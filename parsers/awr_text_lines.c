#include "awr_text_lines.h"

#include "awr_forms.h"

#include <string.h>

static bool
is_blank(const char *line)
{
    return line[strspn(line, " ")] == '\0';
}

static bool
is_output(const char *line)
{
    size_t blanks = g_str_has_prefix(line, "OUTPUT") ? strspn(line + 6, " \t\r") : 0;
    return g_str_has_prefix(line, "OUTPUT") && (line[6 + blanks] == '\n' || line[6 + blanks] == '\0');
}

char *
awr_text_line(struct awr_text_lines *lines)
{
    while (lines->rest) {
        char *line = lines->rest, *end = strchr(line, '\n');
        size_t len = end ? (size_t)(end - line) : strlen(line);
        lines->rest = end ? end + 1 : NULL;
        lines->number++;
        if (end)
            *end = '\0';
        while (len && (line[len - 1] == ' ' || line[len - 1] == '\r' || line[len - 1] == '\t'))
            line[--len] = '\0';
        while (*line == '\f')
            line++;
        bool heading = strcmp(line, "OUTPUT") == 0;
        bool page_end = is_blank(line) && lines->rest && is_output(lines->rest);
        bool its_rule = lines->after_output && *line == '-' && line[strspn(line, "-")] == '\0';
        lines->after_output = heading;
        if (!heading && !page_end && !its_rule)
            return line;
    }
    return NULL;
}

/* Each report has its title at the begin of a line. */
char *
awr_text_next(char *text, size_t len)
{
    static const char *const titles[] = {"WORKLOAD REPOSITORY ", "STATSPACK ", "~~BEGIN-OS-INFORMATION~~"};
    char *end = text + len;
    bool first = true;
    for (char *line = text; line < end;) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end;
        char *begin = line;
        while (begin < stop && (*begin == ' ' || *begin == '\f'))
            begin++;
        for (size_t t = 0; t < G_N_ELEMENTS(titles); t++) {
            size_t title_len = strlen(titles[t]);
            if ((size_t)(stop - begin) < title_len || memcmp(begin, titles[t], title_len) != 0)
                continue;
            if (!first)
                return line;
            first = false;
        }
        line = stop + 1;
    }
    return NULL;
}
