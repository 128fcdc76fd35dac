#include "player.h"
#include "base/error.h"
#include "gnubg_socket.h"
#include "trainer/support/reason.h"

#include <alea/search.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum player_kind { PLAYER_NET, PLAYER_HEURISTIC, PLAYER_GNUBG } player_kind;

struct player {
    player_kind kind;
    judge judge;
    alea_evaluator *evaluator, *more[JUDGE_MORE];
    net_set nets;
    gnubg_socket *socket;
    alea_engine *engine; /* of a net that looks ahead */
    int plies;
};

static int ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* "A.net+B.net": an ensemble. */
static alea_status open_nets(player *p, const char *text, alea_error *error)
{
    char name[4096];
    alea_status status = ALEA_OK;
    for (int i = 0; *text && status == ALEA_OK; i++) {
        size_t length = strcspn(text, "+");
        if (i > JUDGE_MORE || length >= sizeof name) {
            return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                                   "an ensemble has at most %d nets", JUDGE_MORE + 1);
        }
        memcpy(name, text, length);
        name[length] = '\0';
        alea_evaluator **to = i ? &p->more[i - 1] : &p->evaluator;
        status = alea_evaluator_open_file(to, name, error);
        if (i) p->judge.more[i - 1] = *to;
        text += length + (text[length] == '+' && text[length + 1]);
    }
    return status;
}

static int open_net(player *p, const char *text, char *reason, size_t size)
{
    alea_error error = {0};
    alea_status status;
    p->kind = PLAYER_NET;
    if (ends_with(text, ".weights")) {
        if (net_set_load(&p->nets, text, reason, size) != 0) return -1;
        p->judge.slow = &p->nets;
        return 0;
    }
    if (strcmp(text, "embedded") == 0)
        status = alea_evaluator_open(&p->evaluator, &error);
    else
        status = open_nets(p, text, &error);
    p->judge.fast = p->evaluator;
    if (status == ALEA_OK) return 0;
    snprintf(reason, size, "%s: %s", text,
             error.reason[0] ? error.reason : alea_status_text(status));
    return -1;
}

/* "NET@2": the engine over the net. */
static int open_deep(player *p, const char *text, const char *at, char *reason,
                     size_t size)
{
    char net[512], *end;
    alea_error error = {0};
    const alea_engine_options options = {1, (size_t)64 << 20};
    long plies = strtol(at + 1, &end, 10);
    if (end == at + 1 || *end || plies < 0 || plies > ALEA_MAX_PLIES ||
        (size_t)(at - text) >= sizeof net) {
        snprintf(reason, size, "%s: expected NET@N, N from 0 to %d", text,
                 ALEA_MAX_PLIES);
        return -1;
    }
    memcpy(net, text, (size_t)(at - text));
    net[at - text] = '\0';
    if (open_net(p, net, reason, size) != 0) return -1;
    p->plies = (int)plies;
    if (!p->evaluator || p->more[0])
        snprintf(reason, size, "%s: only one packed net looks ahead", text);
    else if (alea_engine_open(&p->engine, p->evaluator, NULL, &options, &error) !=
             ALEA_OK)
        snprintf(reason, size, "%s: %s", text, error.reason);
    return p->engine ? 0 : -1;
}

static int open_gnubg(player *p, const char *address, int number, char *reason,
                      size_t size)
{
    char host[200];
    const char *colon = strrchr(address, ':');
    p->kind = PLAYER_GNUBG;
    int port = colon ? atoi(colon + 1) : 0;
    if (!colon || colon == address || (size_t)(colon - address) >= sizeof host ||
        port < 1 || port > 65535) {
        snprintf(reason, size, "gnubg:%s: expected gnubg:HOST:PORT", address);
        return -1;
    }
    memcpy(host, address, (size_t)(colon - address));
    host[colon - address] = '\0';
    p->socket = gnubg_socket_open(host, port + number, reason, size);
    return p->socket ? 0 : -1;
}

player *player_open(const char *text, int number, char *reason, size_t size)
{
    player *p = calloc(1, sizeof *p);
    if (!p) {
        reason_no_memory(reason, size);
        return NULL;
    }
    int status = 0;
    const char *at = strrchr(text, '@');
    if (strcmp(text, "heuristic") == 0)
        p->kind = PLAYER_HEURISTIC;
    else if (strncmp(text, "gnubg:", 6) == 0)
        status = open_gnubg(p, text + 6, number, reason, size);
    else if (at)
        status = open_deep(p, text, at, reason, size);
    else
        status = open_net(p, text, reason, size);
    if (status == 0) return p;
    player_close(p);
    return NULL;
}

alea_bearoff *race_table_open(const char *path, char *reason, size_t size)
{
    alea_error error = {0};
    alea_bearoff *table = NULL;
    if (alea_bearoff_open_file(path, false, &table, &error) != ALEA_OK) {
        snprintf(reason, size, "%s: %s", path, error.reason);
        return NULL;
    }
    if (alea_bearoff_table_kind(table) == ALEA_BEAROFF_ONE_SIDED) return table;
    snprintf(reason, size, "%s: a one-sided table is needed", path);
    alea_bearoff_close(table);
    return NULL;
}

void player_set_bearoff(player *p, const alea_bearoff *one_sided)
{
    if (p->evaluator) alea_evaluator_set_bearoff(p->evaluator, one_sided);
    for (int i = 0; i < JUDGE_MORE; i++)
        if (p->more[i]) alea_evaluator_set_bearoff(p->more[i], one_sided);
}

void player_close(player *p)
{
    if (!p) return;
    alea_engine_close(p->engine);
    alea_evaluator_close(p->evaluator);
    for (int i = 0; i < JUDGE_MORE; i++) alea_evaluator_close(p->more[i]);
    net_set_free(&p->nets);
    gnubg_socket_close(p->socket);
    free(p);
}

const judge *player_judge(const player *p)
{
    return p->kind == PLAYER_NET ? &p->judge : NULL;
}

/* Pips ahead, and for each of my blots that can be hit its loss, by the number of enemy
 * checkers within seven pips in front of it: what a beginner counts. */
static float heuristic_score(const alea_board *b)
{
    float score = (float)(alea_board_pips(b, false) - alea_board_pips(b, true));
    for (int p = 1; p <= 24; p++) {
        if (b->point[p] != 1) continue;
        int near = 0, behind = 0;
        for (int q = p - 1; q >= 0; q--) {
            if (b->point[q] >= 0) continue;
            behind++;
            if (p - q <= 7 || q == 0) near++;
        }
        if (near > 2) near = 2;
        score -= (float)(25 - p) * (near ? 0.3f * (float)near : behind ? 0.08f : 0.0f);
    }
    return score;
}

static int heuristic_choose(const alea_board *results, int count)
{
    int best = 0;
    float top = -1e9f;
    for (int i = 0; i < count; i++) {
        float score = heuristic_score(&results[i]);
        if (score > top) top = score, best = i;
    }
    return best;
}

int player_is_shared(const player *p)
{
    return p->kind == PLAYER_NET && !p->engine;
}

int player_plays_cube(const player *p)
{
    return p->kind == PLAYER_GNUBG || p->engine != NULL;
}

int player_is_deep(const player *p)
{
    return p->engine != NULL;
}

static int search_choose(player *p, const alea_board *board, const alea_cube *cube,
                         alea_roll roll, const alea_board *results, int count,
                         char *reason, size_t size)
{
    alea_error error = {0};
    alea_candidate best;
    int found;
    alea_decision decision = {.board = *board,
                              .roll = roll,
                              .cube = *cube,
                              .rules = alea_play_rules_standard()};
    alea_search_settings look = alea_search_settings_default(p->plies);
    look.cubeful = cube->in_use;
    if (alea_search_play(p->engine, &decision, &look, &best, 1, &found, &error) ==
        ALEA_OK)
        for (int i = 0; i < count; i++)
            if (memcmp(&results[i], &best.play.board, sizeof results[i]) == 0) return i;
    snprintf(reason, size, "the search failed: %s", error.reason);
    return -1;
}

static int search_cube(player *p, const alea_board *board, const alea_cube *cube,
                       alea_cube_result *found, char *reason, size_t size)
{
    alea_error error = {0};
    alea_decision decision = {
        .board = *board, .cube = *cube, .rules = alea_play_rules_standard()};
    alea_search_settings look = alea_search_settings_default(p->plies);
    look.cubeful = true;
    if (alea_search_cube(p->engine, &decision, &look, found, &error) == ALEA_OK)
        return 0;
    snprintf(reason, size, "the search failed: %s", error.reason);
    return -1;
}

int player_value(player *p, const alea_board *board, const alea_cube *cube, float *out,
                 char *reason, size_t size)
{
    alea_cube_result found;
    if (search_cube(p, board, cube, &found, reason, size) != 0) return -1;
    *out = !cube->in_use                ? found.cubeless
           : alea_cube_may_double(cube) ? found.verdict.best
                                        : found.verdict.equity.no_double;
    return 0;
}

int player_doubles(player *p, const alea_board *board, const alea_cube *cube,
                   char *reason, size_t size)
{
    alea_cube_result found;
    if (p->kind == PLAYER_GNUBG)
        return gnubg_socket_doubles(p->socket, board, cube, reason, size);
    if (search_cube(p, board, cube, &found, reason, size) != 0) return -1;
    return found.verdict.action == ALEA_CUBE_DOUBLE_TAKE ||
           found.verdict.action == ALEA_CUBE_DOUBLE_DROP;
}

int player_takes(player *p, const alea_board *doubler, const alea_cube *cube,
                 char *reason, size_t size)
{
    alea_cube_result found;
    if (p->kind == PLAYER_GNUBG)
        return gnubg_socket_takes(p->socket, doubler, cube, reason, size);
    if (search_cube(p, doubler, cube, &found, reason, size) != 0) return -1;
    return found.verdict.take;
}

int player_choose(player *p, const alea_board *board, const alea_cube *cube,
                  alea_roll roll, const alea_board *results, int count,
                  alea_probs *values, char *reason, size_t size)
{
    if (p->kind == PLAYER_GNUBG)
        return gnubg_socket_choose(p->socket, board, cube, roll, results, count, reason,
                                   size);
    if (p->engine)
        return search_choose(p, board, cube, roll, results, count, reason, size);
    if (p->kind == PLAYER_HEURISTIC) return heuristic_choose(results, count);
    judge_results(&p->judge, board, results, count, values);
    int best = 0;
    for (int i = 1; i < count; i++)
        if (alea_probs_equity(&values[i]) > alea_probs_equity(&values[best])) best = i;
    return best;
}

int player_ask_value(player *p, const alea_board *board, int plies, alea_probs *out,
                     char *reason, size_t size)
{
    if (p->kind == PLAYER_GNUBG)
        return gnubg_socket_value(p->socket, board, plies, out, reason, size);
    snprintf(reason, size, "only GNU Backgammon can be asked for a value at a depth");
    return -1;
}
