/* The terms of a search: parsed from text, tested on matches and rows. */
#ifndef ALEA_DESK_SEARCH_TERMS_H
#define ALEA_DESK_SEARCH_TERMS_H

#include "rows.h"

enum { TERMS_MOST = 64, TERM_RANGES = 8, TERM_TEXT = 256 };

typedef struct term {
    int field, id, shape; /* fields.h: index, field_id, field_shape */
    bool negated;
    bool exact; /* texts and dates after "==" */
    int side;   /* 0: of the player who decides; 1: of the opponent */
    int ranges;
    float low[TERM_RANGES], high[TERM_RANGES]; /* numbers: any of these */
    uint32_t mask;                             /* points, words or rolls */
    int8_t from, to;                           /* a zone */
    char text[TERM_TEXT];
    int8_t least[26], most[26]; /* boards */
    alea_move move[ALEA_MAX_MOVES];
    int moves;
} term;

/* All zero: nothing is asked. */
typedef struct terms {
    term term[TERMS_MOST];
    int count;
    /* Bits of terms that must all hold; one of them is enough. 0: all terms must. */
    uint64_t alternative[TERMS_MOST];
    int alternatives;
    /* Bits of terms about the match, about labels, about the decision. */
    uint64_t of_match, of_labels, of_row;
    bool has_sides; /* a term is about desk_side */
} terms;

/* Appends one term, such as "prime>=4", "their-bar=1" or "player=Ann*"; it must hold in
 * all alternatives. `column`, from 1, is where the text stands in a line, for the
 * message. */
alea_status terms_add(terms *t, const char *text, bool negated, int column,
                      alea_error *error);

/* A match as the terms see it. */
typedef struct term_match {
    int64_t id;
    const char *player[2];  /* A's and B's, by alias */
    const char *written[2]; /* their names in the file */
    const char *event, *date;
    int length;
} term_match;

/* A decision as the terms see it. */
typedef struct term_row {
    const desk_row *row;
    const desk_side *side; /* NULL: not known */
    uint8_t opening[2];    /* the first roll of its game; 0: not known */
} term_row;

/* The alternatives, as bits, that decisions of player `by` in this match can match. */
uint64_t terms_take_match(const terms *t, const term_match *m, int by);
/* Those of `alive` that the row matches. */
uint64_t terms_take_row(const terms *t, const term_row *r, uint64_t alive);
/* What stands beside decisions. */
typedef enum term_label {
    TERM_TAG = 0,
    TERM_COLLECTION,
    TERM_NOTE,
    TERM_COMMENT
} term_label;
/* Whether one of the alternatives `alive` has its tags, collections and notes: `has`
 * says whether the row or its match has one like the term's text. */
bool terms_take_labels(const terms *t, uint64_t alive,
                       bool (*has)(void *context, term_label kind, const term *one),
                       void *context);
/* Whether a text matches the term. */
bool term_is_like(const term *t, const char *text);

/* Splits `text` in place into words at spaces; "..." holds a word with spaces
 * together, anywhere in it, and \" stands for a quotation mark. column[i], from 1, is
 * where word i begins. Returns how many; -1: too many, or a quote that does not end. */
int terms_split(char *text, const char *word[TERMS_MOST], int column[TERMS_MOST]);

#endif
