#include "machine.h"

#include "base/error.h"
#include "machine/machine.h"
#include "server/game/host/commit.h"
#include "json/error.h"
#include "json/shapes.h"

#include <alea/explain.h>
#include <alea/judge.h>

#include <stdlib.h>
#include <string.h>

enum { ADVICE_PLIES = 2, CANDIDATES = 10 };

typedef struct advice_request {
    alea_match match;
    bool is_check, is_play;
    alea_event event; /* the decision that is checked */
} advice_request;

/* ---- on a worker's thread ---- */

static alea_search_settings settings_for(job *j)
{
    alea_search_settings settings = alea_search_settings_default(ADVICE_PLIES);
    settings.cancelled = job_is_cancelled;
    settings.context = j;
    return settings;
}

static json_t *hint_play(job *j, alea_engine *engine, const advice_request *what,
                         alea_error *error)
{
    const alea_decision d = alea_decision_of_match(&what->match);
    alea_search_settings settings = settings_for(j);
    settings.full = 5; /* compared in a list */
    alea_candidate found[CANDIDATES];
    int count = 0;
    if (alea_search_play(engine, &d, &settings, found, CANDIDATES, &count, error) !=
        ALEA_OK)
        return NULL;
    json_t *hint = json_pack("{ssso}", "kind", "play", "candidates",
                             play_list_json(&d.board, found, count));
    approximate_json(hint, alea_decision_approximate(engine, &d));
    return hint;
}

static json_t *check_play(job *j, alea_engine *engine, const advice_request *what,
                          alea_error *error)
{
    const alea_search_settings settings = settings_for(j);
    alea_judgement *judged = malloc(sizeof *judged);
    json_t *result = NULL;
    if (judged && alea_judge_decision(engine, &what->match, &what->event, &settings,
                                      judged, error) == ALEA_OK)
        result = made_json(&judged->decision.board, &judged->candidate[0],
                           &judged->made_candidate);
    free(judged);
    return result;
}

static json_t *look_at_cube(job *j, alea_engine *engine, const advice_request *what,
                            alea_error *error)
{
    const alea_decision d = alea_decision_of_match(&what->match);
    const alea_search_settings settings = settings_for(j);
    const alea_event_type made = what->event.type;
    cube_facts facts = {.level = NULL};
    char why[ALEA_EXPLAIN_SIZE] = "";
    if (alea_search_cube(engine, &d, &settings, &facts.result, error) != ALEA_OK ||
        cube_facts_find(&facts, engine, &d, error) != ALEA_OK)
        return NULL;
    const alea_cube_result *found = &facts.result;
    json_t *cube = cube_json(&d, &facts);
    if (!what->is_check) return json_pack("{ssso}", "kind", "cube", "cube", cube);
    const bool answers = made != ALEA_EVENT_ROLL && made != ALEA_EVENT_DOUBLE;
    const float loss = alea_cube_cost_of(&found->verdict, made).loss;
    const alea_mark mark = alea_mark_of_loss(loss, NULL);
    if (mark != ALEA_MARK_NONE) cube_facts_explain(&facts, &d, answers, why);
    return json_pack("{sosssoss}", "loss", number_json((double)loss), "mark",
                     alea_mark_name(mark), "cube", cube, "explanation", why);
}

static json_t *look(job *j, alea_engine *engine, void *input, alea_error *error)
{
    const advice_request *what = input;
    json_t *result = !what->is_play   ? look_at_cube(j, engine, what, error)
                     : what->is_check ? check_play(j, engine, what, error)
                                      : hint_play(j, engine, what, error);
    if (!result && !error->reason[0]) alea_error_set(error, 0, 0, "no opinion");
    return result;
}

/* ---- on the loop's thread ---- */

static void advised(void *context, const char *id, job_status status, json_t *result,
                    const alea_error *error)
{
    games *all = context;
    engine_request *request = engine_request_take(all, id);
    if (!request) return;
    json_t *answer = json_pack("{sssb}", "key", request->key, "ok",
                               status == JOB_DONE && result != NULL);
    if (status == JOB_DONE && result) {
        json_object_update(answer, result);
    } else {
        const bool gone = status == JOB_CANCELLED;
        json_object_set_new(answer, "error",
                            gone || !error
                                ? error_json("cancelled", "It was cancelled.")
                                : error_json_at("failed", error));
    }
    connections_send(all->parts.sockets, request->socket,
                     *request->game ? request->game : NULL, answer);
    json_decref(answer);
    free(request);
}

static void ask(command_context *c, const advice_request *what)
{
    advice_request *input = malloc(sizeof *input);
    job_order order = {.class_ = JOB_ASKED,
                       .kind = what->is_check ? "check" : "hint",
                       .work = look,
                       .input = input,
                       .free_input = free,
                       .ended = advised,
                       .context = c->all};
    engine_request request = {.socket = c->socket};
    memcpy(order.user, c->game->seat[c->seat].user, sizeof order.user);
    memcpy(request.game, c->game->id, sizeof request.game);
    snprintf(request.key, sizeof request.key, "%s", c->key);
    if (input) *input = *what;
    if (input && engine_request_add(c->all, &order, &request))
        c->answer.later = true;
    else
        answer_refuse(&c->answer, "queue_full",
                      "The engine is busy: try again in a moment.");
}

/* Stores, before the answer is sent, that the decision at hand is made with a hint. */
static bool note_hint(command_context *c)
{
    game_event e = {.kind = GAME_EVENT_HINT, .by = c->seat};
    if (c->game->seat[c->seat].hinted ||
        game_phase(c->game) == ALEA_MATCH_RESIGN_OFFERED)
        return true;
    if (games_commit(c->all, c->game, &e, "", "", NULL, NULL) == ALEA_OK) return true;
    answer_refuse(&c->answer, "not_stored",
                  "The server could not store it, so nothing has changed. Try again.");
    c->answer.again = true;
    return false;
}

void advice_hint(command_context *c)
{
    const advice_request what = {.match = c->game->record.now,
                                 .is_play = game_phase(c->game) == ALEA_MATCH_TO_PLAY};
    if (note_hint(c)) ask(c, &what);
}

/* "double" or "roll" before the roll; "take", "drop" or "beaver" to a double. */
static bool read_action(const game *g, int seat, const json_t *value,
                        alea_event_type *out)
{
    static const alea_event_type types[] = {ALEA_EVENT_DOUBLE, ALEA_EVENT_ROLL,
                                            ALEA_EVENT_TAKE, ALEA_EVENT_DROP,
                                            ALEA_EVENT_BEAVER};
    const char *name = json_string_value(value);
    for (size_t i = 0; name && i < sizeof types / sizeof *types; i++) {
        if (strcmp(alea_event_name(types[i]), name) != 0) continue;
        *out = types[i];
        return right_to_decide(g, seat, types[i]);
    }
    return false;
}

static bool read_play(command_context *c, const json_t *moves, advice_request *what)
{
    const alea_match *m = &what->match;
    alea_event *event = &what->event;
    alea_play play;
    *event = (alea_event){.type = ALEA_EVENT_PLAY, .by = (alea_player)c->seat};
    const alea_board board = alea_match_board(m, event->by);
    what->is_play = true;
    if (m->phase != ALEA_MATCH_TO_PLAY || !event_read_moves(moves, event)) {
        answer_refuse(&c->answer, "bad_command", "There is no such play to check.");
        return false;
    }
    const alea_play_error error = alea_play_judge(
        &board, m->roll, &m->rules.play, event->move, event->moves, &play, NULL);
    if (error == ALEA_PLAY_LEGAL) return true;
    answer_refusal(&c->answer, c->game, ALEA_REFUSED_ILLEGAL_PLAY, error);
    return false;
}

void advice_check(command_context *c)
{
    advice_request what = {.match = c->game->record.now, .is_check = true};
    const json_t *moves = json_object_get(c->body, "moves");
    if (moves) {
        if (!read_play(c, moves, &what)) return;
    } else if (!read_action(c->game, c->seat, json_object_get(c->body, "action"),
                            &what.event.type)) {
        answer_refuse(&c->answer, "bad_command", "There is no such decision to check.");
        return;
    }
    ask(c, &what);
}
