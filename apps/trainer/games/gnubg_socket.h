/* GNU Backgammon's `external` socket: one request line, one response line. */
#ifndef ALEA_TRAINER_GAMES_GNUBG_SOCKET_H
#define ALEA_TRAINER_GAMES_GNUBG_SOCKET_H

#include <alea/cube.h>
#include <alea/dice.h>
#include <alea/eval.h>

typedef struct gnubg_socket gnubg_socket;

gnubg_socket *gnubg_socket_open(const char *host, int port, char *reason, size_t size);
void gnubg_socket_close(gnubg_socket *g);
/* Index in `results` of the play it chooses at this cube and score, seen by the side on
 * roll; not a Crawford game. -1: it failed, or its play is not legal. */
int gnubg_socket_choose(gnubg_socket *g, const alea_board *board, const alea_cube *cube,
                        alea_roll roll, const alea_board *results, int count,
                        char *reason, size_t size);
/* Whether it doubles, and whether it takes when asked with the doubler's board and
 * cube: 1 or 0; -1 on failure. */
int gnubg_socket_doubles(gnubg_socket *g, const alea_board *board,
                         const alea_cube *cube, char *reason, size_t size);
int gnubg_socket_takes(gnubg_socket *g, const alea_board *doubler,
                       const alea_cube *cube, char *reason, size_t size);
int gnubg_socket_value(gnubg_socket *g, const alea_board *board, int plies,
                       alea_probs *out, char *reason, size_t size);

#endif
