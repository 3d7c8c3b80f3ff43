#include "compare_view.h"
#include "compare_words.h"
#include "results_parts.h"

#include <math.h>
#include <stdlib.h>

static json_t *
paths_json(const GPtrArray *files)
{
    g_autoptr(GPtrArray) paths = g_ptr_array_new();
    for (guint i = 0; i < files->len; i++)
        g_ptr_array_add(paths, ((struct results_file *)g_ptr_array_index(files, i))->path);
    return strings_json(paths);
}

static json_t *
line_json(const struct compare_line *line)
{
    json_t *object = json_object();
    int decimals = line->figure == COMPARE_LATENCY       ? DECIMALS_LATENCY
                   : line->figure == COMPARE_CONCURRENCY ? DECIMALS_COUNT
                                                         : DECIMALS_RATE;
    set_text(object, "workload", line->workload);
    set_text(object, "at", compare_place_name(line->place));
    set_number(object, "base_concurrency", line->base_at, DECIMALS_COUNT);
    set_number(object, "new_concurrency", line->new_at, DECIMALS_COUNT);
    set_text(object, "figure", compare_figure_name(line->figure));
    set_number(object, "base", line->base, decimals);
    set_number(object, "new", line->new, decimals);
    set_number(object, "change_pct", line->change_pct, DECIMALS_PCT);
    set_number(object, "lo_pct", line->lo_pct, DECIMALS_PCT);
    set_number(object, "hi_pct", line->hi_pct, DECIMALS_PCT);
    set_number(object, "limit_pct", line->limit_pct, DECIMALS_PCT);
    set_text(object, "verdict", compare_verdict_name(line->verdict));
    set_text(object, "reason", compare_reason_name(line->reason));
    if (line->is_repeated)
        json_object_set_new(object, "repeated", json_true());
    return object;
}

static json_t *
unlike_json(const struct compare_unlike *unlike)
{
    json_t *object = json_object();
    g_autofree char *text = compare_unlike_text(unlike);
    set_text(object, "difference", compare_difference_name(unlike->difference));
    set_text(object, "workload", unlike->workload);
    set_text(object, "path", unlike->other_path);
    set_text(object, "text", text);
    return object;
}

char *
compare_json(const struct compare *compare, const char *generator)
{
    json_t *root = json_object(), *unlike = json_array(), *lines = json_array(), *counts = json_object();
    set_text(root, "generator", generator);
    set_text(root, "kind", "compare");
    json_object_set_new(root, "met", json_boolean(compare_is_met(compare)));
    json_object_set_new(root, "base", paths_json(compare->base));
    json_object_set_new(root, "new", paths_json(compare->new));
    for (guint i = 0; i < compare->unlike->len; i++)
        json_array_append_new(unlike, unlike_json(&g_array_index(compare->unlike, struct compare_unlike, i)));
    json_object_set_new(root, "unlike", unlike);
    for (int verdict = 0; verdict < COMPARE_VERDICTS; verdict++)
        set_count(counts, compare_verdict_name((enum compare_verdict)verdict), compare->count[verdict]);
    json_object_set_new(root, "counts", counts);
    json_object_set_new(root, "confidence_pct", json_real(100 * (1 - COMPARE_ALPHA)));
    set_count(root, "compared", compare->compared);
    json_object_set_new(root, "between_runs", json_boolean(compare->between_runs));
    for (guint i = 0; i < compare->lines->len; i++)
        json_array_append_new(lines, line_json(&g_array_index(compare->lines, struct compare_line, i)));
    json_object_set_new(root, "lines", lines);
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(15)), *copy = g_strconcat(text, "\n", NULL);
    free(text);
    json_decref(root);
    return copy;
}
