/* The parts of a number in a table's cell, to set decimal points below each other.
 *
 *     number_tail("−1,234.5%", '.') is ".5%", number_unit(".5%", '.') is "%"
 */
#pragma once

#include <stdbool.h>

/* Where a plain number's decimals begin: at its decimal point, or behind its last digit. NULL: not a plain number.
 * `decimal`: language_decimal. Borrowed from `text`. */
const char *number_tail(const char *text, char decimal);

/* What stands behind a number's digits, given its tail: "%", or "". Borrowed from `tail`. */
const char *number_unit(const char *tail, char decimal);

/* A cell that says there is nothing. */
bool number_is_absent(const char *text);
