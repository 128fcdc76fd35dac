/* `alea-train decisions`: evaluates the plays of self-play positions with GNU
 * Backgammon. */
#include "trainer/games/decisions.h"
#include "command.h"
#include "trainer/games/player.h"
#include "trainer/support/random.h"

#include <alea/notation.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVERY = 7, SURELY = 6 };
/* Plays further behind than this at the arbiter's 0-ply are not evaluated deeper. */
static const float behind = 0.2f;

typedef struct maker {
    player *net, *arbiter;
    FILE *out;
    int plies, wanted[DECISION_KINDS], made[DECISION_KINDS];
    alea_board results[ALEA_MAX_PLAYS];
    alea_probs values[ALEA_MAX_PLAYS];
    float shallow[ALEA_MAX_PLAYS];
    char reason[256];
} maker;

static int value_of(maker *m, const alea_board *result, int plies, float *out)
{
    alea_probs p;
    if (alea_board_checkers(result, true) == 0) {
        p = finished_value(result);
        *out = alea_probs_equity(&p);
        return 0;
    }
    alea_board theirs = alea_board_swap(result);
    if (player_ask_value(m->arbiter, &theirs, plies, &p, m->reason, sizeof m->reason))
        return -1;
    *out = -alea_probs_equity(&p);
    return 0;
}

/* At least SURELY plays, and all that are not far behind, are evaluated at full
 * depth. */
static int write_decision(maker *m, const alea_board *board, alea_roll roll, int count,
                          decision_kind kind)
{
    char id[ALEA_POSITION_ID_SIZE];
    float top = -10;
    for (int i = 0; i < count; i++) {
        if (value_of(m, &m->results[i], 0, &m->shallow[i]) != 0) return -1;
        top = fmaxf(top, m->shallow[i]);
    }
    alea_position_id_write(board, id);
    fprintf(m->out, "%s %s %d%d", decision_kind_name(kind), id, roll.die[0],
            roll.die[1]);
    for (int i = 0; i < count; i++) {
        int better = 0;
        for (int k = 0; k < count; k++) better += m->shallow[k] > m->shallow[i];
        int deep = better < SURELY || m->shallow[i] > top - behind;
        float equity = m->shallow[i];
        if (deep && value_of(m, &m->results[i], m->plies, &equity) != 0) return -1;
        alea_board theirs = alea_board_swap(&m->results[i]);
        alea_position_id_write(&theirs, id);
        fprintf(m->out, " %s=%.6f%s", id, (double)equity, deep ? "" : "~");
    }
    fprintf(m->out, "\n");
    return 0;
}

static int wants_more(const maker *m)
{
    for (int k = 0; k < DECISION_KINDS; k++)
        if (m->made[k] < m->wanted[k]) return 1;
    return 0;
}

static int play_game(maker *m, random_stream *r)
{
    const alea_play_rules rules = alea_play_rules_standard();
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    alea_cube cubeless = alea_cube_money();
    cubeless.in_use = false;
    for (;;) {
        alea_roll roll = {
            {(uint8_t)(1 + random_below(r, 6)), (uint8_t)(1 + random_below(r, 6))}};
        int count = alea_results(&board, roll, &rules, m->results);
        decision_kind kind = decision_kind_of(&board);
        if (count > 1 && m->made[kind] < m->wanted[kind] &&
            random_below(r, EVERY) == 0) {
            if (write_decision(m, &board, roll, count, kind) != 0) return -1;
            m->made[kind]++;
        }
        int made = player_choose(m->net, &board, &cubeless, roll, m->results, count,
                                 m->values, m->reason, sizeof m->reason);
        if (made < 0) return -1;
        board = alea_board_swap(&m->results[made]);
        if (alea_board_phase(&board) == ALEA_PHASE_OVER) return 0;
    }
}

static int make(maker *m, const char *who, uint64_t seed)
{
    fprintf(m->out,
            "# Decisions of %s against itself, every %dth on average, seed %llu;\n"
            "# arbiter: GNU Backgammon at %d-ply, cubeless, pruned; plays more than "
            "%.2f behind\n"
            "# and not among the best %d at its 0-ply carry that value and '~'.\n",
            who, EVERY, (unsigned long long)seed, m->plies, (double)behind, SURELY);
    for (uint64_t game = 0; wants_more(m); game++) {
        random_stream r = random_open(seed, game);
        if (play_game(m, &r) != 0) return -1;
        if (game % 10 == 9)
            fprintf(stderr, "\r%d contact, %d race, %d bearin", m->made[0], m->made[1],
                    m->made[2]);
    }
    fprintf(stderr, "\n");
    return ferror(m->out) ? -1 : 0;
}

int command_decisions(int argc, char **argv)
{
    if (argc != 8) {
        fprintf(stderr, "usage: alea-train decisions OUT PLAYER gnubg:HOST:PORT PLIES "
                        "CONTACT RACE BEARIN\n"
                        "(the last three: how many of each)\n");
        return STATUS_USAGE;
    }
    long plies, wanted[DECISION_KINDS];
    if (read_count(argv[4], 0, 4, "PLIES", &plies) != 0) return STATUS_USAGE;
    for (int k = 0; k < DECISION_KINDS; k++)
        if (read_count(argv[5 + k], 0, 1000000, "how many", &wanted[k]) != 0)
            return STATUS_USAGE;
    maker *m = calloc(1, sizeof *m);
    int status = STATUS_SYSTEM;
    if (!m) return status;
    m->plies = (int)plies;
    for (int k = 0; k < DECISION_KINDS; k++) m->wanted[k] = (int)wanted[k];
    m->net = player_open(argv[2], 0, m->reason, sizeof m->reason);
    if (m->net) m->arbiter = player_open(argv[3], 0, m->reason, sizeof m->reason);
    if (m->arbiter) {
        m->out = fopen(argv[1], "w");
        if (!m->out)
            snprintf(m->reason, sizeof m->reason, "%s cannot be written", argv[1]);
    }
    if (m->out && make(m, argv[2], 20260101) == 0) status = STATUS_DONE;
    if (m->out && fclose(m->out) != 0) status = STATUS_SYSTEM;
    if (status != STATUS_DONE) train_say("%s", m->reason);
    player_close(m->net);
    player_close(m->arbiter);
    free(m);
    return status;
}
