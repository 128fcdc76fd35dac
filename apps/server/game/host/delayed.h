/* A game that spectators see late: its messages to them wait in the live game. Only
 * while it is being played; when it is over they get what is left at once. */
#ifndef ALEA_SERVER_GAME_HOST_DELAYED_H
#define ALEA_SERVER_GAME_HOST_DELAYED_H

#include "registry.h"

/* Whether spectators see this game late at the moment. */
bool delayed_applies(const game *g);
/* Queues a message. Without memory spectators miss it, but the next one contains the
 * state too. */
void delayed_add(games *all, const game *g, const char *text, size_t size,
                 size_t state_at);
/* Sends what is due, or all if the game is no longer delayed. */
void delayed_send_due(games *all, const game *g);
/* The last message that spectators got; NULL: none. False: the first message still
 * waits, so there is nothing to show yet. */
bool delayed_shown(const game *g, const delayed_message **shown);
/* The score as spectators see it; before the first message the score at the start.
 * False: the game is not in this server's memory. */
bool delayed_score(const game *g, int score[2]);

#endif
