/* The parts of the table of options that the check of rules and the record use. */
#ifndef ALEA_TABLES_OPTIONS_H
#define ALEA_TABLES_OPTIONS_H

#include <alea/tables_rules.h>

/* How many options there are before those that stand for several others. */
int options_single(void);
/* Every field that an option sets has one of its values. */
alea_status options_in_range(const alea_tables_rules *rules, alea_error *error);

#endif
