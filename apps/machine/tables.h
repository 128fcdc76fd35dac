/* Exact tables that a program takes along where it finds them. */
#ifndef ALEA_MACHINE_TABLES_H
#define ALEA_MACHINE_TABLES_H

#include <alea/bearoff.h>
#include <alea/tables_net.h>

enum { TABLES_PATH_SIZE = 4096 };

/* Gives the evaluator that table. The process opens it once and keeps it. A file that
 * is no table is reported on stderr, once, and left aside. */
void tables_attach(alea_evaluator *evaluator);
/* The tables of the tables games: that of Ur in the same way, and the standard bear-off
 * tables. */
const alea_tables_exact *tables_exact(void);

#endif
