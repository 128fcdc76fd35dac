/* Plays as files write them: hits unmarked, joined moves, points counted the other
 * way. */
#ifndef ALEA_FORMATS_MATCHES_RECONSTRUCT_PLAY_H
#define ALEA_FORMATS_MATCHES_RECONSTRUCT_PLAY_H

#include "formats/toolkit/importer.h"

/* `player` has moved like this, with the roll on the board. */
alea_status reconstruct_play(importer *in, alea_player player, const alea_move *moves,
                             int count, size_t line, size_t column);
/* The file shows the dice and no play: none is possible, or only one, or it is
 * unknown. */
alea_status reconstruct_bare_roll(importer *in, alea_player player, bool said_no_move,
                                  size_t line);
/* The other side's numbering of the points (bar and off stay). */
void reconstruct_turn_moves(alea_move *moves, int count);
/* Moves as text; `upward`: the points are the other side's (bar and off are words). */
alea_status reconstruct_upward_moves(importer *in, const char *text, size_t length,
                                     bool upward, alea_move moves[ALEA_MAX_MOVES],
                                     int *count, size_t line);

/* A play as text whose points may be counted from either side: upward moves are the
 * other side's numbering; where only the bar and "off" are named, what is legal
 * decides. */
alea_status reconstruct_oriented_play(importer *in, alea_player player,
                                      const char *text, size_t length, size_t line);
/* The same for moves, which are turned in place; the bar is 25 and off is 0. */
alea_status reconstruct_oriented_moves(importer *in, alea_player player,
                                       alea_move *moves, int count, size_t line);

#endif
