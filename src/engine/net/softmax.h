/* From logits to the six outcomes as callers see them. */
#ifndef ALEA_ENGINE_NET_SOFTMAX_H
#define ALEA_ENGINE_NET_SOFTMAX_H

#include <string.h>

#include "inference.h"

enum { OUTCOME_LANES = NET_LANES };

/* exp(x) for -69 <= x <= 0, relative error below 3e-7. */
static inline float exp_of_negative(float x)
{
    float t = x * 1.44269504F;
    int32_t whole = (int32_t)(t - 0.5F);
    float f = (t - (float)whole) * 0.693147181F;
    float y = 1.0F / 720.0F;
    y = y * f + 1.0F / 120.0F;
    y = y * f + 1.0F / 24.0F;
    y = y * f + 1.0F / 6.0F;
    y = y * f + 0.5F;
    y = y * f + 1.0F;
    y = y * f + 1.0F;
    uint32_t bits = (uint32_t)(whole + 127) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return y * power;
}

static inline float least(float a, float b)
{
    return a < b ? a : b;
}

/* Softmax over the outcomes in possible[j] (a bit each, not empty), the others zero,
 * for OUTCOME_LANES positions side by side: logits[outcome][j]. Every set of kernels
 * compiles this same text for its own registers; plain IEEE operations in a fixed
 * order, and a build without contraction into fused ones, give the same bits
 * everywhere. */
static inline __attribute__((always_inline)) void
outcome_lanes(int32_t logits[ALEA_OUTCOMES][OUTCOME_LANES], float scale,
              const int32_t possible[OUTCOME_LANES], float out[5][OUTCOME_LANES])
{
    float e[ALEA_OUTCOMES][OUTCOME_LANES];
    int32_t top[OUTCOME_LANES];
    /* A chance below e^-69 is as good as that. */
    const int32_t limit =
        scale * 2147483520.0F > 69.0F ? (int32_t)(69.0F / scale) : INT32_MAX;
    for (int j = 0; j < OUTCOME_LANES; j++) top[j] = INT32_MIN;
    for (int i = 0; i < ALEA_OUTCOMES; i++)
        for (int j = 0; j < OUTCOME_LANES; j++) {
            int32_t mask = -(possible[j] >> i & 1);
            int32_t counted = (logits[i][j] & mask) | (INT32_MIN & ~mask);
            top[j] = counted > top[j] ? counted : top[j];
        }
    for (int i = 0; i < ALEA_OUTCOMES; i++)
        for (int j = 0; j < OUTCOME_LANES; j++) {
            /* Wraps for impossible outcomes alone, which are zero below. */
            int32_t below = (int32_t)((uint32_t)top[j] - (uint32_t)logits[i][j]);
            below = below < 0 || below > limit ? limit : below;
            float counted = (float)(possible[j] >> i & 1);
            e[i][j] = exp_of_negative(-(float)below * scale) * counted;
        }
    for (int j = 0; j < OUTCOME_LANES; j++) {
        float win_gammons = e[1][j] + e[2][j], lose_gammons = e[4][j] + e[5][j];
        float wins = e[0][j] + win_gammons, losses = e[3][j] + lose_gammons;
        float share = 1.0F / (wins + losses);
        /* As outcome_settle. */
        float win = (float)(int32_t)(wins * share * 16777216.0F + 0.5F);
        win = least(win, 16777216.0F) * (1.0F / 16777216.0F);
        out[0][j] = win;
        out[1][j] = least(win_gammons * share, win);
        out[2][j] = least(e[2][j] * share, out[1][j]);
        out[3][j] = least(lose_gammons * share, 1.0F - win);
        out[4][j] = least(e[5][j] * share, out[3][j]);
    }
}

static inline __attribute__((always_inline)) void
outcome_batch(const int32_t (*logits)[NET_LOGITS], float scale, const uint8_t *possible,
              int count, alea_probs *out)
{
    for (int from = 0; from < count; from += OUTCOME_LANES) {
        int32_t side_by_side[ALEA_OUTCOMES][OUTCOME_LANES], mask[OUTCOME_LANES];
        float probs[5][OUTCOME_LANES];
        for (int j = 0; j < OUTCOME_LANES; j++) {
            int at = from + j < count ? from + j : from;
            mask[j] = possible[at];
            for (int i = 0; i < ALEA_OUTCOMES; i++) side_by_side[i][j] = logits[at][i];
        }
        outcome_lanes(side_by_side, scale, mask, probs);
        for (int j = 0; j < OUTCOME_LANES && from + j < count; j++)
            out[from + j] = (alea_probs){probs[0][j], probs[1][j], probs[2][j],
                                         probs[3][j], probs[4][j]};
    }
}

#endif
