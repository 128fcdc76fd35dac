#include "machine.h"

#include "echo.h"

#include "base/error.h"
#include "machine/machine.h"
#include "server/game/host/commit.h"
#include "server/support/system.h"
#include "json/shapes.h"

#include <stdlib.h>
#include <string.h>

enum { INTERRUPT_MS = 2500 };

typedef struct question {
    alea_match match;
    alea_level level;
    /* for Echo only: a copy of the record, and earlier matches unless judged already */
    alea_record record;
    echo_past past;
    alea_form form;
    alea_player me;
    bool may_resign;
} question;

static void free_question(void *input)
{
    question *q = input;
    alea_record_clear(&q->record);
    echo_clear(&q->past);
    free(q);
}

/* ---- on a worker's thread ---- */

static json_t *before_roll(machine *m, const question *q, const alea_level_info *level)
{
    const int points = q->may_resign ? machine_resigns(m, &q->match, q->me) : 0;
    const alea_event resign = {
        .type = ALEA_EVENT_RESIGN, .by = q->me, .win_class = (uint8_t)points};
    if (points && alea_match_would(&q->match, &resign) == ALEA_ACCEPTED)
        return json_pack("{sisi}", "event", (int)ALEA_EVENT_RESIGN, "level", points);
    if (alea_match_may_double(&q->match, q->me) && machine_doubles(m, &q->match, level))
        return json_pack("{si}", "event", (int)ALEA_EVENT_DOUBLE);
    return json_pack("{si}", "event", (int)ALEA_EVENT_ROLL);
}

static json_t *decide(machine *m, const question *q)
{
    const alea_level_info level =
        machine_level(m, q->level, &q->record, q->me, &q->form);
    alea_play play;
    switch (q->match.phase) {
    case ALEA_MATCH_TO_ROLL: return before_roll(m, q, &level);
    case ALEA_MATCH_TO_PLAY:
        if (!machine_chooses(m, &q->match, &level, &play)) return NULL;
        return json_pack("{siso}", "event", (int)ALEA_EVENT_PLAY, "moves",
                         moves_json(&play));
    case ALEA_MATCH_DOUBLE_OFFERED:
    case ALEA_MATCH_BEAVER_OFFERED:
        return json_pack("{si}", "event", (int)machine_answers(m, &q->match, &level));
    case ALEA_MATCH_RESIGN_OFFERED:
        return json_pack("{si}", "event",
                         machine_accepts(m, &q->match) ? (int)ALEA_EVENT_ACCEPT_RESIGN
                                                       : (int)ALEA_EVENT_REJECT_RESIGN);
    case ALEA_MATCH_OPENING:
    case ALEA_MATCH_GAME_OVER:
    case ALEA_MATCH_MATCH_OVER: break;
    }
    return NULL;
}

static json_t *answer_question(job *j, alea_engine *engine, void *input,
                               alea_error *error)
{
    (void)j;
    machine *m = NULL;
    if (machine_over(&m, engine) != ALEA_OK) {
        alea_error_no_memory(error);
        return NULL;
    }
    question *q = input;
    echo_judge(engine, &q->past, &q->form);
    json_t *result = decide(m, q);
    if (result && q->level == ALEA_LEVEL_ECHO)
        json_object_set_new(result, "form",
                            json_pack("[if]", q->form.decisions, q->form.loss));
    machine_close(m);
    if (!result) alea_error_set(error, 0, 0, "no decision");
    return result;
}

/* ---- on the loop's thread ---- */

/* Without a decision: a legal event that lets the game go on. */
static void choose_any(games *all, const game *g, alea_event *event)
{
    const alea_match *m = &g->record.now;
    const alea_board board = alea_match_board(m, event->by);
    switch (m->phase) {
    case ALEA_MATCH_TO_PLAY:
        event->type = ALEA_EVENT_PLAY;
        alea_play_tree_of(&board, m->roll, &m->rules.play, all->tree);
        for (int at = 0; all->tree->node[at].moves > 0;) {
            const alea_tree_move *move =
                &all->tree->move[all->tree->node[at].first_move];
            event->move[event->moves++] =
                (alea_move){(int8_t)move->from, (int8_t)move->to, move->hit};
            at = move->node;
        }
        break;
    case ALEA_MATCH_DOUBLE_OFFERED:
    case ALEA_MATCH_BEAVER_OFFERED: event->type = ALEA_EVENT_TAKE; break;
    case ALEA_MATCH_RESIGN_OFFERED: event->type = ALEA_EVENT_REJECT_RESIGN; break;
    case ALEA_MATCH_OPENING:
    case ALEA_MATCH_TO_ROLL:
    case ALEA_MATCH_GAME_OVER:
    case ALEA_MATCH_MATCH_OVER: event->type = ALEA_EVENT_ROLL; break;
    }
}

/* Reads the decision from the job's result; false if it has none. */
static bool read_decision(const json_t *result, alea_event *event)
{
    const json_t *moves = json_object_get(result, "moves");
    event->type = (alea_event_type)json_integer_value(json_object_get(result, "event"));
    event->win_class = (uint8_t)json_integer_value(json_object_get(result, "level"));
    return result && (!moves || event_read_moves(moves, event));
}

static alea_status commit_decision(games *all, game *g, const alea_event *decision)
{
    game_event e = {.kind = GAME_EVENT_MATCH, .by = -1, .match = *decision};
    if (decision->type == ALEA_EVENT_ROLL)
        e.match.roll = dice_secret_roll(&g->secret, game_rolls(g));
    return games_commit(all, g, &e, "", "", NULL, NULL);
}

static void keep_form(game *g, const json_t *result)
{
    const json_t *form = json_object_get(result, "form");
    if (!form || g->live->echo_known) return;
    g->live->echo_form.decisions = (int)json_integer_value(json_array_get(form, 0));
    g->live->echo_form.loss = json_real_value(json_array_get(form, 1));
    g->live->echo_known = true;
}

static void answered(void *context, const char *id, job_status status, json_t *result,
                     const alea_error *error)
{
    games *all = context;
    engine_request *request = engine_request_take(all, id);
    game *g = request ? games_live(all, request->game) : NULL;
    const bool counts = g && g->live->think_generation == request->think_generation &&
                        game_to_act(g) >= 0;
    free(request);
    if (!counts) return;
    g->live->is_thinking = false;
    if (status == JOB_CANCELLED) return; /* the next tick asks again */
    keep_form(g, result);
    alea_event decision = {.by = g->record.now.to_act};
    if (!read_decision(result, &decision)) {
        server_log("error", "machine_without_opinion", "game", g->id, "reason",
                   error ? error->reason : "", NULL);
        decision = (alea_event){.by = g->record.now.to_act};
        choose_any(all, g, &decision);
    }
    if (commit_decision(all, g, &decision) == ALEA_ERROR_REFUSED) {
        alea_event any = {.by = g->record.now.to_act};
        choose_any(all, g, &any);
        commit_decision(all, g, &any);
    }
}

/* Whether the person rejected a resignation in this game; then no other is offered. */
static bool was_rejected(const game *g, alea_player machine_seat)
{
    for (size_t i = g->record.entries; i > 0; i--) {
        const alea_event *event = &g->record.entry[i - 1].event;
        if (event->type == ALEA_EVENT_NEXT_GAME) break;
        if (event->type == ALEA_EVENT_REJECT_RESIGN && event->by != machine_seat)
            return true;
    }
    return false;
}

/* If the rules allow a double at any time, the machine waits after its roll so that the
 * person can double. */
static bool leaves_a_moment(game *g, int64_t now)
{
    const alea_match *m = &g->record.now;
    const int person = 1 - (int)m->to_act;
    if (m->rules.cube_window != ALEA_WINDOW_ANY_TIME ||
        m->phase != ALEA_MATCH_TO_PLAY || !g->seat[person].online ||
        !alea_match_may_double(m, (alea_player)person))
        return false;
    if (g->live->think_after == 0) g->live->think_after = now + INTERRUPT_MS;
    return now < g->live->think_after;
}

/* Gives Echo the plays to judge. False: no memory. */
static bool fill_echo(games *all, const game *g, question *q)
{
    if (q->level != ALEA_LEVEL_ECHO) return true;
    q->form = g->live->echo_form;
    if (!g->live->echo_known) echo_collect(all, g, 1 - (int)q->me, &q->past);
    return echo_copy_record(&g->record, &q->record);
}

void machine_think(games *all, game *g)
{
    const int me = game_to_act(g);
    if (me < 0 || g->seat[me].kind != SEAT_MACHINE || g->live->is_thinking ||
        all->stopping || leaves_a_moment(g, games_clock(all)))
        return;
    question *q = malloc(sizeof *q);
    if (!q) return;
    *q = (question){.match = g->record.now,
                    .level = g->seat[me].level,
                    .me = (alea_player)me,
                    .may_resign = !was_rejected(g, (alea_player)me)};
    if (!fill_echo(all, g, q)) {
        free_question(q);
        return;
    }
    job_order order = {.class_ = JOB_MACHINE,
                       .kind = "machine",
                       .work = answer_question,
                       .input = q,
                       .free_input = free_question,
                       .ended = answered,
                       .context = all};
    memcpy(order.user, g->seat[1 - me].user, sizeof order.user);
    engine_request request = {.think_generation = g->live->think_generation =
                                  ++all->think_generations};
    memcpy(request.game, g->id, sizeof request.game);
    g->live->think_after = 0;
    /* If the queue is full, the next tick tries again. */
    g->live->is_thinking = engine_request_add(all, &order, &request);
}
