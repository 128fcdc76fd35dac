/* Both new events and those read back from the storage pass through game_apply, so that
 * a game read back equals the game that was in memory. */
#include "apply.h"

#include "clock.h"

#include <alea/notation.h>

#include <stdio.h>
#include <string.h>

/* ---- plays ---- */

static alea_roll roll_of_entry(const game *g, size_t index)
{
    while (index-- > 0) {
        const alea_event *event = &g->record.entry[index].event;
        if (event->type == ALEA_EVENT_ROLL || event->type == ALEA_EVENT_OPENING)
            return event->roll;
    }
    return (alea_roll){{0, 0}};
}

/* `before`: the match before the play that is settled. */
static void keep_last(game *g, const alea_match *before, const alea_event *event,
                      alea_roll roll)
{
    const alea_board board = alea_match_board(before, event->by);
    alea_play play = {.count = event->moves};
    memcpy(play.move, event->move, sizeof play.move);
    last_play *last = &g->last;
    *last = (last_play){
        .is_there = true, .by = event->by, .roll = roll, .count = event->moves};
    memcpy(last->move, event->move, sizeof last->move);
    alea_play_write(&board, &play, last->text);
}

/* Finds the last play of the current game after a takeback. */
static void find_last(game *g)
{
    size_t i = g->record.entries;
    alea_match before;
    g->last.is_there = false;
    for (; i > 0; i--) {
        const alea_event_type type = g->record.entry[i - 1].event.type;
        if (type == ALEA_EVENT_NEXT_GAME) return;
        if (type == ALEA_EVENT_PLAY) break;
    }
    if (i == 0 || alea_record_state(&g->record, i - 1, &before) != ALEA_OK) return;
    const alea_event *event = &g->record.entry[i - 1].event;
    keep_last(g, &before, event, roll_of_entry(g, i - 1));
}

static void count_plays(game *g)
{
    g->has_played[0] = g->has_played[1] = false;
    for (size_t i = 0; i < g->record.entries; i++) {
        const alea_event *event = &g->record.entry[i].event;
        if (event->type == ALEA_EVENT_PLAY && event->moves > 0)
            g->has_played[event->by] = true;
    }
}

/* ---- events of the match ---- */

/* Marks the decision that the event makes, if any, as made with a hint. */
static void mark_hint(game *g, const alea_event *event)
{
    if (event->type == ALEA_EVENT_NEXT_GAME)
        g->seat[0].hinted = g->seat[1].hinted = false;
    if (!alea_event_decides(event->type)) return;
    g->record.entry[g->record.entries - 1].hinted = g->seat[event->by].hinted;
    g->seat[event->by].hinted = false;
}

/* Notes how long the decision took: the time since the event before it. */
static void mark_time(game *g, const game_event *e)
{
    const int64_t took = e->time - g->asked;
    if (alea_event_decides(e->match.type) && g->asked && took >= 0 && took <= INT32_MAX)
        g->record.entry[g->record.entries - 1].took_ms = (int32_t)took;
    g->asked = e->time;
}

static alea_status apply_match(game *g, game_event *e, alea_refusal *refusal,
                               alea_play_error *play_error)
{
    const alea_match before = g->record.now;
    alea_event *event = &e->match;
    const alea_status status =
        alea_record_append_settled(&g->record, event, refusal, play_error);
    if (status != ALEA_OK) return status;
    e->by = event->type == ALEA_EVENT_OPENING || event->type == ALEA_EVENT_NEXT_GAME
                ? -1
                : (int)event->by;
    g->takeback_by = -1;
    mark_hint(g, event);
    mark_time(g, e);
    if (event->type == ALEA_EVENT_PLAY) {
        keep_last(g, &before, event, before.roll);
        memcpy(e->play_text, g->last.text, sizeof e->play_text);
        if (event->moves > 0) g->has_played[event->by] = true;
    }
    if (event->type == ALEA_EVENT_NEXT_GAME) g->last.is_there = false;
    if (event->type == ALEA_EVENT_REQUIRE_LEGAL) find_last(g);
    if (event->type == ALEA_EVENT_NEXT_GAME || event->type == ALEA_EVENT_REQUIRE_LEGAL)
        g->seat[0].ready = g->seat[1].ready = false;
    return ALEA_OK;
}

/* ---- taking back ---- */

static bool is_decision(const alea_event *event, int seat)
{
    if ((int)event->by != seat) return false;
    return (event->type == ALEA_EVENT_PLAY && event->moves > 0) ||
           event->type == ALEA_EVENT_DOUBLE || event->type == ALEA_EVENT_TAKE ||
           event->type == ALEA_EVENT_DROP || event->type == ALEA_EVENT_BEAVER ||
           event->type == ALEA_EVENT_RACCOON || event->type == ALEA_EVENT_RESIGN ||
           event->type == ALEA_EVENT_ACCEPT_RESIGN;
}

size_t game_takeback_size(const game *g, int seat)
{
    for (size_t i = g->record.entries; i > 0; i--) {
        const alea_event *event = &g->record.entry[i - 1].event;
        if (event->type == ALEA_EVENT_NEXT_GAME) return 0;
        if (is_decision(event, seat)) return g->record.entries - (i - 1);
    }
    return 0;
}

static alea_status apply_takeback(game *g, const game_event *e)
{
    if (e->entries < 1 || (size_t)e->entries > g->record.entries)
        return ALEA_ERROR_ARGUMENT;
    /* A decision that is made again had its hint before. */
    const alea_record_entry first =
        g->record.entry[g->record.entries - (size_t)e->entries];
    const alea_status status = alea_record_drop_last(&g->record, (size_t)e->entries);
    if (status != ALEA_OK) return status;
    for (int i = 0; i < 2; i++)
        g->seat[i].hinted = first.hinted && (int)first.event.by == i;
    g->takeback_by = -1;
    g->taken_back = g->seq + 1;
    g->asked = 0; /* the player has seen the decision before */
    g->seat[0].ready = g->seat[1].ready = false;
    find_last(g);
    count_plays(g);
    if (g->plan.clock == CLOCK_NONE) return ALEA_OK;
    for (int i = 0; i < 2; i++) /* the clocks as of that entry */
        g->seat[i].reserve_ms = g->record.entries
                                    ? g->record.entry[g->record.entries - 1].clock_ms[i]
                                    : g->plan.reserve_ms;
    return ALEA_OK;
}

/* ---- everything else ---- */

/* The game begins once both players sit and have contributed to the dice. */
static void begin_if_complete(game *g)
{
    for (int i = 0; i < 2; i++)
        if (g->seat[i].kind == SEAT_FREE || !g->seat[i].contributed) return;
    snprintf(g->secret.player_entropy, sizeof g->secret.player_entropy, "%s|%s",
             g->seat[0].entropy, g->seat[1].entropy);
    if (g->stage == STAGE_WAITING) g->stage = STAGE_PLAYING;
}

static void apply_joined(game *g, const game_event *e)
{
    game_seat *s = &g->seat[e->by];
    s->kind = SEAT_PERSON;
    if (e->user) snprintf(s->user, sizeof s->user, "%s", e->user);
    if (e->user) s->guest = e->guest;
    /* Read back, the name comes from the list fields, because the account may be
     * deleted. */
    if (e->user) snprintf(s->name, sizeof s->name, "%s", e->name);
    begin_if_complete(g);
}

static alea_status apply_side_event(game *g, const game_event *e)
{
    const bool needs_seat =
        e->kind != GAME_EVENT_SAID && e->kind != GAME_EVENT_DICE_OPENED &&
        e->kind != GAME_EVENT_REMATCH && e->kind != GAME_EVENT_ABORTED;
    if (needs_seat && (e->by < 0 || e->by > 1)) return ALEA_ERROR_ARGUMENT;
    switch (e->kind) {
    case GAME_EVENT_JOINED: apply_joined(g, e); break;
    case GAME_EVENT_COMMITTED:
        snprintf(g->seat[e->by].committed, sizeof g->seat[e->by].committed, "%s",
                 e->text);
        break;
    case GAME_EVENT_CONTRIBUTED:
        g->seat[e->by].contributed = true;
        snprintf(g->seat[e->by].entropy, sizeof g->seat[e->by].entropy, "%s", e->text);
        begin_if_complete(g);
        break;
    case GAME_EVENT_READY: g->seat[e->by].ready = true; break;
    case GAME_EVENT_HINT: g->seat[e->by].hinted = true; break;
    case GAME_EVENT_TAKEBACK_ASKED: g->takeback_by = e->by; break;
    case GAME_EVENT_TAKEBACK: return apply_takeback(g, e);
    case GAME_EVENT_TAKEBACK_REFUSED: g->takeback_by = -1; break;
    case GAME_EVENT_REMATCH_ASKED: g->rematch_by = e->by; break;
    case GAME_EVENT_REMATCH:
        g->rematch_by = -1;
        snprintf(g->next, sizeof g->next, "%s", e->next);
        break;
    case GAME_EVENT_ABORTED:
    case GAME_EVENT_TIMEOUT:
        g->ended = e->kind == GAME_EVENT_TIMEOUT ? ENDED_TIMEOUT : ENDED_ABORTED;
        g->winner = e->winner;
        g->ended_points = e->points;
        g->takeback_by = -1;
        if (g->stage == STAGE_WAITING)
            g->stage = STAGE_PLAYING; /* DICE_OPENED ends it */
        break;
    case GAME_EVENT_DICE_OPENED:
        g->opened = true;
        g->stage = STAGE_OVER;
        g->takeback_by = -1;
        break;
    case GAME_EVENT_SAID: g->said[e->by < 0 ? 2 : e->by]++; break;
    case GAME_EVENT_MATCH:
    case GAME_EVENTS: return ALEA_ERROR_ARGUMENT;
    }
    return ALEA_OK;
}

static bool is_talk(game_event_kind kind)
{
    return kind == GAME_EVENT_SAID || kind == GAME_EVENT_TAKEBACK_ASKED ||
           kind == GAME_EVENT_TAKEBACK_REFUSED || kind == GAME_EVENT_REMATCH_ASKED ||
           kind == GAME_EVENT_REMATCH || kind == GAME_EVENT_READY ||
           kind == GAME_EVENT_HINT;
}

alea_status game_apply(game *g, game_event *e, int64_t now, alea_refusal *refusal,
                       alea_play_error *play_error)
{
    if (refusal) *refusal = ALEA_ACCEPTED;
    clock_account(g, now);
    const alea_status status = e->kind == GAME_EVENT_MATCH
                                   ? apply_match(g, e, refusal, play_error)
                                   : apply_side_event(g, e);
    if (status != ALEA_OK) return status;
    g->changed = e->time;
    e->seq = ++g->seq;
    if (!is_talk(e->kind)) {
        g->play_seq = e->seq;
        g->acted = now;
        g->overdue = -1;
    }
    clock_after(g, e, now);
    return ALEA_OK;
}
