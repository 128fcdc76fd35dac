/* What match files tell, turned into the events of a record. Files leave out what their
 * readers can guess (the opening roll, a take, a resignation); this is where it is put
 * back, each time with a warning where it is a guess. Shared by all match readers. */
#ifndef ALEA_FORMATS_MATCHES_RECONSTRUCT_H
#define ALEA_FORMATS_MATCHES_RECONSTRUCT_H

#include "formats/toolkit/importer.h"

/* `player` has thrown these dice, whatever came before. */
alea_status reconstruct_roll(importer *in, alea_player player, int a, int b,
                             size_t line);
/* The play of the roll on the board is not known. */
alea_status reconstruct_unknown(importer *in, alea_player player, size_t line);
/* Something in the game being read could not be understood (`status`, in->error).
 * Returns ALEA_OK after a warning if the reader goes on with the next game, or the
 * status if it must stop: no memory, or the caller asked for strictness. `text` is the
 * line of the file (NULL: binary). The roll on the board, if any, is kept as that of an
 * unknown play. */
alea_status reconstruct_lose_game(importer *in, alea_status status, size_t line,
                                  const char *text, size_t length);

/* Double, beaver or raccoon, as the state asks. */
alea_status reconstruct_double(importer *in, alea_player player, size_t line);
/* Take or drop. */
alea_status reconstruct_answer(importer *in, alea_player player, bool take,
                               size_t line);
/* What a file says about the end of a game. */
typedef struct reconstruct_outcome {
    alea_player winner;
    int points;      /* 0 = not stated */
    int level;       /* 1 single, 2 gammon, 3 backgammon; 0 = not stated */
    bool wins_match; /* the match ends with this game, whatever the score */
} reconstruct_outcome;

/* The game is over. A game not yet played out ends by resignation; where no
 * resignation pays these points, or ends the match, by a settlement. */
alea_status reconstruct_result(importer *in, reconstruct_outcome told, size_t line);
/* The next game begins at this score (NULL: not told). The first call begins the first
 * game. *over is set if the match had ended before. */
alea_status reconstruct_game(importer *in, const int score[2], bool first, bool *over,
                             size_t line);
/* What stands before the first roll needs an entry to hang on: the score, set to what
 * it is. Nothing if there is an entry. */
alea_status reconstruct_first_entry(importer *in, size_t line);
/* The board becomes this one, in A's frame, `turn` to roll. */
alea_status reconstruct_board(importer *in, const alea_board *board, alea_player turn,
                              size_t line);
alea_status reconstruct_cube(importer *in, int log2, alea_player owner, size_t line);
#endif
