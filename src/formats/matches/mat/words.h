/* Recognizes the lines and words of match text, without the state of a game. */
#ifndef ALEA_FORMATS_MATCHES_MAT_WORDS_H
#define ALEA_FORMATS_MATCHES_MAT_WORDS_H

#include <alea/match.h>

#include <stdbool.h>
#include <stddef.h>

/* A piece of a line. */
typedef struct span {
    const char *text;
    size_t length;
} span;

/* Without the blanks around it. */
span span_trim(span s);
/* Digits at the start: returns how many, and their value (at most 9 count). */
size_t span_number(span s, int *out);

typedef struct mat_score {
    const char *name[2];
    size_t name_length[2];
    int score[2];
} mat_score;

/* The end of the game, as far as the cells so far state it. */
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

#endif
