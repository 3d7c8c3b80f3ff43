#include "cursor.h"

#include <string.h>

static void
check_bytes(const char *got, size_t got_len, const char *want, size_t want_len)
{
    g_assert_cmpuint(got_len, ==, want_len);
    g_assert_true(memcmp(got, want, want_len) == 0);
}

/* Reads all lines of the text and compares them with `want` (NULL-terminated). */
static void
check_lines(const char *text, size_t len, const char *const *want)
{
    struct stream *stream = stream_new_memory("memory", text, len);
    g_auto(Cursor) cursor;
    cursor_init(&cursor, stream);
    struct cursor_line line;
    g_autoptr(GError) error = NULL;
    uint64_t number = 0;
    while (cursor_next(&cursor, &line, &error)) {
        g_assert_nonnull(want[number]);
        check_bytes(line.text, line.len, want[number], strlen(want[number]));
        g_assert_cmpuint(line.number, ==, ++number);
        g_assert_true(line.text[line.len] == '\n' || line.text[line.len] == '\r');
    }
    g_assert_no_error(error);
    g_assert_null(want[number]);
    stream_free(stream);
}

static void
test_lines_with_any_end(void)
{
    static const char text[] = "one\ntwo\r\n\nthree\r\r\nlast";
    const char *const want[] = {"one", "two", "", "three", "last", NULL};
    check_lines(text, sizeof text - 1, want);
}

static void
test_empty_stream_has_no_line(void)
{
    const char *const want[] = {NULL};
    check_lines("", 0, want);
}

static void
test_nul_bytes_stay(void)
{
    struct stream *stream = stream_new_memory("memory", "a\0b\n", 4);
    g_auto(Cursor) cursor;
    cursor_init(&cursor, stream);
    struct cursor_line line;
    g_assert_true(cursor_next(&cursor, &line, NULL));
    check_bytes(line.text, line.len, "a\0b", 3);
    g_assert_true(line.whole);
    g_assert_false(cursor_next(&cursor, &line, NULL));
    stream_free(stream);
}

static void
test_last_line_without_newline_is_not_whole(void)
{
    struct stream *stream = stream_new_memory("memory", "a\nb", 3);
    g_auto(Cursor) cursor;
    cursor_init(&cursor, stream);
    struct cursor_line line;
    g_assert_true(cursor_next(&cursor, &line, NULL));
    g_assert_true(line.whole);
    g_assert_true(cursor_next(&cursor, &line, NULL));
    g_assert_false(line.whole);
    g_assert_false(line.too_long);
    stream_free(stream);
}

/* Lines that cross the end of a block are whole lines. */
static void
test_lines_across_blocks(void)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (unsigned i = 0; text->len < 3 * CURSOR_BLOCK; i++)
        g_string_append_printf(text, "line %u of some length\n", i);
    struct stream *stream = stream_new_memory("memory", text->str, text->len);
    g_auto(Cursor) cursor;
    cursor_init(&cursor, stream);
    struct cursor_line line;
    size_t bytes = 0;
    for (unsigned i = 0; cursor_next(&cursor, &line, NULL); i++) {
        g_autofree char *want = g_strdup_printf("line %u of some length", i);
        check_bytes(line.text, line.len, want, strlen(want));
        bytes += line.len + 1;
    }
    g_assert_cmpuint(bytes, ==, text->len);
    stream_free(stream);
}

static void
test_long_line_is_cut_and_the_next_one_is_right(void)
{
    g_autofree char *filler = g_strnfill(3 * CURSOR_BLOCK + 17, 'x');
    g_autofree char *text = g_strconcat("first\n", filler, "\nafter\n", NULL);
    struct stream *stream = stream_new_memory("memory", text, strlen(text));
    g_auto(Cursor) cursor;
    cursor_init(&cursor, stream);
    struct cursor_line line;
    g_assert_true(cursor_next(&cursor, &line, NULL));
    g_assert_true(cursor_next(&cursor, &line, NULL));
    g_assert_true(line.too_long);
    g_assert_false(line.whole);
    g_assert_cmpuint(line.len, ==, CURSOR_BLOCK);
    g_assert_true(cursor_next(&cursor, &line, NULL));
    check_bytes(line.text, line.len, "after", 5);
    g_assert_cmpuint(line.number, ==, 3);
    g_assert_false(cursor_next(&cursor, &line, NULL));
    stream_free(stream);
}

static void
test_peek_takes_nothing(void)
{
    struct stream *stream = stream_new_memory("memory", "a\nb\n", 4);
    g_auto(Cursor) cursor;
    cursor_init(&cursor, stream);
    size_t len;
    const char *ahead = cursor_peek(&cursor, &len);
    check_bytes(ahead, len, "a\nb\n", 4);
    struct cursor_line line;
    g_assert_true(cursor_next(&cursor, &line, NULL));
    check_bytes(line.text, line.len, "a", 1);
    ahead = cursor_peek(&cursor, &len);
    check_bytes(ahead, len, "b\n", 2);
    stream_free(stream);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cursor/lines_with_any_end", test_lines_with_any_end);
    g_test_add_func("/cursor/empty_stream_has_no_line", test_empty_stream_has_no_line);
    g_test_add_func("/cursor/nul_bytes_stay", test_nul_bytes_stay);
    g_test_add_func("/cursor/last_line_without_newline_is_not_whole", test_last_line_without_newline_is_not_whole);
    g_test_add_func("/cursor/lines_across_blocks", test_lines_across_blocks);
    g_test_add_func(
        "/cursor/long_line_is_cut_and_the_next_one_is_right", test_long_line_is_cut_and_the_next_one_is_right);
    g_test_add_func("/cursor/peek_takes_nothing", test_peek_takes_nothing);
    return g_test_run();
}
