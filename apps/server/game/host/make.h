/* New games. */
#ifndef ALEA_SERVER_GAME_MAKE_H
#define ALEA_SERVER_GAME_MAKE_H

#include "registry.h"

/* Makes and stores a game; `seats` as they are taken. NULL, with *status: memory or
 * storage. */
game *game_make(games *all, const game_plan *plan, const game_seat seats[2],
                const char *host, alea_status *status);

/* May that person make one more game? Counts it if so; false: the reason as code and
 * text. */
bool game_may_make(games *all, const char *address, const http_person *who,
                   const char **code, char text[240]);

#endif
