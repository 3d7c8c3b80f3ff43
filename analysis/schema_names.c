#include "schema_names.h"

#include "error.h"
#include "nearest.h"

#include <math.h>
#include <string.h>

#define DEFINITIONS "#/$defs/"
#define DEPTH_MAX 16
#define SAME_NUMBER 1e-9

struct walk {
    const json_t *schema, *node;
    const json_t *value;
    const char *name, *rest;
    size_t missing_from;
};

/* The schema that a reference stands for. */
static const json_t *
resolved(const json_t *schema, const json_t *node)
{
    const char *reference = json_string_value(json_object_get(node, "$ref"));
    if (!reference || !g_str_has_prefix(reference, DEFINITIONS))
        return node;
    return json_object_get(json_object_get(schema, "$defs"), reference + strlen(DEFINITIONS));
}

static bool
ends_word(char c)
{
    return c == '.' || c == '[' || c == '\0';
}

/* The longest key of `object` that `name` begins with as a whole word; its length in `len`. */
static const char *
longest_key(const json_t *object, const char *name, size_t *len)
{
    const char *found = NULL, *key;
    json_t *value;
    *len = 0;
    json_object_foreach((json_t *)object, key, value)
    {
        size_t size = strlen(key);
        if (strncmp(key, name, size) != 0 || !ends_word(name[size]) || (found && size <= *len))
            continue;
        found = key;
        *len = size;
    }
    return found;
}

/* Goes on by `len` bytes, to a part of the document that may be absent. */
static void
step(struct walk *walk, const json_t *node, const json_t *value, size_t len)
{
    walk->rest += len;
    if (walk->value && !value)
        walk->missing_from = (size_t)(walk->rest - walk->name);
    walk->value = value;
    walk->node = resolved(walk->schema, node);
    if (*walk->rest == '.')
        walk->rest++;
}

static bool
step_into_object(struct walk *walk)
{
    size_t len;
    const json_t *properties = json_object_get(walk->node, "properties");
    const char *key = longest_key(properties, walk->rest, &len);
    if (key) {
        step(walk, json_object_get(properties, key), json_object_get(walk->value, key), len);
        return true;
    }
    const json_t *patterns = json_object_get(walk->node, "patternProperties");
    void *first = json_object_iter((json_t *)patterns);
    if (!first)
        return false;
    key = longest_key(walk->value, walk->rest, &len);
    if (!key)
        len = strcspn(walk->rest, ".[");
    step(walk, json_object_iter_value(first), key ? json_object_get(walk->value, key) : NULL, len);
    return len > 0;
}

static bool
element_is(const json_t *element, const char *key, const char *wanted)
{
    const json_t *value = json_object_get(element, key);
    if (json_is_string(value))
        return strcmp(json_string_value(value), wanted) == 0;
    char *end = NULL;
    double number = g_ascii_strtod(wanted, &end);
    return json_is_number(value) && end != wanted && *end == '\0' &&
           fabs(json_number_value(value) - number) <= SAME_NUMBER * fmax(1, fabs(number));
}

/* `[3]`, `3` or `[key=value]`; false where it is none of them or the key is unknown. */
static bool
step_into_array(struct walk *walk)
{
    const json_t *items = resolved(walk->schema, json_object_get(walk->node, "items")), *found = NULL;
    bool bracketed = *walk->rest == '[';
    const char *inside = walk->rest + (bracketed ? 1 : 0);
    size_t len = strcspn(inside, bracketed ? "]" : ".[");
    if (bracketed && inside[len] != ']')
        return false;
    g_autofree char *selector = g_strndup(inside, len);
    char *equals = strchr(selector, '='), *end = NULL;
    if (bracketed && equals) {
        *equals = '\0';
        size_t i;
        json_t *element;
        if (!json_object_get(json_object_get(items, "properties"), selector))
            return false;
        json_array_foreach((json_t *)walk->value, i, element) if (!found && element_is(element, selector, equals + 1))
            found = element;
    } else {
        guint64 place = g_ascii_strtoull(selector, &end, 10);
        if (!g_ascii_isdigit(*selector) || *end != '\0')
            return false;
        found = json_array_get(walk->value, place);
    }
    step(walk, items, found, len + (bracketed ? 2 : 0));
    return true;
}

static const char *
type_of(const json_t *node)
{
    const json_t *type = json_object_get(node, "type");
    if (json_is_array(type))
        type = json_array_get(type, 0);
    if (!type && json_is_number(json_object_get(node, "const")))
        return "number";
    return json_string_value(type) ? json_string_value(type) : "";
}

static enum schema_kind
kind_of(const json_t *node)
{
    static const struct {
        const char *type;
        enum schema_kind kind;
    } kinds[] = {
        {"number", SCHEMA_NUMBER}, {"integer", SCHEMA_NUMBER}, {"string", SCHEMA_TEXT}, {"boolean", SCHEMA_TRUTH}};
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (strcmp(type_of(node), kinds[i].type) == 0)
            return kinds[i].kind;
    return SCHEMA_PART;
}

static bool
walk_name(struct schema_place *place, const json_t *schema, const json_t *node, const json_t *value, const char *name)
{
    struct walk walk = {.schema = schema, .node = resolved(schema, node), .value = value, .name = name, .rest = name};
    while (*walk.rest) {
        bool known = strcmp(type_of(walk.node), "object") == 0  ? step_into_object(&walk)
                     : strcmp(type_of(walk.node), "array") == 0 ? step_into_array(&walk)
                                                                : false;
        if (!known)
            return false;
    }
    place->schema = walk.node;
    place->kind = kind_of(walk.node);
    place->value = json_is_null(walk.value) ? NULL : walk.value;
    place->missing_from = place->value ? 0 : walk.missing_from ? walk.missing_from : strlen(name);
    return true;
}

static void
add_names(GPtrArray *names, const json_t *schema, const json_t *node, const char *at, const char *workload, int depth)
{
    node = resolved(schema, node);
    if (depth > DEPTH_MAX)
        return;
    const char *key, *dot = *at && at[strlen(at) - 1] != '.' ? "." : "";
    json_t *child;
    if (kind_of(node) != SCHEMA_PART)
        g_ptr_array_add(names, g_strdup(at));
    json_object_foreach(json_object_get(node, "properties"), key, child)
    {
        bool is_map = depth == 0 && strcmp(key, "workloads") == 0;
        g_autofree char *below = is_map ? g_strdup("") : g_strconcat(at, dot, key, NULL);
        add_names(names, schema, child, below, workload, depth + 1);
    }
    json_object_foreach(json_object_get(node, "patternProperties"), key, child)
    {
        g_autofree char *below = g_strconcat(at, dot, workload, NULL);
        add_names(names, schema, child, below, workload, depth + 1);
    }
    if (json_object_get(node, "items")) {
        g_autofree char *below = g_strconcat(at, "[]", NULL);
        add_names(names, schema, json_object_get(node, "items"), below, workload, depth + 1);
    }
}

GPtrArray *
schema_names(const json_t *schema, const char *workload)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    add_names(names, schema, schema, "", workload, 0);
    return names;
}

/* The name with what is in brackets taken out. */
static char *
without_selectors(const char *name)
{
    GString *plain = g_string_new(NULL);
    bool inside = false;
    for (; *name; name++) {
        if (*name == ']')
            inside = false;
        if (!inside)
            g_string_append_c(plain, *name);
        if (*name == '[')
            inside = true;
    }
    return g_string_free(plain, FALSE);
}

static bool
name_unknown(const json_t *schema, const char *name, GError **error)
{
    g_autofree char *first = g_strndup(name, strcspn(name, ".[")), *plain = without_selectors(name);
    g_autoptr(GPtrArray) names = schema_names(schema, first);
    const char *nearest = nearest_name(names->pdata, names->len, sizeof(char *), plain);
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE,
        "results.json has no name \"%s\"; the nearest is %s (an element of a list: [0] or [concurrency=64])", name,
        nearest ? nearest : "none");
    return false;
}

bool
schema_find(struct schema_place *place, const json_t *schema, const json_t *root, const char *name, GError **error)
{
    if (*name && walk_name(place, schema, schema, root, name))
        return true;
    const json_t *workloads = json_object_get(json_object_get(schema, "properties"), "workloads");
    json_t *there = json_object_get(root, "workloads");
    /* Without any workload in the document the name is known all the same, and absent. */
    json_t *none = there ? NULL : json_object();
    bool known = *name && walk_name(place, schema, workloads, there ? there : none, name);
    json_decref(none);
    return known || name_unknown(schema, name, error);
}
