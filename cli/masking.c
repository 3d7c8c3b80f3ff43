#include "masking.h"

#include "resource.h"
#include "results_file.h"
#include "vocabulary.h"

#include <string.h>

/* Products of the user's own catalog are no secret of the inputs. */
static void
keep_catalog(struct mask *mask, const char *path)
{
    g_autofree char *text = NULL;
    if (path && g_file_get_contents(path, &text, NULL, NULL)) {
        g_autofree char *valid = g_utf8_make_valid(text, -1);
        mask_keep(mask, valid);
    }
}

void
masking_begin(struct masking *masking, const struct options *options, const char *const *paths)
{
    static const char *const resources[] = {"study.md", "names.csv", "catalog.csv", "style.css", "report.js"};
    *masking = (struct masking){.devices = g_strdupv(options->devices), .typed = g_strdup(options->typed)};
    if (!options->masks)
        return;
    struct mask *mask = masking->mask = mask_new(vocabulary);
    for (size_t i = 0; i < G_N_ELEMENTS(resources); i++) {
        g_autofree char *text = resource_text(resources[i]);
        mask_keep(mask, text);
    }
    mask_keep(mask, options->timezone);
    keep_catalog(mask, options->catalog);
    for (; *paths; paths++)
        g_free(mask_path(mask, *paths));
    if (options->config)
        g_free(mask_path(mask, options->config));
    if (options->capacity)
        g_free(mask_path(mask, options->capacity));
}

bool
masking_begin_with(struct masking *masking, const struct options *options)
{
    masking_begin(masking, options, (const char *const *)options->inputs);
    return true;
}

void
masking_end(struct masking *masking)
{
    g_clear_pointer(&masking->mask, mask_free);
    g_clear_pointer(&masking->devices, g_strfreev);
    g_clear_pointer(&masking->typed, g_free);
}

void
masking_learn(struct masking *masking, const struct options *options, struct inputs *inputs)
{
    if (!masking->mask)
        return;
    mask_bind(masking->mask, inputs);
    g_strfreev(masking->devices);
    masking->devices = mask_device_globs(masking->mask, (const char *const *)options->devices);
    g_autofree char *capacity = options->capacity ? mask_path(masking->mask, options->capacity) : NULL;
    struct options neutral = *options;
    neutral.devices = masking->devices;
    neutral.capacity = capacity;
    g_free(masking->typed);
    masking->typed = options_typed(&neutral);
}

void
masking_choose(const struct masking *masking, struct findings_options *choices)
{
    choices->devices = (const char *const *)masking->devices;
    choices->after_study = masking->mask ? mask_study : NULL;
    choices->after_study_data = masking->mask;
}

void
masking_apply(struct masking *masking, const struct options *options, struct inputs *inputs)
{
    masking_learn(masking, options, inputs);
    if (masking->mask)
        mask_inputs(masking->mask);
}

bool
masking_allows(const struct masking *masking, const char *text, GError **error)
{
    return !masking->mask || mask_check(masking->mask, "standard output", text, strlen(text), error);
}

/* A PDF is compressed; press looks at the text that it is made of. */
static bool
allows_file(const char *name, const void *bytes, size_t len, const void *data, GError **error)
{
    return g_str_has_suffix(name, ".pdf") || mask_check(data, name, bytes, len, error);
}

void
masking_guard(const struct masking *masking, struct output *output)
{
    if (masking->mask)
        output_set_check(output, allows_file, masking->mask);
}

void
masking_rename_capacity(struct results_file *capacity)
{
    json_t *workloads = json_object_get(capacity->root, "workloads"), *renamed = json_object(), *value;
    g_autoptr(Mask) mask = mask_new("");
    const char *name;
    guint count = 0;
    json_object_foreach(workloads, name, value)
    {
        g_autofree char *neutral = mask_workload(mask, name);
        g_autofree char *numbered = strcmp(neutral, name) == 0 ? NULL : g_strdup_printf("capacity-%u", ++count);
        json_object_set(renamed, numbered ? numbered : name, value);
    }
    json_object_set_new(capacity->root, "workloads", renamed);
    g_autofree char *path = mask_path(mask, capacity->path);
    g_free(capacity->path);
    capacity->path = g_steal_pointer(&path);
}
