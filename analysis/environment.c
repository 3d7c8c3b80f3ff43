#include "environment.h"

#include <string.h>

static void
fact_clear(void *data)
{
    struct fact *fact = data;
    g_free(fact->name);
    g_free(fact->value);
    g_free(fact->evidence);
}

/* Takes `value`; a fact without a value is none. */
static void
take_fact(GArray *facts, const char *name, char *value, const char *evidence)
{
    if (!value || !*value) {
        g_free(value);
        return;
    }
    struct fact fact = {g_strdup(name), value, g_strdup(evidence)};
    g_array_append_val(facts, fact);
}

/* The order of a study's environment table; other keys follow by name. */
static const char *const typed_order[] = {"cloud platform", "platform", "storage", "protocol", "database", "vm type",
    "host", "file system", "working set", "benchmark tool", "measurement source", NULL};

static int
typed_rank(const char *name)
{
    int rank = 0;
    while (typed_order[rank] && g_ascii_strcasecmp(typed_order[rank], name) != 0)
        rank++;
    return rank;
}

static gint
by_typed_order(gconstpointer a, gconstpointer b)
{
    int difference = typed_rank(a) - typed_rank(b);
    return difference != 0 ? difference : strcmp(a, b);
}

static void
typed_facts(GArray *facts, const struct study_ini *ini)
{
    if (!ini || !ini->environment)
        return;
    GList *names = g_list_sort(g_hash_table_get_keys(ini->environment), by_typed_order);
    for (GList *name = names; name; name = name->next)
        take_fact(facts, name->data, g_strdup(g_hash_table_lookup(ini->environment, name->data)), "study.ini");
    g_list_free(names);
}

/* Distinct values of a text over all captures or reports, in order. */
static void
add_distinct(GPtrArray *values, const char *value)
{
    if (value && *value && !g_ptr_array_find_with_equal_func(values, value, g_str_equal, NULL))
        g_ptr_array_add(values, (char *)value);
}

static char *
joined(GPtrArray *values)
{
    g_ptr_array_add(values, NULL);
    char *text = g_strjoinv(", ", (char **)values->pdata);
    g_ptr_array_remove_index(values, values->len - 1);
    return text;
}

/* False where no log names its host. */
static bool
capture_facts(GArray *facts, const struct inputs *inputs)
{
    g_autoptr(GPtrArray) hosts = g_ptr_array_new(), kernels = g_ptr_array_new();
    int cpus = 0;
    double interval_s = NAN;
    bool same_interval = true;
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        for (guint c = 0; c < input->captures->len; c++) {
            const struct capture *capture = g_ptr_array_index(input->captures, c);
            add_distinct(hosts, capture->host);
            add_distinct(kernels, capture->kernel);
            cpus = MAX(cpus, capture->cpus);
            if (isfinite(capture->interval_s)) {
                same_interval = same_interval && (isnan(interval_s) || interval_s == capture->interval_s);
                interval_s = capture->interval_s;
            }
        }
    }
    take_fact(facts, "Host", joined(hosts), "iostat banner");
    take_fact(facts, "Kernel", joined(kernels), "iostat banner");
    take_fact(facts, "CPUs", cpus > 0 ? g_strdup_printf("%d", cpus) : NULL, "iostat banner");
    bool found = hosts->len > 0;
    if (isfinite(interval_s) && same_interval)
        take_fact(facts, "Sample interval", g_strdup_printf("%g s", interval_s), "iostat stamps");
    return found;
}

/* The host is taken from the reports where no log names one. */
static void
awr_facts(GArray *facts, const struct inputs *inputs, bool with_host)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new(), releases = g_ptr_array_new(), hosts = g_ptr_array_new();
    int cpus = 0;
    double cache_bytes = NAN;
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        for (guint r = 0; r < input->awrs->len; r++) {
            const struct awr *awr = g_ptr_array_index(input->awrs, r);
            add_distinct(names, awr->db_name);
            add_distinct(releases, awr->release);
            for (guint h = 0; h < awr->hosts->len; h++)
                add_distinct(hosts, g_ptr_array_index(awr->hosts, h));
            cpus = MAX(cpus, awr->cpus);
            cache_bytes = isfinite(awr->buffer_cache_bytes) ? awr->buffer_cache_bytes : cache_bytes;
        }
    }
    if (with_host) {
        take_fact(facts, "Host", joined(hosts), "AWR header");
        take_fact(facts, "CPUs", cpus > 0 ? g_strdup_printf("%d", cpus) : NULL, "AWR header");
    }
    take_fact(facts, "Database name", joined(names), "AWR header");
    take_fact(facts, "Database release", joined(releases), "AWR header");
    if (isfinite(cache_bytes))
        take_fact(facts, "Buffer cache", g_strdup_printf("%.0f MiB", cache_bytes / 1048576.0), "AWR cache sizes");
}

static void
tool_facts(GArray *facts, const struct inputs *inputs)
{
    g_autoptr(GPtrArray) fio = g_ptr_array_new();
    const struct slob_conf *slob = NULL;
    for (guint i = 0; i < inputs->input->len; i++) {
        const struct input *input = g_ptr_array_index(inputs->input, i);
        if (input->fio)
            add_distinct(fio, input->fio->version);
        slob = input->slob ? input->slob : slob;
    }
    take_fact(facts, "Load generator", joined(fio), "fio report");
    if (slob && isfinite(slob->scale_bytes))
        take_fact(
            facts, "SLOB scale a schema", g_strdup_printf("%.1f GiB", slob->scale_bytes / 1073741824.0), "slob.conf");
}

static void
storage_facts(GArray *facts, const struct findings *findings)
{
    const struct host *host = findings->inputs->host;
    for (guint i = 0; i < host->multipaths->len; i++) {
        const struct host_multipath *map = g_ptr_array_index(host->multipaths, i);
        take_fact(facts, "Multipath device",
            g_strdup_printf("%s (%s), %s, %u paths, policy %s", map->alias, map->dm ? map->dm : "no dm name",
                map->vendor_product ? map->vendor_product : "vendor not printed", map->paths->len,
                map->policy ? map->policy : "not printed"),
            map->file);
    }
    const GPtrArray *names = findings->layer->names;
    g_autoptr(GPtrArray) copy = g_ptr_array_new();
    for (guint i = 0; i < names->len; i++)
        g_ptr_array_add(copy, g_ptr_array_index(names, i));
    take_fact(facts, "Measured devices", joined(copy), findings->layer->rule);
}

GArray *
environment_of(const struct findings *findings)
{
    GArray *facts = g_array_new(FALSE, TRUE, sizeof(struct fact));
    g_array_set_clear_func(facts, fact_clear);
    typed_facts(facts, findings->study->ini);
    bool has_host = capture_facts(facts, findings->inputs);
    awr_facts(facts, findings->inputs, !has_host);
    tool_facts(facts, findings->inputs);
    storage_facts(facts, findings);
    return facts;
}
