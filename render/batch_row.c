#include "batch_row.h"

#include "results_parts.h"

#include <stdlib.h>
#include <string.h>

#define PATH_MAX_PARTS 4

/* The member at a path of names; NULL where a part is missing. Borrowed. */
static json_t *
member(json_t *object, const char *path)
{
    g_auto(GStrv) parts = g_strsplit(path, ".", PATH_MAX_PARTS);
    for (char **part = parts; *part && object; part++)
        object = json_object_get(object, *part);
    return object;
}

static void
copy(json_t *to, const char *name, json_t *from, const char *path)
{
    json_t *value = member(from, path);
    if (value)
        json_object_set(to, name, value);
}

static json_t *
picked(json_t *from, const char *const *names)
{
    json_t *object = json_object();
    for (; *names; names++)
        copy(object, *names, from, *names);
    return object;
}

static json_t *
workloads_json(json_t *workloads)
{
    static const char *const best[] = {"concurrency", "iops", "latency_ms", "mib_s", NULL};
    static const char *const knee[] = {"verdict", "concurrency", "lo", "hi", "iops", "latency_ms", NULL};
    json_t *array = json_array(), *workload;
    const char *name;
    json_object_foreach(workloads, name, workload)
    {
        json_t *object = json_object();
        json_object_set_new(object, "name", json_string(name));
        copy(object, "read_pct", workload, "read_pct");
        copy(object, "latency_ceiling_ms", workload, "latency_ceiling_ms");
        if (member(workload, "best"))
            json_object_set_new(object, "best", picked(member(workload, "best"), best));
        if (member(workload, "knee"))
            json_object_set_new(object, "knee", picked(member(workload, "knee"), knee));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *
demand_json_of(json_t *results)
{
    json_t *object = json_object();
    copy(object, "source", results, "demand.source");
    copy(object, "mean_iops", results, "demand.iops.mean");
    copy(object, "p95_iops", results, "demand.iops.p95");
    copy(object, "p95_mib_s", results, "demand.mib_s.p95");
    return object;
}

char *
batch_figures(const char *results_text, const char *const *files)
{
    json_t *results = json_loads(results_text, 0, NULL), *object = json_object(), *names = json_array();
    g_assert(results);
    for (; *files; files++)
        json_array_append_new(names, json_string(*files));
    json_object_set_new(object, "files", names);
    copy(object, "notice", results, "notice");
    copy(object, "host", results, "environment.host");
    copy(object, "database", results, "environment.database");
    if (member(results, "workloads"))
        json_object_set_new(object, "workloads", workloads_json(member(results, "workloads")));
    if (member(results, "demand"))
        json_object_set_new(object, "demand", demand_json_of(results));
    copy(object, "percentile", results, "sizing.percentile");
    copy(object, "required", results, "sizing.required");
    copy(object, "storage_bound", results, "awr.storage_bound.verdict");
    copy(object, "confidence", results, "quality.confidence");
    copy(object, "errors", results, "quality.errors");
    copy(object, "warnings", results, "quality.warnings");
    char *text = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(15));
    json_decref(object);
    json_decref(results);
    char *figures = g_strdup(text);
    free(text);
    return figures;
}

json_t *
batch_figures_read(const char *text)
{
    json_t *object = text ? json_loads(text, 0, NULL) : NULL;
    if (json_is_object(object) && json_is_array(json_object_get(object, "files")))
        return object;
    json_decref(object);
    return NULL;
}
