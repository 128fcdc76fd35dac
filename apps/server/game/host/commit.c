/* One thing happens in a room: applied, written down, told - in this order. */
#include "server/game/model/game.h"

#include "server/study/handlers.h"

#include <stdlib.h>
#include <string.h>

game *game_new(const char *id)
{
    game *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    snprintf(g->id, sizeof g->id, "%s", id);
    g->takeback_by = g->rematch_by = g->winner = g->running = -1;
    for (int i = 0; i < 2; i++) g->seat[i].budget_ms = AWAY_BUDGET_MS;
    return g;
}

void game_free(game *g)
{
    if (!g) return;
    alea_record_clear(&g->record);
    free(g->refused);
    free(g);
}

int game_seat_of(const game *g, const char *user)
{
    /* Nobody is not whoever has forgotten his account. */
    for (int i = 0; i < 2; i++)
        if (g->seat[i].kind == SEAT_PERSON && *user &&
            strcmp(g->seat[i].user, user) == 0)
            return i;
    return -1;
}

bool game_is_machine_game(const game *g)
{
    return g->plan.opponent == OPPONENT_MACHINE;
}

alea_match_phase game_phase(const game *g)
{
    return g->record.now.phase;
}

int game_to_act(const game *g)
{
    return g->stage == STAGE_PLAYING && g->ended == ENDED_NOT
               ? (int)g->record.now.to_act
               : -1;
}

/* To all who watch, as each may see it: the event, or (NULL) the state alone. */
static void tell(games *all, game *g, const game_event *h)
{
    const char *const seats[2] = {g->seat[0].user, g->seat[1].user};
    int count[HUB_AUDIENCES];
    hub_audience(all->server->sockets, g->id, seats, count);
    if (count[0] + count[1] + count[2] == 0) return;
    json_out *o = &all->out;
    o->size = 0;
    out_open(o, '{');
    out_key_string(o, "type", h ? "event" : "state");
    out_key_string(o, "game", g->id);
    out_key_int(o, "seq", g->seq);
    if (h) {
        out_key_int(o, "time", h->time);
        out_key(o, "event");
        out_value(o, all->event.text, all->event.size);
    }
    out_key(o, "state");
    state_begin(o, g);
    const size_t common = o->size;
    for (int i = 0; i < HUB_AUDIENCES; i++) {
        if (count[i] == 0) continue;
        o->size = common;
        state_end(all, o, g, i < 2 ? i : -1);
        out_close(o, '}');
        if (out_text_of(o))
            hub_tell(all->server->sockets, g->id, seats, i, o->text, o->size);
    }
    if (o->failed) out_clear(o); /* memory may be there again later */
}

bool game_may_watch(const game *g, int seat)
{
    const bool is_open = g->stage == STAGE_WAITING &&
                         (g->seat[0].kind == SEAT_FREE || g->seat[1].kind == SEAT_FREE);
    return seat >= 0 || g->plan.spectators || is_open || g->stage == STAGE_OVER;
}

void game_tell_state(games *all, game *g)
{
    tell(all, g, NULL);
}

/* The list fields change with these only. */
static bool changes_lists(const game *g, const game_event *h)
{
    const alea_match *m = &g->record.now;
    return h->kind == GAME_EVENT_JOINED || h->kind == GAME_EVENT_CONTRIBUTED ||
           h->kind == GAME_EVENT_DICE_OPENED || h->kind == GAME_EVENT_TAKEBACK ||
           (h->kind == GAME_EVENT_MATCH &&
            (m->has_result || h->match.type == ALEA_EVENT_REQUIRE_LEGAL));
}

static alea_status store(games *all, const game *g, const game_event *h,
                         const char *user, const char *key)
{
    storage_game fields;
    char *head = NULL;
    const bool lists = changes_lists(g, h);
    const char *text = out_text_of(&all->event);
    if (!text) return ALEA_ERROR_MEMORY;
    if (lists) game_list_fields(g, &fields);
    if (h->kind == GAME_EVENT_JOINED && !(head = game_head(g)))
        return ALEA_ERROR_MEMORY;
    const alea_status status =
        storage_event_append(all->server->store, g->id, g->seq, h->time, user, key,
                             text, lists ? &fields : NULL, head);
    free(head);
    return status;
}

alea_status game_do(games *all, game *g, game_event *h, const char *user,
                    const char *key, alea_refusal *refusal, alea_play_error *play_error)
{
    h->time = server_now();
    h->has_times = false;
    clock_account(g, h->time);
    alea_status status = game_apply(g, h, refusal, play_error);
    if (status != ALEA_OK) return status;
    clock_after(g, h, h->time);
    g->seq++;
    all->event.size = 0;
    event_write(&all->event, g, h);
    status = store(all, g, h, user, key);
    if (status != ALEA_OK) {
        /* Memory is ahead of the storage: what is stored is what happened. */
        server_log(all->server, "error", "event_not_stored", "game", g->id, "reason",
                   alea_status_text(status), NULL);
        games_forget(all, g);
        return ALEA_ERROR_FILE;
    }
    g->touched = h->time;
    tell(all, g, h);
    if (changes_lists(g, h)) lobby_change(all);
    return ALEA_OK;
}

/* ---- what follows of itself ---- */

static bool do_match(games *all, game *g, const alea_event *event)
{
    game_event h = {.kind = GAME_EVENT_MATCH, .by = -1, .match = *event};
    return game_do(all, g, &h, "", "", NULL, NULL) == ALEA_OK;
}

static bool everybody_is_ready(const game *g)
{
    for (int i = 0; i < 2; i++)
        if (g->seat[i].kind == SEAT_PERSON && !g->seat[i].ready) return false;
    return true;
}

/* The match is decided, and nobody may still ask for a legal play instead. */
static bool is_settled(const game *g)
{
    const alea_match *m = &g->record.now;
    if (g->ended != ENDED_NOT) return true;
    if (m->phase != ALEA_MATCH_MATCH_OVER) return false;
    const alea_player loser = alea_opponent(m->result.winner);
    return !m->contestable || g->seat[loser].kind != SEAT_PERSON ||
           g->seat[loser].ready;
}

/* The journal is stored first: who is told of the end finds it. */
static bool finish(games *all, game *g)
{
    char seed[DICE_SEED_HEX], id[ID_SIZE], *bytes = NULL;
    size_t size = 0;
    snprintf(id, sizeof id, "%s", g->id);
    const bool was_played = g->has_played[0] || g->has_played[1];
    dice_secret_hex(&g->secret, seed);
    g->opened = true;
    if (game_journal(g, &bytes, &size) == ALEA_OK)
        storage_blob_put(all->server->store, g->id, "journal", bytes, size);
    free(bytes);
    const char *const users[2] = {g->seat[0].user, g->seat[1].user};
    if (was_played) study_game_ends(all->server, g->id, users);
    game_event h = {.kind = GAME_EVENT_DICE_OPENED, .by = -1, .text = seed};
    if (game_do(all, g, &h, "", "", NULL, NULL) != ALEA_OK) return false;
    if (was_played) study_game_over(all->server, id);
    return true;
}

static bool throw_opening(games *all, game *g)
{
    const alea_event event = {.type = ALEA_EVENT_OPENING,
                              .by = ALEA_NOBODY,
                              .roll = dice_secret_roll(&g->secret, game_rolls(g))};
    return do_match(all, g, &event);
}

/* Does one thing that is due; *idle: nothing was. False: the room is gone. */
static bool advance_once(games *all, game *g, bool *idle)
{
    const alea_match *m = &g->record.now;
    const alea_event pass = {.type = ALEA_EVENT_PLAY, .by = m->turn};
    const alea_event next = {.type = ALEA_EVENT_NEXT_GAME, .by = ALEA_NOBODY};
    *idle = false;
    if (g->stage == STAGE_PLAYING && is_settled(g)) return finish(all, g);
    if (g->stage == STAGE_PLAYING && m->phase == ALEA_MATCH_OPENING)
        return throw_opening(all, g);
    if (g->stage == STAGE_PLAYING && m->phase == ALEA_MATCH_TO_PLAY &&
        alea_match_would(m, &pass) == ALEA_ACCEPTED)
        return do_match(all, g, &pass);
    if (g->stage == STAGE_PLAYING && m->phase == ALEA_MATCH_GAME_OVER &&
        everybody_is_ready(g))
        return do_match(all, g, &next);
    *idle = true;
    return true;
}

bool game_advance(games *all, game *g)
{
    for (bool idle = false; !idle;)
        if (!advance_once(all, g, &idle)) return false;
    machine_think(all, g);
    return true;
}
