/* The game as text: the board drawn, and every fact in words. Pure functions of their
 * arguments; nothing is printed. */
#ifndef ALEA_CLI_PLAY_VIEW_H
#define ALEA_CLI_PLAY_VIEW_H

#include <alea/match.h>

#include <stdbool.h>
#include <stddef.h>

/* What the terminal can show. */
typedef struct play_caps {
    int width; /* columns; 80 where unknown */
    bool unicode, colour;
} play_caps;

typedef struct play_view {
    const alea_match *match;
    alea_player viewer; /* drawn at the bottom; the points carry that side's numbers */
    alea_board board;   /* seen by the viewer; may hold a play still being made */
    const char *name[2];
    bool marked[26]; /* points of the viewer's numbering that the last play reached */
} play_view;

enum { PLAY_VIEW_SIZE = 8192, PLAY_SENTENCE_SIZE = 512 };

/* Text that grows in the caller's array and is cut, never overrun; always ended. */
typedef struct play_text {
    char *at;
    size_t size, length;
} play_text;

void text_start(play_text *t, char *at, size_t size);
void text_add(play_text *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The board: drawn from 60 columns on, a list of points below that. */
void play_render(const play_view *view, const play_caps *caps, play_text *out);

/* "You roll" / "alea rolls": the name with the form of the verb that fits it. */
void play_say_who(const char *name, const char *verb_you, const char *verb_other,
                  play_text *out);
/* "You roll 3-1." ...: what just happened. `before` is the state it met; `now` the one
 * after it. One sentence, or several ended by newlines. */
void play_say_event(const alea_match *before, const alea_match *now,
                    const alea_event *event, const char *const name[2], play_text *out);
/* "Score: you 1, alea 0; match to 3." */
void play_say_score(const alea_match *match, const char *const name[2], play_text *out);
/* "Cube: 2, yours." */
void play_say_cube(const alea_match *match, const char *const name[2], play_text *out);
/* "Pips: you 167, alea 167." */
/* The double, beaver or resignation that waits for an answer; false, with nothing said,
 * if there is none. */
bool play_say_offer(const alea_match *match, const char *const name[2], play_text *out);
void play_say_pips(const play_view *view, play_text *out);
/* "Your checkers: 24 2, 13 5, 8 3, 6 5." and the other side's, in the viewer's
 * numbers. */
void play_say_checkers(const play_view *view, play_text *out);
/* "match to 3 points", "money session", "Crawford game". */
void play_say_stake(const alea_match *match, play_text *out);
/* `before` and the dice, the higher first: " rolled 6-1." */
void play_say_roll(alea_roll roll, const char *before, play_text *out);
/* A play in canonical notation, in the mover's numbers; "cannot move" for none. */
void play_say_moves(const alea_board *before, const alea_event *event,
                    const alea_match *match, play_text *out);

#endif
