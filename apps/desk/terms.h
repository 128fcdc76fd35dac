/* The terms of a search: parsed from text, tested on matches and rows. */
#ifndef ALEA_DESK_TERMS_H
#define ALEA_DESK_TERMS_H

#include "rows.h"

enum { TERMS_MOST = 64, TERM_RANGES = 8, TERM_TEXT = 160 };

typedef struct term {
    int field; /* index of the table in terms.c */
    bool negated;
    int side; /* 0: of the player who decides; 1: of the opponent */
    int ranges;
    float low[TERM_RANGES], high[TERM_RANGES]; /* numbers: any of these */
    uint32_t mask;                             /* points, words or rolls */
    char text[TERM_TEXT];
    int8_t least[26], most[26]; /* boards */
} term;

typedef struct terms {
    term term[TERMS_MOST];
    int count;
    bool has_tags; /* tags are tested: desk_find collects them */
} terms;

/* Appends one term, such as "prime>=4", "their-bar=1" or "player=Ann*". */
alea_status terms_add(terms *t, const char *text, bool negated, alea_error *error);

/* What the terms ask of a match. */
typedef struct term_match {
    int64_t id;
    const char *player[2];  /* A's and B's, by alias */
    const char *written[2]; /* their names in the file */
    const char *event, *date;
    int length;
} term_match;

/* Whether decisions of player `by` in this match can match. Tags are not tested. */
bool terms_take_match(const terms *t, const term_match *m, int by);
/* Whether the row matches; `t` has taken its match. Tags are not tested. */
bool terms_take_row(const terms *t, const desk_row *row);
/* What students write beside decisions. */
typedef enum term_label { TERM_TAG = 0, TERM_COLLECTION, TERM_NOTE } term_label;
/* Tests tags, collections and notes: `has` says whether the row or its match has one
 * like the pattern (of SQLite's LIKE, with '\\' as escape). */
bool terms_take_tags(const terms *t,
                     bool (*has)(void *context, term_label kind, const char *pattern),
                     void *context);
enum { TERM_HELP = 256 };
/* A line of help for term `index`, from 0; false past the end. */
bool terms_help(int index, char out[TERM_HELP]);

#endif
