/* A card as a question with choices. */
#ifndef ALEA_DESK_VIEWS_QUIZ_H
#define ALEA_DESK_VIEWS_QUIZ_H

#include "desk/deck.h"

#include <jansson.h>

enum { QUIZ_CHOICES = 4, QUIZ_LINE = 256 };

typedef struct quiz {
    deck_card card;
    json_t *front, *back;
    const char *text[QUIZ_CHOICES]; /* shuffled */
    double equity[QUIZ_CHOICES];
    int choices, best, made; /* -1: not among them */
} quiz;

/* Reads q->card: the best choice, the one that was made, and the best of the others, in
 * an order that changes from review to review. False for a card that is damaged.
 * quiz_close it in any case. */
bool quiz_open(quiz *q);
void quiz_close(quiz *q);
/* A text of the front or the back, "" where there is none. */
const char *quiz_text(const json_t *o, const char *key);
/* Score, cube and pips, seen by the side that decides; "" for a damaged card. */
void quiz_situation(const quiz *q, char out[QUIZ_LINE]);
/* A hint: the sort of position and the cost of the error; it names no choice. */
void quiz_hint(const quiz *q, char out[QUIZ_LINE]);
/* {"card", "id", "front", "situation", "hint", "choices": [{"text", "equity"}], "best",
 * "made", "loss", "reviews", "why"}, a new reference. */
json_t *quiz_json(const quiz *q);
/* {"cards", "due", "new", "reviewed_today", "streak"}, a new reference. */
json_t *quiz_counts_json(const deck_counts *c);

#endif
