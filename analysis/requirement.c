#include "requirement.h"

#include "error.h"
#include "nearest.h"
#include "schema_names.h"

#include <math.h>
#include <string.h>

/* Two characters before one. */
static const char *const operators[] = {">=", "<=", "==", "!=", ">", "<"};

/* What a number may carry, by the end of its name. */
static const struct {
    const char *ending, *unit;
} units[] = {
    {"_ms", "ms"}, {"_pct", "%"}, {"mib_s", "MiB/s"}, {"iops", "IOPS"}, {"_kib", "KiB"}, {"_gib", "GiB"}, {"_s", "s"}};

void
requirement_clear(void *data)
{
    struct requirement *requirement = data;
    g_clear_pointer(&requirement->text, g_free);
    g_clear_pointer(&requirement->name, g_free);
    g_clear_pointer(&requirement->value, g_free);
    g_clear_pointer(&requirement->where, g_free);
    g_clear_pointer(&requirement->found, g_free);
    g_clear_pointer(&requirement->missing, g_free);
}

/* The first operator outside of brackets. */
static const char *
operator_in(const char *text, const char **at)
{
    int depth = 0;
    for (*at = text; **at; ++*at) {
        depth += **at == '[' ? 1 : **at == ']' ? -1 : 0;
        for (size_t i = 0; depth <= 0 && i < G_N_ELEMENTS(operators); i++)
            if (g_str_has_prefix(*at, operators[i]))
                return operators[i];
    }
    return NULL;
}

/* A value that begins with a sign is what is left of a mistyped operator. */
static bool
begins_with_sign(const char *value)
{
    return *value == '<' || *value == '>' || *value == '=' || *value == '!';
}

static void
unquoted(char *value)
{
    size_t len = strlen(value);
    if (len >= 2 && (*value == '"' || *value == '\'') && value[len - 1] == *value) {
        memmove(value, value + 1, len - 2);
        value[len - 2] = '\0';
    }
}

bool
requirement_parse(struct requirement *requirement, const char *text, GError **error)
{
    *requirement = (struct requirement){.text = g_strstrip(g_strdup(text))};
    const char *at;
    bool mistyped = false;
    requirement->operator= operator_in(requirement->text, &at);
    if (requirement->operator) {
        requirement->name = g_strstrip(g_strndup(requirement->text, (size_t)(at - requirement->text)));
        requirement->value = g_strstrip(g_strdup(at + strlen(requirement->operator)));
        mistyped = begins_with_sign(requirement->value);
        unquoted(requirement->value);
    }
    if (requirement->operator&& * requirement->name && * requirement->value && !mistyped)
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
        "a requirement is NAME OPERATOR VALUE, such as \"read100.knee.iops >= 150000\" (operators >= <= > < == !=), "
        "not \"%s\"",
        requirement->text);
    return false;
}

static bool
wrong_value(const struct requirement *requirement, const char *what, GError **error)
{
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "\"%s\": %s", requirement->text, what);
    return false;
}

static bool
parse_number(const struct requirement *requirement, double *number, GError **error)
{
    char *end = NULL;
    *number = g_ascii_strtod(requirement->value, &end);
    if (end != requirement->value && isfinite(*number)) {
        const char *unit = g_strchug(end);
        if (!*unit)
            return true;
        for (size_t i = 0; i < G_N_ELEMENTS(units); i++)
            if (g_str_has_suffix(requirement->name, units[i].ending) && strcmp(unit, units[i].unit) == 0)
                return true;
    }
    return wrong_value(requirement, "the value must be a number, with no unit but that of the name", error);
}

static bool
holds(const char *operator, int order)
{
    bool equal = strchr(operator, '=') != NULL && *operator!= '!';
    if (order == 0)
        return equal;
    return *operator== '!' ||(*operator== '>' && order> 0) || (*operator== '<' && order<0);
}

/* A word that a verdict can never be would make != hold for ever. */
static bool
is_possible(const struct requirement *requirement, const json_t *schema, GError **error)
{
    const json_t *words = json_object_get(schema, "enum"), *word;
    if (!words)
        return true;
    g_autoptr(GPtrArray) known = g_ptr_array_new();
    size_t i;
    json_array_foreach((json_t *)words, i, word)
    {
        if (g_strcmp0(json_string_value(word), requirement->value) == 0)
            return true;
        g_ptr_array_add(known, (void *)json_string_value(word));
    }
    g_autofree char *what = g_strdup_printf("%s is never \"%s\"; the nearest word is %s", requirement->name,
        requirement->value, nearest_name(known->pdata, known->len, sizeof(char *), requirement->value));
    return wrong_value(requirement, what, error);
}

/* Whether the value fits the kind; the order of what is found and the value in `order`, where it is found. */
static bool
compare_with(struct requirement *requirement, const struct schema_place *place, int *order, GError **error)
{
    const json_t *value = place->value;
    bool ordered = *requirement->operator== '<' || * requirement->operator== '>';
    if (place->kind == SCHEMA_PART)
        return wrong_value(requirement, "the name is that of a part, not of a value", error);
    if (place->kind == SCHEMA_NUMBER) {
        double wanted, number = json_number_value(value);
        if (!parse_number(requirement, &wanted, error))
            return false;
        char text[G_ASCII_DTOSTR_BUF_SIZE];
        requirement->found = value ? g_strdup(g_ascii_formatd(text, sizeof text, "%.15g", number)) : NULL;
        *order = (number > wanted) - (number < wanted);
        return true;
    }
    if (ordered)
        return wrong_value(requirement, "only numbers are more or less: use == or !=", error);
    if (place->kind == SCHEMA_TRUTH) {
        bool truth = strcmp(requirement->value, "true") == 0;
        if (!truth && strcmp(requirement->value, "false") != 0)
            return wrong_value(requirement, "the value must be true or false", error);
        requirement->found = value ? g_strdup(json_is_true(value) ? "true" : "false") : NULL;
        *order = json_is_true(value) == truth ? 0 : 1;
        return true;
    }
    if (!is_possible(requirement, place->schema, error))
        return false;
    requirement->found = value ? g_strdup(json_string_value(value)) : NULL;
    *order = g_strcmp0(requirement->found, requirement->value);
    return true;
}

bool
requirement_judge(struct requirement *requirement, const json_t *schema, const json_t *root, GError **error)
{
    struct schema_place place;
    int order = 0;
    if (!schema_find(&place, schema, root, requirement->name, error) ||
        !compare_with(requirement, &place, &order, error))
        return false;
    if (!requirement->found) {
        requirement->outcome = REQUIREMENT_MISSING;
        requirement->missing = g_strndup(requirement->name, place.missing_from);
    } else {
        requirement->outcome = holds(requirement->operator, order) ? REQUIREMENT_MET : REQUIREMENT_NOT_MET;
    }
    return true;
}
