/* A gate as a JUnit XML file, as Jenkins, GitLab and others read it: one suite, a test case each.
 *
 * It holds what both common schemas ask for: the Ant one (every attribute and element of a suite, in its order) and
 * that of Jenkins' xunit plugin. There is no clock: time stamps are 1970-01-01T00:00:00, times 0.
 *
 *     g_autofree char *xml = junit_write(gate);
 */
#pragma once

#include "gate.h"

/* Ends with a newline; characters that XML cannot hold become U+FFFD. Free with g_free. */
char *junit_write(const struct gate *gate);
