/* `alea admin check`: the storage, every desk in it, and the key. Each returns the exit
 * status. */
#ifndef ALEA_CLI_ADMIN_CHECK_H
#define ALEA_CLI_ADMIN_CHECK_H

#include "backup.h"

/* EXIT_SOME_BAD: something is damaged, all of which is named; EXIT_SYSTEM: something could
 * not be read, or the key is not that of the games. */
int admin_check(const data_source *of, bool json);

#endif
