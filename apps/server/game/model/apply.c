/* What a happening does to a room: the one function that both the present and the
 * stored past go through, so that a room read back is the room that was. */
#include "server/game/model/game.h"

#include <alea/notation.h>

#include <string.h>

uint64_t room_rolls(const room *r)
{
    uint64_t rolls = 0;
    for (size_t i = 0; i < r->record.entries; i++) {
        const alea_event_type type = r->record.entry[i].event.type;
        rolls += type == ALEA_EVENT_OPENING || type == ALEA_EVENT_ROLL;
    }
    return rolls;
}

/* ---- plays ---- */

static alea_roll roll_of_entry(const room *r, size_t index)
{
    while (index-- > 0) {
        const alea_event *event = &r->record.entry[index].event;
        if (event->type == ALEA_EVENT_ROLL || event->type == ALEA_EVENT_OPENING)
            return event->roll;
    }
    return (alea_roll){{0, 0}};
}

/* What a play looks like that was put down as it was made: hits as they happened. */
static void describe_as_made(const alea_board *before, const alea_event *event,
                             alea_play *play)
{
    alea_board board = *before;
    play->count = event->moves;
    for (int i = 0; i < event->moves; i++) {
        alea_move m = event->move[i];
        m.hit = m.to > 0 && board.point[m.to] == -1;
        if (m.hit) board.point[m.to] = 0;
        play->move[i] = m;
    }
}

/* Single moves in an order that can be played, for a legal one; hits marked. */
static void settle_play(const alea_match *m, alea_event *event, alea_play *play)
{
    const alea_board board = alea_match_board(m, event->by);
    if (alea_play_judge(&board, m->roll, &m->rules.play, event->move, event->moves,
                        play, NULL) == ALEA_PLAY_LEGAL)
        event->as_made = false;
    else
        describe_as_made(&board, event, play);
    event->moves = play->count;
    memcpy(event->move, play->move, sizeof event->move);
}

static void keep_last(room *r, const alea_board *before, const alea_play *play,
                      const alea_event *event, alea_roll roll)
{
    last_play *last = &r->last;
    *last = (last_play){
        .is_there = true, .by = event->by, .roll = roll, .count = play->count};
    memcpy(last->move, play->move, sizeof last->move);
    alea_play_write(before, play, last->text);
}

/* After something was taken back: the last play that still stands in this game. */
static void find_last(room *r)
{
    size_t i = r->record.entries;
    alea_match before;
    r->last.is_there = false;
    for (; i > 0; i--) {
        const alea_event_type type = r->record.entry[i - 1].event.type;
        if (type == ALEA_EVENT_NEXT_GAME) return;
        if (type == ALEA_EVENT_PLAY) break;
    }
    if (i == 0 || alea_record_state(&r->record, i - 1, &before) != ALEA_OK) return;
    const alea_event *event = &r->record.entry[i - 1].event;
    const alea_board board = alea_match_board(&before, event->by);
    alea_play play = {.count = event->moves};
    memcpy(play.move, event->move, sizeof play.move);
    keep_last(r, &board, &play, event, roll_of_entry(r, i - 1));
}

static void count_plays(room *r)
{
    r->has_played[0] = r->has_played[1] = false;
    for (size_t i = 0; i < r->record.entries; i++) {
        const alea_event *event = &r->record.entry[i].event;
        if (event->type == ALEA_EVENT_PLAY && event->moves > 0)
            r->has_played[event->by] = true;
    }
}

/* ---- events of the match ---- */

static alea_status apply_match(room *r, happening *h, alea_refusal *refusal,
                               alea_play_error *play_error)
{
    alea_match before = r->record.now;
    alea_event *event = &h->match;
    alea_play play = {.count = 0};
    const bool is_play = event->type == ALEA_EVENT_PLAY;
    if (is_play) {
        const alea_refusal answer = alea_match_apply(&before, event, play_error);
        if (refusal) *refusal = answer;
        if (answer != ALEA_ACCEPTED) return ALEA_ERROR_REFUSED;
        before = r->record.now;
        settle_play(&before, event, &play);
    }
    const alea_status status =
        alea_record_append(&r->record, event, refusal, play_error);
    if (status != ALEA_OK) return status;
    h->by = event->type == ALEA_EVENT_OPENING || event->type == ALEA_EVENT_NEXT_GAME
                ? -1
                : (int)event->by;
    r->takeback_by = -1;
    if (is_play) {
        const alea_board board = alea_match_board(&before, event->by);
        keep_last(r, &board, &play, event, before.roll);
        memcpy(h->play_text, r->last.text, sizeof h->play_text);
        if (event->moves > 0) r->has_played[event->by] = true;
    }
    if (event->type == ALEA_EVENT_NEXT_GAME) r->last.is_there = false;
    if (event->type == ALEA_EVENT_REQUIRE_LEGAL) find_last(r);
    if (event->type == ALEA_EVENT_NEXT_GAME || event->type == ALEA_EVENT_REQUIRE_LEGAL)
        r->seat[0].ready = r->seat[1].ready = false;
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

size_t room_takeback_size(const room *r, int seat)
{
    for (size_t i = r->record.entries; i > 0; i--) {
        const alea_event *event = &r->record.entry[i - 1].event;
        if (event->type == ALEA_EVENT_NEXT_GAME) return 0;
        if (is_decision(event, seat)) return r->record.entries - (i - 1);
    }
    return 0;
}

static alea_status apply_takeback(room *r, const happening *h)
{
    if (h->entries < 1 || (size_t)h->entries > r->record.entries)
        return ALEA_ERROR_ARGUMENT;
    const alea_status status = alea_record_drop_last(&r->record, (size_t)h->entries);
    if (status != ALEA_OK) return status;
    r->takeback_by = -1;
    r->seat[0].ready = r->seat[1].ready = false;
    find_last(r);
    count_plays(r);
    if (r->plan.clock == CLOCK_NONE) return ALEA_OK;
    for (int i = 0; i < 2; i++) /* as the clocks stood then */
        r->seat[i].reserve_ms = r->record.entries
                                    ? r->record.entry[r->record.entries - 1].clock_ms[i]
                                    : r->plan.reserve_ms;
    return ALEA_OK;
}

/* ---- everything else ---- */

/* Once both sit and have put their part into the dice, the game begins. */
static void begin_if_complete(room *r)
{
    for (int i = 0; i < 2; i++)
        if (r->seat[i].kind == SEAT_FREE || !r->seat[i].contributed) return;
    snprintf(r->secret.stir, sizeof r->secret.stir, "%s|%s", r->seat[0].words,
             r->seat[1].words);
    if (r->stage == STAGE_WAITING) r->stage = STAGE_PLAYING;
}

static void apply_joined(room *r, const happening *h)
{
    room_seat *s = &r->seat[h->by];
    s->kind = SEAT_PERSON;
    if (h->user) snprintf(s->user, sizeof s->user, "%s", h->user);
    /* Read back: as the lists have it, since a name may have been forgotten. */
    if (h->user) snprintf(s->name, sizeof s->name, "%s", h->name);
    begin_if_complete(r);
}

static alea_status apply_aside(room *r, const happening *h)
{
    const bool needs_seat = h->kind != HAPPENED_SAID &&
                            h->kind != HAPPENED_DICE_OPENED &&
                            h->kind != HAPPENED_REMATCH && h->kind != HAPPENED_ABORTED;
    if (needs_seat && (h->by < 0 || h->by > 1)) return ALEA_ERROR_ARGUMENT;
    switch (h->kind) {
    case HAPPENED_JOINED: apply_joined(r, h); break;
    case HAPPENED_CONTRIBUTED:
        r->seat[h->by].contributed = true;
        snprintf(r->seat[h->by].words, sizeof r->seat[h->by].words, "%s", h->text);
        begin_if_complete(r);
        break;
    case HAPPENED_READY: r->seat[h->by].ready = true; break;
    case HAPPENED_TAKEBACK_ASKED: r->takeback_by = h->by; break;
    case HAPPENED_TAKEBACK: return apply_takeback(r, h);
    case HAPPENED_TAKEBACK_REFUSED: r->takeback_by = -1; break;
    case HAPPENED_REMATCH_ASKED: r->rematch_by = h->by; break;
    case HAPPENED_REMATCH:
        r->rematch_by = -1;
        snprintf(r->next, sizeof r->next, "%s", h->next);
        break;
    case HAPPENED_ABORTED:
    case HAPPENED_TIMEOUT:
        r->ended = h->kind == HAPPENED_TIMEOUT ? ENDED_TIMEOUT : ENDED_ABORTED;
        r->winner = h->winner;
        r->ended_points = h->points;
        r->takeback_by = -1;
        if (r->stage == STAGE_WAITING) r->stage = STAGE_PLAYING; /* to be finished */
        break;
    case HAPPENED_DICE_OPENED:
        r->opened = true;
        r->stage = STAGE_OVER;
        r->takeback_by = -1;
        break;
    case HAPPENED_SAID: r->said[h->by < 0 ? 2 : h->by]++; break;
    case HAPPENED_MATCH:
    case HAPPENINGS: return ALEA_ERROR_ARGUMENT;
    }
    return ALEA_OK;
}

static bool is_talk(happening_kind kind)
{
    return kind == HAPPENED_SAID || kind == HAPPENED_TAKEBACK_ASKED ||
           kind == HAPPENED_TAKEBACK_REFUSED || kind == HAPPENED_REMATCH_ASKED ||
           kind == HAPPENED_REMATCH || kind == HAPPENED_READY;
}

alea_status room_apply(room *r, happening *h, alea_refusal *refusal,
                       alea_play_error *play_error)
{
    if (refusal) *refusal = ALEA_ACCEPTED;
    const alea_status status = h->kind == HAPPENED_MATCH
                                   ? apply_match(r, h, refusal, play_error)
                                   : apply_aside(r, h);
    if (status != ALEA_OK) return status;
    r->changed = h->time;
    if (!is_talk(h->kind)) r->play_seq = r->seq + 1;
    return ALEA_OK;
}
