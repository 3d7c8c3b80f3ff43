#include "inspect.h"
#include "note.h"

json_t *
inspect_notes_json(const GPtrArray *notes)
{
    json_t *array = json_array();
    for (guint i = 0; i < notes->len; i++) {
        const struct note *note = g_ptr_array_index(notes, i);
        json_t *object = json_object();
        json_object_set_new(object, "level", json_string(note_level_name(note->level)));
        json_object_set_new(object, "code", json_string(note->code));
        json_object_set_new(object, "text", json_string(note->text));
        if (note->line > 0)
            json_object_set_new(object, "line", json_integer((json_int_t)note->line));
        json_object_set_new(object, "count", json_integer((json_int_t)note->count));
        json_array_append_new(array, object);
    }
    return array;
}

void
inspect_notes_text(const GPtrArray *notes, GString *out)
{
    for (guint i = 0; i < notes->len; i++) {
        const struct note *note = g_ptr_array_index(notes, i);
        g_string_append_printf(out, "  %s: %s", note_level_name(note->level), note->text);
        if (note->line > 0)
            g_string_append_printf(out, " (line %" G_GUINT64_FORMAT ")", note->line);
        if (note->count > 1)
            g_string_append_printf(out, " [%" G_GUINT64_FORMAT " times]", note->count);
        g_string_append_c(out, '\n');
    }
}
