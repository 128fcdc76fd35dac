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
    size_t entries_before, untold;
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

#endif
