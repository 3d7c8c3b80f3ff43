#include "findings_parts.h"

#include "confidence.h"
#include "format.h"
#include "note.h"

#include <math.h>
#include <string.h>

#define NOTES_SHOWN 40
#define INPUTS_SHOWN 60
#define LISTED_WHOLE_MAX 12 /* names in one value; of more the first */
#define LISTED_SHOWN 6
#define HASH_SHOWN 16

/* A cell cannot hold the names of 200 devices: "200: sda, sdb, sdc, ... and 194 more". */
static const char *
short_list(struct builder *builder, const char *value, bool counted)
{
    g_auto(GStrv) part = g_strsplit(value, ", ", -1);
    guint parts = g_strv_length(part);
    if (parts <= LISTED_WHOLE_MAX)
        return value;
    g_clear_pointer(&part[LISTED_SHOWN], g_free); /* the list ends here */
    g_autofree char *first = g_strjoinv(", ", part);
    for (guint i = LISTED_SHOWN + 1; i < parts; i++)
        g_free(part[i]); /* behind the end that g_strfreev sees */
    return counted ? keepf(builder, "%u: %s and %u more; all are in results.json", parts, first, parts - LISTED_SHOWN)
                   : keepf(builder, "%s and %u more; all are in results.json", first, parts - LISTED_SHOWN);
}

const char *
layer_rule_words(struct builder *builder, const char *rule)
{
    static const char asked[] = "the devices asked for (--device ";
    const char *words = rule ? rule : "";
    if (!g_str_has_prefix(words, asked) || !g_str_has_suffix(words, ")"))
        return tr(builder, words); /* one of a few fixed ones */
    const char *devices = words + strlen(asked);
    return keepf(
        builder, "the devices asked for (--device %s)", keep_id(builder, "%.*s", (int)strlen(devices) - 1, devices));
}

/* Names of facts and where they are from, as analysis has them; what study.ini names itself is shown as typed. */
static const char *
fact_words(struct builder *builder, const char *words)
{
    static const char *const known[] = {"Host", "Kernel", "CPUs", "Sample interval", "Database name",
        "Database release", "Buffer cache", "Load generator", "SLOB scale a schema", "Multipath device",
        "Measured devices", "iostat banner", "iostat stamps", "AWR header", "AWR cache sizes", "fio report"};
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
        if (g_strcmp0(words, known[i]) == 0)
            return tr(builder, known[i]);
    return words;
}

/* A figure of the program in the language's signs; anything else, such as a version, as it is. */
static const char *
fact_value(struct builder *builder, const struct fact *fact)
{
    static const char *const figures[] = {"Sample interval", "Buffer cache", "SLOB scale a schema"};
    for (size_t i = 0; i < G_N_ELEMENTS(figures); i++)
        if (strcmp(fact->name, figures[i]) == 0)
            return keep_figure(builder, g_strdup(fact->value));
    return fact->value;
}

static struct table *
environment_table(struct builder *builder)
{
    const struct findings *findings = builder->findings;
    struct table *table = table_new("environment", "");
    table_add_column(table, tr(builder, "Part"), TABLE_TEXT);
    table_add_column(table, tr(builder, "Value"), TABLE_TEXT);
    table_add_column(table, tr(builder, "From"), TABLE_TEXT);
    for (guint i = 0; i < findings->environment->len; i++) {
        const struct fact *fact = &g_array_index(findings->environment, struct fact, i);
        bool is_layer = strcmp(fact->name, "Measured devices") == 0;
        table_add_row(table, fact_words(builder, fact->name), short_list(builder, fact_value(builder, fact), true),
            is_layer ? layer_rule_words(builder, fact->evidence)
                     : files_shown(builder, fact_words(builder, fact->evidence)));
    }
    return table;
}

static struct table *
checklist_table(struct builder *builder)
{
    const struct findings *findings = builder->findings;
    struct table *table = table_new("checklist", "");
    table_add_column(table, tr(builder, "Item"), TABLE_TEXT);
    table_add_column(table, tr(builder, "Verdict"), TABLE_TEXT);
    table_add_column(table, tr(builder, "Evidence"), TABLE_TEXT);
    for (guint i = 0; i < findings->checklist->len; i++) {
        const struct check_item *item = &g_array_index(findings->checklist, struct check_item, i);
        table_add_row(table, tr(builder, item->item), tr(builder, check_verdict_name(item->verdict)),
            short_list(builder, files_shown(builder, item->evidence), false));
    }
    return table;
}

/* The same note of several files. */
struct note_group {
    enum note_level level;
    const char *file; /* the first one; NULL: the note is about no file */
    const char *message;
    guint files;
    uint64_t line; /* in the first file; 0: none */
    uint64_t count;
};

static guint
group_hash(gconstpointer data)
{
    const struct note_group *group = data;
    return g_str_hash(group->message) ^ (guint)group->level;
}

static gboolean
group_equal(gconstpointer a, gconstpointer b)
{
    const struct note_group *one = a, *other = b;
    return one->level == other->level && !one->file == !other->file && strcmp(one->message, other->message) == 0;
}

/* Forty logs with one and the same remark are one line. */
static GPtrArray *
notes_grouped(struct builder *builder)
{
    const GPtrArray *notes = builder->findings->notes;
    GPtrArray *groups = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GHashTable) known = g_hash_table_new(group_hash, group_equal);
    for (guint i = 0; i < notes->len; i++) {
        const struct note *note = g_ptr_array_index(notes, i);
        struct note_group one = {.level = note->level, .files = 1, .line = note->line, .count = note->count};
        one.file = files_note(builder, note->text, &one.message);
        struct note_group *group = g_hash_table_lookup(known, &one);
        if (group) {
            group->files++;
            group->count += one.count;
            continue;
        }
        group = g_memdup2(&one, sizeof one);
        g_ptr_array_add(groups, group);
        g_hash_table_add(known, group);
    }
    return groups;
}

static const char *
group_words(struct builder *builder, const struct note_group *group)
{
    const char *message = files_shown(builder, group->message);
    if (!group->file)
        return message;
    return group->files == 1 ? keepf(builder, "%s: %s", group->file, message)
                             : keepf(builder, "%s and %u more: %s", group->file, group->files - 1, message);
}

static struct table *
notes_table(struct builder *builder)
{
    struct table *table = table_new("notes", "");
    table_add_column(table, tr(builder, "Level"), TABLE_TEXT);
    table_add_column(table, tr(builder, "Note"), TABLE_TEXT);
    table_add_column(table, tr(builder, "Line"), TABLE_NUMBER);
    table_add_column(table, tr(builder, "Times"), TABLE_NUMBER);
    guint shown = 0;
    g_autoptr(GPtrArray) groups = notes_grouped(builder);
    for (int level = NOTE_ERROR; level >= NOTE_INFO; level--) {
        for (guint i = 0; i < groups->len; i++) {
            const struct note_group *group = g_ptr_array_index(groups, i);
            if ((int)group->level != level || shown++ >= NOTES_SHOWN)
                continue;
            table_add_row(table, tr(builder, note_level_name(group->level)), group_words(builder, group),
                group->line > 0 ? keep_figure(builder, format_count((double)group->line)) : "",
                keep_figure(builder, format_count((double)group->count)));
        }
    }
    table->left_out = shown > NOTES_SHOWN ? shown - NOTES_SHOWN : 0;
    table->left_out_file = "results.json";
    return table;
}

static struct table *
inputs_table(struct builder *builder)
{
    const GPtrArray *inputs = builder->findings->inputs->input;
    struct table *table =
        table_new("inputs", tr(builder, "The inputs. SHA-256 is cut to its first 16 digits here and whole in "
                                        "results.json; a dash is a file that was not used."));
    table_add_column(table, tr(builder, "File"), TABLE_TEXT);
    table_add_column(table, tr(builder, "Kind"), TABLE_TEXT);
    table_add_column(table, tr(builder, "Size"), TABLE_NUMBER);
    table_add_column(table, tr(builder, "SHA-256"), TABLE_TEXT);
    for (guint i = 0; i < inputs->len && i < INPUTS_SHOWN; i++) {
        const struct input *input = g_ptr_array_index(inputs, i);
        bool used = input_is_used(input) && input->sha256;
        table_add_row(table, files_shown(builder, input->path), tr(builder, input->what),
            used ? keep_figure(builder, format_bytes((double)input->bytes)) : FORMAT_NOTHING,
            used ? keep_id(builder, "%.*s", HASH_SHOWN, input->sha256) : FORMAT_NOTHING);
    }
    table->left_out = inputs->len > INPUTS_SHOWN ? inputs->len - INPUTS_SHOWN : 0;
    table->left_out_file = "results.json";
    return table;
}

static struct table *
paths_table(struct builder *builder)
{
    const struct findings *findings = builder->findings;
    const struct ladder *ladder = findings->paths_ladder;
    const char *load = at_load(builder, ladder, ladder_rung(ladder, findings->paths_rung)->concurrency);
    struct table *table = table_new("paths",
        findings->paths_rung == ladder->best_rung
            ? keepf(builder,
                  "The paths under the multipath devices, %s at %s (the best operating point); they are not added to "
                  "them.",
                  ladder->name, load)
            : keepf(builder, "The paths under the multipath devices, %s at %s; they are not added to them.",
                  ladder->name, load));
    table_add_column(table, tr(builder, "Path"), TABLE_TEXT);
    table_add_column(table, tr(builder, "IOPS"), TABLE_NUMBER);
    table_add_column(table, tr(builder, "Share"), TABLE_NUMBER);
    table_add_column(table, tr(builder, "Latency ms"), TABLE_NUMBER);
    for (guint i = 0; i < findings->paths->len; i++) {
        const struct path_share *share = &g_array_index(findings->paths, struct path_share, i);
        table_add_row(table, share->name, keep_figure(builder, format_iops(share->iops)),
            keep_figure(builder, format_percent(share->share_pct)), keep_figure(builder, format_ms(share->await_ms)));
    }
    return table;
}

static guint
count_items(const GArray *checklist, enum check_verdict verdict)
{
    guint count = 0;
    for (guint i = 0; i < checklist->len; i++)
        count += g_array_index(checklist, struct check_item, i).verdict == verdict ? 1 : 0;
    return count;
}

/* A line a reason; a part without one has the best grade. */
static struct table *
grades_table(struct builder *builder)
{
    static const char *const words[GRADE_PARTS] = {
        [GRADE_DEMAND] = "Demand", [GRADE_LADDER] = "Ladders", [GRADE_INPUTS] = "Inputs"};
    const struct findings *findings = builder->findings;
    struct table *table = table_new("grades", "");
    table_add_column(table, tr(builder, "Part"), TABLE_TEXT);
    table_add_column(table, tr(builder, "Grade"), TABLE_NUMBER);
    table_add_column(table, tr(builder, "What caps it"), TABLE_TEXT);
    table_add_column(table, tr(builder, "At"), TABLE_NUMBER);
    for (int part = 0; part < GRADE_PARTS; part++) {
        const char *name = tr(builder, words[part]), *grade = keep_id(builder, "%d", findings->part_grade[part]);
        guint reasons = 0;
        for (guint i = 0; i < findings->grade_reasons->len; i++) {
            const struct grade_reason *reason = g_ptr_array_index(findings->grade_reasons, i);
            if ((int)reason->part != part)
                continue;
            table_add_row(table, name, grade, reason->text, keep_id(builder, "%d", reason->cap));
            reasons++;
        }
        if (findings->part_grade[part] > 0 && reasons == 0)
            table_add_row(table, name, grade, tr(builder, "nothing"), "");
    }
    return table;
}

void
fill_quality(struct builder *builder, struct view *view)
{
    const struct findings *findings = builder->findings;
    view_take_table(view, "environment", environment_table(builder));
    view_set(view, "has_environment", findings->environment->len > 0 ? "yes" : NULL);
    view_take_table(view, "checklist", checklist_table(builder));
    view_set(view, "inputs_folder", builder->folder);
    view_set(view, "checklist_summary",
        keepf(builder, "Shown by the captured files: %u of %u items. Not met: %u. Cannot be told from the files: %u.",
            count_items(findings->checklist, CHECK_YES), findings->checklist->len,
            count_items(findings->checklist, CHECK_NO), count_items(findings->checklist, CHECK_CANNOT_TELL)));
    if (findings->paths->len > 0)
        view_take_table(view, "paths", paths_table(builder));
    fill_paths_chart(builder, view);
    view_set(view, "confidence", tr(builder, confidence_name(findings->confidence)));
    view_set(view, "errors", keep_figure(builder, format_count((double)notes_count(findings->notes, NOTE_ERROR))));
    view_set(view, "warnings", keep_figure(builder, format_count((double)notes_count(findings->notes, NOTE_WARNING))));
    view_set(view, "grade", keep_id(builder, "%d", findings->grade));
    view_take_table(view, "grades", grades_table(builder));
    view_declare_list(view, "confidence_reason");
    for (guint i = 0; i < findings->confidence_reasons->len; i++)
        add_sentence(view, "confidence_reason", g_ptr_array_index(findings->confidence_reasons, i));
    if (findings->notes->len > 0)
        view_take_table(view, "notes", notes_table(builder));
    view_take_table(view, "inputs", inputs_table(builder));
    view_set(view, "generator", builder->context->generator);
    view_set(view, "fonts", builder->context->fonts);
    view_set(view, "libraries", builder->context->libraries);
    view_set(view, "options", builder->context->options ? builder->context->options : tr(builder, "none"));
}
