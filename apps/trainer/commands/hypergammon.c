/* `alea-train hypergammon`: the small net for contact in hypergammon, fitted to the
 * solved table. Positions are those of games that the table plays with one play in ten
 * at random, and a quarter any two sides; labels are the table's chances. One thread,
 * plain Adam: the same command gives the same file. */
#include "command.h"
#include "engine/evaluate/hyper_net.h"
#include "engine/hypergammon/positions.h"
#include "trainer/support/random.h"

#include <alea/bearoff.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 3000000, BATCH = 256, WEIGHTS = HYPER_NET_WEIGHTS };

typedef struct fit {
    alea_hypergammon *table;
    hyper_net net, gradient, mean, square;
    alea_board *board; /* of games */
    hyper_side sides[HYPER_POSITIONS];
    random_stream random;
    double loss; /* nats, of the running report */
} fit;

/* ---- positions ---- */

static alea_board best_result(const fit *f, const alea_board *results, int count)
{
    int best = 0;
    float top = -INFINITY;
    for (int i = 0; i < count; i++) {
        alea_hypergammon_value value;
        const alea_board next = alea_board_swap(&results[i]);
        if (alea_board_phase(&results[i]) == ALEA_PHASE_OVER) return results[i];
        if (!alea_hypergammon_find(f->table, &next, &value)) continue;
        if (-value.cubeless > top) top = -value.cubeless, best = i;
    }
    return results[best];
}

static void play_games(fit *f)
{
    const alea_play_rules rules = alea_play_rules_standard();
    alea_board results[ALEA_MAX_PLAYS];
    for (int kept = 0; kept < KEPT;) {
        alea_board board = alea_board_start(ALEA_SETUP_HYPERGAMMON);
        while (kept < KEPT && alea_board_phase(&board) == ALEA_PHASE_CONTACT) {
            f->board[kept++] = board;
            const int roll = (int)random_below(&f->random, 36);
            const alea_roll dice = {{(uint8_t)(1 + roll / 6), (uint8_t)(1 + roll % 6)}};
            const int count = alea_positions_after(&board, dice, &rules, results);
            const alea_board after =
                random_below(&f->random, 10) == 0
                    ? results[random_below(&f->random, (uint32_t)count)]
                    : best_result(f, results, count);
            board = alea_board_swap(&after);
        }
    }
}

static alea_board any_position(fit *f)
{
    for (;;) {
        alea_board board;
        const hyper_side *mine = &f->sides[random_below(&f->random, HYPER_POSITIONS)],
                         *theirs = &f->sides[random_below(&f->random, HYPER_POSITIONS)];
        if (hyper_board(mine, theirs, &board) &&
            alea_board_phase(&board) == ALEA_PHASE_CONTACT)
            return board;
    }
}

/* ---- one example ---- */

static void labels(const alea_probs *p, float out[HYPER_NET_OUT])
{
    out[0] = p->win - p->win_gammon;
    out[1] = p->win_gammon - p->win_backgammon;
    out[2] = p->win_backgammon;
    out[3] = 1 - p->win - p->lose_gammon;
    out[4] = p->lose_gammon - p->lose_backgammon;
    out[5] = p->lose_backgammon;
}

/* The net's chance less the label, by outcome; adds to the loss. */
static void errors(fit *f, const alea_probs *said, const alea_probs *truth,
                   float out[HYPER_NET_OUT])
{
    float wanted[HYPER_NET_OUT];
    labels(said, out);
    labels(truth, wanted);
    for (int o = 0; o < HYPER_NET_OUT; o++) {
        if (wanted[o] > 0)
            f->loss += (double)wanted[o] *
                       log((double)wanted[o] / fmax((double)out[o], 1e-12));
        out[o] -= wanted[o];
    }
}

static void learn(fit *f, const alea_board *board)
{
    int active[HYPER_NET_ACTIVE];
    float first[HYPER_NET_FIRST], second[HYPER_NET_SECOND], error[HYPER_NET_OUT];
    float back[HYPER_NET_SECOND] = {0};
    const hyper_net *n = &f->net;
    hyper_net *g = &f->gradient;
    alea_hypergammon_value truth;
    alea_probs said;
    if (!hyper_net_inputs(board, active) ||
        !alea_hypergammon_find(f->table, board, &truth))
        return;
    memcpy(first, n->first_bias, sizeof first);
    for (int k = 0; k < HYPER_NET_ACTIVE; k++)
        for (int i = 0; i < HYPER_NET_FIRST; i++) first[i] += n->first[active[k]][i];
    memcpy(second, n->second_bias, sizeof second);
    for (int i = 0; i < HYPER_NET_FIRST; i++)
        for (int j = 0; first[i] > 0 && j < HYPER_NET_SECOND; j++)
            second[j] += first[i] * n->second[i][j];
    hyper_net_eval(n, active, &said);
    errors(f, &said, &truth.probs, error);
    for (int o = 0; o < HYPER_NET_OUT; o++) g->out_bias[o] += error[o];
    for (int j = 0; j < HYPER_NET_SECOND; j++) {
        if (second[j] <= 0) continue;
        for (int o = 0; o < HYPER_NET_OUT; o++) {
            g->out[j][o] += second[j] * error[o];
            back[j] += n->out[j][o] * error[o];
        }
        g->second_bias[j] += back[j];
    }
    float below[HYPER_NET_FIRST] = {0};
    for (int i = 0; i < HYPER_NET_FIRST; i++) {
        if (first[i] <= 0) continue;
        for (int j = 0; j < HYPER_NET_SECOND; j++) {
            g->second[i][j] += first[i] * back[j];
            below[i] += n->second[i][j] * back[j];
        }
        g->first_bias[i] += below[i];
    }
    for (int k = 0; k < HYPER_NET_ACTIVE; k++)
        for (int i = 0; i < HYPER_NET_FIRST; i++) g->first[active[k]][i] += below[i];
}

/* ---- the fit ---- */

static void start_weights(fit *f)
{
    const float first = sqrtf(2.0F / HYPER_NET_ACTIVE),
                second = sqrtf(2.0F / HYPER_NET_FIRST),
                out = sqrtf(1.0F / HYPER_NET_SECOND);
    for (int k = 0; k < HYPER_NET_INPUTS; k++)
        for (int i = 0; i < HYPER_NET_FIRST; i++)
            f->net.first[k][i] = first * random_bell(&f->random);
    for (int i = 0; i < HYPER_NET_FIRST; i++)
        for (int j = 0; j < HYPER_NET_SECOND; j++)
            f->net.second[i][j] = second * random_bell(&f->random);
    for (int j = 0; j < HYPER_NET_SECOND; j++)
        for (int o = 0; o < HYPER_NET_OUT; o++)
            f->net.out[j][o] = out * random_bell(&f->random);
}

static void step(fit *f, long number, float rate)
{
    float *w = (float *)&f->net, *g = (float *)&f->gradient, *m = (float *)&f->mean,
          *v = (float *)&f->square;
    const float correct =
        sqrtf(1 - powf(.999F, (float)number)) / (1 - powf(.9F, (float)number));
    for (size_t i = 0; i < WEIGHTS; i++) {
        const float d = g[i] / BATCH;
        m[i] = .9F * m[i] + .1F * d;
        v[i] = .999F * v[i] + .001F * d * d;
        w[i] -= rate * correct * m[i] / (sqrtf(v[i]) + 1e-8F);
        g[i] = 0;
    }
}

static void run(fit *f, long batches)
{
    const double pi = 3.14159265358979323846;
    start_weights(f);
    for (long b = 1; b <= batches; b++) {
        for (int k = 0; k < BATCH; k++) {
            const alea_board any = any_position(f);
            learn(f, random_below(&f->random, 4) == 0
                         ? &any
                         : &f->board[random_below(&f->random, KEPT)]);
        }
        step(f, b, (float)(1e-3 * (1 + cos(pi * (double)b / (double)batches)) + 2e-6));
        if (b % 10000 == 0 || b == batches) {
            const long since = b % 10000 ? b % 10000 : 10000;
            fprintf(stderr, "%ld of %ld batches, loss %.6f nats\n", b, batches,
                    f->loss / (double)(since * BATCH));
            f->loss = 0;
        }
    }
}

static int write_net(const hyper_net *net, const char *path)
{
    unsigned char bytes[HYPER_NET_FILE];
    hyper_net_write(net, bytes);
    FILE *file = fopen(path, "wb");
    const int good = file && fwrite(bytes, sizeof bytes, 1, file) == 1;
    if (file && fclose(file) == 0 && good) return STATUS_DONE;
    train_say("%s: cannot be written", path);
    return STATUS_SYSTEM;
}

int command_hypergammon(int argc, char **argv)
{
    long batches = 200000;
    alea_error error;
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: alea-train hypergammon TABLE OUT [BATCHES]\n"
                        "TABLE: made by alea bearoff make --kind hypergammon.\n");
        return STATUS_USAGE;
    }
    if (argc == 4 && read_count(argv[3], 1, 100000000, "BATCHES", &batches) != 0)
        return STATUS_USAGE;
    fit *f = calloc(1, sizeof *f);
    int status = STATUS_SYSTEM;
    if (f) f->board = malloc(KEPT * sizeof *f->board);
    if (!f || !f->board) {
        train_say("%s", alea_status_text(ALEA_ERROR_MEMORY));
    } else if (alea_hypergammon_open_file(argv[1], false, &f->table, &error) !=
               ALEA_OK) {
        train_say("%s: %s", argv[1], error.reason);
        status = STATUS_BAD_INPUT;
    } else {
        f->random = random_open(1, 0);
        hyper_sides(f->sides);
        play_games(f);
        run(f, batches);
        status = write_net(&f->net, argv[2]);
        alea_hypergammon_close(f->table);
    }
    if (f) free(f->board);
    free(f);
    return status;
}
