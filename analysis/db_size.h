/* How large the database is: what capacity is required.
 *
 *     struct db_size size = db_size_of(awrs, ini ? ini->capacity_gib : NAN);
 *     ... size.gib, db_size_source_name(size.source) ...
 *     db_size_release(&size);
 *
 * The first of: what was typed in study.ini; the size that AWR data tells (tablespaces); what is used in ASM disk
 * groups. Files of a log or of file I/O statistics tell no size.
 */
#pragma once

#include "awr.h"

enum db_size_source {
    DB_SIZE_UNKNOWN,
    DB_SIZE_TYPED,
    DB_SIZE_TABLESPACES, /* struct awr, database_bytes */
    DB_SIZE_ASM          /* used space of disk groups over their copies: everything in them, the recovery area too */
};

struct db_size {
    enum db_size_source source;
    double gib;      /* NAN: unknown */
    guint databases; /* tablespaces: databases added up; ASM: disk groups */
    guint
        groups_unknown; /* disk groups whose copies are not known (FLEX, EXTEND): left out; the size is a lower bound */
    char *path;         /* of the report with the figure, of the first where several were added up; NULL: none */
    uint64_t line;      /* in it; 0: not known */
};

/* `awrs`: struct awr *. Of several reports of one database the largest figure counts; databases are added up. A disk
 * group of one name is one group. */
struct db_size db_size_of(const GPtrArray *awrs, double typed_gib);
void db_size_release(struct db_size *size);

/* Copies that a disk group of this redundancy keeps ("EXTERN" 1, "NORMAL" 2, "HIGH" 3); NAN: not known. */
double db_size_copies(const char *redundancy);

/* "typed", "tablespaces", "asm", "unknown". */
const char *db_size_source_name(enum db_size_source source);
