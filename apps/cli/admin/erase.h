/* `alea admin erase`: removes a person with what names them. */
#ifndef ALEA_CLI_ADMIN_ERASE_H
#define ALEA_CLI_ADMIN_ERASE_H

#include "server/storage/interface.h"

/* Asks on the terminal first, if `sure` is not set. The games of others stay, without
 * the name. May be repeated if it was cut off. Returns the exit status. */
int admin_erase(storage *store, const char *person, bool sure);

#endif
