/* The narrow kernel for AVX2: narrow_avx512.c in halves of eight positions. */
#include "prune.h"

#include "softmax.h"

#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#define AVX2   __attribute__((target("avx2,popcnt")))
#define INLINE static inline __attribute__((always_inline)) AVX2

enum { HALF = NET_LANES / 2, PAIRS = NET_NARROW / 2, BLOCK = 8 };

/* The sum of one position: 32 values. */
typedef struct wide {
    __m256i low, high;
} wide;

INLINE wide load(const int16_t *row)
{
    return (wide){_mm256_load_si256((const void *)row),
                  _mm256_load_si256((const void *)(row + 16))};
}

INLINE wide plus(wide a, wide b)
{
    return (wide){_mm256_add_epi16(a.low, b.low), _mm256_add_epi16(a.high, b.high)};
}

INLINE wide minus(wide a, wide b)
{
    return (wide){_mm256_sub_epi16(a.low, b.low), _mm256_sub_epi16(a.high, b.high)};
}

INLINE __m256i clip_first(__m256i sum, __m256i one)
{
    return _mm256_min_epi16(_mm256_max_epi16(sum, _mm256_setzero_si256()), one);
}

INLINE void compare(const narrow_root *root, const alea_board *const *after,
                    narrow_boards *b)
{
    const __m256i zero = _mm256_setzero_si256();
    memset(b->before, 0, sizeof b->before);
    memcpy(b->before, root->after.point, sizeof root->after.point);
    __m256i before = _mm256_load_si256((const void *)b->before);
    b->steps = 0;
    for (int j = 0; j < NET_LANES; j++) {
        _mm256_store_si256((void *)b->now[j], zero);
        memcpy(b->now[j], after[j]->point, sizeof after[j]->point);
        __m256i v = _mm256_load_si256((const void *)b->now[j]);
        __m256i eights = _mm256_sad_epu8(_mm256_max_epi8(v, zero), zero);
        __m128i fours = _mm_add_epi64(_mm256_castsi256_si128(eights),
                                      _mm256_extracti128_si256(eights, 1));
        int on = _mm_cvtsi128_si32(fours) + _mm_extract_epi16(fours, 4);
        b->off[j] = ALEA_CHECKERS - on;
        b->changed[j] = ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, before));
        int steps = __builtin_popcount(b->changed[j]);
        b->steps = steps > b->steps ? steps : b->steps;
    }
}

INLINE wide activation(const net *n, const narrow_root *root, const narrow_boards *b,
                       int j)
{
    const narrow_rows *rows = n->narrow;
    wide sum = load(root->accumulator);
    uint32_t changed = b->changed[j];
    for (int i = 0; i < b->steps; i++, changed &= changed - 1) {
        int p = __builtin_ctz(changed | 1U << ENCODE_NOWHERE);
        sum = minus(sum, load(rows->point[p][b->before[p] + 15]));
        sum = plus(sum, load(rows->point[p][b->now[j][p] + 15]));
    }
    if (b->off[j] != root->off) {
        sum = minus(sum, load(rows->off[root->off]));
        sum = plus(sum, load(rows->off[b->off[j]]));
    }
    __m256i one = _mm256_set1_epi16((int16_t)n->one);
    return (wide){clip_first(sum.low, one), clip_first(sum.high, one)};
}

/* row[position], 8 words each, becomes row[word], 8 positions each. */
INLINE void transpose(__m256i row[8])
{
    __m256i two[8], four[8];
    for (int i = 0; i < 8; i += 2) {
        two[i] = _mm256_unpacklo_epi32(row[i], row[i + 1]);
        two[i + 1] = _mm256_unpackhi_epi32(row[i], row[i + 1]);
    }
    for (int i = 0; i < 8; i += 4)
        for (int k = 0; k < 2; k++) {
            four[i + 2 * k] = _mm256_unpacklo_epi64(two[i + k], two[i + k + 2]);
            four[i + 2 * k + 1] = _mm256_unpackhi_epi64(two[i + k], two[i + k + 2]);
        }
    for (int k = 0; k < 4; k++) {
        row[k] = _mm256_permute2x128_si256(four[k], four[k + 4], 0x20);
        row[k + 4] = _mm256_permute2x128_si256(four[k], four[k + 4], 0x31);
    }
}

INLINE void block(const net_layer *l, const __m256i *x, int at, __m256i sum[BLOCK])
{
    for (int o = 0; o < BLOCK; o++) sum[o] = _mm256_set1_epi32(l->bias[at + o]);
    for (int p = 0; p < PAIRS; p++)
        for (int o = 0; o < BLOCK; o++) {
            __m256i weight = _mm256_set1_epi32(narrow_weight(l, p, at + o));
            sum[o] = _mm256_add_epi32(sum[o], _mm256_madd_epi16(x[p], weight));
        }
}

INLINE __m256i clipped(const net_layer *l, __m256i sum)
{
    const __m256i top = _mm256_set1_epi32(ALEA_HIDDEN_CLIP << NET_HIDDEN_SCALE);
    sum = _mm256_sra_epi32(sum, _mm_cvtsi32_si128(l->shift));
    return _mm256_min_epi32(_mm256_max_epi32(sum, _mm256_setzero_si256()), top);
}

INLINE void hidden(const net_layer *l, __m256i *x)
{
    __m256i next[PAIRS], sum[BLOCK];
    for (int at = 0; at < NET_HIDDEN; at += BLOCK) {
        block(l, x, at, sum);
        for (int o = 0; o < BLOCK; o += 2)
            next[(at + o) / 2] = _mm256_or_si256(
                clipped(l, sum[o]), _mm256_slli_epi32(clipped(l, sum[o + 1]), 16));
    }
    for (int p = 0; p < PAIRS; p++) x[p] = next[p];
}

INLINE void half(const net *n, const narrow_root *root, const narrow_boards *boards,
                 int from, int32_t (*logits)[NET_LANES])
{
    __m256i x[PAIRS], sum[BLOCK];
    for (int j = 0; j < HALF; j++) {
        wide sum_j = activation(n, root, boards, from + j);
        x[j] = sum_j.low;
        x[HALF + j] = sum_j.high;
    }
    transpose(x);
    transpose(x + HALF);
    if (n->hidden2.inputs) hidden(&n->hidden2, x);
    if (n->hidden3.inputs) hidden(&n->hidden3, x);
    block(&n->out, x, 0, sum);
    for (int i = 0; i < ALEA_OUTCOMES; i++)
        _mm256_store_si256((void *)(logits[i] + from), sum[i]);
}

AVX2 void narrow_avx2(const net *n, const narrow_root *root,
                      const alea_board *const after[NET_LANES], float out[5][NET_LANES])
{
    _Alignas(64) int32_t logits[ALEA_OUTCOMES][NET_LANES];
    int32_t possible[NET_LANES];
    narrow_boards boards;
    compare(root, after, &boards);
    half(n, root, &boards, 0, logits);
    half(n, root, &boards, HALF, logits);
    for (int j = 0; j < NET_LANES; j++) possible[j] = root->possible[boards.off[j] > 0];
    outcome_lanes(logits, n->logit_scale, possible, out);
}

#else

typedef int narrow_avx2_is_for_x86;

#endif
