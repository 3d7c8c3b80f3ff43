#include "canvas_number.h"

#include <math.h>
#include <stdlib.h>

#define LENGTH_LIMIT 1e6 /* points */

int
canvas_hundredths(double length)
{
    if (isnan(length))
        return 0;
    return (int)round(CLAMP(length, -LENGTH_LIMIT, LENGTH_LIMIT) * 100);
}

void
canvas_append_hundredths(GString *text, int hundredths, bool terse)
{
    int whole = abs(hundredths) / 100, rest = abs(hundredths) % 100;

    if (hundredths < 0)
        g_string_append_c(text, '-');
    if (whole > 0 || rest == 0 || !terse)
        g_string_append_printf(text, "%d", whole);
    if (rest > 0)
        g_string_append_printf(text, rest % 10 ? ".%02d" : ".%d", rest % 10 ? rest : rest / 10);
}

void
canvas_append_length(GString *text, double length)
{
    canvas_append_hundredths(text, canvas_hundredths(length), false);
}

void
canvas_append_rgb(GString *text, const struct color *color)
{
    const double part[] = {color->red, color->green, color->blue};

    g_string_append_c(text, '#');
    for (size_t i = 0; i < G_N_ELEMENTS(part); i++)
        g_string_append_printf(text, "%02x", (unsigned)round(CLAMP(part[i], 0, 1) * 255));
}

void
canvas_append_figure(GString *text, double value)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];

    g_string_append(text, isfinite(value) ? g_ascii_formatd(buffer, sizeof buffer, "%.10g", value) : "0");
}
