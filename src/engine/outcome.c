#include "outcome.h"

#include <string.h>

/* exp(x) for x <= 0, relative error below 3e-7; plain IEEE operations only (the build
 * turns contraction into fused operations off), so it vectorises and repeats exactly.
 */
static float exp_of_negative(float x)
{
    float t = x * 1.44269504F;
    if (t < -100.0F) t = -100.0F;
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

static float least(float a, float b)
{
    return a < b ? a : b;
}

void outcome_from_logits(const int32_t logits[NET_LOGITS], float scale,
                         unsigned possible, alea_probs *out)
{
    float e[NET_LOGITS];
    int32_t top = INT32_MIN;
    for (int i = 0; i < ALEA_OUTCOMES; i++)
        if (possible >> i & 1 && logits[i] > top) top = logits[i];
    for (int i = 0; i < NET_LOGITS; i++) {
        uint32_t below = (uint32_t)top - (uint32_t)logits[i];
        e[i] = (float)-(int32_t)(below < INT32_MAX ? below : INT32_MAX) * scale;
    }
    for (int i = 0; i < NET_LOGITS; i++) e[i] = exp_of_negative(e[i]);
    for (int i = 0; i < ALEA_OUTCOMES; i++)
        if (!(possible >> i & 1)) e[i] = 0.0F;

    float win_gammons = e[1] + e[2], lose_gammons = e[4] + e[5];
    float wins = e[0] + win_gammons, losses = e[3] + lose_gammons;
    float share = 1.0F / (wins + losses);
    /* A multiple of 2^-24: one minus it is exact, so flipping twice is identity and no
     * inequality breaks by a rounding. */
    int32_t win = (int32_t)(wins * share * 16777216.0F + 0.5F);
    if (win > 16777216) win = 16777216;
    out->win = (float)win * (1.0F / 16777216.0F);
    out->win_gammon = least(win_gammons * share, out->win);
    out->win_backgammon = least(e[2] * share, out->win_gammon);
    out->lose_gammon = least(lose_gammons * share, 1.0F - out->win);
    out->lose_backgammon = least(e[5] * share, out->lose_gammon);
}

void outcome_of_ended(const alea_board *board, alea_probs *out)
{
    *out = (alea_probs){0};
    bool won = alea_board_checkers(board, true) == 0;
    alea_board seen = won ? alea_board_swap(board) : *board; /* by the loser */
    bool gammon = alea_board_checkers(&seen, true) == ALEA_CHECKERS, backgammon = false;
    for (int p = 19; p <= ALEA_BAR; p++)
        if (gammon && seen.point[p] > 0) backgammon = true;
    if (won) {
        out->win = 1.0F;
        out->win_gammon = gammon ? 1.0F : 0.0F;
        out->win_backgammon = backgammon ? 1.0F : 0.0F;
    } else {
        out->lose_gammon = gammon ? 1.0F : 0.0F;
        out->lose_backgammon = backgammon ? 1.0F : 0.0F;
    }
}
