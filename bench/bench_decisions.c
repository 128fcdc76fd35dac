/* Whole decisions and rollouts on one core, by processor time: 2-ply plays and cube
 * actions at positions from files of "PositionID die die" lines, cache empty before
 * each; rollouts of the opening position, full games, 0-ply, cubeful. */
#define _POSIX_C_SOURCE 200809L
#include <alea/alea.h>

#include <stdio.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void decisions(alea_engine *engine, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[512], id[16];
    double play = 0, cube = 0;
    int count = 0, high, low;
    alea_search_settings settings = alea_search_settings_default(2);
    while (file && fgets(line, sizeof line, file)) {
        alea_decision d = {.cube = alea_cube_money(),
                           .rules = alea_play_rules_standard()};
        alea_candidate best;
        alea_cube_result result;
        int all;
        if (sscanf(line, "%14s %d %d", id, &high, &low) != 3 ||
            alea_position_id_read(id, 14, &d.board, NULL) != ALEA_OK)
            continue;
        d.roll = (alea_roll){{(uint8_t)high, (uint8_t)low}};
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
    alea_engine *engine;
    alea_engine_options options = {1, 1 << 24};
    if (alea_evaluator_open(&evaluator, NULL) != ALEA_OK) return 1;
    if (alea_engine_open(&engine, evaluator, NULL, &options, NULL) != ALEA_OK) return 1;
    for (int i = 1; i < argc; i++) decisions(engine, argv[i]);
    rollouts(engine, false, 2592);
    rollouts(engine, true, 288);
    alea_engine_close(engine);
    alea_evaluator_close(evaluator);
    return 0;
}
