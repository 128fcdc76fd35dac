/* The decisions of a match in a fixed form that searches scan. */
#ifndef ALEA_DESK_ROWS_H
#define ALEA_DESK_ROWS_H

#include <alea/judge.h>
#include <alea/record.h>

enum { DESK_KEY_SIZE = 16 };

/* desk_row.flags */
enum {
    DESK_CRAWFORD = 1,
    DESK_COUNTED = 2, /* in the PR, by eXtreme Gammon's rule */
    DESK_LUCK = 4,    /* `luck` is known */
    DESK_HINTED = 8   /* would count, but for a hint that the player asked for */
};
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
    uint8_t action;   /* alea_event_type: ROLL = no double; SET: nothing was done */
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

typedef struct desk_rows {
    desk_row *row; /* to free() */
    size_t count;
    size_t filed;  /* rows with another program's analysis */
    bool position; /* one decision that was not made; its entry is that which would come
                    * next, its loss is not known */
    /* What was played, without names and sides: the same for one match in several
     * formats. Of a position: desk_decision_key. */
    uint8_t key[DESK_KEY_SIZE];
} desk_rows;

/* `met` converts equities of files that are match winning chances. ALEA_OK or
 * ALEA_ERROR_MEMORY. */
alea_status desk_rows_of(const alea_record *record, const alea_met *met,
                         desk_rows *out);
/* The same for decisions in the same situation: board, dice, cube, score, and for money
 * Jacoby and beavers. */
void desk_decision_key(const desk_row *row, const alea_rules *rules,
                       uint8_t key[DESK_KEY_SIZE]);
/* The position of a row in A's frame of the record; `length` is the match length. */
void desk_row_position(const desk_row *row, int length, alea_position *out);

#endif
