/* The narrow kernel for AVX-512 with VNNI. */
#include "prune.h"

#include "softmax.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX512                                                                         \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,popcnt")))
#define INLINE static inline __attribute__((always_inline)) AVX512

enum { PAIRS = NET_NARROW / 2, BLOCK = 8 };

INLINE __m512i row_of(const int16_t *row)
{
    return _mm512_load_si512(row);
}

INLINE void compare(const narrow_root *root, const alea_board *const *after,
                    narrow_boards *b)
{
    const __m256i zero = _mm256_setzero_si256();
    __m256i before = _mm256_maskz_loadu_epi8(0x3ffffff, root->after.point);
    _mm256_store_si256((void *)b->before, before);
    b->steps = 0;
    for (int j = 0; j < NET_LANES; j++) {
        __m256i v = _mm256_maskz_loadu_epi8(0x3ffffff, after[j]->point);
        __m256i eights = _mm256_sad_epu8(_mm256_max_epi8(v, zero), zero);
        __m128i fours = _mm_add_epi64(_mm256_castsi256_si128(eights),
                                      _mm256_extracti128_si256(eights, 1));
        int on = _mm_cvtsi128_si32(fours) + _mm_extract_epi16(fours, 4);
        _mm256_store_si256((void *)b->now[j], v);
        b->off[j] = ALEA_CHECKERS - on;
        b->changed[j] = _mm256_cmpneq_epi8_mask(v, before);
        int steps = __builtin_popcount(b->changed[j]);
        b->steps = steps > b->steps ? steps : b->steps;
    }
}

INLINE __m512i activation(const net *n, const narrow_root *root, const narrow_boards *b,
                          int j)
{
    const narrow_rows *rows = n->narrow;
    __m512i sum = _mm512_load_si512(root->accumulator);
    uint32_t changed = b->changed[j];
    for (int i = 0; i < b->steps; i++, changed &= changed - 1) {
        int p = __builtin_ctz(changed | 1U << ENCODE_NOWHERE);
        sum = _mm512_sub_epi16(sum, row_of(rows->point[p][b->before[p] + 15]));
        sum = _mm512_add_epi16(sum, row_of(rows->point[p][b->now[j][p] + 15]));
    }
    if (b->off[j] != root->off) {
        sum = _mm512_sub_epi16(sum, row_of(rows->off[root->off]));
        sum = _mm512_add_epi16(sum, row_of(rows->off[b->off[j]]));
    }
    sum = _mm512_max_epi16(sum, _mm512_setzero_si512());
    return _mm512_min_epi16(sum, _mm512_set1_epi16((int16_t)n->one));
}

/* row[position], 16 words each, becomes row[word], 16 positions each. */
INLINE void transpose(__m512i row[16])
{
    __m512i two[16], four[16];
    for (int i = 0; i < 16; i += 2) {
        two[i] = _mm512_unpacklo_epi32(row[i], row[i + 1]);
        two[i + 1] = _mm512_unpackhi_epi32(row[i], row[i + 1]);
    }
    for (int i = 0; i < 16; i += 4)
        for (int k = 0; k < 2; k++) {
            four[i + 2 * k] = _mm512_unpacklo_epi64(two[i + k], two[i + k + 2]);
            four[i + 2 * k + 1] = _mm512_unpackhi_epi64(two[i + k], two[i + k + 2]);
        }
    /* four[4 q + k]: of positions 4 q .. 4 q + 3 the words k, k + 4, k + 8, k + 12. */
    for (int k = 0; k < 4; k++) {
        __m512i a = _mm512_shuffle_i32x4(four[k], four[k + 4], 0x44);
        __m512i b = _mm512_shuffle_i32x4(four[k + 8], four[k + 12], 0x44);
        __m512i c = _mm512_shuffle_i32x4(four[k], four[k + 4], 0xee);
        __m512i d = _mm512_shuffle_i32x4(four[k + 8], four[k + 12], 0xee);
        row[k] = _mm512_shuffle_i32x4(a, b, 0x88);
        row[k + 4] = _mm512_shuffle_i32x4(a, b, 0xdd);
        row[k + 8] = _mm512_shuffle_i32x4(c, d, 0x88);
        row[k + 12] = _mm512_shuffle_i32x4(c, d, 0xdd);
    }
}

/* BLOCK outputs from `at` on, of all positions. */
INLINE void block(const net_layer *l, const __m512i *x, int at, __m512i sum[BLOCK])
{
    for (int o = 0; o < BLOCK; o++) sum[o] = _mm512_set1_epi32(l->bias[at + o]);
#pragma GCC unroll 16
    for (int p = 0; p < PAIRS; p++)
        for (int o = 0; o < BLOCK; o++)
            sum[o] = _mm512_dpwssd_epi32(
                sum[o], x[p], _mm512_set1_epi32(narrow_weight(l, p, at + o)));
}

INLINE __m512i clipped(const net_layer *l, __m512i sum)
{
    const __m512i top = _mm512_set1_epi32(ALEA_HIDDEN_CLIP << NET_HIDDEN_SCALE);
    sum = _mm512_sra_epi32(sum, _mm_cvtsi32_si128(l->shift));
    return _mm512_min_epi32(_mm512_max_epi32(sum, _mm512_setzero_si512()), top);
}

INLINE void hidden(const net_layer *l, __m512i *x)
{
    __m512i next[PAIRS], sum[BLOCK];
    for (int at = 0; at < NET_HIDDEN; at += BLOCK) {
        block(l, x, at, sum);
        for (int o = 0; o < BLOCK; o += 2)
            next[(at + o) / 2] = _mm512_or_si512(
                clipped(l, sum[o]), _mm512_slli_epi32(clipped(l, sum[o + 1]), 16));
    }
    for (int p = 0; p < PAIRS; p++) x[p] = next[p];
}

AVX512 void narrow_avx512(const net *n, const narrow_root *root,
                          const alea_board *const after[NET_LANES],
                          float out[5][NET_LANES])
{
    __m512i x[NET_LANES], sum[BLOCK];
    _Alignas(64) int32_t logits[ALEA_OUTCOMES][NET_LANES];
    int32_t possible[NET_LANES];
    narrow_boards boards;
    compare(root, after, &boards);
    for (int j = 0; j < NET_LANES; j++) {
        x[j] = activation(n, root, &boards, j);
        possible[j] = root->possible[boards.off[j] > 0];
    }
    transpose(x);
    if (n->hidden2.inputs) hidden(&n->hidden2, x);
    if (n->hidden3.inputs) hidden(&n->hidden3, x);
    block(&n->out, x, 0, sum);
    for (int i = 0; i < ALEA_OUTCOMES; i++) _mm512_store_si512(logits[i], sum[i]);
    outcome_lanes(logits, n->logit_scale, possible, out);
}

#else

typedef int narrow_avx512_is_for_x86;

#endif
