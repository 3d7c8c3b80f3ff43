/* Which libraries made the report: part of its disclosure.
 *
 *     g_autofree char *libraries = versions_describe();   // "GLib 2.74.6, libxml2 20914, cairo 1.16.0, ..."
 */
#pragma once

/* Run-time versions, in a fixed order. Free with g_free. */
char *versions_describe(void);
