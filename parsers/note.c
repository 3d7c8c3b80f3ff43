#include "note.h"

#include <stdarg.h>
#include <string.h>

static void
note_free(void *data)
{
    struct note *note = data;
    g_free(note->text);
    g_free(note);
}

GPtrArray *
notes_new(void)
{
    return g_ptr_array_new_with_free_func(note_free);
}

static void
append(GPtrArray *notes, const struct note *values, char *text)
{
    struct note *note = g_new(struct note, 1);
    *note = *values;
    note->text = text;
    g_ptr_array_add(notes, note);
}

void
notes_add(GPtrArray *notes, enum note_level level, const char *code, uint64_t line, const char *format, ...)
{
    for (guint i = 0; i < notes->len; i++) {
        struct note *note = g_ptr_array_index(notes, i);
        if (strcmp(note->code, code) == 0) {
            note->count++;
            return;
        }
    }
    va_list args;
    va_start(args, format);
    char *text = g_strdup_vprintf(format, args);
    va_end(args);
    append(notes, &(struct note){.level = level, .code = code, .line = line, .count = 1}, text);
}

void
notes_append(GPtrArray *to, const GPtrArray *from, const char *prefix)
{
    for (guint i = 0; i < from->len; i++) {
        const struct note *note = g_ptr_array_index(from, i);
        append(to, note, prefix ? g_strdup_printf("%s: %s", prefix, note->text) : g_strdup(note->text));
    }
}

const char *
note_level_name(enum note_level level)
{
    static const char *const name[] = {[NOTE_INFO] = "info", [NOTE_WARNING] = "warning", [NOTE_ERROR] = "error"};
    return name[level];
}

uint64_t
notes_count(const GPtrArray *notes, enum note_level level)
{
    uint64_t count = 0;
    for (guint i = 0; i < notes->len; i++) {
        const struct note *note = g_ptr_array_index(notes, i);
        if (note->level == level)
            count += note->count;
    }
    return count;
}

const char *
notes_first(const GPtrArray *notes, enum note_level level)
{
    for (guint i = 0; i < notes->len; i++) {
        const struct note *note = g_ptr_array_index(notes, i);
        if (note->level == level)
            return note->text;
    }
    return NULL;
}
