/* Speed of static evaluation on one core: all results of every roll from contact
 * positions spread over games, no cache, move generation outside the clock; then whole
 * decisions, generation included. --net FILE takes that net,
 * --decisions FILE the decisions of tests/peer. */
#include "bench.h"

#include <alea/alea.h>

#include <stdio.h>
#include <stdlib.h>

enum { ROLLS_TIMED = 2000, RUNS = 7 };

typedef struct rolled {
    alea_board before;
    alea_roll roll;
    alea_board *results;
    int count;
} rolled;

typedef struct work {
    alea_evaluator *evaluator;
    rolled roll[ROLLS_TIMED], decision[ROLLS_TIMED];
    int decisions;
    alea_board out[ALEA_MAX_PLAYS];
    alea_probs probs[ALEA_MAX_PLAYS];
    long long total;
    double sum;
} work;

static int best_of(work *w, const alea_board *before, const alea_board *results,
                   int count)
{
    int best = 0;
    float most = -9.0F;
    alea_eval_results(w->evaluator, before, results, count, w->probs);
    for (int i = 0; i < count; i++) {
        float equity = alea_probs_equity(&w->probs[i]);
        if (equity > most) {
            most = equity;
            best = i;
        }
    }
    w->sum += (double)most;
    return best;
}

/* Games of the net against itself; every third contact roll is kept. */
static void fill(work *w)
{
    const alea_play_rules rules = alea_play_rules_standard();
    uint64_t state = 1;
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    for (int kept = 0, seen = 0; kept < ROLLS_TIMED;) {
        alea_roll roll = alea_roll_at((int)bench_random(&state, ALEA_ROLLS));
        int n = alea_positions_after(&board, roll, &rules, w->out);
        int next = best_of(w, &board, w->out, n);
        if (alea_board_phase(&board) == ALEA_PHASE_CONTACT && n > 1 &&
            seen++ % 3 == 0) {
            rolled *r = &w->roll[kept++];
            *r = (rolled){board, roll, malloc((size_t)n * sizeof(alea_board)), n};
            if (!r->results) exit(3);
            for (int i = 0; i < n; i++) r->results[i] = w->out[i];
        }
        board = alea_board_swap(&w->out[next]);
        if (alea_board_phase(&board) == ALEA_PHASE_OVER)
            board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    }
}

static void all_evaluations(void *context)
{
    work *w = context;
    for (int i = 0; i < ROLLS_TIMED; i++) {
        const rolled *r = &w->roll[i];
        alea_eval_results(w->evaluator, &r->before, r->results, r->count, w->probs);
        w->total += r->count;
    }
}

static void all_prunes(void *context)
{
    work *w = context;
    for (int i = 0; i < ROLLS_TIMED; i++) {
        const rolled *r = &w->roll[i];
        alea_eval_results_prune(w->evaluator, &r->before, r->results, r->count,
                                w->probs);
        w->total += r->count;
    }
}

static void all_singles(void *context)
{
    work *w = context;
    for (int i = 0; i < ROLLS_TIMED; i++)
        alea_eval(w->evaluator, &w->roll[i].before, w->probs);
    w->total += ROLLS_TIMED;
}

static void all_decisions(void *context)
{
    work *w = context;
    const alea_play_rules rules = alea_play_rules_standard();
    for (int i = 0; i < w->decisions; i++) {
        const rolled *r = &w->decision[i];
        int n = alea_positions_after(&r->before, r->roll, &rules, w->out);
        best_of(w, &r->before, w->out, n);
    }
    w->total += w->decisions;
}

/* Lines "KIND POSITION_ID DICE ...": the decisions that a peer is asked too. */
static bool read_decisions(work *w, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) return false;
    char line[4096], id[32];
    unsigned dice;
    w->decisions = 0;
    while (w->decisions < ROLLS_TIMED && fgets(line, sizeof line, file)) {
        rolled r = {0};
        alea_error error;
        if (line[0] == '#' || sscanf(line, "%*s %31s %2u", id, &dice) != 2) continue;
        r.roll = (alea_roll){{(uint8_t)(dice / 10), (uint8_t)(dice % 10)}};
        if (alea_position_id_read(id, strlen(id), &r.before, &error) == ALEA_OK &&
            alea_roll_valid(r.roll))
            w->decision[w->decisions++] = r;
    }
    fclose(file);
    return w->decisions > 0;
}

static void report(work *w, const char *what, void (*run)(void *))
{
    w->total = 0;
    run(w);
    long long one = w->total;
    double best, seconds = bench_median(run, w, RUNS, &best);
    printf("%-32s %10.0f /s  %8.4f us each  (best run %.0f /s)\n", what,
           (double)one / seconds, 1e6 * seconds / (double)one, (double)one / best);
}

int main(int argc, char **argv)
{
    work *w = calloc(1, sizeof *w);
    alea_error error = {0};
    if (!w) return 3;
    const char *net = NULL, *decisions = NULL;
    for (int i = 1; i + 1 < argc; i++) {
        if (strcmp(argv[i], "--net") == 0) net = argv[i + 1];
        if (strcmp(argv[i], "--decisions") == 0) decisions = argv[i + 1];
    }
    alea_status status = net ? alea_evaluator_open_file(&w->evaluator, net, &error)
                             : alea_evaluator_open(&w->evaluator, &error);
    if (status != ALEA_OK) {
        fprintf(stderr, "bench_eval: %s\n", error.reason);
        return 3;
    }
    bench_machine();
    fill(w);
    memcpy(w->decision, w->roll, sizeof w->roll);
    w->decisions = ROLLS_TIMED;
    if (decisions && !read_decisions(w, decisions)) {
        fprintf(stderr, "bench_eval: %s: no decisions\n", decisions);
        return 3;
    }
    report(w, "evaluations of contact results", all_evaluations);
    report(w, "the same by the prune net", all_prunes);
    report(w, "single evaluations", all_singles);
    report(w, "0-ply decisions", all_decisions);
    for (int i = 0; i < ROLLS_TIMED; i++) free(w->roll[i].results);
    alea_evaluator_close(w->evaluator);
    free(w);
    return 0;
}
