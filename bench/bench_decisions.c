/* Whole decisions and rollouts on one core, by processor time: 2-ply plays and cube
 * actions at positions from files of "PositionID die die" lines, cache empty before
 * each; the same decisions by one thread, by two, and by two engines beside each other,
 * in turn and by the clock; rollouts of the opening position, full games, 0-ply,
 * cubeful. */
#define _POSIX_C_SOURCE 200809L
#include <alea/alea.h>

#include <pthread.h>
#include <stdio.h>
#include <time.h>

static double read_clock(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double now(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static bool read_decision(const char *line, alea_decision *d)
{
    char id[16];
    int high, low;
    *d =
        (alea_decision){.cube = alea_cube_money(), .rules = alea_play_rules_standard()};
    if (sscanf(line, "%14s %d %d", id, &high, &low) != 3 ||
        alea_position_id_read(id, 14, &d->board, NULL) != ALEA_OK)
        return false;
    d->roll = (alea_roll){{(uint8_t)high, (uint8_t)low}};
    return true;
}

static void decisions(alea_engine *engine, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[512];
    double play = 0, cube = 0;
    int count = 0;
    alea_search_settings settings = alea_search_settings_default(2);
    while (file && fgets(line, sizeof line, file)) {
        alea_decision d;
        alea_candidate best;
        alea_cube_result result;
        int all;
        if (!read_decision(line, &d)) continue;
        alea_engine_clear(engine);
        double start = now();
        if (alea_search_play(engine, &d, &settings, &best, 1, &all, NULL) != ALEA_OK)
            continue;
        play += now() - start;
        alea_engine_clear(engine);
        start = now();
        if (alea_search_cube(engine, &d, &settings, &result, NULL) != ALEA_OK) continue;
        cube += now() - start;
        count++;
    }
    if (file) fclose(file);
    if (count)
        printf("%d positions, 2-ply: play %.3f ms, cube %.3f ms\n", count,
               play / count * 1e3, cube / count * 1e3);
}

/* An engine and the decision it is to take. */
typedef struct task {
    alea_engine *engine;
    alea_decision decision;
    bool cube;
} task;

static void *decide(void *context)
{
    task *t = context;
    alea_search_settings settings = alea_search_settings_default(2);
    alea_candidate best;
    alea_cube_result result;
    int all;
    alea_status status =
        t->cube ? alea_search_cube(t->engine, &t->decision, &settings, &result, NULL)
                : alea_search_play(t->engine, &t->decision, &settings, &best, 1, &all,
                                   NULL);
    return status == ALEA_OK ? t : NULL;
}

/* What two threads gain on one decision, turn and turn about at each of them, so that a
 * busy machine slows all alike; and what two engines gain that have nothing to do with
 * each other, which is all that the two cores have to give. engines: one thread, two
 * threads, one thread. */
static void threads(alea_engine *const engines[3], const char *path, bool cube)
{
    FILE *file = fopen(path, "r");
    char line[512];
    double one = 0, two = 0, beside = 0;
    while (file && fgets(line, sizeof line, file)) {
        task tasks[3] = {{.engine = engines[0], .cube = cube}};
        if (!read_decision(line, &tasks[0].decision)) continue;
        for (int e = 1; e < 3; e++) {
            tasks[e] = tasks[0];
            tasks[e].engine = engines[e];
        }
        for (int e = 0; e < 3; e++) alea_engine_clear(engines[e]);
        double start = read_clock(CLOCK_MONOTONIC);
        if (!decide(&tasks[0])) break;
        one += read_clock(CLOCK_MONOTONIC) - start;
        start = read_clock(CLOCK_MONOTONIC);
        if (!decide(&tasks[1])) break;
        two += read_clock(CLOCK_MONOTONIC) - start;
        pthread_t other;
        alea_engine_clear(engines[0]);
        start = read_clock(CLOCK_MONOTONIC);
        if (pthread_create(&other, NULL, decide, &tasks[2])) break;
        decide(&tasks[0]);
        pthread_join(other, NULL);
        beside += read_clock(CLOCK_MONOTONIC) - start;
    }
    if (file) fclose(file);
    if (one > 0)
        printf(
            "two threads for one %s: %.2f times faster; two engines beside each other: "
            "%.2f times as many\n",
            cube ? "cube decision" : "play", one / two, 2 * one / beside);
}

static void rollouts(alea_engine *engine, bool luck, int64_t trials)
{
    static alea_rollout rollout;
    alea_decision d = {.board = alea_board_start(ALEA_SETUP_BACKGAMMON),
                       .cube = alea_cube_money(),
                       .rules = alea_play_rules_standard()};
    alea_rollout_settings settings = alea_rollout_settings_default();
    settings.luck = luck;
    if (alea_rollout_position(&rollout, engine, &d, &settings, NULL) != ALEA_OK) return;
    double start = now();
    if (alea_rollout_run(engine, &rollout, 0, trials, NULL, NULL) != ALEA_OK) return;
    printf("rollout of the opening, %s luck control: %.0f games/s\n",
           luck ? "with" : "without", (double)trials / (now() - start));
}

int main(int argc, char **argv)
{
    alea_evaluator *evaluator;
    alea_engine *engines[3];
    if (alea_evaluator_open(&evaluator, NULL) != ALEA_OK) return 1;
    for (int e = 0; e < 3; e++) {
        alea_engine_options options = {e == 1 ? 2 : 1, 1 << 24};
        if (alea_engine_open(&engines[e], evaluator, NULL, &options, NULL)) return 1;
    }
    for (int i = 1; i < argc; i++) {
        decisions(engines[0], argv[i]);
        threads(engines, argv[i], false);
        threads(engines, argv[i], true);
    }
    rollouts(engines[0], false, 2592);
    rollouts(engines[0], true, 288);
    for (int e = 0; e < 3; e++) alea_engine_close(engines[e]);
    alea_evaluator_close(evaluator);
    return 0;
}
