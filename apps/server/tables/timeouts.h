/* What happens at a table when time is used up. */
#ifndef ALEA_SERVER_TABLES_TIMEOUTS_H
#define ALEA_SERVER_TABLES_TIMEOUTS_H

#include "parts.h"

/* Once a second: whose time is used up loses the match, and what nobody has begun
 * within the pause begins. */
void family_timeouts_tick(families *all);
/* The same at once. */
void family_timeouts_look(families *all);

#endif
