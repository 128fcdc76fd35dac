/* The state of the .xg reader, shared by its files. */
#ifndef ALEA_FORMATS_MATCHES_XG_READER_H
#define ALEA_FORMATS_MATCHES_XG_READER_H

#include "formats/toolkit/importer.h"
#include "record.h"

typedef struct xg_reader {
    importer *in;
    const uint8_t *records, *record;
    size_t number; /* of the record, from 1 */
    /* Of the current game: the number of entries before it, and the first record whose
     * comment is not kept yet. */
    size_t entries_before, pending;
    const uint8_t *rollouts; /* temp.xgr */
    size_t rollouts_size;
    const uint8_t *not_doubled; /* the cube record before this move, or NULL */
    char *comments;
    const char **comment; /* start of each comment, and the end of the last */
    size_t comment_count,
        comment_capacity;          /* bytes of comments that may still be kept */
    int version, games, next_type; /* of the record that follows, or -1 */
    int32_t before_game, after_game, after_match; /* comments' numbers, or below 0 */
    bool over, header_read, in_game;
    bool lost;             /* skip this game's records up to its footer */
    bool auto_doubles;     /* in this game */
    bool cube_of_player_1; /* the sign of a cube is player 1's */
} xg_reader;

static inline alea_status xg_fail(xg_reader *r, const char *reason)
{
    return import_fail(r->in, ALEA_ERROR_SYNTAX, 0, 0, "%s", reason);
}

/* 1 is player 1, the record's first player; -1 is player 2. */
static inline bool xg_player(int32_t value, alea_player *out)
{
    *out = value > 0 ? ALEA_A : ALEA_B;
    return value == 1 || value == -1;
}

/* Reads a board of 26 signed bytes, opponent's bar first. */
static inline bool xg_read_board(const uint8_t *bytes, alea_board *board)
{
    for (int i = 0; i < 26; i++) {
        int n = bytes[i] < 128 ? bytes[i] : bytes[i] - 256;
        if (n > ALEA_CHECKERS || n < -ALEA_CHECKERS) return false;
        board->point[i] = (int8_t)n;
    }
    return alea_board_check(board, ALEA_CHECKERS, NULL) == ALEA_OK;
}

/* The match header of an .xg file. */

/* Begins the record: rules, names, ratings, event, place, round, date, comment. */
alea_status xg_read_match_header(xg_reader *r);

/* The comments of temp.xgc, which records name by number. */

/* Finds the comments in r->comments, `size` bytes of text; at most `most`, the number
 * that the records can name. */
alea_status xg_find_comments(xg_reader *r, size_t size, size_t most);
/* Is there a comment of that number? */
bool xg_is_comment(const xg_reader *r, int32_t number);
/* Appends a comment to the last entry, or sets the tag `key` if not NULL. The total
 * size is bounded because many records may name the same comment. */
alea_status xg_add_comment(xg_reader *r, int32_t number, const char *key);
/* Keeps the comments of this game's records up to the current one. Comments of records
 * without an entry (no double) go to the previous entry. */
alea_status xg_add_comments(xg_reader *r);
/* True if a comment of this game is not kept yet. */
bool xg_has_pending(const xg_reader *r);

/* The analysis in the records of an .xg file. */

/* Keeps the analysis of the move record `r->record`, whose play is the last entry;
 * `before`: the board as the mover saw it. */
alea_status xg_keep_play(xg_reader *r, alea_player player, const alea_board *before);
/* Keeps the analysis of a cube record: the decision to double or not, at `entry`. */
alea_status xg_keep_double(xg_reader *r, const uint8_t *record, alea_player player,
                           size_t entry);
/* Keeps the analysis of the answer at `entry` to the double of `player`. */
alea_status xg_keep_answer(xg_reader *r, const uint8_t *record, alea_player player,
                           size_t entry);

#endif
