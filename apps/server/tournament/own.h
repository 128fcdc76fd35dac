/* What the requests that make tournaments read; each false after filling the reply. */
#ifndef ALEA_SERVER_TOURNAMENT_OWN_H
#define ALEA_SERVER_TOURNAMENT_OWN_H

#include "parts.h"
#include "server/http/request.h"

#include <jansson.h>

/* Has the object no field but those `known`, the last of which is NULL? Fills no
 * reply. */
bool own_has_only(json_t *body, const char *const *known);
/* "text" and "starts", as announced. */
bool own_read_announcement(const json_t *body, storage_tournament *row,
                           http_reply *reply);
/* "plan", over the defaults, with a new seed. */
bool own_read_plan(const json_t *body, tournament_plan *plan, http_reply *reply);
/* "club" and "members_only": the club whose tournament it is, if the asker directs
 * it. */
bool own_read_club(tournaments *all, const http_request *request, const json_t *body,
                   storage_tournament *row, http_reply *reply);
/* May the asker direct one tournament or season more? */
bool own_may_direct(tournaments *all, const http_request *request, http_reply *reply);
/* Random hexadecimal digits. */
void own_draw_seed(char seed[TOURNAMENT_SEED]);

#endif
