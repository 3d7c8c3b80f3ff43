#include "gate_output.h"

#include "annotations.h"
#include "error.h"
#include "junit.h"

#include <stdio.h>
#include <string.h>

bool
gate_ci_known(const char *ci, GError **error)
{
    if (!ci || strcmp(ci, "github") == 0 || strcmp(ci, "gitlab") == 0)
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_USAGE, "--ci must be github or gitlab, not \"%s\"", ci);
    return false;
}

bool
gate_output(const struct gate *gate, const char *ci, const char *junit, const char *text, GError **error)
{
    bool gitlab = ci && strcmp(ci, "gitlab") == 0;
    g_autofree char *quoted = ci && !gitlab ? annotations_github_quote(text) : g_strdup(text);
    fputs(quoted, gitlab ? stderr : stdout);
    if (ci) {
        g_autofree char *lines = gitlab ? annotations_gitlab(gate) : annotations_github(gate);
        fputs(lines, stdout);
    }
    if (!junit)
        return true;
    g_autofree char *xml = junit_write(gate);
    g_autoptr(GError) fault = NULL;
    if (g_file_set_contents(junit, xml, -1, &fault))
        return true;
    g_set_error(error, IOSIZER_ERROR, IOSIZER_ERROR_OUTPUT, "--junit %s: %s", junit, fault->message);
    return false;
}
