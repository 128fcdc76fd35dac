/* `alea admin export`: all that a person owns, as JSON, match files and the desk. */
#ifndef ALEA_CLI_ADMIN_EXPORT_H
#define ALEA_CLI_ADMIN_EXPORT_H

#include "server/storage/interface.h"

/* Makes the folder (docs/serve.md has its files); it is there whole or not at all. What
 * cannot be read ends it. Returns the exit status. */
int admin_export(storage *store, const char *person, const char *folder, bool json);

#endif
