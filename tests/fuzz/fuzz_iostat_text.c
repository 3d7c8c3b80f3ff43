/* Fuzz target: iostat logs as text. Some inputs are read by several threads too: the result must be the same. */
#include "capture_dump.h"
#include "iostat.h"

#include <stdint.h>
#include <string.h>

#define THREADS_EACH 16 /* one input of so many */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The captures as text, where asked for. */
static char *
dump_of(const uint8_t *data, size_t size, const struct iostat_options *options, bool with_dump)
{
    struct stream *stream = stream_new_memory("fuzz", data, size);
    g_autoptr(GPtrArray) captures = g_ptr_array_new_with_free_func((GDestroyNotify)capture_free);
    g_autoptr(GError) error = NULL;
    bool parsed = iostat_text_parse(stream, options, captures, &error);
    if (parsed != (error == NULL) || (captures->len > 0) != parsed)
        g_error("a reader must give captures, or an error, and not both");
    stream_free(stream);
    return with_dump ? dump_captures(captures) : NULL;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.with_series = true;
    options.since_boot = size % 7 == 0 ? SINCE_BOOT_KEEP : SINCE_BOOT_AUTO;
    options.date_order = size % 5 == 0 ? DATE_ORDER_DMY : DATE_ORDER_AUTO;
    bool with_threads = size % THREADS_EACH == 0;
    g_autofree char *one = dump_of(data, size, &options, with_threads);
    if (with_threads) {
        options.jobs = 2;
        options.block_bytes = 1 + size / 5;
        g_autofree char *two = dump_of(data, size, &options, true);
        if (strcmp(one, two) != 0)
            g_error("two threads read another log than one");
    }
    return 0;
}
