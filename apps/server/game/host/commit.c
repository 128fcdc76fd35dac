#include "commit.h"

#include "clocks.h"
#include "keys.h"
#include "store.h"

#include "server/game/model/apply.h"
#include "server/support/system.h"

#include <stdlib.h>

/* Whether the event changes the list fields. */
static bool changes_lists(const game *g, const game_event *e)
{
    const alea_match *m = &g->record.now;
    return e->kind == GAME_EVENT_JOINED || e->kind == GAME_EVENT_CONTRIBUTED ||
           e->kind == GAME_EVENT_DICE_OPENED || e->kind == GAME_EVENT_TAKEBACK ||
           (e->kind == GAME_EVENT_MATCH &&
            (m->has_result || e->match.type == ALEA_EVENT_REQUIRE_LEGAL));
}

static alea_status append(games *all, const game *g, const game_event *e,
                          const char *user, const char *key)
{
    storage_game fields;
    char *head = NULL;
    const bool is_by_days = game_is_by_days(g);
    const bool lists = changes_lists(g, e) || is_by_days;
    const char *text = out_text_of(&all->event);
    storage_turn turn;
    if (!text || (is_by_days && !days_turn(g, &turn, &all->out)))
        return ALEA_ERROR_MEMORY;
    if (lists) game_list_fields(g, &fields);
    if (lists && is_by_days) fields.turn = &turn;
    if (e->kind == GAME_EVENT_JOINED && !(head = game_head(g, all->parts.key)))
        return ALEA_ERROR_MEMORY;
    const alea_status status =
        storage_event_append(all->parts.store, g->id, g->seq, e->time, user, key, text,
                             lists ? &fields : NULL, head);
    free(head);
    return status;
}

static bool was_played(const game *g)
{
    return g->has_played[0] || g->has_played[1];
}

/* Stores the journal before the last event, so that clients find it at the end. */
static void store_journal(games *all, game *g)
{
    const char *const users[2] = {g->seat[0].user, g->seat[1].user};
    char *bytes = NULL;
    size_t size = 0;
    if (game_journal(g, &bytes, &size) == ALEA_OK)
        storage_blob_put(all->parts.store, g->id, "journal", bytes, size);
    free(bytes);
    days_end(all, g);
    if (was_played(g)) all->parts.on_ending(all->parts.context, g->id, users);
}

static alea_status store(games *all, game *g, const game_event *e, const char *user,
                         const char *key)
{
    if (e->kind == GAME_EVENT_DICE_OPENED) store_journal(all, g);
    all->event.size = 0;
    event_write(&all->event, g, e);
    const alea_status status = append(all, g, e, user, key);
    keys_add(g, user, key);
    if (status == ALEA_OK) return status;
    server_log("error", "event_not_stored", "game", g->id, "reason",
               alea_status_text(status), NULL);
    games_mark_lost(all, g);
    return ALEA_ERROR_FILE;
}

/* Notifies the player who is to act now, or who has an opponent now, because he may be
 * on another page. */
static void call_players(games *all, const game *g, const game_event *e, int acted)
{
    const int to_act = game_to_act(g);
    if (e->kind == GAME_EVENT_JOINED)
        publish_call(all, g, 1 - e->by, "joined");
    else if (to_act >= 0 && to_act != acted)
        publish_call(all, g, to_act, "turn");
}

/* The one place where an event takes effect. */
static alea_status commit(games *all, game *g, game_event *e, const char *user,
                          const char *key, alea_refusal *refusal,
                          alea_play_error *play_error)
{
    const int64_t now = games_clock(all);
    e->time = server_now();
    e->has_times = false;
    const int acted = game_to_act(g);
    alea_status status = game_apply(g, e, now, refusal, play_error);
    if (status != ALEA_OK) return status;
    if (e->kind == GAME_EVENT_JOINED || e->kind == GAME_EVENT_DICE_OPENED)
        game_look_at_rating(all->parts.store, g);
    status = store(all, g, e, user, key);
    if (status != ALEA_OK) return status;
    g->live->touched = now;
    if (e->kind == GAME_EVENT_TAKEBACK) {
        /* The position that the machine was thinking about has changed. */
        g->live->think_generation = ++all->think_generations;
        g->live->is_thinking = false;
    }
    publish_event(all, g, e);
    call_players(all, g, e, acted);
    if (changes_lists(g, e)) games_lobby_changed(all);
    if (e->kind == GAME_EVENT_DICE_OPENED && was_played(g))
        all->parts.on_over(all->parts.context, g->id);
    return ALEA_OK;
}

void games_follow(games *all, game *g)
{
    game_event e;
    while (!g->live->lost && game_follow_up(g, &e))
        if (commit(all, g, &e, "", "", NULL, NULL) != ALEA_OK) return;
    if (!g->live->lost) all->think(all, g);
}

alea_status games_commit(games *all, game *g, game_event *e, const char *user,
                         const char *key, alea_refusal *refusal,
                         alea_play_error *play_error)
{
    if (game_is_by_days(g) && !days_refresh(all, g)) return ALEA_ERROR_FILE;
    const alea_status status = commit(all, g, e, user, key, refusal, play_error);
    if (status == ALEA_OK) games_follow(all, g);
    return status;
}
