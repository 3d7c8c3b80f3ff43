#include "error.h"

/* Not G_DEFINE_QUARK: it keeps the number in a variable that threads would race for. */
GQuark
iosizer_error_quark(void)
{
    return g_quark_from_static_string("iosizer-error-quark");
}
