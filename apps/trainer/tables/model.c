#include "model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The weights of a net are multiples of GRID: the files pack to half their size for it,
 * and play as well. */
enum { GRID = 32, MOST = 32767 / GRID };

/* One board on its way through the net. */
typedef struct pass {
    tables_input on[TABLES_MOST_ACTIVE];
    int count;
    float hidden[TABLES_NET_MOST_WIDTH], chance[TABLES_NET_OUT];
} pass;

static size_t bias_of(const tables_model *m)
{
    return (size_t)m->inputs * m->width;
}

tables_model *tables_model_make(const alea_tables_rules *rules, uint32_t width,
                                random_stream *random)
{
    const uint32_t inputs = (uint32_t)tables_inputs_count(rules);
    const size_t count = (inputs + 1) * width + (width + 1) * TABLES_NET_OUT;
    tables_model *m = malloc(sizeof *m + count * sizeof *m->weight);
    if (!m) return NULL;
    *m = (tables_model){.inputs = inputs, .width = width, .count = count};
    for (size_t i = 0; i < count; i++) m->weight[i] = 0.1F * random_bell(random);
    return m;
}

static void forward(const tables_model *m, const alea_tables_rules *rules,
                    const alea_tables_board *board, pass *p)
{
    const int width = (int)m->width;
    const float *bias = m->weight + bias_of(m), *out = bias + width;
    float top, all = 0;
    p->count = tables_inputs(rules, board, p->on);
    memcpy(p->hidden, bias, (size_t)width * sizeof *bias);
    for (int k = 0; k < p->count; k++) {
        const float *row = m->weight + (size_t)p->on[k].at * m->width;
        const float value = (float)p->on[k].value / TABLES_UNIT;
        for (int i = 0; i < width; i++) p->hidden[i] += row[i] * value;
    }
    memcpy(p->chance, out + (size_t)width * TABLES_NET_OUT, sizeof p->chance);
    for (int i = 0; i < width; i++) {
        p->hidden[i] /= 1 + fabsf(p->hidden[i]);
        for (int o = 0; o < TABLES_NET_OUT; o++)
            p->chance[o] += p->hidden[i] * out[i * TABLES_NET_OUT + o];
    }
    top = p->chance[0];
    for (int o = 1; o < TABLES_NET_OUT; o++) top = fmaxf(top, p->chance[o]);
    for (int o = 0; o < TABLES_NET_OUT; o++) {
        p->chance[o] = expf(p->chance[o] - top);
        all += p->chance[o];
    }
    for (int o = 0; o < TABLES_NET_OUT; o++) p->chance[o] /= all;
}

void tables_model_chances(const tables_model *m, const alea_tables_rules *rules,
                          const alea_tables_board *board, float out[TABLES_NET_OUT])
{
    pass p;
    forward(m, rules, board, &p);
    memcpy(out, p.chance, sizeof p.chance);
}

void tables_model_learn(tables_model *m, const alea_tables_rules *rules,
                        const alea_tables_board *board,
                        const float wanted[TABLES_NET_OUT], float rate,
                        float out[TABLES_NET_OUT])
{
    pass p;
    const int width = (int)m->width;
    float *bias = m->weight + bias_of(m), *second = bias + width;
    float *last = second + (size_t)width * TABLES_NET_OUT;
    float off[TABLES_NET_OUT], back[TABLES_NET_MOST_WIDTH];
    forward(m, rules, board, &p);
    memcpy(out, p.chance, sizeof p.chance);
    for (int o = 0; o < TABLES_NET_OUT; o++) {
        off[o] = rate * (p.chance[o] - wanted[o]);
        last[o] -= off[o];
    }
    for (int i = 0; i < width; i++) {
        float *row = second + (size_t)i * TABLES_NET_OUT, sum = 0;
        for (int o = 0; o < TABLES_NET_OUT; o++) {
            sum += off[o] * row[o];
            row[o] -= off[o] * p.hidden[i];
        }
        const float flat = 1 - fabsf(p.hidden[i]);
        back[i] = sum * flat * flat;
        bias[i] -= back[i];
    }
    for (int k = 0; k < p.count; k++) {
        float *row = m->weight + (size_t)p.on[k].at * m->width;
        const float value = (float)p.on[k].value / TABLES_UNIT;
        for (int i = 0; i < width; i++) row[i] -= back[i] * value;
    }
}

void tables_model_round(const tables_model *m, const alea_tables_rules *rules,
                        alea_tables_net *out)
{
    const size_t count = tables_net_weights(m->inputs, m->width);
    out->weight[count - 1] = 0;
    for (size_t i = 0; i < m->count; i++) {
        const float scaled = m->weight[i] * (TABLES_NET_ONE / GRID);
        out->weight[i] = (int16_t)(GRID * lrintf(fminf(fmaxf(scaled, -MOST), MOST)));
    }
    tables_net_close(out, rules, m->width);
}
