/* Who chooses plays: a net, a simple heuristic, or GNU Backgammon over its socket. */
#ifndef TRAINER_PLAYER_H
#define TRAINER_PLAYER_H

#include "brain.h"

#include <alea/dice.h>

typedef struct player player;

/* `text`: a net file (.net), float weights (.weights), "embedded" (the library's own
 * net), "heuristic", or "gnubg:HOST:PORT" (a GNU Backgammon that runs `external
 * HOST:PORT`; the player number n of several goes to PORT + n, for one connection
 * serves one thread). NULL with a reason on failure. */
player *player_open(const char *text, int number, char *reason, size_t size);
void player_close(player *p);
/* The net behind the player, or NULL: it judges luck in duels. */
const judge *player_judge(const player *p);
/* Index of the play chosen among all results of the roll, or -1 with a reason when the
 * other program failed. `values` is scratch for `count` values. */
int player_choose(player *p, const alea_board *board, alea_roll roll,
                  const alea_board *results, int count, alea_probs *values,
                  char *reason, size_t size);
/* GNU Backgammon only: cubeless value of a position to the player on roll, at `plies`.
 */
int player_ask_value(player *p, const alea_board *board, int plies, alea_probs *out,
                     char *reason, size_t size);

#endif
