#include "pdf_number.h"

#include <glib.h>
#include <string.h>

#define NO_BREAK_SPACE "\302\240"

const char *
number_tail(const char *text, char decimal)
{
    static const char *const signs[] = {"−", "+", "-", "~", "≈", "±", "<", ">", "≤", "≥"};
    for (size_t i = 0; i < G_N_ELEMENTS(signs); i++)
        if (g_str_has_prefix(text, signs[i]))
            text += strlen(signs[i]);
    if (!g_ascii_isdigit(*text))
        return NULL;
    return text + strspn(text, decimal == ',' ? "0123456789.'" NO_BREAK_SPACE : "0123456789,'" NO_BREAK_SPACE);
}

const char *
number_unit(const char *tail, char decimal)
{
    return *tail == decimal ? tail + 1 + strspn(tail + 1, "0123456789") : tail;
}

bool
number_is_absent(const char *text)
{
    return !*text || strcmp(text, "–") == 0 || strcmp(text, "-") == 0 || strcmp(text, "—") == 0;
}
