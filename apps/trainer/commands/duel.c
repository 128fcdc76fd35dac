#include "trainer/games/duel.h"
#include "command.h"
#include "signals/stop.h"
#include "trainer/tables/duel.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const help =
    "usage: alea-train duel PLAYER PLAYER [games=N] [threads=N] [seed=N] [luck=NET]\n"
    "                       [sprt=POINTS] [cube=1]\n"
    "PLAYER: FILE.net, A.net+B.net (the mean of both), FILE.weights, embedded,\n"
    "heuristic, gnubg:HOST:PORT; FILE.net@2 or embedded@2 looks two rolls ahead.\n"
    "cube=1: with the cube, which heuristic and nets without @ do not play.\n"
    "luck=NET: what measures the dice's luck; NET@1 looks ahead for it and leaves less\n"
    "noise. Ctrl-C ends it with the games that were played.\n"
    "       alea-train duel --game GAME PLAYER PLAYER [games=N] [seed=N]\n"
    "PLAYER of a tables game: FILE.net, embedded, simple (pips and safety); FILE.net@1\n"
    "or embedded@1 looks a throw ahead.\n";

static int read_option(const char *text, duel_options *o)
{
    const char *equals = strchr(text, '=');
    size_t n = equals ? (size_t)(equals - text) : 0;
    char *end = NULL;
    if (n == 4 && !strncmp(text, "luck", n)) {
        o->luck = equals + 1;
        return 0;
    }
    double number = equals ? strtod(equals + 1, &end) : -1;
    if (!equals || end == equals + 1 || *end || number < 0) return -1;
    if (n == 5 && !strncmp(text, "games", n) && number >= 1 && number <= 1e9)
        o->games = (int64_t)number;
    else if (n == 7 && !strncmp(text, "threads", n) && number >= 1 && number <= 256)
        o->threads = (int)number;
    else if (n == 4 && !strncmp(text, "seed", n) && number <= 9e15)
        o->seed = (uint64_t)number;
    else if (n == 4 && !strncmp(text, "cube", n) && number <= 1)
        o->cube = number > 0;
    else if (n == 4 && !strncmp(text, "sprt", n) && number < 3)
        o->sprt = number;
    else
        return -1;
    return 0;
}

static void print_result(const duel_options *o, const duel_result *r)
{
    printf("%s against %s: %lld games, %s money, paired dice\n", o->players[0],
           o->players[1], (long long)r->games, o->cube ? "cubeful" : "cubeless");
    printf("  luck-adjusted  %+.4f points per game, 95 %% interval %+.4f .. %+.4f "
           "(1 s.e. %.4f)\n",
           r->adjusted, r->adjusted - 1.96 * r->adjusted_error,
           r->adjusted + 1.96 * r->adjusted_error, r->adjusted_error);
    printf("  plain          %+.4f points per game, 1 s.e. %.4f\n", r->plain,
           r->plain_error);
    printf("  wins %.2f %% : %.2f %%, of them gammons %.2f %% : %.2f %% of all games\n",
           100 * r->win_share[0], 100 * r->win_share[1], 100 * r->gammon_share[0],
           100 * r->gammon_share[1]);
    printf("  time           %.3f : %.3f ms a decision\n", 1000 * r->seconds[0],
           1000 * r->seconds[1]);
    if (o->sprt > 0)
        printf(
            "  sprt           %s by %.3f: log likelihood ratio %.2f (+-2.94 decides)\n",
            r->likelihood > 2.94    ? "accepted: better"
            : r->likelihood < -2.94 ? "rejected: not better"
                                    : "undecided: better",
            o->sprt, r->likelihood);
}

static void tell_progress(const duel_result *r, int64_t games)
{
    fprintf(stderr, "\r%lld of %lld games: %+.4f +- %.4f ", (long long)r->games,
            (long long)games, r->adjusted, 1.96 * r->adjusted_error);
}

/* alea-train duel --game GAME A B [games=N] [seed=N] */
static int tables_duel(int argc, char **argv)
{
    duel_options read = {{NULL, NULL}, NULL, 2000, 1, 1, 0, 0};
    tables_duel_result r;
    char reason[600] = "";
    for (int i = 5; i < argc; i++)
        if ((strncmp(argv[i], "games=", 6) != 0 && strncmp(argv[i], "seed=", 5) != 0) ||
            read_option(argv[i], &read) != 0) {
            fprintf(stderr, "alea-train: bad option '%s'\n%s", argv[i], help);
            return STATUS_USAGE;
        }
    const tables_duel_options o = {argv[2], {argv[3], argv[4]}, read.games, read.seed};
    if (tables_duel_play(&o, stop_on_signals(0), &r, reason, sizeof reason) != 0) {
        train_say("%s", reason);
        return STATUS_BAD_INPUT;
    }
    printf("%s: %s against %s: %lld games, paired dice\n", o.game, o.players[0],
           o.players[1], (long long)r.games);
    printf("  won     %.2f %% of the games, a draw as half (1 s.e. %.2f)\n",
           100 * r.share, 100 * r.share_error);
    printf("  points  %+.4f a game (1 s.e. %.4f)\n", r.points, r.points_error);
    printf("  drawn   %lld, of them given up as too long %lld\n", (long long)r.drawn,
           (long long)r.given_up);
    return STATUS_DONE;
}

int command_duel(int argc, char **argv)
{
    if (argc >= 5 && strcmp(argv[1], "--game") == 0) return tables_duel(argc, argv);
    duel_options o = {{NULL, NULL}, NULL, 1000, 1, 1, 0, 0};
    duel_result r;
    char reason[512] = "";
    if (argc < 3) {
        fputs(help, stderr);
        return STATUS_USAGE;
    }
    o.players[0] = argv[1];
    o.players[1] = argv[2];
    for (int i = 3; i < argc; i++)
        if (read_option(argv[i], &o) != 0) {
            fprintf(stderr, "alea-train: bad option '%s'\n%s", argv[i], help);
            return STATUS_USAGE;
        }
    const bool shown = isatty(STDERR_FILENO);
    const duel_watch watch = {stop_on_signals(0), shown ? tell_progress : NULL};
    int status = duel_play(&o, &watch, &r, reason, sizeof reason);
    if (shown) fprintf(stderr, "\r%60s\r", "");
    if (status != 0) {
        train_say("%s", reason);
        return STATUS_SYSTEM;
    }
    if (r.games == 0) {
        train_say("stopped before the first pair of games was over");
        return STATUS_SYSTEM;
    }
    print_result(&o, &r);
    return STATUS_DONE;
}
