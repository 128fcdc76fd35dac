/* What `alea admin` prints of accounts, ratings and reports. Each returns the exit
 * status. */
#ifndef ALEA_CLI_ADMIN_CLUB_H
#define ALEA_CLI_ADMIN_CLUB_H

#include "server/storage/interface.h"

int admin_users(storage *store, bool json);
int admin_ratings(storage *store, bool recompute, bool json);
int admin_reports(storage *store, bool json);
/* Closes an account for so many days; opens it (NULL). */
int admin_close(storage *store, const char *name, const char *days);
/* Ends a game without a winner: by the server that holds it, or the next that reads it. */
int admin_end(storage *store, const char *game);
/* The report that `reports` shows with that number. */
int admin_report_remove(storage *store, const char *number);

#endif
