/* `alea-train rolled`: what players say of stored positions, against rollouts. */
#include "base/thread.h"
#include "command.h"
#include "trainer/games/player.h"
#include "trainer/games/rollout_label.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLAYERS = 8 };

typedef struct rolled {
    const judge *net;
    table *tables;
    sample *cases;
    double *truth, *noise; /* equity of each case, and its variance */
    double *first;         /* square of the first player's error of each case */
    int trials;
} rolled;

static void case_task(void *context, size_t index, int thread)
{
    rolled *r = context;
    alea_board board = sample_board(&r->cases[index]);
    double value[2];
    for (int half = 0; half < 2; half++) {
        float error[ALEA_OUTCOMES];
        outcomes o = rollout_label(r->net, &board, r->trials / 2,
                                   2 * (uint64_t)index + 1 + (uint64_t)half,
                                   &r->tables[thread], error);
        value[half] = (double)outcomes_equity(&o);
    }
    r->truth[index] = (value[0] + value[1]) / 2;
    r->noise[index] = (value[0] - value[1]) * (value[0] - value[1]) / 4;
}

/* `count` positions spread evenly over the file. */
static int read_cases(const char *path, sample *out, int count, char *reason,
                      size_t size)
{
    FILE *file = samples_open(path, reason, size);
    if (!file) return -1;
    fseek(file, 0, SEEK_END);
    long all = (ftell(file) - SAMPLES_HEADER) / (long)sizeof *out;
    int got = all >= count ? 0 : -1;
    if (got < 0) snprintf(reason, size, "%s: only %ld positions", path, all);
    for (long i = 0; got >= 0 && i < count; i++) {
        size_t number = (size_t)(all / count * i);
        long at = SAMPLES_HEADER + (long)number * (long)sizeof *out;
        got = fseek(file, at, SEEK_SET) == 0
                  ? samples_next(file, path, &number, &out[i], reason, size)
                  : -1;
    }
    fclose(file);
    return got < 0 ? -1 : 0;
}

static int value_of(player *p, const alea_board *board, double *out, char *reason,
                    size_t size)
{
    if (player_is_deep(p)) {
        const alea_cube none = {0};
        float value = 0;
        int failed = player_value(p, board, &none, &value, reason, size);
        *out = (double)value;
        return failed;
    }
    alea_probs probs;
    if (player_judge(p)) {
        outcomes o = judge_board(player_judge(p), board);
        probs = outcomes_to_probs(&o);
    } else if (player_ask_value(p, board, 0, &probs, reason, size)) {
        return -1;
    }
    *out = (double)alea_probs_equity(&probs);
    return 0;
}

/* Root of the mean squared error, the rollouts' own noise taken out, and the standard
 * error of that mean as one of the root. */
static int print_player(const rolled *r, int count, const char *name, int is_first,
                        char *reason, size_t size)
{
    double sum = 0, squares = 0, lean = 0, gain = 0, gains = 0;
    player *p = player_open(name, 0, reason, size);
    int failed = !p;
    for (int i = 0; !failed && i < count; i++) {
        alea_board board = sample_board(&r->cases[i]);
        double value = 0;
        failed = value_of(p, &board, &value, reason, size) != 0;
        double off = value - r->truth[i], square = off * off - r->noise[i];
        sum += square;
        squares += square * square;
        lean += off;
        if (is_first) r->first[i] = square;
        gain += square - r->first[i];
        gains += (square - r->first[i]) * (square - r->first[i]);
    }
    player_close(p);
    if (failed) return -1;
    double mean = sum / count, root = sqrt(fmax(mean, 0));
    double error = sqrt(fmax(squares / count - mean * mean, 0) / count);
    printf("%5d positions  rms %.4f +- %.4f  mean %+.4f  %s\n", count, root,
           root > 0 ? error / (2 * root) : error, lean / count, name);
    gain /= count;
    if (!is_first)
        printf("      mean square less the first's %+.6f +- %.6f\n", gain,
               sqrt(fmax(gains / count - gain * gain, 0) / count));
    fflush(stdout);
    return 0;
}

static int measure(rolled *r, int count, int threads, char **argv, int players,
                   char *reason, size_t size)
{
    player *first = player_open(argv[0], 0, reason, size);
    alea_pool *workers = NULL;
    alea_pool_open(&workers, threads);
    int ok = first && workers && (r->net = player_judge(first)) != NULL;
    if (first && !r->net)
        snprintf(reason, size, "%s cannot roll out: a net is needed", argv[0]);
    if (ok) alea_pool_run(workers, (size_t)count, case_task, r);
    for (int i = 0; ok && i < players; i++)
        ok = print_player(r, count, argv[i], i == 0, reason, size) == 0;
    alea_pool_close(workers);
    player_close(first);
    return ok ? 0 : -1;
}

int command_rolled(int argc, char **argv)
{
    long count, trials, threads;
    char reason[512] = "";
    if (argc < 6 || argc > 5 + PLAYERS) {
        fprintf(stderr, "usage: alea-train rolled POSITIONS COUNT TRIALS THREADS NET "
                        "[PLAYER]...\n"
                        "Rolls out COUNT positions of a file, spread evenly over it, "
                        "TRIALS times each, by NET at\n"
                        "0-ply; the rms error of equity of NET and of each player, "
                        "and its mean square less NET's.\n");
        return STATUS_USAGE;
    }
    if (read_count(argv[2], 2, 1000000, "COUNT", &count) != 0 ||
        read_count(argv[3], 2, 1000000, "TRIALS", &trials) != 0 ||
        read_count(argv[4], 1, 256, "THREADS", &threads) != 0)
        return STATUS_USAGE;
    size_t cases = (size_t)count;
    rolled r = {NULL,
                calloc((size_t)threads, sizeof *r.tables),
                calloc(cases, sizeof *r.cases),
                calloc(cases, sizeof *r.truth),
                calloc(cases, sizeof *r.noise),
                calloc(cases, sizeof *r.first),
                (int)trials};
    int ok = r.tables && r.cases && r.truth && r.noise && r.first;
    ok = ok && read_cases(argv[1], r.cases, (int)count, reason, sizeof reason) == 0 &&
         measure(&r, (int)count, (int)threads, argv + 5, argc - 5, reason,
                 sizeof reason) == 0;
    if (!ok) train_say("%s", reason[0] ? reason : alea_status_text(ALEA_ERROR_MEMORY));
    free(r.tables);
    free(r.cases);
    free(r.truth);
    free(r.noise);
    free(r.first);
    return ok ? STATUS_DONE : STATUS_SYSTEM;
}
