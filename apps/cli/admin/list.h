/* The verbs of `alea admin`, one function each. Each returns the exit status. */
#ifndef ALEA_CLI_ADMIN_LIST_H
#define ALEA_CLI_ADMIN_LIST_H

#include "server/game/host/server_key.h"
#include "server/storage/interface.h"

/* `alea admin backup` and `restore`: all of a server's data in one folder, its key
 * included. */

/* Where a server keeps its data. */
typedef struct data_source {
    const char *file;     /* --data: the key is beside it */
    const char *database; /* --database; NULL: the data is in the file */
} data_source;

/* Makes the folder, while the server runs; it is there whole or not at all. */
int admin_backup(const data_source *from, const char *folder, bool json);
/* Puts the data and the key in the place of nothing: what is there is never
 * replaced. */
int admin_restore(const data_source *to, const char *folder, bool json);
/* Checks that `key` (NULL: no key) opens the dice of the games that are not over. */
int admin_check_key(storage *store, const server_key *key, const char *path);

/* `alea admin check`: the storage, every desk in it, and the key. */

/* EXIT_SOME_BAD: something is damaged, all of which is named; EXIT_SYSTEM: something
 * could not be read, or the key is not that of the games. */
int admin_check(const data_source *of, bool json);

/* The output of `alea admin` about accounts, ratings and reports. */
int admin_users(storage *store, bool json);
int admin_ratings(storage *store, bool recompute, bool json);
int admin_reports(storage *store, bool json);
/* Closes an account for that many days; `days` NULL opens it again. */
int admin_close(storage *store, const char *name, const char *days);
/* Ends a game without a winner: by the server that holds it, or the next that reads
 * it. */
int admin_end(storage *store, const char *game);
/* The report that `reports` shows with that number. */
int admin_report_remove(storage *store, const char *number);

/* `alea admin suspicious`: rated matches that somebody should look at. */
int admin_suspicious(storage *store, bool json);

/* `alea admin export`: all that a person owns, as JSON, match files and the desk. */

/* Makes the folder (docs/serve.md lists its files), whole or not at all: anything that
 * cannot be read ends the export. */
int admin_export(storage *store, const char *person, const char *folder, bool json);

/* `alea admin erase`: removes a person with what names them. */

/* Asks on the terminal first, if `sure` is not set. The games of others stay, without
 * the name. May be repeated if it was cut off. */
int admin_erase(storage *store, const char *person, bool sure);

#endif
