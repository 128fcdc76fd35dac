/* Starts of self-play games. Ordinary play from the opening hardly ever reaches some
 * kinds of position, and a net evaluates badly what it was not trained on: these are
 * generated on purpose. */
#ifndef ALEA_TRAINER_GAMES_FAMILIES_H
#define ALEA_TRAINER_GAMES_FAMILIES_H

#include "trainer/support/random.h"

#include <alea/board.h>

#include <stdbool.h>

typedef enum family {
    FAMILY_OPENING = 0,
    FAMILY_BACKGAME,    /* two anchors deep in the other home board */
    FAMILY_CONTAINMENT, /* a straggler to catch behind a broken prime */
    FAMILY_PRIMES,      /* prime against prime */
    FAMILY_MASSIVE,     /* very many checkers back: massive back games and snakes */
    FAMILY_CRASHED,     /* a crunched home board against an anchor */
    FAMILY_LONG_RACE,
    FAMILY_BEARIN,  /* bearing in or off against an anchor or the bar */
    FAMILY_SCATTER, /* anything at all */
    FAMILIES
} family;

const char *family_name(family f);
/* A position of the family, seen by the player on roll (either side may be the
 * worse one); legal, not over. Which one is drawn from `r`. */
alea_board family_deal(family f, random_stream *r);
/* A contact position where one side is held or holds on: a back game (two points or
 * more in the other's home board, 60 pips behind), a checker behind six points in a
 * row, or a checker back when the other side has begun to bear off. */
bool position_is_held(const alea_board *board);

#endif
