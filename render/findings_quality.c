#include "findings_parts.h"

#include "format.h"
#include "note.h"

#include <math.h>
#include <string.h>

#define NOTES_SHOWN 40
#define INPUTS_SHOWN 60
#define HASH_SHOWN 16

static struct table *
environment_table(const struct findings *findings)
{
    struct table *table = table_new("environment", "");
    table_add_column(table, "Part", TABLE_TEXT);
    table_add_column(table, "Value", TABLE_TEXT);
    table_add_column(table, "From", TABLE_TEXT);
    for (guint i = 0; i < findings->environment->len; i++) {
        const struct fact *fact = &g_array_index(findings->environment, struct fact, i);
        table_add_row(table, fact->name, fact->value, fact->evidence);
    }
    return table;
}

static struct table *
checklist_table(const struct findings *findings)
{
    struct table *table = table_new("checklist", "");
    table_add_column(table, "Item", TABLE_TEXT);
    table_add_column(table, "Verdict", TABLE_TEXT);
    table_add_column(table, "Evidence", TABLE_TEXT);
    for (guint i = 0; i < findings->checklist->len; i++) {
        const struct check_item *item = &g_array_index(findings->checklist, struct check_item, i);
        table_add_row(table, item->item, check_verdict_name(item->verdict), item->evidence);
    }
    return table;
}

static struct table *
notes_table(struct builder *builder)
{
    const GPtrArray *notes = builder->findings->notes;
    struct table *table = table_new("notes", "");
    table_add_column(table, "Level", TABLE_TEXT);
    table_add_column(table, "Note", TABLE_TEXT);
    table_add_column(table, "Line", TABLE_NUMBER);
    table_add_column(table, "Times", TABLE_NUMBER);
    guint shown = 0;
    for (int level = NOTE_ERROR; level >= NOTE_INFO; level--) {
        for (guint i = 0; i < notes->len; i++) {
            const struct note *note = g_ptr_array_index(notes, i);
            if ((int)note->level != level)
                continue;
            if (shown++ >= NOTES_SHOWN)
                continue;
            table_add_row(table, note_level_name(note->level), note->text,
                note->line > 0 ? keep(builder, format_count((double)note->line)) : "",
                keep(builder, format_count((double)note->count)));
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
    struct table *table = table_new("inputs", "The inputs. SHA-256 is cut to its first 16 digits here and whole in "
                                              "results.json; a dash is a file that was not used.");
    table_add_column(table, "File", TABLE_TEXT);
    table_add_column(table, "Kind", TABLE_TEXT);
    table_add_column(table, "Size", TABLE_NUMBER);
    table_add_column(table, "SHA-256", TABLE_TEXT);
    for (guint i = 0; i < inputs->len && i < INPUTS_SHOWN; i++) {
        const struct input *input = g_ptr_array_index(inputs, i);
        bool used = input_is_used(input) && input->sha256;
        table_add_row(table, input->path, input->what,
            used ? keep(builder, format_bytes((double)input->bytes)) : FORMAT_NOTHING,
            used ? keepf(builder, "%.*s", HASH_SHOWN, input->sha256) : FORMAT_NOTHING);
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
    struct table *table = table_new(
        "paths", keepf(builder, "The paths under the multipath devices, %s at %s%s; they are not added to them.",
                     ladder->name, at_load(builder, ladder, ladder_rung(ladder, findings->paths_rung)->concurrency),
                     findings->paths_rung == ladder->best_rung ? " (the best operating point)" : ""));
    table_add_column(table, "Path", TABLE_TEXT);
    table_add_column(table, "IOPS", TABLE_NUMBER);
    table_add_column(table, "Share", TABLE_NUMBER);
    table_add_column(table, "Latency ms", TABLE_NUMBER);
    for (guint i = 0; i < findings->paths->len; i++) {
        const struct path_share *share = &g_array_index(findings->paths, struct path_share, i);
        table_add_row(table, share->name, keep(builder, format_iops(share->iops)),
            keep(builder, format_percent(share->share_pct)), keep(builder, format_ms(share->await_ms)));
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

void
fill_quality(struct builder *builder, struct view *view)
{
    const struct findings *findings = builder->findings;
    view_take_table(view, "environment", environment_table(findings));
    view_take_table(view, "checklist", checklist_table(findings));
    view_set(view, "checklist_summary",
        keepf(builder, "%u of %u items are shown by the captured files, %u are not met, %u cannot be told.",
            count_items(findings->checklist, CHECK_YES), findings->checklist->len,
            count_items(findings->checklist, CHECK_NO), count_items(findings->checklist, CHECK_CANNOT_TELL)));
    if (findings->paths->len > 0)
        view_take_table(view, "paths", paths_table(builder));
    view_set(view, "confidence", confidence_name(findings->confidence));
    view_declare_list(view, "confidence_reason");
    for (guint i = 0; i < findings->confidence_reasons->len; i++)
        add_sentence(view, "confidence_reason", g_ptr_array_index(findings->confidence_reasons, i));
    if (findings->notes->len > 0)
        view_take_table(view, "notes", notes_table(builder));
    view_take_table(view, "inputs", inputs_table(builder));
    view_set(view, "generator", builder->context->generator);
    view_set(view, "fonts", builder->context->fonts);
    view_set(view, "libraries", builder->context->libraries);
    view_set(view, "options", builder->context->options ? builder->context->options : "none");
}
