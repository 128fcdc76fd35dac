/* The deck: cards made of errors in the desk, shown when the scheduler wants them. */
#ifndef ALEA_DESK_DECK_H
#define ALEA_DESK_DECK_H

#include "desk/schedule/fsrs.h"
#include "find.h"

#include <alea/notation.h>

enum { DECK_TEXT = 4096 };

typedef struct deck_card {
    int64_t id, match, entry; /* match 0: no match of the desk */
    char position[ALEA_XGID_SIZE];
    char front[DECK_TEXT]; /* JSON: kind, player, opponent, date, game, turn */
    char back[DECK_TEXT];  /* JSON: as detail.h */
    double loss;
    int reviews, lapses;
    fsrs_card schedule;
} deck_card;

typedef struct deck_counts {
    int64_t cards, due, fresh; /* fresh: new cards left for today */
    int64_t reviewed_today, streak;
} deck_counts;

/* Makes cards of the decisions that match the terms, lost at least `least_loss` and
 * have stored choices. A position becomes one card for each kind of decision. */
alea_status deck_fill(desk *d, const terms *t, double least_loss, int64_t *made,
                      alea_error *error);
/* Makes a card of one decision, unless its position has one; `position` is its XGID.
 * *made is false if the choices are not stored. Inside a transaction or not. */
alea_status deck_put(desk *d, const desk_found *found, char position[ALEA_XGID_SIZE],
                     bool *made, alea_error *error);
/* The card to show now: what is due, then new cards, costliest first, at most
 * `new_a_day` since local midnight, then those last answered wrong that are due within
 * a sitting of 20 minutes. *found is false if there is none. */
alea_status deck_next(desk *d, int64_t now, int new_a_day, deck_card *out, bool *found,
                      alea_error *error);
/* The card with this number; ALEA_ERROR_ARGUMENT if there is none. */
alea_status deck_card_of(desk *d, int64_t id, deck_card *out, alea_error *error);
/* The card with the least number above `after`. */
alea_status deck_after(desk *d, int64_t after, deck_card *out, bool *found,
                       alea_error *error);
/* Computes the card's schedule anew from all of its reviews; inside a transaction. */
alea_status deck_replay(desk *d, int64_t id, alea_error *error);
/* The card of a position. */
alea_status deck_card_at(desk *d, const char *position, deck_card *out, bool *found,
                         alea_error *error);
/* Stores a card that comes from no error; no effect if its position has a card. */
alea_status deck_put_shelf(desk *d, const deck_card *c, alea_error *error);
/* A number of the local day of `now`. */
int64_t deck_day(int64_t now);
/* A card chosen by the local date: the same all day. */
alea_status deck_of_the_day(desk *d, int64_t now, deck_card *out, bool *found,
                            alea_error *error);
/* Stores a review and the card's new schedule in one transaction. */
alea_status deck_answer(desk *d, int64_t id, fsrs_grade grade, int64_t now,
                        fsrs_card *after, alea_error *error);
alea_status deck_count(desk *d, int64_t now, int new_a_day, deck_counts *out,
                       alea_error *error);

/* The scheduler's parameters, stored in the desk; the defaults if there are none. */
alea_status deck_settings(desk *d, fsrs_settings *out, alea_error *error);
alea_status deck_set_settings(desk *d, const fsrs_settings *settings,
                              alea_error *error);

#endif
