/* The language of a report's fixed texts: a table from English to the translation, and how numbers and dates are
 * written.
 *
 *     g_autoptr(Language) german = language_new(text, "de.csv", &error);
 *     language_text(german, "Binding limit");     "Bindende Grenze"
 *     language_number(german, "1,234.5");         "1.234,5"
 *
 * A language file is CSV with the columns `english,translation`. English is a text of the program (--list-texts prints
 * all) or a line of a template, to the letter; a translation holds the same % conversions, in any order where written
 * as %1$s. Texts without a translation stay English. Rows whose English begins with @ are settings:
 *
 *     @language  de            the code, for the documents' language
 *     @decimal   ,             decimal sign
 *     @thousands .             between thousands; one of . , ' or a space; empty: none
 *     @date      %d.%m.%Y      a date, of %Y %m %d
 *     @fonts     ipagp         font files without their ending, by spaces: of a script that Inter lacks; one is enough
 *     @package   fonts-ipafont-gothic   what to install for them
 *
 * Names and other data are never translated; nor are whole texts that analysis makes: notes on the inputs, reasons of
 * grades and confidence, evidence of the checklist.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

struct language;
typedef struct language Language;

/* NULL with IOSIZER_ERROR_USAGE (file, line): no CSV of two columns, a text given twice, a translation whose
 * conversions are not those of its text, an unknown setting. */
struct language *language_new(const char *text, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void language_free(struct language *language);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Language, language_free)

/* The code, "en" for NULL. */
const char *language_code(const struct language *language);

/* @fonts and @package; "" where the language asks for none. Borrowed. */
const char *language_fonts(const struct language *language);
const char *language_package(const struct language *language);

/* The translation, or `english` itself; NULL language: English. Borrowed. A format keeps the conversions of `english`.
 */
const char *language_text(const struct language *language, const char *english) G_GNUC_FORMAT(2);

/* A new text of a translated format: "%s IOPS". Free with g_free. */
char *language_textf(const struct language *language, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Every text that was asked for, as a language file: English and its translation where there is one, sorted. What a
 * translator starts from. Free with g_free. */
char *language_used(const struct language *language);

/* English itself, for a report whose texts are to be listed. */
struct language *language_english(void);

/* A text of lines with each line translated that has a translation; `-`, `#` and blanks that begin a line are no part
 * of it. Free with g_free. */
char *language_lines(const struct language *language, const char *text);

/* A figure as format.h writes it, in the language's signs. Free with g_free. */
char *language_number(const struct language *language, const char *figure);

/* The same of a new figure, which it frees. */
char *language_figure(const struct language *language, char *figure);

/* The decimal sign: '.' or ','. */
char language_decimal(const struct language *language);

/* A date without its year: "14.11.", "11月14日". Free with g_free. */
char *language_day(const struct language *language, const char *date);

/* A date as format.h writes it ("2023-11-14", also with a time behind it), in the language's order. Free with g_free.
 */
char *language_date(const struct language *language, const char *date);
