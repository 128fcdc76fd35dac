/* `alea-train efficiency`: fits the cube efficiency of contact positions to cubeful
 * rollouts. Each position is rolled out three times, with the cube centred, mine and
 * theirs, and not turned before the first roll. From the chances the rollout found, a
 * leaf is worth so much for every x; the x whose worth comes nearest to the rolled out
 * equities is the efficiency. */
#include "command.h"
#include "trainer/games/decisions.h"

#include <alea/rollout.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { OWNERS = 3, STEPS = 101 };

static const char *const owner_name[OWNERS] = {"theirs", "centred", "mine"};

typedef struct fit {
    double error[STEPS]; /* sum of squared differences over their variance */
    int count;
} fit;

/* Equity of the side on roll if it does not double. */
static float worth_at(const alea_cube *cube, const alea_probs *probs, float x)
{
    const alea_cube_efficiency all = {x, x, x, x};
    return alea_cube_leaf_equity(cube, NULL, probs, &all);
}

/* Prints one position: owner, equity, standard error, equity at x = 0, at the x in use
 * and at x = 1, probabilities. Positions without a cube action are rolled out. */
static int roll_out(alea_engine *engine, const decision *at, int owner, long trials,
                    fit *f, alea_error *error)
{
    static alea_rollout rollout;
    alea_rollout_settings settings = alea_rollout_settings_default();
    alea_rollout_answer answer;
    alea_decision d = {.board = at->board,
                       .cube = alea_cube_money(),
                       .rules = alea_play_rules_standard()};
    d.cube.owner = owner - 1;
    d.cube.cube_log2 = owner != 1;
    alea_status status =
        alea_cube_may_double(&d.cube)
            ? alea_rollout_cube(&rollout, engine, &d, &settings, error)
            : alea_rollout_position(&rollout, engine, &d, &settings, error);
    if (status || alea_rollout_run(engine, &rollout, 0, trials, NULL, error)) return -1;
    alea_rollout_answer_of(&rollout, NULL, 0, &answer);
    const alea_cube_efficiency used = alea_cube_efficiency_of(&d.board);
    float now = alea_cube_leaf_equity(&d.cube, NULL, &answer.probs, &used);
    float dead = worth_at(&d.cube, &answer.probs, 0);
    float live = worth_at(&d.cube, &answer.probs, 1);
    printf("%-7s %+.4f %.4f  %+.4f %+.4f %+.4f  %.4f %.4f %.4f\n", owner_name[owner],
           (double)answer.equity, (double)answer.standard_error, (double)dead,
           (double)now, (double)live, (double)answer.probs.win,
           (double)answer.probs.win_gammon, (double)answer.probs.lose_gammon);
    for (int i = 0; i < STEPS; i++) {
        float off =
            worth_at(&d.cube, &answer.probs, (float)i / (STEPS - 1)) - answer.equity;
        double noise = (double)answer.standard_error;
        f->error[i] += (double)off * (double)off / (noise * noise + 0.01 * 0.01);
    }
    f->count++;
    return 0;
}

/* The best x, and how far it may go before the fit is one standard deviation worse
 * (scaled by how well the best one fits). */
static void print_fit(const char *name, const fit *f)
{
    int best = 0, low, high;
    for (int i = 1; i < STEPS; i++)
        if (f->error[i] < f->error[best]) best = i;
    double scatter = fmax(f->error[best] / fmax(f->count - 1, 1), 1);
    for (low = best; low > 0 && f->error[low - 1] < f->error[best] + scatter;) low--;
    for (high = best;
         high < STEPS - 1 && f->error[high + 1] < f->error[best] + scatter;)
        high++;
    printf("# cube %-7s  %d rollouts  efficiency %.2f (%.2f to %.2f)  scatter %.1f\n",
           name, f->count, (double)best / (STEPS - 1), (double)low / (STEPS - 1),
           (double)high / (STEPS - 1), scatter);
}

static int fit_all(alea_engine *engine, const decision_list *list, long positions,
                   long trials, alea_error *error)
{
    static fit fits[OWNERS];
    size_t contact = 0, seen = 0;
    for (size_t i = 0; i < list->count; i++)
        contact += list->item[i].kind == DECISION_CONTACT;
    size_t every = contact / (size_t)positions ? contact / (size_t)positions : 1;
    printf("# owner equity error  worth at 0, now, 1  win, gammons won and lost\n");
    for (size_t i = 0; i < list->count; i++) {
        const decision *d = &list->item[i];
        if (d->kind != DECISION_CONTACT || seen++ % every) continue;
        for (int owner = 0; owner < OWNERS; owner++)
            if (roll_out(engine, d, owner, trials, &fits[owner], error) != 0) return -1;
        fflush(stdout);
    }
    for (int owner = 0; owner < OWNERS; owner++)
        print_fit(owner_name[owner], &fits[owner]);
    return 0;
}

int command_efficiency(int argc, char **argv)
{
    char reason[512] = "";
    if (argc < 3 || argc > 6) {
        fprintf(stderr, "usage: alea-train efficiency DECISIONS NET "
                        "[POSITIONS [TRIALS [THREADS]]]\n");
        return STATUS_USAGE;
    }
    long positions = 200, trials = 324, threads = 1;
    if ((argc > 3 && read_count(argv[3], 1, 1000000, "POSITIONS", &positions) != 0) ||
        (argc > 4 && read_count(argv[4], 36, 1000000, "TRIALS", &trials) != 0) ||
        (argc > 5 && read_count(argv[5], 1, 256, "THREADS", &threads) != 0))
        return STATUS_USAGE;
    decision_list list = {NULL, 0, 0};
    alea_error error = {0};
    alea_evaluator *evaluator = NULL;
    alea_engine *engine = NULL;
    const alea_engine_options options = {(int)threads, (size_t)64 << 20};
    int status = STATUS_BAD_INPUT;
    if (decisions_read(argv[1], &list, reason, sizeof reason) != 0)
        train_say("%s", reason);
    else if (alea_evaluator_open_file(&evaluator, argv[2], &error) != ALEA_OK ||
             alea_engine_open(&engine, evaluator, NULL, &options, &error) != ALEA_OK)
        train_say("%s: %s", argv[2], error.reason);
    else if (fit_all(engine, &list, positions, trials, &error) != 0)
        train_say("%s", error.reason);
    else
        status = STATUS_DONE;
    alea_engine_close(engine);
    alea_evaluator_close(evaluator);
    decisions_free(&list);
    return status;
}
