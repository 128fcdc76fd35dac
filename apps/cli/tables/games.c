#include "commands.h"

#include "base/rng.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"

#include <stdio.h>
#include <stdlib.h>

/* Events of a game that is taken to go on for ever. */
enum { MOST_EVENTS = 100000 };

typedef struct random_game {
    alea_tables_match match;
    alea_tables_turns turns, work;
    alea_random random;
    long long events, plays;
} random_game;

static int below(random_game *g, int bound)
{
    return (int)alea_random_below(&g->random, (uint32_t)bound);
}

/* The next event of the player who has to act: dice and plays at random. */
static alea_tables_event next_event(random_game *g)
{
    const alea_tables_match *m = &g->match;
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    alea_tables_event event = {.type = ALEA_TABLES_EVENT_ROLL, .by = m->to_act};
    for (int d = 0; d < ALEA_TABLES_MAX_DICE; d++)
        event.die[d] =
            (uint8_t)(rules->dice == 1 ? alea_tables_marks(rules, below(g, 5))
                                       : 1 + below(g, 6));
    switch (m->phase) {
    case ALEA_TABLES_PHASE_OPENING: event.type = ALEA_TABLES_EVENT_OPENING; break;
    case ALEA_TABLES_PHASE_TO_ROLL:
        if (m->may_use && below(g, 2)) event.type = ALEA_TABLES_EVENT_USE;
        break;
    case ALEA_TABLES_PHASE_TO_NAME: event.type = ALEA_TABLES_EVENT_NAME; break;
    case ALEA_TABLES_PHASE_TO_PLAY: {
        const alea_tables_board board = alea_tables_match_board(m, m->to_act);
        alea_tables_turns_list(rules, &board, m->dice, alea_tables_match_first(m),
                               &g->turns);
        event.type = ALEA_TABLES_EVENT_PLAY;
        event.moves = (uint8_t)alea_tables_turns_moves(
            &g->turns, below(g, g->turns.count), event.move);
        g->plays++;
        break;
    }
    case ALEA_TABLES_PHASE_GAME_OVER: event.type = ALEA_TABLES_EVENT_NEXT; break;
    case ALEA_TABLES_PHASE_DOUBLE_OFFERED:
    case ALEA_TABLES_PHASE_RESIGN_OFFERED:
    case ALEA_TABLES_PHASE_MATCH_OVER: break; /* no event here leads to them */
    }
    return event;
}

/* Applies one random event. A double that may not be named
 * (acey_named_must_be_playable) is drawn again; any other event must be accepted and
 * leave a sound board. */
static const char *step(random_game *g)
{
    const alea_tables_event event = next_event(g);
    alea_error error = {0};
    const alea_tables_refusal refusal =
        alea_tables_match_apply(&g->match, &event, &g->work, NULL);
    if (refusal != ALEA_TABLES_ACCEPTED)
        return refusal == ALEA_TABLES_REFUSED_NOT_PLAYABLE
                   ? NULL
                   : alea_tables_refusal_text(refusal);
    for (int by = 0; by < 2; by++) {
        const alea_tables_board board =
            alea_tables_match_board(&g->match, (alea_tables_player)by);
        if (alea_tables_board_check(alea_tables_match_rules(&g->match), &board,
                                    &error) != ALEA_OK)
            return "the board breaks the rules";
    }
    g->events++;
    return NULL;
}

/* One game of the rules; NULL, or what went wrong. */
static const char *play_one(random_game *g, const alea_tables_series *series)
{
    alea_tables_match_start(&g->match, series);
    g->events = g->plays = 0;
    while (!g->match.has_result) {
        const char *wrong = step(g);
        if (wrong) return wrong;
        if (g->events > MOST_EVENTS) return "the game does not end";
    }
    return NULL;
}

static int run_rules(random_game *g, const alea_tables_rules *rules, long long count,
                     long long seed)
{
    const alea_tables_series series = {1, {*rules}};
    long long plays = 0, longest = 0, drawn = 0, starter = 0, points[4] = {0};
    for (long long i = 0; i < count; i++) {
        g->random = alea_random_start((uint64_t)seed, (uint64_t)i);
        const char *wrong = play_one(g, &series);
        if (wrong)
            return command_fail("tables", "%s, game %lld of seed %lld: %s", rules->name,
                                i, seed, wrong);
        plays += g->plays;
        if (g->plays > longest) longest = g->plays;
        drawn += g->match.winner == ALEA_TABLES_NOBODY;
        starter += g->match.winner == g->match.starter;
        points[g->match.points < 3 ? g->match.points : 3]++;
    }
    printf("%-10s %lld games, %.1f plays a game (longest %lld), %lld drawn, won by the "
           "starter %.1f%%, 1 point %lld, 2 points %lld, more %lld\n",
           rules->name, count, (double)plays / (double)count, longest, drawn,
           100.0 * (double)starter / (double)count, points[1], points[2], points[3]);
    return output_works() ? EXIT_DONE : EXIT_SYSTEM;
}

int tables_games_run(const alea_tables_series *series, long long count, long long seed)
{
    random_game *g = malloc(sizeof *g);
    int status = EXIT_DONE;
    if (!g) return command_fail_memory("tables");
    for (int i = 0; i < series->games && status == EXIT_DONE; i++)
        status = run_rules(g, &series->game[i], count, seed);
    free(g);
    return status;
}
