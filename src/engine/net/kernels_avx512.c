/* Kernels for AVX-512 with VNNI. */
#include "nearest.h"
#include "prune.h"
#include "softmax.h"

#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#include "encode_tactics.h"

#define AVX512                                                                         \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,popcnt")))
#define INLINE static inline __attribute__((always_inline)) AVX512

/* `registers` x 32 values of the sum, all columns, without touching memory in
 * between. */
INLINE void sum_block(int16_t *to, const int16_t *from, const int16_t *rows, int width,
                      int at, int registers, const uint16_t *added, int added_count,
                      const uint16_t *removed, int removed_count)
{
    __m512i sum[16];
    for (int r = 0; r < registers; r++) sum[r] = _mm512_load_si512(from + at + 32 * r);
    for (int c = 0; c < added_count; c++) {
        const int16_t *row = rows + (size_t)added[c] * (size_t)width + at;
        for (int r = 0; r < registers; r++)
            sum[r] = _mm512_add_epi16(sum[r], _mm512_load_si512(row + 32 * r));
    }
    for (int c = 0; c < removed_count; c++) {
        const int16_t *row = rows + (size_t)removed[c] * (size_t)width + at;
        for (int r = 0; r < registers; r++)
            sum[r] = _mm512_sub_epi16(sum[r], _mm512_load_si512(row + 32 * r));
    }
    for (int r = 0; r < registers; r++) _mm512_store_si512(to + at + 32 * r, sum[r]);
}

AVX512 static void accumulate(int16_t *to, const int16_t *from, const int16_t *rows,
                              int width, const uint16_t *added, int added_count,
                              const uint16_t *removed, int removed_count)
{
    int at = 0;
    for (; at + 512 <= width; at += 512)
        sum_block(to, from, rows, width, at, 16, added, added_count, removed,
                  removed_count);
    for (; at + 256 <= width; at += 256)
        sum_block(to, from, rows, width, at, 8, added, added_count, removed,
                  removed_count);
    for (; at + 128 <= width; at += 128)
        sum_block(to, from, rows, width, at, 4, added, added_count, removed,
                  removed_count);
    for (; at < width; at += 32)
        sum_block(to, from, rows, width, at, 1, added, added_count, removed,
                  removed_count);
}

INLINE __m512i pair_of(const int16_t *input)
{
    int32_t pair;
    memcpy(&pair, input, sizeof pair);
    return _mm512_set1_epi32(pair);
}

/* _mm512_dpwssd_epi32, for which gcc 12 copies every sum once round the loop: a fifth
 * of the time of a net with 64 units in its second layer. */
INLINE __m512i plus_products(__m512i sum, __m512i weights, __m512i inputs)
{
    __asm__("vpdpwssd %2, %1, %0" : "+v"(sum) : "v"(weights), "v"(inputs));
    return sum;
}

INLINE void clip_and_store(const net_layer *l, __m512i low, __m512i high, int16_t *out)
{
    const __m512i zero = _mm512_setzero_si512();
    const __m512i top = _mm512_set1_epi32(ALEA_HIDDEN_CLIP << NET_HIDDEN_SCALE);
    __m128i shift = _mm_cvtsi32_si128(l->shift);
    low = _mm512_min_epi32(_mm512_max_epi32(_mm512_sra_epi32(low, shift), zero), top);
    high = _mm512_min_epi32(_mm512_max_epi32(_mm512_sra_epi32(high, shift), zero), top);
    _mm256_store_si256((void *)out, _mm512_cvtepi32_epi16(low));
    _mm256_store_si256((void *)(out + 16), _mm512_cvtepi32_epi16(high));
}

/* Clips the accumulators of a group to activations, and lists the pairs of units with a
 * nonzero activation in any of its positions. Most activations are zero, and sibling
 * positions share their zeros. */
INLINE int clip_sums(const net *n, const int16_t *const *sum, int group,
                     int16_t (*activation)[NET_MAX_WIDTH], int16_t *pairs)
{
    const __m512i zero = _mm512_setzero_si512(), step = _mm512_set1_epi32(32);
    const __m512i one = _mm512_set1_epi16((int16_t)n->one);
    __m512i at =
        _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
    int count = 0;
    for (int i = 0; i < n->shape.width; i += 32, at = _mm512_add_epi32(at, step)) {
        __m512i any = zero;
        for (int g = 0; g < group; g++) {
            __m512i x = _mm512_max_epi16(_mm512_load_si512(sum[g] + i), zero);
            x = _mm512_min_epi16(x, one);
            _mm512_store_si512(activation[g] + i, x);
            any = _mm512_or_si512(any, x);
        }
        __mmask16 live = _mm512_test_epi32_mask(any, any);
        __m512i packed = _mm512_maskz_compress_epi32(live, at);
        _mm256_storeu_si256((void *)(pairs + count), _mm512_cvtepi32_epi16(packed));
        count += __builtin_popcount(live);
    }
    return count;
}

/* All pairs of a narrow layer. */
INLINE int all_pairs(int inputs, int16_t *pairs)
{
    for (int i = 0; i < inputs; i += 2) pairs[i / 2] = (int16_t)i;
    return inputs / 2;
}

/* All outputs of `group` positions at once, 16 a register: each weight is loaded once
 * for all of them. */
INLINE void hidden_group(const net_layer *l, int output_bucket,
                         const int16_t *const *input, int group, const int16_t *pairs,
                         int count, int registers, int16_t *const output[4])
{
    const int outputs = 16 * registers;
    const int16_t *w =
        l->weights + (size_t)output_bucket * (size_t)(l->inputs * outputs);
    const int32_t *bias = l->bias + output_bucket * outputs;
    __m512i sum[4][4];
    for (int g = 0; g < group; g++)
        for (int r = 0; r < registers; r++)
            sum[g][r] = _mm512_load_si512(bias + 16 * r);
    for (int k = 0; k < count; k++) {
        int i = pairs[k];
        const int16_t *row = w + (size_t)i * (size_t)outputs;
        __m512i weights[4];
        for (int r = 0; r < registers; r++)
            weights[r] = _mm512_load_si512(row + 32 * r);
        for (int g = 0; g < group; g++) {
            __m512i x = pair_of(input[g] + i);
            for (int r = 0; r < registers; r++)
                sum[g][r] = plus_products(sum[g][r], weights[r], x);
        }
    }
    for (int g = 0; g < group; g++)
        for (int r = 0; r < registers; r += 2)
            clip_and_store(l, sum[g][r], sum[g][r + 1], output[g] + 16 * r);
}

INLINE void out_group(const net_layer *l, int output_bucket,
                      const int16_t *const *input, int group,
                      int32_t (*logits)[NET_LOGITS])
{
    const int16_t *w =
        l->weights + (size_t)output_bucket * (size_t)(l->inputs * NET_LOGITS);
    __m256i sum[4];
    for (int g = 0; g < group; g++)
        sum[g] =
            _mm256_load_si256((const void *)(l->bias + output_bucket * NET_LOGITS));
    for (int i = 0; i < l->inputs; i += 2, w += 2 * NET_LOGITS) {
        __m256i weights = _mm256_load_si256((const void *)w);
        for (int g = 0; g < group; g++)
            sum[g] = _mm256_dpwssd_epi32(sum[g], weights,
                                         _mm512_castsi512_si256(pair_of(input[g] + i)));
    }
    for (int g = 0; g < group; g++) _mm256_storeu_si256((void *)logits[g], sum[g]);
}

INLINE void forward_group(const net *n, int output_bucket, const int16_t *const *sum,
                          int group, int32_t (*logits)[NET_LOGITS])
{
    _Alignas(64) int16_t first[4][NET_MAX_WIDTH];
    _Alignas(64) int16_t second[4][NET_MAX_HIDDEN];
    _Alignas(64) int16_t third[4][NET_HIDDEN];
    int16_t *const to_second[4] = {second[0], second[1], second[2], second[3]};
    int16_t *const to_third[4] = {third[0], third[1], third[2], third[3]};
    int16_t pairs[NET_MAX_WIDTH / 2 + 16];
    const int16_t *last[4];
    int count = clip_sums(n, sum, group, first, pairs);
    for (int g = 0; g < group; g++) last[g] = first[g];
    if (n->hidden2.inputs) {
        if (n->hidden2.outputs == NET_MAX_HIDDEN)
            hidden_group(&n->hidden2, output_bucket, last, group, pairs, count, 4,
                         to_second);
        else
            hidden_group(&n->hidden2, output_bucket, last, group, pairs, count, 2,
                         to_second);
        for (int g = 0; g < group; g++) last[g] = second[g];
    }
    if (n->hidden3.inputs) {
        count = all_pairs(n->hidden3.inputs, pairs);
        hidden_group(&n->hidden3, output_bucket, last, group, pairs, count, 2,
                     to_third);
        for (int g = 0; g < group; g++) last[g] = third[g];
    }
    out_group(&n->out, output_bucket, last, group, logits);
}

AVX512 static void forward(const net *n, int output_bucket, const int16_t *const *sum,
                           int count, int32_t (*logits)[NET_LOGITS])
{
    int i = 0;
    for (; i + 4 <= count; i += 4)
        forward_group(n, output_bucket, sum + i, 4, logits + i);
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

/* One side's masks from the bytes of its checkers, positive, point p at byte p + at. */
INLINE side side_from(__m256i checkers, int at, int bar)
{
    const __m256i one = _mm256_set1_epi8(1);
    side s;
    s.any = _mm256_cmpge_epi8_mask(checkers, one) >> at & ALL_POINTS;
    s.made = _mm256_cmpgt_epi8_mask(checkers, one) >> at & ALL_POINTS;
    s.blots = s.any & ~s.made;
    s.bar = bar;
    s.off = ALEA_CHECKERS - byte_sum(checkers);
    __mmask32 back = (__mmask32)(0x7fU << 19) << at;
    s.back = byte_sum(_mm256_maskz_mov_epi8(back, checkers));
    s.rearmost = bar > 0 ? 25 : s.any ? 31 - __builtin_clz(s.any) : 0;
    return s;
}

/* Throws that hit, and the feature groups of the points that are hit: hitters and the
 * others' masks in the hitter's numbering; feature group of point p = shots[p * step],
 * its value value + bucket. */
INLINE uint8_t shots_of(uint32_t hitters, int bar, uint32_t open, uint32_t blots,
                        uint8_t *shots, int step, int value)
{
    if (!blots) return 0;
    const __m512i a = _mm512_set_epi32(31, 6, 6, 6, 6, 6, 5, 5, 5, 5, 4, 4, 4, 3, 3, 2);
    const __m512i b = _mm512_set_epi32(31, 5, 4, 3, 2, 1, 4, 3, 2, 1, 3, 2, 1, 2, 1, 1);
    const __m256i d = _mm256_set_epi32(31, 31, 6, 5, 4, 3, 2, 1);
    __m512i men = _mm512_set1_epi32((int)hitters), may = _mm512_set1_epi32((int)open);
    __m256i may_d = _mm512_castsi512_si256(may);
    __m256i stand = _mm512_castsi512_si256(men), twice = _mm256_setzero_si256();
    __m512i once;
    int left = 4;
    if (bar == 0) {
        __m512i by_a = _mm512_srlv_epi32(men, a), by_b = _mm512_srlv_epi32(men, b);
        once = _mm512_or_si512(by_a, by_b);
        once = _mm512_or_si512(once, _mm512_srlv_epi32(_mm512_and_si512(by_a, may), b));
        once = _mm512_or_si512(once, _mm512_srlv_epi32(_mm512_and_si512(by_b, may), a));
    } else {
        __m512i bit = _mm512_set1_epi32(1 << 25);
        __m512i in_a = _mm512_and_si512(_mm512_srlv_epi32(bit, a), may);
        __m512i in_b = _mm512_and_si512(_mm512_srlv_epi32(bit, b), may);
        once = _mm512_or_si512(in_a, in_b);
        if (bar == 1) {
            __mmask16 can_a = _mm512_test_epi32_mask(in_a, in_a);
            __mmask16 can_b = _mm512_test_epi32_mask(in_b, in_b);
            __m512i then_b = _mm512_srlv_epi32(_mm512_or_si512(men, in_a), b);
            __m512i then_a = _mm512_srlv_epi32(_mm512_or_si512(men, in_b), a);
            once = _mm512_mask_or_epi32(once, can_a, once, then_b);
            once = _mm512_mask_or_epi32(once, can_b, once, then_a);
        }
        twice =
            _mm256_and_si256(_mm256_srlv_epi32(_mm512_castsi512_si256(bit), d), may_d);
        __mmask8 can = _mm256_test_epi32_mask(twice, twice);
        stand = _mm256_maskz_or_epi32(can, stand, twice);
        left -= bar;
    }
    for (; left > 0; left--) {
        stand = _mm256_srlv_epi32(stand, d);
        twice = _mm256_or_si256(twice, stand);
        stand = _mm256_and_si256(stand, may_d);
    }
    __m512i target = _mm512_set1_epi32((int)blots);
    unsigned any = (unsigned)_mm512_test_epi32_mask(once, target) & 0x7fff;
    unsigned any_d =
        (unsigned)_mm256_test_epi32_mask(twice, _mm512_castsi512_si256(target)) & 0x3f;
    int hits = 2 * __builtin_popcount(any) + __builtin_popcount(any_d);
    if (!hits) return 0;
    for (; blots; blots &= blots - 1) {
        int p = __builtin_ctz(blots);
        __m512i point = _mm512_set1_epi32((int)(blots & (0U - blots)));
        unsigned by = (unsigned)_mm512_test_epi32_mask(once, point) & 0x7fff;
        unsigned by_d =
            (unsigned)_mm256_test_epi32_mask(twice, _mm512_castsi512_si256(point)) &
            0x3f;
        int throws = 2 * __builtin_popcount(by) + __builtin_popcount(by_d);
        if (throws) shots[p * step] = (uint8_t)(value + encode_shot_bucket[throws]);
    }
    return (uint8_t)hits;
}

INLINE uint8_t escapes(int from, uint32_t blocks)
{
    return (uint8_t)__builtin_popcountll(escaping_throws(from, blocks));
}

/* The sides of the position after `after`: its bytes, the same turned round, the
 * feature groups of the board. */
typedef struct sides {
    __m256i them, me_turned; /* checkers in the mover's numbering, and turned round */
    __m256i me, them_turned;
    side roller, mover;
} sides;

INLINE void encode_sides(const alea_board *after, uint8_t *feature_groups,
                         encode_facts *facts, sides *s)
{
    const __m256i zero = _mm256_setzero_si256(), half = _mm256_set1_epi8(HALF_POINT);
    __m256i v = _mm256_maskz_loadu_epi8(0x3ffffff, after->point);
    __m256i turned = turned_round(v);
    s->them = _mm256_max_epi8(v, zero);
    s->me = _mm256_max_epi8(_mm256_sub_epi8(zero, v), zero);
    s->them_turned = _mm256_max_epi8(turned, zero);
    s->me_turned = _mm256_max_epi8(_mm256_sub_epi8(zero, turned), zero);
    s->roller = side_from(s->me_turned, 6, -after->point[0]);
    s->mover = side_from(s->them, 0, after->point[25]);

    /* Turned round, point p of the roller's numbering is byte p + 6. */
    __m256i capped = _mm256_min_epi8(_mm256_abs_epi8(turned), half);
    __mmask32 theirs = _mm256_cmpgt_epi8_mask(turned, zero);
    capped = _mm256_mask_add_epi8(capped, theirs, capped, half);
    __m256i high = _mm256_permute2x128_si256(capped, capped, 0x81);
    __m256i points =
        _mm256_maskz_mov_epi8(0xffffff, _mm256_alignr_epi8(high, capped, 7));
    _mm512_storeu_si512(feature_groups, _mm512_zextsi256_si512(points));
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

AVX512 static void encode_contact(const alea_board *after,
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

    const __m256i one = _mm256_set1_epi8(1);
    uint32_t their_made = _mm256_cmpgt_epi8_mask(s.them_turned, one) >> 6 & ALL_POINTS;
    uint32_t their_blots = _mm256_cmpeq_epi8_mask(s.them_turned, one) >> 6 & ALL_POINTS;
    uint32_t my_made = _mm256_cmpgt_epi8_mask(s.me, one) & ALL_POINTS;
    uint32_t my_blots = _mm256_cmpeq_epi8_mask(s.me, one) & ALL_POINTS;
    feature_groups[SLOT_HITS] =
        shots_of(me->any, me->bar, ~their_made & ALL_POINTS, their_blots,
                 feature_groups + SLOT_SHOTS - 1, 1, HALF_POINT);
    feature_groups[SLOT_HITS + 1] =
        shots_of(them->any, them->bar, ~my_made & ALL_POINTS, my_blots,
                 feature_groups + SLOT_SHOTS + 24, -1, 0);
}

AVX512 static void outcomes(const int32_t (*logits)[NET_LOGITS], float scale,
                            const uint8_t *possible, int count, alea_probs *out)
{
    outcome_batch(logits, scale, possible, count, out);
}

AVX512 static void differences(const uint8_t *a, const uint8_t *b, uint64_t out[2])
{
    out[0] = _mm512_cmpneq_epi8_mask(_mm512_loadu_si512(a), _mm512_loadu_si512(b));
    out[1] = _mm256_cmpneq_epi8_mask(_mm256_load_si256((const void *)(a + 64)),
                                     _mm256_load_si256((const void *)(b + 64)));
}

AVX512 static int nearest(const uint8_t *feature_groups,
                          const uint8_t *const *candidate, int count)
{
    return nearest_of(feature_groups, candidate, count);
}

const net_kernels net_kernels_avx512 = {"avx512",    accumulate,    forward,
                                        outcomes,    narrow_avx512, encode_contact,
                                        differences, nearest};

#else

typedef int net_avx512_is_for_x86;

#endif
