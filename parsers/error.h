/* The one error domain of iosizer.
 *
 * A message is set once, where the fault is seen; it names the file and the line (or the section) it is about, what was
 * expected and what was seen, and what to do. cli/ maps the code to the exit status.
 *
 *     g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_NO_INPUT, "%s: no file that can be read as a log", path);
 */
#pragma once

#include <glib.h>

#define IOSIZER_ERROR (iosizer_error_quark())

enum iosizer_error {
    IOSIZER_ERROR_USAGE,    /* exit status 2: an option or a name is wrong */
    IOSIZER_ERROR_NO_INPUT, /* 3: missing, unreadable, malformed, refused or nothing usable */
    IOSIZER_ERROR_OUTPUT,   /* 4: the output could not be written */
    IOSIZER_ERROR_INTERNAL, /* 5: a self-check failed */
    IOSIZER_ERROR_INTERRUPTED, /* 130: abandoned on a signal */
};

GQuark iosizer_error_quark(void);
