/* Challenges by name: a waiting game of mine that one account may join. */
#ifndef ALEA_SERVER_GAME_CHALLENGES_H
#define ALEA_SERVER_GAME_CHALLENGES_H

#include "games.h"
#include "server/http/request.h"

/* Whether the person may take a seat: no player there has blocked them, and the game is
 * not reserved for somebody else. False after filling the reply. */
bool challenges_may_join(games *all, const game *g, const char *user,
                         http_reply *reply);
/* Found: a player has blocked the person; his name into `name`. */
storage_answer challenges_unread_by(const games *all, const game *g, const char *user,
                                    const char **name);

#endif
