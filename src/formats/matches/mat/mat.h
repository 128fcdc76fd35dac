/* The parts of the match text reader: the header before the first game, and the cells
 * of a game's lines. */
#ifndef ALEA_FORMATS_MATCHES_MAT_MAT_H
#define ALEA_FORMATS_MATCHES_MAT_MAT_H

#include "formats/matches/reconstruct.h"
#include "formats/toolkit/lines.h"

typedef struct mat_score {
    const char *name[2];
    size_t name_length[2];
    int score[2];
} mat_score;

/* How a game ends, as its cells say so far. */
typedef struct mat_end {
    bool wins; /* "Wins 2 points", and the player in whose column it stands */
    alea_player winner;
    int points; /* 0 = not stated */
    bool match; /* "... and the match" */
    /* "Losses 2 point", "Concedes", "Resigns", "Timeout" ...: the game is given up. */
    bool given_up;
    alea_player loser; /* ALEA_NOBODY: the column does not say */
    int lost_points, level;
    bool lost_match;
} mat_end;

/* What a remark says, in lower case, that sets a position. */
#define MAT_SET_POSITION "set pos="

/* How wide some blanks are, tabs among them. */
size_t mat_width(const char *blanks, size_t length);
/* "; [Tag "value"]" lines and free comments up to the first game, and the match length;
 * begins the record with the rules they tell. */
alea_status mat_read_header(importer *in, text_lines *lines);
/* "Game 3". */
bool mat_is_game(const char *text, size_t length);
/* "7 point match". */
bool mat_is_length(const char *text, size_t length, int *out);
/* " Ann : 3      Bob : 2" */
bool mat_read_score(const char *text, size_t length, mat_score *out);
/* "Wins 2 points and the match" on a line of its own: sets end->points, end->match. */
bool mat_read_wins(const char *text, size_t length, mat_end *end);
/* "Losses 2 point", "Concedes" ...: sets what it says but the loser. */
bool mat_read_gives_up(const char *text, size_t length, mat_end *end);
/* Names, and the ratings some servers write behind them. */
alea_status mat_set_names(importer *in, const mat_score *score);
/* The cells of a line, from after its ")". What they say about the end of the game is
 * only noted in *end; a roll takes a resignation there back. */
alea_status mat_read_cells(importer *in, const char *text, size_t length, size_t column,
                           size_t line, mat_end *end);
/* The same for a game that is not understood any more: only its end is looked for. */
void mat_find_end(const char *text, size_t length, size_t column, mat_end *end);
/* "; ..." inside a game, from its ';' on: a comment, or "Set Pos=". */
alea_status mat_read_remark(importer *in, const char *text, size_t length, size_t line);

#endif
