/* The rulebooks as text: every rule as alea plays it, the booklet's own words for it,
 * its examples, and the places where its words had to be read in some way. */
#ifndef ALEA_TEACH_BOOKS_BOOK_H
#define ALEA_TEACH_BOOKS_BOOK_H

#include "example.h"

#include <alea/rules.h>

/* The chapters of every rule book, in this order. */
typedef enum book_topic {
    TOPIC_PARTS = 0,
    TOPIC_AIM,
    TOPIC_BOARD,
    TOPIC_SETUP,
    TOPIC_START,
    TOPIC_DIRECTION,
    TOPIC_POINTS,
    TOPIC_DICE,
    TOPIC_DOUBLES,
    TOPIC_DUTY,
    TOPIC_HITTING,
    TOPIC_ENTERING,
    TOPIC_BEARING_OFF,
    TOPIC_HIGH_DIE,
    TOPIC_HIT_LATE,
    TOPIC_WINNING,
    TOPIC_GAMMON,
    TOPIC_BACKGAMMON,
    TOPIC_SCORE,
    TOPIC_CUBE,
    TOPIC_ANSWER,
    TOPIC_REDOUBLE,
    TOPIC_STAKES,
    TOPIC_OPTIONS,
    TOPIC_CONDUCT,
    TOPICS
} book_topic;

enum { BOOK_QUOTES = 4, BOOK_EXAMPLES = 8, BOOK_READINGS = 12, BOOK_LINES = 8 };

typedef struct book_rule {
    const char *text;               /* NULL: the standard rule */
    const char *quote[BOOK_QUOTES]; /* the booklet's words, up to the first NULL */
} book_rule;

/* A place where the booklet contradicts itself, is misprinted, silent or unusual. */
typedef struct book_reading {
    const char *says;  /* the booklet's words, or what is missing */
    const char *plays; /* what alea plays, and why */
} book_reading;

typedef struct book {
    alea_preset preset;
    const char *word[2]; /* the booklet's word for one checker and for several */
    const char *about[BOOK_LINES]; /* facts about the booklet and its game */
    book_rule rule[TOPICS];
    book_example example[BOOK_EXAMPLES]; /* up to the first without a task */
    book_reading reading[BOOK_READINGS];
    const char *advice[BOOK_LINES]; /* advice that the booklet gives */
} book;

/* The heading of a chapter; static storage. */
const char *book_heading(book_topic topic);
/* The rule of the standard game; static storage. */
const char *book_standard(book_topic topic);
/* The rulebook behind a preset; NULL where there is none. */
const book *book_of(alea_preset preset);

/* The books, each in its file: rulebooks 000 to 004. */
extern const book book_vido, book_compendium, book_portfolio, book_sheet,
    book_ocastudios;

#endif
