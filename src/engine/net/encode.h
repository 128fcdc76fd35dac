/* Positions as feature group vectors, for the inference inside the engine. The public
 * face with row lists is <alea/net.h>. */
#ifndef ALEA_ENGINE_NET_ENCODE_H
#define ALEA_ENGINE_NET_ENCODE_H

#include <alea/net.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum {
    ENCODE_STRIDE =
        96, /* feature groups padded with zeros: SIMD compares need no output bucket */
    ENCODE_NO_ROW = 0xffff,
    ENCODE_NOWHERE = 26, /* a point beyond the board, which never has a row */
    ENCODE_MOST_STEPS = 26 + 5
};

/* Further facts derived from the masks of a position. */
typedef struct encode_facts {
    uint8_t output_bucket; /* alea_encode_output_bucket */
    uint8_t possible;      /* alea_encode_possible */
} encode_facts;

/* Value of every feature group; feature groups past the kind's own are zero. */
void encode_feature_groups(alea_net_kind kind, const alea_board *board,
                           uint8_t feature_groups[ENCODE_STRIDE], encode_facts *facts);
/* Number of feature groups of a kind, and the row of value 1 of each of them. */
int encode_group_count(alea_net_kind kind);
const uint16_t *encode_first_rows(alea_net_kind kind, int input_bucket);
/* How many values but zero a feature group has. */
int encode_group_rows(alea_net_kind kind, int feature_group);

/* Sets of rows that CONTACT has of most feature groups; the others have one. */
enum { ENCODE_BANKS = 2 };
/* 1 where a side has no checker back, or is bearing in or off: output buckets 0, 1 and
 * 5. */
static inline int encode_input_bucket(alea_net_kind kind, int output_bucket)
{
    return kind == ALEA_NET_CONTACT ? 0x23 >> output_bucket & 1 : 0;
}

/* ---- positions by their difference from a near one, for RACE and PRUNE ---- */

/* Row of a point, seen by the player who rolls next: [point][checkers + 15], both in
 * the terms of the player who has just moved. ENCODE_NO_ROW for none. */
extern const uint16_t encode_point_row[ENCODE_NOWHERE + 1][32];

/* The position that differences are computed from, seen by the player who has just
 * moved (or would, before the roll). */
typedef struct encode_root {
    alea_board after;
    int off[2], pips[2]; /* roller's, mover's */
} encode_root;

/* Rows to add to a root's and to take from it. */
typedef struct encode_steps {
    uint16_t added[ENCODE_MOST_STEPS + 1], removed[ENCODE_MOST_STEPS + 1];
    int added_count, removed_count;
} encode_steps;

/* steps: all rows of the root itself, to add to nothing. */
void encode_root_of(alea_net_kind kind, const alea_board *after, encode_root *root,
                    encode_steps *steps);
void encode_steps_of(alea_net_kind kind, const encode_root *root,
                     const alea_board *after, encode_steps *steps, encode_facts *facts);
/* The row for that number of checkers borne off by the mover, for RACE and PRUNE. */
uint16_t encode_off_row(alea_net_kind kind, int off);
/* alea_encode_possible by checkers off and rearmost checkers, each side's own
 * numbering: the roller's, then the mover's. */
unsigned encode_possible_of(const int off[2], const int rearmost[2]);

/* Bit p: the mover has a checker on point p; the other has. */
static inline void encode_masks(const alea_board *board, uint32_t *mine,
                                uint32_t *theirs)
{
#if defined(__SSE2__)
    __m128i low = _mm_loadu_si128((const void *)board->point);
    __m128i high = _mm_loadu_si128((const void *)(board->point + 10));
    __m128i zero = _mm_setzero_si128();
    *mine = (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(low, zero)) |
            (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(high, zero)) << 10;
    *theirs = (uint32_t)_mm_movemask_epi8(low) | (uint32_t)_mm_movemask_epi8(high)
                                                     << 10;
#else
    *mine = *theirs = 0;
    for (int p = 0; p < 26; p++) {
        *mine |= (uint32_t)(board->point[p] > 0) << p;
        *theirs |= (uint32_t)(board->point[p] < 0) << p;
    }
#endif
}

#endif
