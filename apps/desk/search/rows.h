/* The decisions of a match in a fixed form that searches scan. */
#ifndef ALEA_DESK_SEARCH_ROWS_H
#define ALEA_DESK_SEARCH_ROWS_H

#include "report/shared.h"
#include "report/themes.h"

#include <alea/judge.h>
#include <alea/record.h>

enum { DESK_KEY_SIZE = 16 };

/* desk_row.flags */
enum {
    DESK_CRAWFORD = 1,
    DESK_COUNTED = 2, /* in the PR, by eXtreme Gammon's rule */
    DESK_LUCK = 4,    /* `luck` is known */
    DESK_HINTED = 8,  /* would count, except that the player asked for a hint */
    DESK_RIGHT_SHIFT = 4,
    DESK_RIGHT = 7 << DESK_RIGHT_SHIFT, /* desk_right */
    DESK_FLAGGED = 128                  /* marked by a user of the file's program */
};
/* The right action of a cube decision that is analysed. */
typedef enum desk_right {
    DESK_RIGHT_UNKNOWN = 0,
    DESK_RIGHT_NO_DOUBLE,
    DESK_RIGHT_DOUBLE_TAKE,
    DESK_RIGHT_DOUBLE_DROP,
    DESK_RIGHT_TOO_GOOD,
    DESK_RIGHT_TAKE,
    DESK_RIGHT_DROP,
    DESK_RIGHT_BEAVER /* or raccoon */
} desk_right;
/* desk_row.owner */
enum { DESK_CENTRED = 0, DESK_MINE, DESK_THEIRS };
/* desk_row.program */
enum { DESK_NOT_ANALYSED = 0, DESK_FILED, DESK_ALEA };

/* One decision, seen by the player who decides. Stored as it is, little-endian. Index 0
 * is that player, 1 the opponent. */
typedef struct desk_row {
    int8_t point[26]; /* alea_board */
    uint8_t dice[2];  /* higher first; {0, 0} before the roll */
    uint8_t kind;     /* alea_judged */
    uint8_t action;   /* alea_event_type: ROLL = no double; SET: no action was taken */
    uint8_t phase;    /* alea_phase */
    uint8_t by;       /* alea_player */
    uint8_t cube_log2, owner, flags, program;
    uint8_t off[2];
    int16_t away[2]; /* 0: money */
    uint16_t pips[2];
    uint16_t game, turn; /* from 1; a position: turn 0 */
    uint16_t chance[3];  /* win, win a gammon, lose a gammon; 1/65535; all 0: unknown */
    uint32_t entry;      /* of the record */
    float loss, equity;  /* of the best choice; NAN: not analysed */
    float luck;          /* of the roll that was played */
} desk_row;

_Static_assert(sizeof(desk_row) == 72, "a row is stored as it is");

/* Facts of a decision that few searches use, beside its row. Moves as from, to, of the
 * player who decides; from 0: no further move. */
typedef struct desk_side {
    int8_t best[8], made[8]; /* the best play and the one that was made */
    uint16_t backgammon[2];  /* chance to win one, to lose one; 1/65535 */
} desk_side;

_Static_assert(sizeof(desk_side) == 20, "it is stored as it is");

/* One program's figures for a decision, so that they can replace another's. */
typedef struct desk_figures {
    float loss, equity;
    uint16_t chance[3], backgammon[2];
    uint8_t flags; /* DESK_COUNTED, DESK_HINTED, DESK_RIGHT */
    uint8_t program;
    int8_t best[8];
} desk_figures;

_Static_assert(sizeof(desk_figures) == 28, "they are stored as they are");

typedef struct desk_rows {
    desk_row *row;   /* desk_rows_free */
    desk_side *side; /* one a row */
    size_t count;
    size_t filed; /* rows with another program's analysis */
    /* one decision that was not made; its entry is that which would come next, its loss
     * is not known */
    bool position;
    /* A hash of the events without names and sides, equal for one match in several
     * formats. Of a position: desk_decision_key. */
    uint8_t key[DESK_KEY_SIZE];
} desk_rows;

/* `met` converts equities of files that are match winning chances. ALEA_OK or
 * ALEA_ERROR_MEMORY. */
alea_status desk_rows_of(const alea_record *record, const alea_met *met,
                         desk_rows *out);
void desk_rows_free(desk_rows *rows);
/* The judgement's figures for the row's decision. */
void desk_figures_of(const desk_row *row, const alea_judgement *j, bool hinted,
                     desk_figures *out);
/* Replaces the row's figures by these. */
void desk_take_figures(desk_row *row, desk_side *side, const desk_figures *f);
/* The row's figures as they are. */
void desk_have_figures(const desk_row *row, const desk_side *side, desk_figures *out);
/* The theme of the decision; THEMES: a cube decision that is not analysed. */
theme desk_row_theme(const desk_row *row);
report_class desk_row_class(const desk_row *row);
/* The same for decisions in the same situation: board, dice, cube, score, and for money
 * Jacoby and beavers. */
void desk_decision_key(const desk_row *row, const alea_rules *rules,
                       uint8_t key[DESK_KEY_SIZE]);
/* Whether both decide the same: kind, dice and board. */
bool desk_row_same(const desk_row *a, const desk_row *b);
/* The position of a row in A's frame of the record; `length` is the match length. */
void desk_row_position(const desk_row *row, int length, alea_position *out);

#endif
