#include "note.h"

static const struct note *
nth(const GPtrArray *notes, guint i)
{
    return g_ptr_array_index(notes, i);
}

static void
repeats_are_counted_and_the_first_is_kept(void)
{
    g_autoptr(GPtrArray) notes = notes_new();
    notes_add(notes, NOTE_WARNING, "short-row", 7, "row of %s", "sda");
    notes_add(notes, NOTE_WARNING, "short-row", 9, "row of %s", "sdb");
    g_assert_cmpuint(notes->len, ==, 1);
    g_assert_cmpstr(nth(notes, 0)->text, ==, "row of sda");
    g_assert_cmpuint(nth(notes, 0)->line, ==, 7);
    g_assert_cmpuint(nth(notes, 0)->count, ==, 2);
}

static void
codes_are_apart_and_in_order(void)
{
    g_autoptr(GPtrArray) notes = notes_new();
    notes_add(notes, NOTE_ERROR, "b", 0, "second letter");
    notes_add(notes, NOTE_INFO, "a", 1, "100%% sure");
    g_assert_cmpuint(notes->len, ==, 2);
    g_assert_cmpstr(nth(notes, 0)->code, ==, "b");
    g_assert_cmpstr(nth(notes, 1)->text, ==, "100% sure");
}

static void
levels_are_counted_as_events(void)
{
    g_autoptr(GPtrArray) notes = notes_new();
    g_assert_cmpuint(notes_count(notes, NOTE_WARNING), ==, 0);
    for (guint i = 0; i < 5; i++)
        notes_add(notes, NOTE_WARNING, "w", i, "w");
    notes_add(notes, NOTE_WARNING, "v", 1, "v");
    notes_add(notes, NOTE_ERROR, "e", 1, "e");
    g_assert_cmpuint(notes_count(notes, NOTE_WARNING), ==, 6);
    g_assert_cmpuint(notes_count(notes, NOTE_ERROR), ==, 1);
    g_assert_cmpuint(notes_count(notes, NOTE_INFO), ==, 0);
}

static void
appending_copies_and_merges_nothing(void)
{
    g_autoptr(GPtrArray) from = notes_new(), to = notes_new();
    notes_add(from, NOTE_WARNING, "w", 3, "text");
    notes_add(from, NOTE_WARNING, "w", 4, "text");
    notes_append(to, from, "a.log");
    notes_append(to, from, NULL);
    g_assert_cmpuint(to->len, ==, 2);
    g_assert_cmpstr(nth(to, 0)->text, ==, "a.log: text");
    g_assert_cmpuint(nth(to, 0)->count, ==, 2);
    g_assert_cmpuint(nth(to, 0)->line, ==, 3);
    g_assert_cmpstr(nth(to, 1)->text, ==, "text");
    g_assert_cmpstr(nth(from, 0)->text, ==, "text");
}

static void
levels_have_names(void)
{
    g_assert_cmpstr(note_level_name(NOTE_INFO), ==, "info");
    g_assert_cmpstr(note_level_name(NOTE_WARNING), ==, "warning");
    g_assert_cmpstr(note_level_name(NOTE_ERROR), ==, "error");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/note/repeats_are_counted_and_the_first_is_kept", repeats_are_counted_and_the_first_is_kept);
    g_test_add_func("/note/codes_are_apart_and_in_order", codes_are_apart_and_in_order);
    g_test_add_func("/note/levels_are_counted_as_events", levels_are_counted_as_events);
    g_test_add_func("/note/appending_copies_and_merges_nothing", appending_copies_and_merges_nothing);
    g_test_add_func("/note/levels_have_names", levels_have_names);
    return g_test_run();
}
