/* Machine players in a seat. */
#ifndef ALEA_SERVER_CHOUETTE_MACHINES_H
#define ALEA_SERVER_CHOUETTE_MACHINES_H

#include "model.h"

#include <jansson.h>

/* "alea expert", or "alea expert 2" where one of that level has sat there before. */
void crew_machine_name(const crew *t, int level, char out[132]);
/* The level that a request names; -1 = none that can play here. */
int crew_machine_level(const json_t *given);

#endif
