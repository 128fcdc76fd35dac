/* The terms of a search and their words. */
#ifndef ALEA_DESK_SEARCH_FIELDS_H
#define ALEA_DESK_SEARCH_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum field_shape {
    FIELD_NUMBER,
    FIELD_POINTS,
    FIELD_WORD,
    FIELD_FLAG,
    FIELD_TEXT,
    FIELD_DATE,
    FIELD_BOARD,
    FIELD_DICE,
    FIELD_MOVES
} field_shape;

/* No type of its own: each test handles a few of them. */
typedef int field_id;
enum {
    FIELD_PIPS,
    FIELD_LEAD,
    FIELD_BAR,
    FIELD_OFF,
    FIELD_BACK,
    FIELD_ZONE,
    FIELD_BLOTS,
    FIELD_HOME_BLOTS,
    FIELD_OUTFIELD_BLOTS,
    FIELD_MADE,
    FIELD_HOME_MADE,
    FIELD_ANCHORS,
    FIELD_PRIME,
    FIELD_AWAY,
    FIELD_CUBE,
    FIELD_LOSS,
    FIELD_EQUITY,
    FIELD_WIN,
    FIELD_GAMMON,
    FIELD_LOSE_GAMMON,
    FIELD_BACKGAMMON,
    FIELD_LOSE_BACKGAMMON,
    FIELD_LUCK,
    FIELD_GAME,
    FIELD_TURN,
    FIELD_LENGTH,
    FIELD_MATCH,
    FIELD_POINT,
    FIELD_BLOT,
    FIELD_EMPTY,
    FIELD_ROLLED,
    FIELD_OPENED,
    FIELD_PHASE,
    FIELD_THEME,
    FIELD_KIND,
    FIELD_ACTION,
    FIELD_RIGHT,
    FIELD_CLASS,
    FIELD_OWNER,
    FIELD_MARK,
    FIELD_BEST,
    FIELD_PLAYED,
    FIELD_DOUBLET,
    FIELD_CRAWFORD,
    FIELD_MONEY,
    FIELD_COUNTED,
    FIELD_HINTED,
    FIELD_ANALYSED,
    FIELD_FLAGGED,
    FIELD_PLAYER,
    FIELD_OPPONENT,
    FIELD_EVENT,
    FIELD_DAY,
    FIELD_TAG, /* these four in the order of term_label */
    FIELD_COLLECTION,
    FIELD_NOTE,
    FIELD_COMMENT,
    FIELD_PATTERN,
    FIELD_POSITION,
    FIELD_MIRROR
};

typedef struct field {
    const char *name;
    field_shape shape;
    bool sided; /* "their-" may precede it */
    field_id id;
    const char *help; /* words: their meaning, before the list of them */
} field;

/* NULL past the end. */
const field *field_at(int index);
/* The index of the field with that name of `length` bytes; -1: there is none. */
int field_find(const char *name, unsigned length, bool theirs);

/* Bits of phases beside those of alea_phase. */
enum { FIELD_OPENING_PHASE = 8, FIELD_MIDDLE_PHASE };

/* Word `index`, from 0, of a field, and the values it stands for, as bits; NULL past
 * the end. */
const char *field_word(field_id id, int index, uint32_t *mask);

enum { FIELD_HELP = 400, FIELD_NAMES = 160 };
/* How the term is written: "[their-]pips=N". */
void field_form(const field *f, char out[FIELD_NAMES]);
/* The values that the field takes. */
void field_help(const field *f, char out[FIELD_HELP]);

#endif
