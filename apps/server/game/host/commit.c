/* One thing happens in a room: applied, written down, told - in this order. */
#include "server/game/model/game.h"

#include "server/study/handlers.h"

#include <stdlib.h>
#include <string.h>

room *room_new(const char *id)
{
    room *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    snprintf(r->id, sizeof r->id, "%s", id);
    r->takeback_by = r->rematch_by = r->winner = r->running = -1;
    for (int i = 0; i < 2; i++) r->seat[i].budget_ms = AWAY_BUDGET_MS;
    return r;
}

void room_free(room *r)
{
    if (!r) return;
    alea_record_clear(&r->record);
    free(r->refused);
    free(r);
}

int room_seat_of(const room *r, const char *user)
{
    /* Nobody is not whoever has forgotten his account. */
    for (int i = 0; i < 2; i++)
        if (r->seat[i].kind == SEAT_PERSON && *user &&
            strcmp(r->seat[i].user, user) == 0)
            return i;
    return -1;
}

bool room_is_machine_game(const room *r)
{
    return r->plan.opponent == OPPONENT_MACHINE;
}

alea_match_phase room_phase(const room *r)
{
    return r->record.now.phase;
}

int room_to_act(const room *r)
{
    return r->stage == STAGE_PLAYING && r->ended == ENDED_NOT
               ? (int)r->record.now.to_act
               : -1;
}

/* To all who watch, as each may see it: the event, or (NULL) the state alone. */
static void tell(games *g, room *r, const happening *h)
{
    const char *const seats[2] = {r->seat[0].user, r->seat[1].user};
    int count[HUB_AUDIENCES];
    hub_audience(g->server->sockets, r->id, seats, count);
    if (count[0] + count[1] + count[2] == 0) return;
    json_out *o = &g->out;
    o->size = 0;
    out_open(o, '{');
    out_key_string(o, "type", h ? "event" : "state");
    out_key_string(o, "game", r->id);
    out_key_int(o, "seq", r->seq);
    if (h) {
        out_key_int(o, "time", h->time);
        out_key(o, "event");
        out_value(o, g->event.text, g->event.size);
    }
    out_key(o, "state");
    state_begin(o, r);
    const size_t common = o->size;
    for (int i = 0; i < HUB_AUDIENCES; i++) {
        if (count[i] == 0) continue;
        o->size = common;
        state_end(g, o, r, i < 2 ? i : -1);
        out_close(o, '}');
        if (out_text_of(o))
            hub_tell(g->server->sockets, r->id, seats, i, o->text, o->size);
    }
    if (o->failed) out_clear(o); /* memory may be there again later */
}

bool room_may_watch(const room *r, int seat)
{
    const bool is_open = r->stage == STAGE_WAITING &&
                         (r->seat[0].kind == SEAT_FREE || r->seat[1].kind == SEAT_FREE);
    return seat >= 0 || r->plan.spectators || is_open || r->stage == STAGE_OVER;
}

void room_tell_state(games *g, room *r)
{
    tell(g, r, NULL);
}

/* The list fields change with these only. */
static bool changes_lists(const room *r, const happening *h)
{
    const alea_match *m = &r->record.now;
    return h->kind == HAPPENED_JOINED || h->kind == HAPPENED_CONTRIBUTED ||
           h->kind == HAPPENED_DICE_OPENED || h->kind == HAPPENED_TAKEBACK ||
           (h->kind == HAPPENED_MATCH &&
            (m->has_result || h->match.type == ALEA_EVENT_REQUIRE_LEGAL));
}

static alea_status store(games *g, const room *r, const happening *h, const char *user,
                         const char *key)
{
    storage_game fields;
    char *head = NULL;
    const bool lists = changes_lists(r, h);
    const char *text = out_text_of(&g->event);
    if (!text) return ALEA_ERROR_MEMORY;
    if (lists) room_list_fields(r, &fields);
    if (h->kind == HAPPENED_JOINED && !(head = room_head(r))) return ALEA_ERROR_MEMORY;
    const alea_status status =
        storage_event_append(g->server->store, r->id, r->seq, h->time, user, key, text,
                             lists ? &fields : NULL, head);
    free(head);
    return status;
}

alea_status room_do(games *g, room *r, happening *h, const char *user, const char *key,
                    alea_refusal *refusal, alea_play_error *play_error)
{
    h->time = server_now();
    h->has_times = false;
    clock_account(r, h->time);
    alea_status status = room_apply(r, h, refusal, play_error);
    if (status != ALEA_OK) return status;
    clock_after(r, h, h->time);
    r->seq++;
    g->event.size = 0;
    event_write(&g->event, r, h);
    status = store(g, r, h, user, key);
    if (status != ALEA_OK) {
        /* Memory is ahead of the storage: what is stored is what happened. */
        server_log(g->server, "error", "event_not_stored", "game", r->id, "reason",
                   alea_status_text(status), NULL);
        games_forget(g, r);
        return ALEA_ERROR_FILE;
    }
    r->touched = h->time;
    tell(g, r, h);
    if (changes_lists(r, h)) lobby_change(g);
    return ALEA_OK;
}

/* ---- what follows of itself ---- */

static bool do_match(games *g, room *r, const alea_event *event)
{
    happening h = {.kind = HAPPENED_MATCH, .by = -1, .match = *event};
    return room_do(g, r, &h, "", "", NULL, NULL) == ALEA_OK;
}

static bool everybody_is_ready(const room *r)
{
    for (int i = 0; i < 2; i++)
        if (r->seat[i].kind == SEAT_PERSON && !r->seat[i].ready) return false;
    return true;
}

/* The match is decided, and nobody may still ask for a legal play instead. */
static bool is_settled(const room *r)
{
    const alea_match *m = &r->record.now;
    if (r->ended != ENDED_NOT) return true;
    if (m->phase != ALEA_MATCH_MATCH_OVER) return false;
    const alea_player loser = alea_opponent(m->result.winner);
    return !m->contestable || r->seat[loser].kind != SEAT_PERSON ||
           r->seat[loser].ready;
}

/* The journal is stored first: who is told of the end finds it. */
static bool finish(games *g, room *r)
{
    char seed[DICE_SEED_HEX], id[ID_SIZE], *bytes = NULL;
    size_t size = 0;
    snprintf(id, sizeof id, "%s", r->id);
    const bool was_played = r->has_played[0] || r->has_played[1];
    dice_secret_hex(&r->secret, seed);
    r->opened = true;
    if (room_journal(r, &bytes, &size) == ALEA_OK)
        storage_blob_put(g->server->store, r->id, "journal", bytes, size);
    free(bytes);
    const char *const users[2] = {r->seat[0].user, r->seat[1].user};
    if (was_played) study_game_ends(g->server, r->id, users);
    happening h = {.kind = HAPPENED_DICE_OPENED, .by = -1, .text = seed};
    if (room_do(g, r, &h, "", "", NULL, NULL) != ALEA_OK) return false;
    if (was_played) study_game_over(g->server, id);
    return true;
}

static bool throw_opening(games *g, room *r)
{
    const alea_event event = {.type = ALEA_EVENT_OPENING,
                              .by = ALEA_NOBODY,
                              .roll = dice_secret_roll(&r->secret, room_rolls(r))};
    return do_match(g, r, &event);
}

/* Does one thing that is due; *idle: nothing was. False: the room is gone. */
static bool advance_once(games *g, room *r, bool *idle)
{
    const alea_match *m = &r->record.now;
    const alea_event pass = {.type = ALEA_EVENT_PLAY, .by = m->turn};
    const alea_event next = {.type = ALEA_EVENT_NEXT_GAME, .by = ALEA_NOBODY};
    *idle = false;
    if (r->stage == STAGE_PLAYING && is_settled(r)) return finish(g, r);
    if (r->stage == STAGE_PLAYING && m->phase == ALEA_MATCH_OPENING)
        return throw_opening(g, r);
    if (r->stage == STAGE_PLAYING && m->phase == ALEA_MATCH_TO_PLAY &&
        alea_match_would(m, &pass) == ALEA_ACCEPTED)
        return do_match(g, r, &pass);
    if (r->stage == STAGE_PLAYING && m->phase == ALEA_MATCH_GAME_OVER &&
        everybody_is_ready(r))
        return do_match(g, r, &next);
    *idle = true;
    return true;
}

bool room_advance(games *g, room *r)
{
    for (bool idle = false; !idle;)
        if (!advance_once(g, r, &idle)) return false;
    machine_think(g, r);
    return true;
}
