/* The only way to change a game: an event is applied, stored, published, in this
 * order. */
#ifndef ALEA_SERVER_GAME_HOST_COMMIT_H
#define ALEA_SERVER_GAME_HOST_COMMIT_H

#include "registry.h"

/* Commits the event, then all that follows from it (model/apply.h), then lets the
 * machine think. `user` and `key` are those of the command, or "".
 *
 * ALEA_ERROR_REFUSED: nothing has changed; `refusal` and `play_error` (either may be
 * NULL) get the reason. ALEA_ERROR_FILE: the event could not be stored, and `g` may be
 * lost. ALEA_OK: the event holds, as number e->seq; `g` may be lost by what follows. */
alea_status games_commit(games *all, game *g, game_event *e, const char *user,
                         const char *key, alea_refusal *refusal,
                         alea_play_error *play_error);
/* Commits what follows in a game that was just loaded. `g` may be lost by it. */
void games_follow(games *all, game *g);

/* Messages to the watchers of a game. */

/* Sends the event, whose JSON is in all->event, with the state after it. */
void publish_event(games *all, const game *g, const game_event *e);
/* Sends the state: for a change of the possible actions that no event reports. */
void publish_state(games *all, const game *g);
/* Sends presence and clocks. */
void publish_presence(games *all, const game *g);
/* Sends the state to one socket, as its user may see it. */
void publish_state_to(games *all, const game *g, socket_id socket, const char *user);

/* Tells a player who does not look at the game that it wants them: why is "turn" or
 * "joined". */
void publish_call(games *all, const game *g, int seat, const char *why);

#endif
