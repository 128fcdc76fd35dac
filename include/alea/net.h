/* The nets from outside: how a position becomes input rows, which shapes exist, and how
 * float parameters become a net file. The trainer needs this header; players need
 * eval.h.
 *
 * A position is a set of rows; every row weighs 1, so the first layer is a sum of
 * weight columns and stays integer. A feature group holds at most one row: its value 0
 * has no row, value v >= 1 has row first + v - 1. Slots of equal value in two positions
 * need no update. Everything is seen by the player on roll. Pure functions:
 * thread-safe. */
#ifndef ALEA_NET_H
#define ALEA_NET_H

#include <stdint.h>

#include <alea/board.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    /* Board: points 24 x (mine 1..8, theirs 1..8), bars 1..6, off 1..15, each capped.
     * These rows come first in the contact encoding and are all the prune net sees. */
    ALEA_BOARD_SLOTS = 28,
    ALEA_BOARD_ROWS = 24 * 16 + 2 * 6 + 2 * 15,
    /* Contact = board + 8 windows of made points (63 rows each), 4 escape counts (36),
     * 2 counts of rolls that hit something (36), 24 points x (my blot: 8 buckets of
     * shots at it, their blot: 8 buckets). All but the checkers off and the counts have
     * a second set of rows, in use while a side has nobody back or bears in (output
     * buckets 0, 1 and 5): those rows stand behind all others. */
    ALEA_CONTACT_SLOTS = ALEA_BOARD_SLOTS + 8 + 4 + 2 + 24,
    ALEA_CONTACT_ROWS = ALEA_BOARD_ROWS + 8 * 63 + 4 * 36 + 2 * 36 + 24 * 16 +
                        (24 * 16 + 2 * 6 + 8 * 63 + 24 * 16),
    /* Race = points, off, pips of each side by fours (40 rows each), their difference
     * by twos (63). */
    ALEA_RACE_SLOTS = 24 + 2 + 3,
    ALEA_RACE_ROWS = 24 * 16 + 2 * 15 + 2 * 40 + 63,
    /* Most rows one position can switch on. */
    ALEA_MAX_ACTIVE = ALEA_CONTACT_SLOTS,
    ALEA_OUTPUT_BUCKETS = 8,
    ALEA_OUTCOMES = 6
};

/* The order of the six outcomes everywhere a net is meant. */
enum {
    ALEA_WIN_SINGLE = 0,
    ALEA_WIN_GAMMON,
    ALEA_WIN_BACKGAMMON,
    ALEA_LOSE_SINGLE,
    ALEA_LOSE_GAMMON,
    ALEA_LOSE_BACKGAMMON
};

typedef enum alea_net_kind {
    ALEA_NET_CONTACT = 0,
    ALEA_NET_RACE,
    ALEA_NET_PRUNE,
    ALEA_NET_KINDS
} alea_net_kind;

/* Rows of a position for a net, by feature group, into `rows`; returns how many.
 * `board` is seen by the player on roll and passes alea_board_check for 15 checkers.
 * CONTACT and PRUNE take any position; RACE one without a checker on a bar. */
ALEA_API int alea_encode(alea_net_kind kind, const alea_board *board,
                         uint16_t rows[ALEA_MAX_ACTIVE]);
/* How many rows a kind of net has. */
ALEA_API int alea_encode_rows(alea_net_kind kind);
/* 0..7: which output bucket of the contact net judges this position. */
ALEA_API int alea_encode_output_bucket(const alea_board *board);
/* Names until 0.1.0; to be removed in the version after it. */
#define ALEA_TAILS       ALEA_OUTPUT_BUCKETS
#define alea_encode_tail alea_encode_output_bucket
/* Which of the six outcomes can still happen: bit i = outcome i. A side that has borne
 * off loses no gammon; no backgammon once the loser has left the winner's home and bar
 * for good or has borne off. Never empty for a game not yet over. */
ALEA_API unsigned alea_encode_possible(const alea_board *board);
/* Changes when the meaning of any row or output bucket changes; nets carry it. */
ALEA_API uint32_t alea_encode_hash(void);

/* Shape: rows -> width -> hidden2 -> hidden3 -> 6 logits -> softmax. The first layer is
 * shared; everything after it exists once for each output bucket.
 * width: clip(x, 0, 1); hidden2, hidden3: clip(x, 0, ALEA_HIDDEN_CLIP). */
typedef struct alea_net_shape {
    int width;          /* a multiple of 32 in 32..1024 */
    int hidden2;        /* 32 or 64, or 0 = no such layer */
    int hidden3;        /* 32, or 0; 0 if hidden2 is 0 */
    int output_buckets; /* 1, or ALEA_OUTPUT_BUCKETS (contact only) */
} alea_net_shape;

enum { ALEA_HIDDEN_CLIP = 16 };

/* Float parameters, owned by the caller. Row-major:
 *   w1[row][width] b1[width], w2[bucket][hidden2][width] b2[bucket][hidden2],
 *   w3[bucket][hidden3][hidden2] b3[bucket][hidden3],
 *   w4[bucket][6][last] b4[bucket][6],
 * last = hidden3, else hidden2, else width. Absent layers: NULL. */
typedef struct alea_net_params {
    alea_net_shape shape;
    const float *w1, *b1, *w2, *b2, *w3, *b3, *w4, *b4;
} alea_net_params;

/* Numbers: weights are int16 with a power-of-two scale a layer, activations int16, sums
 * int32; all scales are chosen so that no sum can overflow, whatever the position. The
 * loss is that of rounding weights to 1/1024 or finer, so training needs no
 * quantisation in the loop; it must keep |w1| < 8 and, for each unit, the sum over
 * feature groups of the largest |row| below 120, |w2|, |w3|, |w4| < 8, which Adam with
 * any weight limit of that size does; packing refuses otherwise. */
ALEA_API size_t alea_net_pack_size(const alea_net_params params[ALEA_NET_KINDS]);
/* Quantises and writes the three nets as one net file into out[size]; size as above. */
ALEA_API alea_status alea_net_pack(const alea_net_params params[ALEA_NET_KINDS],
                                   void *out, size_t size, alea_error *error);

#ifdef __cplusplus
}
#endif
#endif
