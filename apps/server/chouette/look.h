/* Chouettes as JSON (docs/api.md). Each function returns a new reference. */
#ifndef ALEA_SERVER_CHOUETTE_LOOK_H
#define ALEA_SERVER_CHOUETTE_LOOK_H

#include "parts.h"

#include <jansson.h>

/* Of a list. */
json_t *chouette_row_json(const storage_chouette *row);
/* As the account sees it ("" = a spectator). NULL without memory. */
json_t *chouette_state_json(const live_chouette *live, const char *user);
/* What everybody has won or lost in each game, and who pays whom in the end. */
json_t *chouette_settlement_json(const live_chouette *live);

#endif
