#include "compare_alike.h"

#include "compare_side.h"

#include <math.h>
#include <string.h>

#define READ_SHARE_POINTS 3.0
#define IO_SIZE_SHARE 0.05
#define SAME 1e-6
#define SAME_OUTSTANDING 0.05
#define SET_TEXT_MAX 200

struct pair {
    GArray *unlike;
    const char *workload, *other_path;
};

static void
unlike_clear(void *data)
{
    struct compare_unlike *unlike = data;
    g_free(unlike->workload);
    g_free(unlike->other_path);
    g_free(unlike->base_text);
    g_free(unlike->other_text);
}

GArray *
compare_unlike_new(void)
{
    GArray *unlike = g_array_new(FALSE, FALSE, sizeof(struct compare_unlike));
    g_array_set_clear_func(unlike, unlike_clear);
    return unlike;
}

static struct compare_unlike *
add_difference(const struct pair *pair, enum compare_difference difference)
{
    struct compare_unlike unlike = {.difference = difference,
        .workload = g_strdup(pair->workload),
        .other_path = g_strdup(pair->other_path),
        .base = NAN,
        .other = NAN};
    g_array_append_val(pair->unlike, unlike);
    return &g_array_index(pair->unlike, struct compare_unlike, pair->unlike->len - 1);
}

static double
number_in(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* A figure that one side lacks is a difference as well. */
static void
compare_number(const struct pair *pair, const json_t *base, const json_t *other, const char *key,
    enum compare_difference difference, double points, double share)
{
    double left = number_in(base, key), right = number_in(other, key);
    if ((isnan(left) && isnan(right)) || fabs(left - right) <= points + share * fabs(left))
        return;
    struct compare_unlike *unlike = add_difference(pair, difference);
    unlike->base = left;
    unlike->other = right;
}

static char *
set_text(const GArray *levels)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < levels->len && text->len < SET_TEXT_MAX; i++)
        g_string_append_printf(
            text, "%s%.4g", i > 0 ? ", " : "", g_array_index(levels, struct compare_level, i).concurrency);
    return g_string_free(text, FALSE);
}

static gint
by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The sources of a level's rungs, each named once: "iostat". */
static char *
sources_text(const GArray *levels)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < levels->len; i++) {
        const GPtrArray *rungs = g_array_index(levels, struct compare_level, i).rungs;
        for (guint k = 0; k < rungs->len; k++) {
            const char *name = json_string_value(json_object_get(g_ptr_array_index(rungs, k), "source"));
            if (name && !g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
                g_ptr_array_add(names, (void *)name);
        }
    }
    g_ptr_array_sort(names, by_name);
    g_ptr_array_add(names, NULL);
    return g_strjoinv(", ", (char **)names->pdata);
}

static void
compare_rungs(const struct pair *pair, json_t *base, json_t *other)
{
    g_autoptr(GPtrArray) left = g_ptr_array_new(), right = g_ptr_array_new();
    g_ptr_array_add(left, base);
    g_ptr_array_add(right, other);
    g_autoptr(GArray) base_levels = compare_levels(left), other_levels = compare_levels(right);
    bool one_log = json_is_true(json_object_get(base, "from_one_log")), alike = base_levels->len == other_levels->len;
    if (one_log != json_is_true(json_object_get(other, "from_one_log"))) {
        add_difference(pair, COMPARE_UNLIKE_KIND);
        return;
    }
    for (guint i = 0; alike && i < base_levels->len; i++) {
        double at = g_array_index(base_levels, struct compare_level, i).concurrency;
        double there = g_array_index(other_levels, struct compare_level, i).concurrency;
        alike = fabs(at - there) <= (one_log ? SAME_OUTSTANDING : SAME) * at;
    }
    if (!alike) {
        struct compare_unlike *unlike = add_difference(pair, COMPARE_UNLIKE_CONCURRENCY);
        unlike->base_text = set_text(base_levels);
        unlike->other_text = set_text(other_levels);
    }
    g_autofree char *base_sources = sources_text(base_levels), *other_sources = sources_text(other_levels);
    if (strcmp(base_sources, other_sources) != 0) {
        struct compare_unlike *unlike = add_difference(pair, COMPARE_UNLIKE_SOURCE);
        unlike->base_text = g_steal_pointer(&base_sources);
        unlike->other_text = g_steal_pointer(&other_sources);
    }
}

void
compare_unlike_add(GArray *unlike, const struct results_file *base, const struct results_file *other)
{
    json_t *left = json_object_get(base->root, "workloads"), *right = json_object_get(other->root, "workloads");
    struct pair pair = {unlike, NULL, other->path};
    json_t *workload;
    json_object_foreach(left, pair.workload, workload)
    {
        json_t *there = json_object_get(right, pair.workload);
        if (!there) {
            add_difference(&pair, COMPARE_UNLIKE_WORKLOAD)->only_in_base = true;
            continue;
        }
        compare_number(&pair, workload, there, "read_pct", COMPARE_UNLIKE_READ_SHARE, READ_SHARE_POINTS, 0);
        compare_number(&pair, workload, there, "io_kib", COMPARE_UNLIKE_IO_SIZE, 0, IO_SIZE_SHARE);
        compare_number(&pair, workload, there, "latency_ceiling_ms", COMPARE_UNLIKE_CEILING, 0, SAME);
        compare_rungs(&pair, workload, there);
    }
    json_object_foreach(right, pair.workload, workload) if (!json_object_get(left, pair.workload))
        add_difference(&pair, COMPARE_UNLIKE_WORKLOAD);
}

GArray *
compare_unlike_of(const GPtrArray *base, const GPtrArray *new)
{
    GArray *unlike = compare_unlike_new();
    for (guint i = 1; i < base->len; i++)
        compare_unlike_add(unlike, g_ptr_array_index(base, 0), g_ptr_array_index(base, i));
    for (guint i = 0; i < new->len; i++)
        compare_unlike_add(unlike, g_ptr_array_index(base, 0), g_ptr_array_index(new, i));
    return unlike;
}
