/* The files compiled into the program: templates/, by name.
 *
 *     g_autofree char *style = resource_text("style.css");
 */
#pragma once

/* The whole file as text; never NULL: an unknown name is a programming error. Free with g_free. */
char *resource_text(const char *name);
