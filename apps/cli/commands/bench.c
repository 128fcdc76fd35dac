/* `alea bench`: decides a fixed list of positions on one thread and prints a hash of
 * what it found, the same on every machine. A change of the hash is a change of
 * behaviour. */
#include "base/clock.h"
#include "base/hash.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "list.h"

#include <alea/alea.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { POSITIONS = 2000 };

/* splitmix64: small, and the same everywhere. */
static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static unsigned draw(uint64_t *state, unsigned n)
{
    *state += 0x9e3779b97f4a7c15u;
    return (unsigned)(mix(*state) % n);
}

/* FNV-1a over the result and the play's written form. */
static uint64_t hash_play(const alea_board *before, const alea_play *play)
{
    uint64_t hash = ALEA_HASH_START;
    char text[ALEA_PLAY_TEXT_SIZE];
    size_t length = alea_play_write(before, play, text);
    hash = alea_hash_bytes(hash, play->board.point, 26);
    return mix(alea_hash_bytes(hash, text, length));
}

typedef struct bench {
    alea_evaluator *evaluator;
    alea_play_list list;
    alea_board result[ALEA_MAX_PLAYS];
    alea_probs probs[ALEA_MAX_PLAYS];
    uint64_t plays_hash, best_hash; /* what the rules allow; what the net chooses */
    long long plays;
} bench;

/* The play the net alone would make; of equals the one whose board comes first, so that
 * the order of the list does not matter. */
static const alea_play *best_play(bench *b, const alea_board *board)
{
    int best = 0;
    float most = -4.0F;
    for (int i = 0; i < b->list.count; i++) b->result[i] = b->list.play[i].board;
    alea_eval_results(b->evaluator, board, b->result, b->list.count, b->probs);
    for (int i = 0; i < b->list.count; i++) {
        float equity = alea_probs_equity(&b->probs[i]);
        if (equity < most) continue;
        if (equity > most ||
            memcmp(&b->result[i], &b->result[best], sizeof b->result[0]) < 0)
            best = i;
        most = equity;
    }
    return &b->list.play[best];
}

/* Every play of every roll, and the best. The sum makes the hash blind to the order. */
static void decide(bench *b, const alea_board *board)
{
    const alea_play_rules rules = alea_play_rules_standard();
    for (int r = 0; r < ALEA_ROLLS; r++) {
        alea_plays(board, alea_roll_at(r), &rules, &b->list);
        uint64_t sum = 0;
        for (int i = 0; i < b->list.count; i++)
            sum += hash_play(board, &b->list.play[i]);
        b->plays_hash = mix(b->plays_hash ^ sum);
        b->best_hash = mix(b->best_hash ^ hash_play(board, best_play(b, board)));
        b->plays += b->list.count;
    }
}

/* Positions of games played at random from the four set-ups in turn. */
static void run(bench *b)
{
    const alea_play_rules rules = alea_play_rules_standard();
    uint64_t state = 0;
    int setup = ALEA_SETUP_BACKGAMMON;
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    for (int i = 0; i < POSITIONS; i++) {
        decide(b, &board);
        alea_roll roll = alea_roll_at((int)draw(&state, ALEA_ROLLS));
        alea_plays(&board, roll, &rules, &b->list);
        unsigned chosen = draw(&state, (unsigned)b->list.count);
        board = alea_board_swap(&b->list.play[chosen].board);
        if (alea_board_phase(&board) == ALEA_PHASE_OVER) {
            setup = (setup + 1) % (ALEA_SETUP_LONGGAMMON + 1);
            board = alea_board_start((alea_setup)setup);
        }
    }
}

int cmd_bench(int argc, char **argv)
{
    static const option_spec options[] = {{0}};
    static const args_spec spec = {
        .operands = "",
        .about =
            "Finds all plays of every roll in a fixed list of positions, and the best of\n"
            "them by the net alone, on one thread. Prints a hash of the plays and one of\n"
            "plays and choices together, the same on every machine: two programs that\n"
            "print the same hash decide alike.",
        .options = options,
    };
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    bench *b = calloc(1, sizeof *b);
    if (!b) return command_fail_memory("bench");
    alea_error error = {0};
    if (alea_evaluator_open(&b->evaluator, &error) != ALEA_OK) {
        command_say("bench", "%s", error.reason);
        free(b);
        return EXIT_SYSTEM;
    }
    const double start = alea_clock_seconds();
    run(b);
    const double seconds = alea_clock_seconds() - start;
    printf("%d positions, %lld plays\nPlays: %016" PRIx64 "\nBench: %016" PRIx64 "\n",
           POSITIONS, b->plays, b->plays_hash, mix(b->plays_hash ^ b->best_hash));
    if (isatty(STDERR_FILENO)) fprintf(stderr, "%.3f s\n", seconds);
    alea_evaluator_close(b->evaluator);
    free(b);
    return EXIT_DONE;
}
