/* Kernels for AVX2. The shape of net_avx512.c with half the register. */
#include "nearest.h"
#include "prune.h"
#include "softmax.h"

#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#include "encode_tactics.h"

#define AVX2   __attribute__((target("avx2,popcnt")))
#define INLINE static inline __attribute__((always_inline)) AVX2

INLINE __m256i load(const void *from)
{
    return _mm256_load_si256(from);
}

/* `registers` x 16 values of the sum, all columns, without touching memory in
 * between. */
INLINE void sum_block(int16_t *to, const int16_t *from, const int16_t *rows, int width,
                      int at, int registers, const uint16_t *added, int added_count,
                      const uint16_t *removed, int removed_count)
{
    __m256i sum[8];
    for (int r = 0; r < registers; r++) sum[r] = load(from + at + 16 * r);
    for (int c = 0; c < added_count; c++) {
        const int16_t *row = rows + (size_t)added[c] * (size_t)width + at;
        for (int r = 0; r < registers; r++)
            sum[r] = _mm256_add_epi16(sum[r], load(row + 16 * r));
    }
    for (int c = 0; c < removed_count; c++) {
        const int16_t *row = rows + (size_t)removed[c] * (size_t)width + at;
        for (int r = 0; r < registers; r++)
            sum[r] = _mm256_sub_epi16(sum[r], load(row + 16 * r));
    }
    for (int r = 0; r < registers; r++)
        _mm256_store_si256((void *)(to + at + 16 * r), sum[r]);
}

AVX2 static void accumulate(int16_t *to, const int16_t *from, const int16_t *rows,
                            int width, const uint16_t *added, int added_count,
                            const uint16_t *removed, int removed_count)
{
    int at = 0;
    for (; at + 128 <= width; at += 128)
        sum_block(to, from, rows, width, at, 8, added, added_count, removed,
                  removed_count);
    for (; at < width; at += 32)
        sum_block(to, from, rows, width, at, 2, added, added_count, removed,
                  removed_count);
}

INLINE __m256i pair_of(const int16_t *input)
{
    int32_t pair;
    memcpy(&pair, input, sizeof pair);
    return _mm256_set1_epi32(pair);
}

INLINE __m256i plus_products(__m256i sum, __m256i weights, __m256i inputs)
{
    return _mm256_add_epi32(sum, _mm256_madd_epi16(weights, inputs));
}

INLINE __m256i clipped(const net_layer *l, __m256i sum)
{
    const __m256i top = _mm256_set1_epi32(ALEA_HIDDEN_CLIP << NET_HIDDEN_SCALE);
    sum = _mm256_sra_epi32(sum, _mm_cvtsi32_si128(l->shift));
    return _mm256_min_epi32(_mm256_max_epi32(sum, _mm256_setzero_si256()), top);
}

/* Clips the accumulators of a group to activations, and lists the pairs of units with a
 * nonzero activation in any of its positions. Most activations are zero, and sibling
 * positions share their zeros. */
INLINE int clip_sums(const net *n, const int16_t *const *sum, int group,
                     int16_t (*activation)[NET_MAX_WIDTH], int16_t *pairs)
{
    const __m256i zero = _mm256_setzero_si256();
    const __m256i one = _mm256_set1_epi16((int16_t)n->one);
    int count = 0;
    for (int i = 0; i < n->shape.width; i += 16) {
        __m256i any = zero;
        for (int g = 0; g < group; g++) {
            __m256i x = _mm256_min_epi16(_mm256_max_epi16(load(sum[g] + i), zero), one);
            _mm256_store_si256((void *)(activation[g] + i), x);
            any = _mm256_or_si256(any, x);
        }
        __m256i none = _mm256_cmpeq_epi32(any, zero);
        unsigned live = ~(unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(none)) & 0xff;
        for (; live; live &= live - 1)
            pairs[count++] = (int16_t)(i + 2 * __builtin_ctz(live));
    }
    return count;
}

/* All pairs of a narrow layer. */
INLINE int all_pairs(int inputs, int16_t *pairs)
{
    for (int i = 0; i < inputs; i += 2) pairs[i / 2] = (int16_t)i;
    return inputs / 2;
}

/* 32 outputs, from output `at` on, of `group` (1 or 2) positions at once. */
INLINE void hidden_part(const net_layer *l, int output_bucket,
                        const int16_t *const *input, int group, const int16_t *pairs,
                        int count, int at, int16_t *const output[2])
{
    const int16_t *w =
        l->weights + (size_t)output_bucket * (size_t)(l->inputs * l->outputs) + 2 * at;
    const int32_t *bias = l->bias + output_bucket * l->outputs + at;
    __m256i sum[2][4];
    for (int g = 0; g < group; g++)
        for (int k = 0; k < 4; k++) sum[g][k] = load(bias + 8 * k);
    for (int p = 0; p < count; p++) {
        int i = pairs[p];
        const int16_t *row = w + (size_t)i * (size_t)l->outputs;
        __m256i x[2];
        for (int g = 0; g < group; g++) x[g] = pair_of(input[g] + i);
        for (int k = 0; k < 4; k++) {
            __m256i weights = load(row + 16 * k);
            for (int g = 0; g < group; g++)
                sum[g][k] = plus_products(sum[g][k], weights, x[g]);
        }
    }
    for (int g = 0; g < group; g++)
        for (int k = 0; k < 4; k += 2) {
            __m256i packed =
                _mm256_packs_epi32(clipped(l, sum[g][k]), clipped(l, sum[g][k + 1]));
            _mm256_store_si256((void *)(output[g] + at + 8 * k),
                               _mm256_permute4x64_epi64(packed, 0xd8));
        }
}

INLINE void hidden_group(const net_layer *l, int output_bucket,
                         const int16_t *const *input, int group, const int16_t *pairs,
                         int count, int16_t *const output[2])
{
    for (int at = 0; at < l->outputs; at += NET_HIDDEN)
        hidden_part(l, output_bucket, input, group, pairs, count, at, output);
}

INLINE void out_group(const net_layer *l, int output_bucket,
                      const int16_t *const *input, int group,
                      int32_t (*logits)[NET_LOGITS])
{
    const int16_t *w =
        l->weights + (size_t)output_bucket * (size_t)(l->inputs * NET_LOGITS);
    __m256i sum[2];
    for (int g = 0; g < group; g++) sum[g] = load(l->bias + output_bucket * NET_LOGITS);
    for (int i = 0; i < l->inputs; i += 2, w += 2 * NET_LOGITS) {
        __m256i weights = load(w);
        for (int g = 0; g < group; g++)
            sum[g] = plus_products(sum[g], weights, pair_of(input[g] + i));
    }
    for (int g = 0; g < group; g++) _mm256_storeu_si256((void *)logits[g], sum[g]);
}

INLINE void forward_group(const net *n, int output_bucket, const int16_t *const *sum,
                          int group, int32_t (*logits)[NET_LOGITS])
{
    _Alignas(64) int16_t first[2][NET_MAX_WIDTH];
    _Alignas(64) int16_t second[2][NET_MAX_HIDDEN];
    _Alignas(64) int16_t third[2][NET_HIDDEN];
    int16_t *const to_second[2] = {second[0], second[1]};
    int16_t *const to_third[2] = {third[0], third[1]};
    int16_t pairs[NET_MAX_WIDTH / 2 + 16];
    const int16_t *last[2];
    int count = clip_sums(n, sum, group, first, pairs);
    for (int g = 0; g < group; g++) last[g] = first[g];
    if (n->hidden2.inputs) {
        hidden_group(&n->hidden2, output_bucket, last, group, pairs, count, to_second);
        for (int g = 0; g < group; g++) last[g] = second[g];
    }
    if (n->hidden3.inputs) {
        count = all_pairs(n->hidden3.inputs, pairs);
        hidden_group(&n->hidden3, output_bucket, last, group, pairs, count, to_third);
        for (int g = 0; g < group; g++) last[g] = third[g];
    }
    out_group(&n->out, output_bucket, last, group, logits);
}

AVX2 static void forward(const net *n, int output_bucket, const int16_t *const *sum,
                         int count, int32_t (*logits)[NET_LOGITS])
{
    int i = 0;
    for (; i + 2 <= count; i += 2)
        forward_group(n, output_bucket, sum + i, 2, logits + i);
    for (; i < count; i++) forward_group(n, output_bucket, sum + i, 1, logits + i);
}

/* Bytes 25, 24 .. 0 and six that do not count. */
INLINE __m256i turned_round(__m256i v)
{
    const __m256i within = _mm256_broadcastsi128_si256(
        _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    v = _mm256_permute4x64_epi64(_mm256_shuffle_epi8(v, within), 0x4e);
    return v; /* byte j is now byte 31 - j: masks of it need a shift by six */
}

INLINE int byte_sum(__m256i v)
{
    __m256i sums = _mm256_sad_epu8(v, _mm256_setzero_si256());
    __m128i half =
        _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return _mm_cvtsi128_si32(half) + _mm_extract_epi16(half, 4);
}

INLINE uint32_t above(__m256i v, int least)
{
    return (uint32_t)_mm256_movemask_epi8(
        _mm256_cmpgt_epi8(v, _mm256_set1_epi8((char)least)));
}

/* One side's masks from the bytes of its checkers, positive, point p at byte p + at;
 * `back` = the bytes of points 19..24 and the bar. */
INLINE side side_from(__m256i checkers, int at, __m256i back, int bar)
{
    side s;
    s.any = above(checkers, 0) >> at & ALL_POINTS;
    s.made = above(checkers, 1) >> at & ALL_POINTS;
    s.blots = s.any & ~s.made;
    s.bar = bar;
    s.off = ALEA_CHECKERS - byte_sum(checkers);
    s.back = byte_sum(_mm256_and_si256(checkers, back));
    s.rearmost = bar > 0 ? 25 : s.any ? 31 - __builtin_clz(s.any) : 0;
    return s;
}

/* Lanes of v that share a bit with `mask`. */
INLINE unsigned lanes_with(__m256i v, __m256i mask)
{
    __m256i none =
        _mm256_cmpeq_epi32(_mm256_and_si256(v, mask), _mm256_setzero_si256());
    return ~(unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(none)) & 0xff;
}

/* Points reached by eight rolls of two different dice. */
INLINE __m256i reach_of(__m256i men, int bar, __m256i may, __m256i a, __m256i b)
{
    if (bar == 0) {
        __m256i by_a = _mm256_srlv_epi32(men, a), by_b = _mm256_srlv_epi32(men, b);
        __m256i then_b = _mm256_srlv_epi32(_mm256_and_si256(by_a, may), b);
        __m256i then_a = _mm256_srlv_epi32(_mm256_and_si256(by_b, may), a);
        return _mm256_or_si256(_mm256_or_si256(by_a, by_b),
                               _mm256_or_si256(then_a, then_b));
    }
    const __m256i zero = _mm256_setzero_si256(), bit = _mm256_set1_epi32(1 << 25);
    __m256i in_a = _mm256_and_si256(_mm256_srlv_epi32(bit, a), may);
    __m256i in_b = _mm256_and_si256(_mm256_srlv_epi32(bit, b), may);
    __m256i reach = _mm256_or_si256(in_a, in_b);
    if (bar > 1) return reach;
    __m256i then_b = _mm256_srlv_epi32(_mm256_or_si256(men, in_a), b);
    __m256i then_a = _mm256_srlv_epi32(_mm256_or_si256(men, in_b), a);
    then_b = _mm256_andnot_si256(_mm256_cmpeq_epi32(in_a, zero), then_b);
    then_a = _mm256_andnot_si256(_mm256_cmpeq_epi32(in_b, zero), then_a);
    return _mm256_or_si256(reach, _mm256_or_si256(then_a, then_b));
}

/* Points reached by the six doubles. */
INLINE __m256i reach_of_doubles(__m256i men, int bar, __m256i may)
{
    const __m256i d = _mm256_set_epi32(31, 31, 6, 5, 4, 3, 2, 1);
    __m256i stand = men, reach = _mm256_setzero_si256();
    if (bar > 0) {
        reach = _mm256_and_si256(_mm256_srlv_epi32(_mm256_set1_epi32(1 << 25), d), may);
        __m256i shut = _mm256_cmpeq_epi32(reach, _mm256_setzero_si256());
        stand = _mm256_andnot_si256(shut, _mm256_or_si256(stand, reach));
    }
    for (int left = 4 - bar; left > 0; left--) {
        stand = _mm256_srlv_epi32(stand, d);
        reach = _mm256_or_si256(reach, stand);
        stand = _mm256_and_si256(stand, may);
    }
    return reach;
}

INLINE int throws_with(const __m256i reach[3], uint32_t bits)
{
    __m256i mask = _mm256_set1_epi32((int)bits);
    unsigned once = lanes_with(reach[0], mask) | (lanes_with(reach[1], mask) & 0x7f)
                                                     << 8;
    return 2 * __builtin_popcount(once) +
           __builtin_popcount(lanes_with(reach[2], mask) & 0x3f);
}

/* Throws that hit, and the feature groups of the points that are hit: hitters and the
 * others' masks in the hitter's numbering; feature group of point p = shots[p * step],
 * its value value + bucket. */
INLINE uint8_t shots_of(uint32_t hitters, int bar, uint32_t open, uint32_t blots,
                        uint8_t *shots, int step, int value)
{
    if (!blots) return 0;
    __m256i men = _mm256_set1_epi32((int)hitters), may = _mm256_set1_epi32((int)open);
    __m256i reach[3] = {
        reach_of(men, bar, may, _mm256_set_epi32(5, 5, 4, 4, 4, 3, 3, 2),
                 _mm256_set_epi32(2, 1, 3, 2, 1, 2, 1, 1)),
        reach_of(men, bar, may, _mm256_set_epi32(31, 6, 6, 6, 6, 6, 5, 5),
                 _mm256_set_epi32(31, 5, 4, 3, 2, 1, 4, 3)),
        reach_of_doubles(men, bar, may),
    };
    int hits = throws_with(reach, blots);
    if (!hits) return 0;
    for (; blots; blots &= blots - 1) {
        int throws = throws_with(reach, blots & (0U - blots));
        int p = __builtin_ctz(blots);
        if (throws) shots[p * step] = (uint8_t)(value + encode_shot_bucket[throws]);
    }
    return (uint8_t)hits;
}

INLINE uint8_t escapes(int from, uint32_t blocks)
{
    return (uint8_t)__builtin_popcountll(escaping_throws(from, blocks));
}

/* 26 bytes of the board and six zeros. */
INLINE __m256i board_bytes(const alea_board *board)
{
    _Alignas(32) int8_t bytes[32] = {0};
    memcpy(bytes, board->point, sizeof board->point);
    return load(bytes);
}

/* The sides of the position after `after`: its bytes, the same turned round, the
 * feature groups of the board. */
typedef struct sides {
    __m256i me,
        them_turned; /* the roller's checkers in the mover's numbering, and so on */
    side roller, mover;
} sides;

INLINE void encode_sides(const alea_board *after, uint8_t *feature_groups,
                         encode_facts *facts, sides *s)
{
    const __m256i zero = _mm256_setzero_si256(), half = _mm256_set1_epi8(HALF_POINT);
    const __m256i back = _mm256_set_epi64x(0xffff, (long long)0xffffffffff000000, 0, 0);
    const __m256i back_turned =
        _mm256_set_epi64x((long long)0xffffffffffffff00, 0, 0, 0);
    __m256i v = board_bytes(after), turned = turned_round(v);
    __m256i them = _mm256_max_epi8(v, zero);
    __m256i me_turned = _mm256_max_epi8(_mm256_sub_epi8(zero, turned), zero);
    s->me = _mm256_max_epi8(_mm256_sub_epi8(zero, v), zero);
    s->them_turned = _mm256_max_epi8(turned, zero);
    s->roller = side_from(me_turned, 6, back_turned, -after->point[0]);
    s->mover = side_from(them, 0, back, after->point[25]);

    /* Turned round, point p of the roller's numbering is byte p + 6. */
    __m256i capped = _mm256_min_epi8(_mm256_abs_epi8(turned), half);
    __m256i theirs = _mm256_cmpgt_epi8(turned, zero);
    capped = _mm256_add_epi8(capped, _mm256_and_si256(theirs, half));
    const __m256i points = _mm256_set_epi64x(0, -1, -1, -1);
    __m256i high = _mm256_permute2x128_si256(capped, capped, 0x81);
    capped = _mm256_and_si256(_mm256_alignr_epi8(high, capped, 7), points);
    _mm256_store_si256((void *)feature_groups, capped);
    _mm256_store_si256((void *)(feature_groups + 32), zero);
    _mm256_store_si256((void *)(feature_groups + 64), zero);
    feature_groups[SLOT_BAR] =
        (uint8_t)(s->roller.bar < MAX_BAR ? s->roller.bar : MAX_BAR);
    feature_groups[SLOT_BAR + 1] =
        (uint8_t)(s->mover.bar < MAX_BAR ? s->mover.bar : MAX_BAR);
    feature_groups[SLOT_OFF] = (uint8_t)s->roller.off;
    feature_groups[SLOT_OFF + 1] = (uint8_t)s->mover.off;
    facts->output_bucket = (uint8_t)tail_of(&s->roller, &s->mover);
    facts->possible = (uint8_t)possible_of(&s->roller, &s->mover);
}

AVX2 static void encode_contact(const alea_board *after,
                                uint8_t feature_groups[ENCODE_STRIDE],
                                encode_facts *facts)
{
    sides s;
    encode_sides(after, feature_groups, facts, &s);
    const side *me = &s.roller, *them = &s.mover;
    encode_windows(me, them, feature_groups);
    if (me->rearmost) feature_groups[SLOT_ESCAPES] = escapes(me->rearmost, them->made);
    if (them->rearmost)
        feature_groups[SLOT_ESCAPES + 1] = escapes(them->rearmost, me->made);
    feature_groups[SLOT_ESCAPES + 2] = escapes(25, them->made);
    feature_groups[SLOT_ESCAPES + 3] = escapes(25, me->made);

    uint32_t their_made = above(s.them_turned, 1) >> 6 & ALL_POINTS;
    uint32_t their_blots = above(s.them_turned, 0) >> 6 & ~their_made & ALL_POINTS;
    uint32_t my_made = above(s.me, 1) & ALL_POINTS;
    uint32_t my_blots = above(s.me, 0) & ~my_made & ALL_POINTS;
    feature_groups[SLOT_HITS] =
        shots_of(me->any, me->bar, ~their_made & ALL_POINTS, their_blots,
                 feature_groups + SLOT_SHOTS - 1, 1, HALF_POINT);
    feature_groups[SLOT_HITS + 1] =
        shots_of(them->any, them->bar, ~my_made & ALL_POINTS, my_blots,
                 feature_groups + SLOT_SHOTS + 24, -1, 0);
}

AVX2 static void outcomes(const int32_t (*logits)[NET_LOGITS], float scale,
                          const uint8_t *possible, int count, alea_probs *out)
{
    outcome_batch(logits, scale, possible, count, out);
}

AVX2 static void differences(const uint8_t *a, const uint8_t *b, uint64_t out[2])
{
    uint32_t same[3];
    for (int i = 0; i < 3; i++)
        same[i] = (uint32_t)_mm256_movemask_epi8(
            _mm256_cmpeq_epi8(load(a + 32 * i), load(b + 32 * i)));
    out[0] = ~((uint64_t)same[1] << 32 | same[0]);
    out[1] = (uint32_t)~same[2];
}

AVX2 static int nearest(const uint8_t *feature_groups, const uint8_t *const *candidate,
                        int count)
{
    return nearest_of(feature_groups, candidate, count);
}

const net_kernels net_kernels_avx2 = {"avx2",      accumulate,  forward,
                                      outcomes,    narrow_avx2, encode_contact,
                                      differences, nearest};

#else

typedef int net_avx2_is_for_x86;

#endif
