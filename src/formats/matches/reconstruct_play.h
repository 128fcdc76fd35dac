/* Plays as files write them: hits unmarked, joined moves, points counted the other
 * way. */
#ifndef ALEA_FORMATS_MATCHES_RECONSTRUCT_PLAY_H
#define ALEA_FORMATS_MATCHES_RECONSTRUCT_PLAY_H

#include "formats/toolkit/importer.h"

/* Appends a play of the roll on the board; `column` is for messages (0: not known). A
 * play that the rules refuse is kept as an illegal one, with a warning, and the
 * position that its moves lead to is set; moves that cannot be made (no checker there,
 * a point that the opponent holds) are left out. ALEA_ERROR_REFUSED where none can,
 * where the play before it was illegal too (the file and the game have parted), or in a
 * strict import. */
alea_status reconstruct_play(importer *in, alea_player player, const alea_move *moves,
                             int count, size_t line, size_t column);
/* The same, but ALEA_ERROR_REFUSED for every play that the rules refuse: for files that
 * state the position after it. */
alea_status reconstruct_legal_play(importer *in, alea_player player,
                                   const alea_move *moves, int count, size_t line,
                                   size_t column);
/* Text of more moves than any play has: an illegal play. ALEA_ERROR_REFUSED as above,
 * and where it is something else; in->error is left as it is. */
alea_status reconstruct_long_play(importer *in, alea_player player, const char *text,
                                  size_t length, size_t line, size_t column);
/* The file has dice without a play: a pass, the only legal play, or an unknown one. */
alea_status reconstruct_bare_roll(importer *in, alea_player player, bool said_no_move,
                                  size_t line);
/* Converts to the other side's numbering; bar and off stay. */
void reconstruct_turn_moves(alea_move *moves, int count);
/* Parses moves; `upward`: in the other side's numbering, with bar and off as words. */
alea_status reconstruct_upward_moves(importer *in, const char *text, size_t length,
                                     bool upward, alea_move moves[ALEA_MAX_MOVES],
                                     int *count, size_t line);

/* Appends a play whose points may be in either side's numbering. Upward moves are in
 * the other side's; if only the bar and "off" are named, legality decides. */
alea_status reconstruct_oriented_play(importer *in, alea_player player,
                                      const char *text, size_t length, size_t line,
                                      size_t column);
/* The same for parsed moves, converted in place; the bar is 25 and off is 0. */
alea_status reconstruct_oriented_moves(importer *in, alea_player player,
                                       alea_move *moves, int count, size_t line,
                                       size_t column);

#endif
