/* The outlook that spectators get: the chances of both players and the loss of the last
 * play. Computed once per roll for all spectators, and never ahead of a decision: the
 * chances are those before a roll already thrown, so that they reveal neither whether
 * to double nor what to play. */
#include "machine.h"

#include "server/game/host/delayed.h"

#include "json/shapes.h"

#include <alea/judge.h>

#include <stdlib.h>
#include <string.h>

enum { OUTLOOK_PLIES = 2 };

typedef struct outlook_request {
    alea_match now;    /* a roll is to be played */
    alea_match before; /* the last play, and the state before it */
    alea_event play;
    bool has_play;
} outlook_request;

/* ---- on a worker's thread ---- */

static json_t *last_json(alea_engine *engine, const outlook_request *what,
                         const alea_search_settings *settings)
{
    alea_judgement *judged = malloc(sizeof *judged);
    json_t *last = NULL;
    if (judged && alea_judge_decision(engine, &what->before, &what->play, settings,
                                      judged, NULL) == ALEA_OK)
        last =
            json_pack("{sisbsoss}", "by", (int)what->play.by, "forced", judged->forced,
                      "loss", number_json((double)judged->loss), "mark",
                      alea_mark_symbol(alea_mark_of_loss(judged->loss, NULL)));
    free(judged);
    return last ? last : json_null();
}

static json_t *look_out(job *j, alea_engine *engine, void *input, alea_error *error)
{
    const outlook_request *what = input;
    alea_search_settings settings = alea_search_settings_default(OUTLOOK_PLIES);
    alea_decision d = alea_decision_of_match(&what->now);
    alea_cube_result found;
    settings.cancelled = job_is_cancelled;
    settings.context = j;
    d.roll = (alea_roll){{0, 0}};
    if (alea_search_cube(engine, &d, &settings, &found, error) != ALEA_OK) return NULL;
    const double mine = (double)found.probs.win;
    const int on_roll = (int)what->now.turn;
    json_t *last = what->has_play ? last_json(engine, what, &settings) : json_null();
    return json_pack("{s[oo]so}", "chances", number_json(on_roll ? 1 - mine : mine),
                     number_json(on_roll ? mine : 1 - mine), "last", last);
}

/* ---- on the loop's thread ---- */

/* The position that spectators see: its number, state and place in the record. */
typedef struct view {
    int64_t seq;
    size_t entries;
    alea_match match;
} view;

/* False: spectators see no outlook yet. */
static bool view_of(const game *g, view *out)
{
    const delayed_message *shown = NULL;
    *out = (view){g->play_seq, g->record.entries, g->record.now};
    if (!delayed_applies(g)) return true;
    const bool is_known = delayed_shown(g, &shown);
    if (!shown) return is_known;
    out->seq = shown->seq;
    out->entries = shown->entries;
    return shown->entries <= g->record.entries &&
           alea_record_state(&g->record, shown->entries, &out->match) == ALEA_OK;
}

static void tell_all(games *all, const game *g)
{
    const char *const seats[2] = {g->seat[0].user, g->seat[1].user};
    connections_tell(all->parts.sockets, g->id, seats, CONNECTIONS_AUDIENCES - 1,
                     g->live->outlook, strlen(g->live->outlook));
}

static void looked_out(void *context, const char *id, job_status status, json_t *result,
                       const alea_error *error)
{
    games *all = context;
    engine_request *request = engine_request_take(all, id);
    game *g = request ? games_live(all, request->game) : NULL;
    const int64_t seq = request ? (int64_t)request->think_generation : -1;
    (void)error;
    free(request);
    if (!g || g->live->outlook_asked != seq) return;
    g->live->outlook_asked = -1;
    view now;
    if (status != JOB_DONE || !result || !view_of(g, &now) || now.seq != seq) return;
    json_t *message =
        json_pack("{sssssI}", "type", "outlook", "game", g->id, "seq", (json_int_t)seq);
    json_object_update(message, result);
    free(g->live->outlook);
    g->live->outlook = json_dumps(message, JSON_COMPACT);
    g->live->outlook_seq = seq;
    json_decref(message);
    if (g->live->outlook) tell_all(all, g);
}

static void find_last_play(const game *g, size_t entries, outlook_request *what)
{
    const alea_record *r = &g->record;
    for (size_t i = entries; i > 0 && !what->has_play; i--) {
        const alea_event *event = &r->entry[i - 1].event;
        if (event->type == ALEA_EVENT_NEXT_GAME) return;
        if (event->type != ALEA_EVENT_PLAY) continue;
        what->play = *event;
        what->has_play = alea_record_state(r, i - 1, &what->before) == ALEA_OK;
        return;
    }
}

static void send_outlook(command_context *c)
{
    const char *text = c->game->live->outlook;
    connections_send_text(c->all->parts.sockets, c->socket, c->game->id, text,
                          strlen(text));
}

static bool may_ask(command_context *c, view *now)
{
    const game *g = c->game;
    if (c->seat >= 0)
        answer_refuse(&c->answer, "players", "The outlook is for spectators.");
    else if (!game_may_watch(g, c->seat))
        answer_refuse(&c->answer, "no_spectators",
                      "This game does not allow spectators.");
    else if (!connections_is_present(c->all->parts.sockets, g->id, c->who.user))
        answer_refuse(&c->answer, "not_now", "Watch the game first.");
    else if (game_to_act(g) < 0 || !view_of(g, now) ||
             now->match.phase != ALEA_MATCH_TO_PLAY)
        answer_refuse(&c->answer, "not_now",
                      "The outlook is shown once the dice are rolled.");
    else
        return true;
    return false;
}

void outlook_ask(command_context *c)
{
    game *g = c->game;
    view now;
    if (!may_ask(c, &now)) return;
    c->answer.ok = true;
    c->answer.seq = g->seq;
    const bool is_there = g->live->outlook && g->live->outlook_seq == now.seq;
    if (is_there) c->then = send_outlook;
    if (is_there || g->live->outlook_asked == now.seq) return;
    outlook_request *input = calloc(1, sizeof *input);
    job_order order = {.class_ = JOB_ASKED,
                       .kind = "outlook",
                       .work = look_out,
                       .input = input,
                       .free_input = free,
                       .ended = looked_out,
                       .context = c->all};
    engine_request request = {.think_generation = (uint64_t)now.seq};
    memcpy(order.user, c->who.user, sizeof order.user);
    memcpy(request.game, g->id, sizeof request.game);
    if (input) {
        input->now = now.match;
        find_last_play(g, now.entries, input);
    }
    if (input && engine_request_add(c->all, &order, &request))
        g->live->outlook_asked = now.seq;
    else
        answer_refuse(&c->answer, "queue_full",
                      "The engine is busy: try again in a moment.");
}
