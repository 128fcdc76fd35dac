/* Exact tables that a program takes along where it finds them. */
#ifndef ALEA_MACHINE_TABLES_H
#define ALEA_MACHINE_TABLES_H

#include <alea/bearoff.h>
#include <alea/tables_net.h>

enum { TABLES_PATH_SIZE = 4096 };

/* Gives the evaluator that table. The process opens it once and keeps it. A file that
 * is no table is reported on stderr, once, and left aside. */
void tables_attach(alea_evaluator *evaluator);
/* The tables of a game of the family: that of Ur in the same way, and the bear-off
 * tables of its throws: the standard ones, or, where those do not fit, such as the
 * process makes when they are first asked for, and keeps. */
alea_tables_exact tables_exact(const alea_tables_rules *rules);

#endif
