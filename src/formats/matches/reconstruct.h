/* Turns the contents of match files into the events of a record. Files omit what a
 * reader can infer (the opening roll, a take, a resignation); these functions add it,
 * with a warning if it is a guess. Shared by all match readers. */
#ifndef ALEA_FORMATS_MATCHES_RECONSTRUCT_H
#define ALEA_FORMATS_MATCHES_RECONSTRUCT_H

#include "formats/toolkit/importer.h"

/* Appends a roll of `player`, whatever came before it. */
alea_status reconstruct_roll(importer *in, alea_player player, int a, int b,
                             size_t line);
/* Appends an unknown play of the roll on the board. */
alea_status reconstruct_unknown(importer *in, alea_player player, size_t line);
/* Appends a play that the rules refuse, with its moves (0: not known); the position it
 * led to must be set after it. */
alea_status reconstruct_illegal(importer *in, alea_player player, const alea_move *move,
                                int moves, size_t line);
enum { RECONSTRUCT_REASON_SIZE = sizeof((alea_error *)0)->reason };
/* Copies the reason in in->error without its record number and full stop, as a part of
 * a warning. */
void reconstruct_reason(const importer *in, char out[RECONSTRUCT_REASON_SIZE]);
/* Ends the current game because a part of it could not be understood (`status`,
 * in->error). Returns ALEA_OK after a warning if the reader may continue with the next
 * game, or `status` if it must stop: out of memory, or a strict import. `text` is the
 * line of the file (NULL: binary). A roll on the board is kept with an unknown play. */
alea_status reconstruct_lose_game(importer *in, alea_status status, size_t line,
                                  const char *text, size_t length);

/* Appends a double, beaver or raccoon, whichever the state allows. */
alea_status reconstruct_double(importer *in, alea_player player, size_t line);
/* Take or drop. */
alea_status reconstruct_answer(importer *in, alea_player player, bool take,
                               size_t line);
/* The end of a game as a file states it. */
typedef struct reconstruct_outcome {
    alea_player winner;
    int points;      /* 0 = not stated */
    int level;       /* 1 single, 2 gammon, 3 backgammon; 0 = not stated */
    bool wins_match; /* the match ends with this game, whatever the score */
} reconstruct_outcome;

/* Ends the game. A game that was not played out ends by a resignation, or by a
 * settlement if no resignation pays these points or ends the match. */
alea_status reconstruct_result(importer *in, reconstruct_outcome outcome, size_t line);
/* Begins the next game at this score (NULL: not stated). The first call begins the
 * first game. Sets *over if the match has already ended. */
alea_status reconstruct_game(importer *in, const int score[2], bool first, bool *over,
                             size_t line);
/* Appends a SET of the current score if the record is empty, so that comments before
 * the first roll have an entry. */
alea_status reconstruct_first_entry(importer *in, size_t line);
/* Sets the board, in A's frame, with `turn` to roll. */
alea_status reconstruct_board(importer *in, const alea_board *board, alea_player turn,
                              size_t line);
alea_status reconstruct_cube(importer *in, int log2, alea_player owner, size_t line);
#endif
