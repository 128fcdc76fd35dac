/* Players: a net, a simple heuristic, or GNU Backgammon over its socket. */
#ifndef ALEA_TRAINER_GAMES_PLAYER_H
#define ALEA_TRAINER_GAMES_PLAYER_H

#include "trainer/fit/net_set.h"

#include <alea/bearoff.h>
#include <alea/cube.h>
#include <alea/dice.h>

typedef struct player player;

/* `text`: a net file (.net), several joined by "+" (an ensemble: the mean of their
 * evaluations), float weights (.weights), "embedded" (the library's own net), a net
 * with "@N" behind it (N plies of search, with cube decisions where there is a
 * cube), "heuristic", or "gnubg:HOST:PORT" (a GNU Backgammon that runs `external
 * HOST:PORT`; player n connects to PORT + n, because a connection serves one
 * thread). NULL with a reason on failure. */
player *player_open(const char *text, int number, char *reason, size_t size);
/* A one-sided table file for races; NULL with a reason. */
alea_bearoff *race_table_open(const char *path, char *reason, size_t size);
/* Uses this table for the races it covers; the table must outlive the player. */
void player_set_bearoff(player *p, const alea_bearoff *one_sided);
void player_close(player *p);
/* The net of the player, or NULL; it measures luck in duels. */
const judge *player_judge(const player *p);
/* Whether several threads may use it at the same time. */
int player_is_shared(const player *p);
/* Index of the play chosen among all results of the roll, or -1 with a reason when the
 * other program failed. `cube`: money, as the side on roll sees it; not in use =
 * cubeless. `values` is scratch for `count` values. */
int player_choose(player *p, const alea_board *board, const alea_cube *cube,
                  alea_roll roll, const alea_board *results, int count,
                  alea_probs *values, char *reason, size_t size);
/* Whether it doubles; whether it takes, given the board and cube of the doubler: 0, 1,
 * or -1 with a reason. Only for players that use the cube. */
int player_doubles(player *p, const alea_board *board, const alea_cube *cube,
                   char *reason, size_t size);
int player_takes(player *p, const alea_board *doubler, const alea_cube *cube,
                 char *reason, size_t size);
/* Whether it makes cube decisions: a net with a depth, or GNU Backgammon. */
int player_plays_cube(const player *p);
/* Whether it searches ("@N" with N > 0). */
int player_is_deep(const player *p);
/* For a player that searches: equity of the side on roll in points per unit of the
 * cube, cubeful where a cube is in use. */
int player_value(player *p, const alea_board *board, const alea_cube *cube, float *out,
                 char *reason, size_t size);
/* GNU Backgammon only: cubeless value of a position to the player on roll, at
 * `plies`. */
int player_ask_value(player *p, const alea_board *board, int plies, alea_probs *out,
                     char *reason, size_t size);

#endif
