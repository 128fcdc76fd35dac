/* The opponent, inline, for codecs that do not link the state machine. */
#ifndef ALEA_FORMATS_TOOLKIT_SIDE_H
#define ALEA_FORMATS_TOOLKIT_SIDE_H

#include <alea/match.h>

static inline alea_player other_side(alea_player player)
{
    return player == ALEA_A ? ALEA_B : ALEA_A;
}

#endif
