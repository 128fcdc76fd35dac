/* The two requests of wildbg's HTTP API, answered by the net alone (0-ply). */
#include "parts.h"
#include "routes.h"

#include "json/shapes.h"

#include <alea/cube.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void refuse(http_reply *reply, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void refuse(http_reply *reply, const char *format, ...)
{
    char text[240];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    http_answer(reply, 400, json_pack("{s:s}", "message", text));
}

/* Reads a whole number of the query; `absent` if there is none. */
static bool number(const http_request *request, const char *name, int absent, int least,
                   int most, int *out, http_reply *reply)
{
    int64_t value;
    const bool good = http_query_number(request, name, absent, least, most, &value);
    *out = (int)value;
    if (good) return true;
    refuse(reply, "%s must be a whole number from %d to %d.", name, least, most);
    return false;
}

static bool position(const http_request *request, alea_board *board, bool *one_point,
                     http_reply *reply)
{
    int x_away, o_away, count;
    char name[16];
    alea_error error = {0};
    for (int i = 0; i < 26; i++) {
        snprintf(name, sizeof name, "p%d", i);
        if (!number(request, name, 0, i == ALEA_BAR ? 0 : -ALEA_CHECKERS,
                    i == 0 ? 0 : ALEA_CHECKERS, &count, reply))
            return false;
        board->point[i] = (int8_t)count;
    }
    if (!number(request, "x_away", 0, 0, 1, &x_away, reply) ||
        !number(request, "o_away", 0, 0, 1, &o_away, reply))
        return false;
    if (x_away != o_away) {
        refuse(reply, "x_away and o_away must both be 0 (money) or both be 1.");
        return false;
    }
    *one_point = x_away == 1;
    if (alea_board_check(board, ALEA_CHECKERS, &error) == ALEA_OK &&
        alea_board_phase(board) != ALEA_PHASE_OVER)
        return true;
    refuse(reply, "%s", error.reason[0] ? error.reason : "The game is over.");
    return false;
}

static json_t *view(const alea_probs *p)
{
    json_t *o = json_object();
    json_object_set_new(o, "win", number_json((double)p->win));
    json_object_set_new(o, "winG", number_json((double)p->win_gammon));
    json_object_set_new(o, "winBg", number_json((double)p->win_backgammon));
    json_object_set_new(o, "loseG", number_json((double)p->lose_gammon));
    json_object_set_new(o, "loseBg", number_json((double)p->lose_backgammon));
    return o;
}

/* ---- /move ---- */

typedef struct choice {
    const alea_play *play;
    alea_probs probs;
    float worth;
} choice;

static int by_worth(const void *left, const void *right)
{
    const choice *a = left, *b = right;
    return a->worth == b->worth ? 0 : a->worth > b->worth ? -1 : 1;
}

/* The working memory of one request. */
typedef struct move_work {
    alea_play_list list;
    alea_board results[ALEA_MAX_PLAYS];
    alea_probs probs[ALEA_MAX_PLAYS];
    choice choice[ALEA_MAX_PLAYS];
} move_work;

static json_t *wildbg_play_json(const alea_play *play)
{
    json_t *list = json_array();
    for (int i = 0; i < play->count; i++)
        json_array_append_new(list, json_pack("{s:i,s:i}", "from", play->move[i].from,
                                              "to", play->move[i].to));
    return list;
}

static json_t *moves(const alea_evaluator *evaluator, move_work *w,
                     const alea_board *board, alea_roll roll, bool one_point)
{
    const alea_play_rules rules = alea_play_rules_standard();
    json_t *list = json_array();
    alea_plays(board, roll, &rules, &w->list);
    for (int i = 0; i < w->list.count; i++) w->results[i] = w->list.play[i].board;
    alea_eval_results(evaluator, board, w->results, w->list.count, w->probs);
    for (int i = 0; i < w->list.count; i++)
        w->choice[i] =
            (choice){&w->list.play[i], w->probs[i],
                     one_point ? w->probs[i].win : alea_probs_equity(&w->probs[i])};
    qsort(w->choice, (size_t)w->list.count, sizeof *w->choice, by_worth);
    for (int i = 0; i < w->list.count; i++)
        json_array_append_new(
            list, json_pack("{s:o,s:o}", "play", wildbg_play_json(w->choice[i].play),
                            "probabilities", view(&w->choice[i].probs)));
    return json_pack("{s:o}", "moves", list);
}

/* No advice about what the asker plays in a rated game. */
static bool is_rated(const study *s, const http_request *request,
                     const alea_board *board, http_reply *reply)
{
    if (!s->parts.is_rated_board || !*request->who.user ||
        !s->parts.is_rated_board(s->parts.context, request->who.user, board))
        return false;
    http_answer(
        reply, 409,
        json_pack("{s:s}", "message", "You play this position in a rated game."));
    return true;
}

/* NULL, with the answer, where none is open yet. */
static const alea_evaluator *evaluator(const study *s, http_reply *reply)
{
    if (!*s->parts.evaluator)
        http_answer(reply, 503,
                    json_pack("{s:s}", "message", "The engine is not ready yet."));
    return *s->parts.evaluator;
}

static void wildbg_move_get(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    alea_board board;
    bool one_point;
    int die[2];
    if (!number(request, "die1", 0, 1, 6, &die[0], reply) ||
        !number(request, "die2", 0, 1, 6, &die[1], reply))
        return;
    if (!die[0] || !die[1]) {
        refuse(reply, "die1 and die2 are needed.");
        return;
    }
    if (!position(request, &board, &one_point, reply)) return;
    if (is_rated(s, request, &board, reply) || !evaluator(s, reply)) return;
    move_work *w = malloc(sizeof *w);
    const alea_roll roll = {{(uint8_t)die[0], (uint8_t)die[1]}};
    if (w)
        http_answer(reply, 200, moves(*s->parts.evaluator, w, &board, roll, one_point));
    else
        http_answer(reply, 500, json_pack("{s:s}", "message", "There is no memory."));
    free(w);
}

/* ---- /eval ---- */

static void wildbg_eval_get(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    alea_board board;
    alea_probs probs;
    bool one_point, doubles = false, accepts = true;
    if (!position(request, &board, &one_point, reply)) return;
    if (is_rated(s, request, &board, reply) || !evaluator(s, reply)) return;
    alea_eval(*s->parts.evaluator, &board, &probs);
    if (!one_point) {
        const alea_cube centred = alea_cube_money();
        alea_cube theirs = centred;
        theirs.cube_log2 = 1;
        theirs.owner = ALEA_CUBE_THEIRS;
        const alea_cube_efficiency efficiency = alea_cube_efficiency_of(&board);
        const float taken =
            2 * alea_cube_leaf_equity(&theirs, NULL, &probs, &efficiency);
        const alea_cube_equities e = {
            alea_cube_leaf_equity(&centred, NULL, &probs, &efficiency), taken, 1,
            taken};
        alea_cube_verdict v;
        alea_cube_decide(&centred, &e, &v);
        doubles =
            v.action == ALEA_CUBE_DOUBLE_TAKE || v.action == ALEA_CUBE_DOUBLE_DROP;
        accepts = v.take;
    }
    http_answer(reply, 200,
                json_pack("{s:{s:b,s:b},s:o}", "cube", "double", doubles, "accept",
                          accepts, "probabilities", view(&probs)));
}

const http_route study_wildbg_routes[] = {
    {HTTP_GET, "/move", ROUTE_OPEN, wildbg_move_get},
    {HTTP_GET, "/eval", ROUTE_OPEN, wildbg_eval_get},
    {0},
};
