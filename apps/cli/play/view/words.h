/* Every fact of a game in words. The sentences are the same for the drawn and the plain
 * game; one fact is one line. */
#ifndef ALEA_CLI_PLAY_VIEW_WORDS_H
#define ALEA_CLI_PLAY_VIEW_WORDS_H

#include "view.h"

/* "Your checkers: 24 2, 13 5, 8 3, 6 5." and the other side's, in the viewer's
 * numbers. */
void play_say_checkers(const play_view *view, play_text *out);
/* "Cube: 2, yours." */
void play_say_cube(const alea_match *match, const char *const name[2], play_text *out);
/* "You roll 3-1." ...: what just happened. `before` is the state it met; `now` the one
 * after it. One sentence, or several ended by newlines. */
void play_say_event(const alea_match *before, const alea_match *now,
                    const alea_event *event, const char *const name[2], play_text *out);
/* Prints the double, beaver or resignation that waits for an answer; false without
 * output if there is none. */
bool play_say_offer(const alea_match *match, const char *const name[2], play_text *out);
/* "Pips: you 167, alea 167." */
void play_say_pips(const play_view *view, play_text *out);
/* `before` and the dice, the higher first: " rolled 6-1." */
void play_say_roll(alea_roll roll, const char *before, play_text *out);
/* "Score: you 1, alea 0; match to 3." */
void play_say_score(const alea_match *match, const char *const name[2], play_text *out);
/* "match to 3 points", "money session", "Crawford game". */
void play_say_stake(const alea_match *match, play_text *out);
/* "You roll" / "alea rolls": the name with the form of the verb that fits it. */
void play_say_who(const char *name, const char *verb_you, const char *verb_other,
                  play_text *out);
void text_add(play_text *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_start(play_text *t, char *at, size_t size);

#endif
