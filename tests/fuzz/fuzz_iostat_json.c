/* Fuzz target: iostat logs as JSON, and the disk sections of sadf -j. */
#include "iostat.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iostat_options options = IOSTAT_OPTIONS_DEFAULT;
    options.with_series = true;
    options.since_boot = size % 7 == 0 ? SINCE_BOOT_KEEP : SINCE_BOOT_AUTO;
    struct stream *stream = stream_new_memory("fuzz", data, size);
    g_autoptr(GPtrArray) captures = g_ptr_array_new_with_free_func((GDestroyNotify)capture_free);
    g_autoptr(GError) error = NULL;
    bool parsed = iostat_json_parse(stream, &options, captures, &error);
    if (parsed != (error == NULL) || (captures->len > 0) != parsed)
        g_error("a reader must give captures, or an error, and not both");
    stream_free(stream);
    return 0;
}
