#include "capacity_held.h"

#include <math.h>
#include <string.h>

static void
point_clear(void *data)
{
    g_free(((struct measured_point *)data)->workload);
}

static GArray *
points_new(void)
{
    GArray *points = g_array_new(FALSE, TRUE, sizeof(struct measured_point));
    g_array_set_clear_func(points, point_clear);
    return points;
}

const char *
sizing_point_name(enum sizing_point point)
{
    static const char *const name[] = {[SIZING_AT_NONE] = "none",
        [SIZING_AT_BEST] = "best",
        [SIZING_AT_KNEE] = "knee",
        [SIZING_AT_SATURATION] = "saturation"};
    return name[point];
}

static void
take_rung(struct measured_point *point, const struct rung *rung)
{
    point->concurrency = rung->concurrency;
    point->mib_s = rung->means.mib_s;
    point->latency_ms = rung->means.latency_ms;
}

static struct measured_point
point_of_ladder(const struct ladder *ladder, bool at_knee)
{
    const struct knee *knee = &ladder->knee;
    struct measured_point point = {
        .workload = g_strdup(ladder->name),
        .read_pct = ladder->read_pct,
        .io_kib = ladder->io_kib,
        .concurrency = NAN,
        .iops = ladder_sizing_iops(ladder, at_knee),
        .mib_s = NAN,
        .latency_ms = NAN,
        .latency_ceiling_ms = ladder->latency_ceiling_ms,
        .point = ladder_sizing_point(ladder, at_knee),
        .is_provisioned = ladder->plateau == PLATEAU_PROVISIONED,
    };
    if (point.point == SIZING_AT_BEST)
        take_rung(&point, ladder_rung(ladder, ladder->best_rung));
    else if (point.point == SIZING_AT_SATURATION)
        take_rung(&point, ladder_rung(ladder, ladder->saturation_rung));
    else if (point.point == SIZING_AT_KNEE) {
        point.concurrency = knee->concurrency;
        point.latency_ms = knee->latency_ms;
        point.mib_s = knee->iops * ladder->io_kib / 1024;
    }
    const struct rung *last = ladder_rung(ladder, ladder->rungs->len - 1);
    point.saturated = !(knee->verdict == KNEE_NOT_REACHED && last && point.concurrency >= last->concurrency);
    return point;
}

GArray *
measured_points_of_ladders(const GPtrArray *ladders, bool at_knee)
{
    GArray *points = points_new();
    for (guint i = 0; i < ladders->len; i++) {
        struct measured_point point = point_of_ladder(g_ptr_array_index(ladders, i), at_knee);
        g_array_append_val(points, point);
    }
    return points;
}

static double
number_of(json_t *object, const char *name)
{
    json_t *value = json_object_get(object, name);
    return json_is_number(value) && json_number_value(value) >= 0 ? json_number_value(value) : NAN;
}

static void
take_rung_json(struct measured_point *point, json_t *rung, enum sizing_point which)
{
    point->point = which;
    point->concurrency = number_of(rung, "concurrency");
    point->iops = number_of(rung, "iops");
    point->mib_s = number_of(rung, "mib_s");
    point->latency_ms = number_of(rung, "latency_ms");
}

static bool
text_is(json_t *object, const char *name, const char *text)
{
    return g_strcmp0(json_string_value(json_object_get(object, name)), text) == 0;
}

/* As ladder_sizing_point: the point asked for, or the saturation point where that is lower. */
static void
choose_point_json(struct measured_point *point, json_t *workload, bool at_knee)
{
    json_t *knee = json_object_get(workload, "knee"), *best = json_object_get(workload, "best");
    json_t *saturation = json_object_get(workload, "saturation");
    if (at_knee && text_is(knee, "verdict", "knee")) {
        take_rung_json(point, knee, SIZING_AT_KNEE);
        point->mib_s = point->iops * point->io_kib / 1024;
    } else if (!at_knee && best) {
        take_rung_json(point, best, SIZING_AT_BEST);
    } else {
        return;
    }
    if (point->concurrency > number_of(saturation, "concurrency") && point->iops > number_of(saturation, "iops"))
        take_rung_json(point, saturation, SIZING_AT_SATURATION);
}

GArray *
measured_points_of_results(const struct results_file *file, bool at_knee)
{
    GArray *points = points_new();
    json_t *workload;
    const char *name;
    json_object_foreach(json_object_get(file->root, "workloads"), name, workload)
    {
        struct measured_point point = {
            .workload = g_strdup(name),
            .read_pct = number_of(workload, "read_pct"),
            .io_kib = number_of(workload, "io_kib"),
            .concurrency = NAN,
            .iops = NAN,
            .mib_s = NAN,
            .latency_ms = NAN,
            .latency_ceiling_ms = number_of(workload, "latency_ceiling_ms"),
            .is_provisioned = text_is(json_object_get(workload, "plateau"), "verdict", "provisioned"),
        };
        choose_point_json(&point, workload, at_knee);
        json_t *rungs = json_object_get(workload, "rungs");
        size_t count = json_array_size(rungs);
        double last = count > 0 ? number_of(json_array_get(rungs, count - 1), "concurrency") : NAN;
        point.saturated =
            !(text_is(json_object_get(workload, "knee"), "verdict", "not_reached") && point.concurrency >= last);
        g_array_append_val(points, point);
    }
    return points;
}
