#include "duel.h"
#include "game.h"

#include "base/file.h"
#include "trainer/support/reason.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NET = 1 << 20 };

/* Reads a player; *bytes is what the caller must free. */
static int open_player(const char *text, const alea_tables_rules *rules,
                       tables_player *out, char **bytes, char *reason, size_t size)
{
    char name[512];
    size_t length = strlen(text);
    alea_error error;
    out->ahead = length > 2 && strcmp(text + length - 2, "@1") == 0;
    if (out->ahead) length -= 2;
    snprintf(name, sizeof name, "%.*s", (int)(length < 500 ? length : 500), text);
    if (strcmp(name, "simple") == 0) return 0;
    if (strcmp(name, "embedded") == 0) {
        out->net = alea_tables_net_for(rules);
        if (!out->net) snprintf(reason, size, "%s has no net", rules->name);
        return out->net ? 0 : -1;
    }
    if (alea_file_read(name, MOST_NET, bytes, &length, &error) != ALEA_OK) {
        snprintf(reason, size, "%s: %s", name, error.reason);
        return -1;
    }
    out->net = alea_tables_net_in(*bytes, length);
    if (out->net && alea_tables_net_fits(out->net, rules)) return 0;
    snprintf(reason, size, "%s: %s", name,
             out->net ? "a net of another game" : "not a net of a tables game");
    return -1;
}

/* Points of the first player in one game of a pair. */
static int one_game(tables_game *game, const alea_tables_series *series,
                    const tables_player player[2], bool swapped, random_stream dice,
                    tables_duel_result *r)
{
    const tables_player seat[2] = {player[swapped], player[!swapped]};
    r->games++;
    if (!tables_game_play(game, series, seat, &dice)) {
        r->given_up++;
        r->drawn++;
        return 0;
    }
    if (game->match.winner == ALEA_TABLES_NOBODY) {
        r->drawn++;
        return 0;
    }
    const bool first = (game->match.winner == ALEA_TABLES_A) != swapped;
    r->won += first;
    return first ? game->match.points : -game->match.points;
}

typedef struct sums {
    double points, points_square, share, share_square;
    int64_t pairs;
} sums;

static double sign(int points)
{
    return points > 0 ? 1 : points < 0 ? 0 : 0.5;
}

static void take(sums *sum, int a, int b)
{
    const double points = (a + b) / 2.0, share = (sign(a) + sign(b)) / 2;
    sum->points += points;
    sum->points_square += points * points;
    sum->share += share;
    sum->share_square += share * share;
    sum->pairs++;
}

static double error_of(double sum, double square, int64_t n)
{
    if (n < 2) return 0;
    const double mean = sum / (double)n;
    return sqrt(fmax(square / (double)n - mean * mean, 0) / (double)(n - 1));
}

static void play_all(const tables_duel_options *o, const alea_tables_series *series,
                     const tables_player player[2], const volatile sig_atomic_t *stop,
                     tables_game *game, tables_duel_result *r)
{
    sums sum = {0};
    while (!*stop && r->games < o->games) {
        const random_stream dice = random_open(o->seed, (uint64_t)sum.pairs);
        const int a = one_game(game, series, player, false, dice, r);
        take(&sum, a, one_game(game, series, player, true, dice, r));
    }
    if (!sum.pairs) return;
    r->points = sum.points / (double)sum.pairs;
    r->points_error = error_of(sum.points, sum.points_square, sum.pairs);
    r->share = sum.share / (double)sum.pairs;
    r->share_error = error_of(sum.share, sum.share_square, sum.pairs);
}

int tables_duel_play(const tables_duel_options *o, const volatile sig_atomic_t *stop,
                     tables_duel_result *r, char *reason, size_t size)
{
    alea_tables_series series;
    alea_error error;
    tables_player player[2] = {{0}};
    char *bytes[2] = {NULL, NULL};
    int status = 0;
    memset(r, 0, sizeof *r);
    if (alea_tables_series_find(o->game, &series, &error) != ALEA_OK) {
        snprintf(reason, size, "%s", error.reason);
        return -1;
    }
    tables_game *game = malloc(sizeof *game);
    if (!game) status = reason_no_memory(reason, size);
    for (int i = 0; i < 2 && status == 0; i++)
        status = open_player(o->players[i], &series.game[0], &player[i], &bytes[i],
                             reason, size);
    if (status == 0) play_all(o, &series, player, stop, game, r);
    for (int i = 0; i < 2; i++) free(bytes[i]);
    free(game);
    return status;
}
