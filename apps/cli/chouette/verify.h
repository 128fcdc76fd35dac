/* `alea verify-dice FILE` with the record of a server's chouette. */
#ifndef ALEA_CLI_CHOUETTE_VERIFY_H
#define ALEA_CLI_CHOUETTE_VERIFY_H

#include <stdbool.h>

/* Whether the file begins as the record of a chouette does; false too where it cannot
 * be read. */
bool chouette_record_is_one(const char *path);
/* Says whether every throw of the record follows from the seed in it. `commitment` (64
 * digits, shown before the first throw) and `key` (64 digits, of the server's
 * signature) are what the user noted, or NULL. Returns the exit status; the answer, or
 * a message, was written. Needs sodium_init. */
int chouette_verify_dice(const char *path, const char *commitment, const char *key);

#endif
