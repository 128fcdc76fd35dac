/* What `alea admin` says about ratings, reports and fair play. Each returns the exit
 * status. */
#ifndef ALEA_CLI_ADMIN_CLUB_H
#define ALEA_CLI_ADMIN_CLUB_H

#include "server/storage/interface.h"

int admin_ratings(storage *store, bool recompute);
int admin_reports(storage *store);
int admin_suspicious(storage *store);

#endif
