/* `alea admin suspicious`: rated matches that somebody should look at. */
#ifndef ALEA_CLI_ADMIN_SUSPICIOUS_H
#define ALEA_CLI_ADMIN_SUSPICIOUS_H

#include "server/storage/interface.h"

/* Returns the exit status. */
int admin_suspicious(storage *store, bool json);

#endif
