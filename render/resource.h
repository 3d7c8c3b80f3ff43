/* The files compiled into the program: templates/, by name.
 *
 *     g_autofree char *style = resource_text("style.css");
 */
#pragma once

/* The whole file as text; never NULL: an unknown name is a programming error. Free with g_free. */
char *resource_text(const char *name);

/* The same, NULL where there is no such file. */
char *resource_text_if_any(const char *name);

/* Names of the files in a folder ("languages/"), sorted; empty where there is none. Free with g_strfreev. */
char **resource_names(const char *folder);

/* SHA-256 in hex over all of them. Free with g_free. */
char *resource_sha256(void);
