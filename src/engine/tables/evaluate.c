/* A board through the net. Whole numbers up to the hidden layer, then floats in a fixed
 * order of plain operations: the same bits on every processor. */
#include "engine/net/softmax.h"
#include "file.h"
#include "inputs.h"

static float squash(int32_t sum)
{
    const float x = (float)sum * (1.0F / (TABLES_UNIT * TABLES_NET_ONE));
    return x / (1.0F + (x < 0 ? -x : x));
}

void alea_tables_net_chances(const alea_tables_net *weights,
                             const alea_tables_rules *rules,
                             const alea_tables_board *board, alea_tables_chances *out)
{
    tables_input on[TABLES_MOST_ACTIVE];
    int32_t sum[TABLES_NET_MOST_WIDTH];
    float logit[TABLES_NET_OUT], top, all = 0;
    const int width = (int)weights->width, count = tables_inputs(rules, board, on);
    const int16_t *bias = weights->weight + (size_t)weights->inputs * weights->width;
    const int16_t *second = bias + width;
    for (int i = 0; i < width; i++) sum[i] = bias[i] * TABLES_UNIT;
    for (int k = 0; k < count; k++) {
        const int16_t *row = weights->weight + (size_t)on[k].at * weights->width;
        const int value = on[k].value;
        for (int i = 0; i < width; i++) sum[i] += row[i] * value;
    }
    for (int o = 0; o < TABLES_NET_OUT; o++)
        logit[o] = second[width * TABLES_NET_OUT + o];
    for (int i = 0; i < width; i++) {
        const float h = squash(sum[i]);
        for (int o = 0; o < TABLES_NET_OUT; o++)
            logit[o] += h * second[i * TABLES_NET_OUT + o];
    }
    top = logit[0];
    for (int o = 1; o < TABLES_NET_OUT; o++)
        if (logit[o] > top) top = logit[o];
    for (int o = 0; o < TABLES_NET_OUT; o++) {
        const float below = (logit[o] - top) * (1.0F / TABLES_NET_ONE);
        logit[o] = exp_of_negative(below > -60 ? below : -60);
        all += logit[o];
    }
    *out = (alea_tables_chances){logit[0] / all, logit[1] / all, logit[2] / all,
                                 logit[3] / all, logit[4] / all};
    /* A net of a game with double wins judges also one without. */
    if (rules->score == ALEA_TABLES_SCORE_ONE && !rules->mother) {
        out->won_one += out->won_more;
        out->lost_one += out->lost_more;
        out->won_more = out->lost_more = 0;
    }
}

int alea_tables_more_points(const alea_tables_rules *rules)
{
    return rules->score == ALEA_TABLES_SCORE_CHECKERS_LEFT ? alea_tables_men(rules) : 2;
}

float alea_tables_chances_points(const alea_tables_rules *rules,
                                 const alea_tables_chances *chances)
{
    const float more = (float)alea_tables_more_points(rules);
    return chances->won_one + more * chances->won_more - chances->lost_one -
           more * chances->lost_more;
}

alea_tables_chances alea_tables_chances_of(const alea_tables_rules *rules, int points)
{
    const int most = alea_tables_more_points(rules),
              won = points < 0 ? -points : points;
    const float more = (float)((won < most ? won : most) - 1) / (float)(most - 1);
    if (points > 0) return (alea_tables_chances){.won_one = 1 - more, .won_more = more};
    if (points < 0)
        return (alea_tables_chances){.lost_one = 1 - more, .lost_more = more};
    return (alea_tables_chances){.drawn = 1};
}
