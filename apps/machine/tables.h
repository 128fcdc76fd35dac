/* Exact tables that a program takes along where it finds them. */
#ifndef ALEA_MACHINE_TABLES_H
#define ALEA_MACHINE_TABLES_H

#include <alea/bearoff.h>

enum { TABLES_PATH_SIZE = 4096 };

/* Where the hypergammon table is looked for: $ALEA_HYPERGAMMON (empty = no table), else
 * alea/hypergammon.bearoff below $XDG_DATA_HOME or ~/.local/share, else below
 * /usr/local/share and /usr/share. False if none of them exists. */
bool tables_hypergammon_path(char out[TABLES_PATH_SIZE]);
/* Gives the evaluator that table. The process opens it once and keeps it. A file that
 * is no table is reported on stderr, once, and left aside. */
void tables_attach(alea_evaluator *evaluator);
/* Whether there is one. */
bool tables_has_hypergammon(void);

#endif
