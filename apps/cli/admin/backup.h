/* `alea admin backup` and `restore`: all of a server's data in one folder, its key included.
 * Each returns the exit status. */
#ifndef ALEA_CLI_ADMIN_BACKUP_H
#define ALEA_CLI_ADMIN_BACKUP_H

#include "server/game/host/server_key.h"
#include "server/storage/interface.h"

/* Where a server keeps its data. */
typedef struct data_source {
    const char *file;     /* --data: the key is beside it */
    const char *database; /* --database; NULL: the data is in the file */
} data_source;

/* Makes the folder, while the server runs; it is there whole or not at all. */
int admin_backup(const data_source *from, const char *folder, bool json);
/* Puts the data and the key in the place of nothing: what is there is never replaced. */
int admin_restore(const data_source *to, const char *folder, bool json);
/* Is it the key (NULL: there is none) of the games that are not over? */
int admin_check_key(storage *store, const server_key *key, const char *path);

#endif
