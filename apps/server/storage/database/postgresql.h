/* PostgreSQL by libpq: prepared statements; a batch of events in pipeline mode. All tables
 * lie in the schema "alea". A lost connection is made again by the next statement. */
#ifndef ALEA_SERVER_STORAGE_DATABASE_POSTGRESQL_H
#define ALEA_SERVER_STORAGE_DATABASE_POSTGRESQL_H

#include "driver.h"

/* Opens the database at s->place, creating the schema or upgrading it. */
alea_status postgresql_open(storage *s, alea_error *error);
/* Whether no database answers there yet: it may be started later. */
bool postgresql_may_come(const char *place);
/* Counts users, games, events. */
alea_status postgresql_check(const char *place, int64_t counts[3], alea_error *error);

#endif
