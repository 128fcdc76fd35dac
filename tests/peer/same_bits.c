/* Prints a hash of what the engine says: the net's fingerprint, 1-ply plays and cube
 * actions along a game of its own, and a short rollout. The same on every processor
 * (tests/peer/same_bits.sh). */
#include <alea/alea.h>

#include <inttypes.h>
#include <stdio.h>

static uint64_t hash = 1469598103934665603U;

static void add(const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < size; i++) hash = (hash ^ p[i]) * 1099511628211U;
}

static int play_game(alea_engine *engine)
{
    alea_search_settings settings = alea_search_settings_default(1);
    alea_decision d = {.board = alea_board_start(ALEA_SETUP_BACKGAMMON),
                       .cube = alea_cube_money(),
                       .rules = alea_play_rules_standard()};
    for (unsigned turn = 0; alea_board_phase(&d.board) != ALEA_PHASE_OVER; turn++) {
        alea_candidate found[8];
        alea_cube_result cube;
        int count;
        d.roll = (alea_roll){
            {(uint8_t)(1 + turn * 5 % 6), (uint8_t)(1 + turn * turn * 7 / 3 % 6)}};
        if (alea_search_play(engine, &d, &settings, found, 8, &count, NULL) ||
            alea_search_cube(engine, &d, &settings, &cube, NULL))
            return -1;
        for (int i = 0; i < count; i++) add(&found[i].equity, sizeof found[i].equity);
        add(&cube.verdict.equity, sizeof cube.verdict.equity);
        d.board = alea_board_swap(&found[0].play.board);
    }
    return 0;
}

static int roll_out(alea_engine *engine)
{
    static alea_rollout rollout;
    alea_decision d = {.board = alea_board_start(ALEA_SETUP_BACKGAMMON),
                       .cube = alea_cube_money(),
                       .rules = alea_play_rules_standard()};
    alea_rollout_settings settings = alea_rollout_settings_default();
    if (alea_rollout_position(&rollout, engine, &d, &settings, NULL) ||
        alea_rollout_run(engine, &rollout, 0, 36, NULL, NULL))
        return -1;
    add(&rollout.candidate[0].sums, sizeof rollout.candidate[0].sums);
    return 0;
}

int main(void)
{
    alea_evaluator *evaluator;
    alea_engine *engine;
    const alea_engine_options options = {2, 1 << 22};
    if (alea_evaluator_open(&evaluator, NULL) != ALEA_OK ||
        alea_engine_open(&engine, evaluator, NULL, &options, NULL) != ALEA_OK ||
        play_game(engine) != 0 || roll_out(engine) != 0)
        return 1;
    printf("net %016" PRIx64 "  decisions %016" PRIx64 "\n",
           alea_evaluator_fingerprint(evaluator), hash);
    alea_engine_close(engine);
    alea_evaluator_close(evaluator);
    return 0;
}
