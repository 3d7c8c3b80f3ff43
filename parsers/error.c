#include "error.h"

G_DEFINE_QUARK(iosizer-error-quark, iosizer_error)
