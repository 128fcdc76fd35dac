/* Challenges by name: a waiting game of mine that one account may join. */
#ifndef ALEA_SERVER_CHALLENGES_H
#define ALEA_SERVER_CHALLENGES_H

#include "games.h"
#include "server/http/request.h"

void challenges_http_list(games *all, http_request *request, http_reply *reply);
void challenges_http_send(games *all, http_request *request, http_reply *reply);
/* The one who is challenged declines, the one who has sent it takes it back: the game
 * goes with it. */
void challenges_http_end(games *all, http_request *request, http_reply *reply);

/* May the person take a seat: is nobody there who has blocked them, and does the game
 * wait for somebody else? False after filling the reply. */
bool challenges_may_join(games *all, const game *g, const char *user,
                         http_reply *reply);
/* Found: a player has blocked the person; his name into `name`. */
storage_answer challenges_unread_by(const games *all, const game *g, const char *user,
                                    const char **name);

#endif
