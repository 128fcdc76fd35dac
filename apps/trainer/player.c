#include "player.h"
#include "gnubg_socket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum player_kind { PLAYER_NET, PLAYER_HEURISTIC, PLAYER_GNUBG } player_kind;

struct player {
    player_kind kind;
    judge judge;
    alea_evaluator *evaluator;
    brain nets;
    gnubg_socket *socket;
};

static int ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static int open_net(player *p, const char *text, char *reason, size_t size)
{
    alea_error error = {0, 0, ""};
    alea_status status;
    p->kind = PLAYER_NET;
    if (ends_with(text, ".weights")) {
        if (brain_load(&p->nets, text, reason, size) != 0) return -1;
        p->judge.slow = &p->nets;
        return 0;
    }
    if (strcmp(text, "embedded") == 0)
        status = alea_evaluator_open(&p->evaluator, &error);
    else
        status = alea_evaluator_open_file(&p->evaluator, text, &error);
    p->judge.fast = p->evaluator;
    if (status == ALEA_OK) return 0;
    snprintf(reason, size, "%s: %s", text,
             error.reason[0] ? error.reason : alea_status_text(status));
    return -1;
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
        snprintf(reason, size, "out of memory");
        return NULL;
    }
    int status = 0;
    if (strcmp(text, "heuristic") == 0)
        p->kind = PLAYER_HEURISTIC;
    else if (strncmp(text, "gnubg:", 6) == 0)
        status = open_gnubg(p, text + 6, number, reason, size);
    else
        status = open_net(p, text, reason, size);
    if (status == 0) return p;
    player_close(p);
    return NULL;
}

void player_close(player *p)
{
    if (!p) return;
    alea_evaluator_close(p->evaluator);
    brain_free(&p->nets);
    gnubg_socket_close(p->socket);
    free(p);
}

const judge *player_judge(const player *p)
{
    return p->kind == PLAYER_NET ? &p->judge : NULL;
}

/* Pips ahead, and for each of my blots that can be hit what it would lose, by the
 * number of enemy checkers within seven pips in front of it. What a beginner counts. */
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

int player_choose(player *p, const alea_board *board, alea_roll roll,
                  const alea_board *results, int count, alea_probs *values,
                  char *reason, size_t size)
{
    if (p->kind == PLAYER_GNUBG)
        return gnubg_socket_choose(p->socket, board, roll, results, count, reason,
                                   size);
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
