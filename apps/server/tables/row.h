/* A table's row in the storage: columns that may be damaged. */
#ifndef ALEA_SERVER_TABLES_ROW_H
#define ALEA_SERVER_TABLES_ROW_H

#include "parts.h"

/* Whether seats, stage and clock have values that a server writes. */
bool family_row_is_listable(const storage_family *row);
/* The same, and the level: else the table cannot be read. */
bool family_row_is_good(const storage_family *row);
/* The level of the machine in a seat; NULL: there is none, or it is damaged. */
const char *family_row_level(const storage_family *row);

#endif
