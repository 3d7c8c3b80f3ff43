#include "decimal.h"

const double decimal_power[DECIMAL_POWERS] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
    1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

double
decimal_long(const char *text, const char *end)
{
    g_autofree char *copy = g_strndup(text, (gsize)(end - text));
    g_strdelimit(copy, ",", '.');
    return g_ascii_strtod(copy, NULL);
}
