#include "results_parts.h"

#include <math.h>

/* A half in decimal may lie below the half in binary by its last bits: 1.005 is to become 1.01, as it does in the
 * reports. */
#define HALF_REL 4e-15

double
results_rounded(double value, int decimals)
{
    double scale = pow(10, decimals);
    if (!(fabs(value) < 1e15 / scale))
        return value;
    double scaled = value * scale;
    return round(scaled + HALF_REL * scaled) / scale + 0.0; /* no negative zero */
}

/* 15 digits print a rounded number without a tail. */
void
set_number(json_t *object, const char *name, double value, int decimals)
{
    if (isfinite(value))
        json_object_set_new(object, name, json_real(results_rounded(value, decimals)));
}

/* Bytes of a file's names that are no UTF-8 are replaced: a key is never lost for them. */
static json_t *
text_json(const char *value)
{
    g_autofree char *valid = g_utf8_make_valid(value, -1);
    return json_string(valid);
}

void
set_text(json_t *object, const char *name, const char *value)
{
    if (value && *value)
        json_object_set_new(object, name, text_json(value));
}

void
set_count(json_t *object, const char *name, uint64_t value)
{
    json_object_set_new(object, name, json_integer((json_int_t)value));
}

json_t *
strings_json(const GPtrArray *strings)
{
    json_t *array = json_array();
    for (guint i = 0; i < strings->len; i++)
        json_array_append_new(array, text_json(g_ptr_array_index(strings, i)));
    return array;
}
