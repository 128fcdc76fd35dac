/* Until study.c is there. */
#include "study.h"

void study_game_over(server *s, const char *game)
{
    (void)s;
    (void)game;
}
