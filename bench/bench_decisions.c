/* Whole decisions and rollouts on one core, by processor time: 2-ply plays and cube
 * actions at positions from files of "PositionID die die" lines, cache empty before
 * each; the same decisions by one thread and by two in turn, by the clock; rollouts of
 * the opening position, full games, 0-ply, cubeful. */
#define _POSIX_C_SOURCE 200809L
#include <alea/alea.h>

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

/* One thread and two in turn at each decision, so that a busy machine slows both alike.
 */
static void threads(alea_engine *const engines[2], const char *path)
{
    FILE *file = fopen(path, "r");
    char line[512];
    double play[2] = {0, 0}, cube[2] = {0, 0};
    alea_search_settings settings = alea_search_settings_default(2);
    while (file && fgets(line, sizeof line, file)) {
        alea_decision d;
        alea_candidate best;
        alea_cube_result result;
        int all;
        if (!read_decision(line, &d)) continue;
        for (int e = 0; e < 2; e++) {
            alea_engine_clear(engines[e]);
            double start = read_clock(CLOCK_MONOTONIC);
            if (alea_search_play(engines[e], &d, &settings, &best, 1, &all, NULL))
                break;
            play[e] += read_clock(CLOCK_MONOTONIC) - start;
            alea_engine_clear(engines[e]);
            start = read_clock(CLOCK_MONOTONIC);
            if (alea_search_cube(engines[e], &d, &settings, &result, NULL)) break;
            cube[e] += read_clock(CLOCK_MONOTONIC) - start;
        }
    }
    if (file) fclose(file);
    if (play[1] > 0 && cube[1] > 0)
        printf("two threads for one decision: play %.2f times faster, cube %.2f\n",
               play[0] / play[1], cube[0] / cube[1]);
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
    alea_engine *engines[2];
    if (alea_evaluator_open(&evaluator, NULL) != ALEA_OK) return 1;
    for (int e = 0; e < 2; e++) {
        alea_engine_options options = {e + 1, 1 << 24};
        if (alea_engine_open(&engines[e], evaluator, NULL, &options, NULL)) return 1;
    }
    for (int i = 1; i < argc; i++) {
        decisions(engines[0], argv[i]);
        threads(engines, argv[i]);
    }
    rollouts(engines[0], false, 2592);
    rollouts(engines[0], true, 288);
    for (int e = 0; e < 2; e++) alea_engine_close(engines[e]);
    alea_evaluator_close(evaluator);
    return 0;
}
