/* Fuzz target: XML forms of AWR reports, and rows of DBA_HIST views as XML and CSV. */
#include "awr_read.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kind_recognise((const char *)data, size, NULL);
    static const enum kind kinds[] = {KIND_AWR_XML, KIND_AWR_VIEWS};
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
        struct stream *stream = stream_new_memory("fuzz", data, size);
        g_autoptr(GPtrArray) reports = g_ptr_array_new_with_free_func((GDestroyNotify)awr_free);
        g_autoptr(GError) error = NULL;
        if (awr_parse(stream, kinds[i], reports, &error) != (error == NULL) || (reports->len > 0) != (error == NULL))
            g_error("a reader must give reports, or an error, and not both");
        stream_free(stream);
    }
    return 0;
}
