/* A tables game on the full screen: keys and the mouse choose the points. */
#ifndef ALEA_CLI_TABLES_TABLE_FULL_H
#define ALEA_CLI_TABLES_TABLE_FULL_H

#include "table.h"

/* Moves the table to the full screen if the terminal allows it and a person plays. */
bool table_go_full(table *t);

#endif
