#include "event.h"

#include <string.h>

static const char *const kind_names[GAME_EVENTS] = {
    [GAME_EVENT_MATCH] = "",
    [GAME_EVENT_JOINED] = "joined",
    [GAME_EVENT_COMMITTED] = "committed",
    [GAME_EVENT_CONTRIBUTED] = "contributed",
    [GAME_EVENT_READY] = "ready",
    [GAME_EVENT_TAKEBACK_ASKED] = "takeback_asked",
    [GAME_EVENT_TAKEBACK] = "takeback",
    [GAME_EVENT_TAKEBACK_REFUSED] = "takeback_refused",
    [GAME_EVENT_REMATCH_ASKED] = "rematch_asked",
    [GAME_EVENT_REMATCH] = "rematch",
    [GAME_EVENT_ABORTED] = "aborted",
    [GAME_EVENT_TIMEOUT] = "timeout",
    [GAME_EVENT_SAID] = "said",
    [GAME_EVENT_DICE_OPENED] = "dice_opened",
    [GAME_EVENT_HINT] = "hint",
};

/* ---- writing ---- */

static void write_dice(json_out *o, alea_roll roll)
{
    out_key_pair(o, "dice", roll.die[0], roll.die[1]);
}

static void write_match(json_out *o, const game_event *e)
{
    const alea_event *event = &e->match;
    out_key_string(o, "type", alea_event_name(event->type));
    if (e->by >= 0) out_key_int(o, "by", e->by);
    if (event->type == ALEA_EVENT_OPENING || event->type == ALEA_EVENT_ROLL)
        write_dice(o, event->roll);
    if (event->type == ALEA_EVENT_RESIGN) out_key_int(o, "level", event->win_class);
    if (event->type != ALEA_EVENT_PLAY) return;
    out_key(o, "moves");
    out_open(o, '[');
    for (int i = 0; i < event->moves; i++) {
        out_open(o, '[');
        out_int(o, event->move[i].from);
        out_int(o, event->move[i].to);
        out_close(o, ']');
    }
    out_close(o, ']');
    out_key_string(o, "text", e->play_text);
    if (event->as_made) out_key_bool(o, "as_made", true);
}

static void write_side_event(json_out *o, const game_event *e)
{
    out_key_string(o, "type", kind_names[e->kind]);
    if (e->by >= 0) out_key_int(o, "by", e->by);
    switch (e->kind) {
    case GAME_EVENT_JOINED: out_key_string(o, "name", e->name); break;
    case GAME_EVENT_COMMITTED: out_key_string(o, "hash", e->text); break;
    case GAME_EVENT_CONTRIBUTED: out_key_string(o, "words", e->text); break;
    case GAME_EVENT_TAKEBACK: out_key_int(o, "entries", e->entries); break;
    case GAME_EVENT_REMATCH: out_key_string(o, "next", e->next); break;
    case GAME_EVENT_ABORTED:
    case GAME_EVENT_TIMEOUT:
        out_key_seat(o, "winner", e->winner);
        out_key_int(o, "points", e->points);
        break;
    case GAME_EVENT_SAID:
        out_key_string(o, "name", e->name);
        out_key_string(o, "text", e->text);
        break;
    case GAME_EVENT_DICE_OPENED: out_key_string(o, "seed", e->text); break;
    case GAME_EVENT_MATCH:
    case GAME_EVENT_READY:
    case GAME_EVENT_TAKEBACK_ASKED:
    case GAME_EVENT_TAKEBACK_REFUSED:
    case GAME_EVENT_REMATCH_ASKED:
    case GAME_EVENT_HINT:
    case GAME_EVENTS: break;
    }
}

void event_write(json_out *o, const game *g, const game_event *e)
{
    out_open(o, '{');
    if (e->kind == GAME_EVENT_MATCH)
        write_match(o, e);
    else
        write_side_event(o, e);
    if (g->plan.clock != CLOCK_NONE)
        out_key_pair(o, "clock_ms", g->seat[0].reserve_ms, g->seat[1].reserve_ms);
    if (g->seat[0].budget_ms != AWAY_BUDGET_MS ||
        g->seat[1].budget_ms != AWAY_BUDGET_MS)
        out_key_pair(o, "away_ms", g->seat[0].budget_ms, g->seat[1].budget_ms);
    out_close(o, '}');
}

/* ---- reading ---- */

static bool read_pair(const json_t *json, const char *name, int64_t pair[2])
{
    const json_t *value = json_object_get(json, name);
    for (size_t i = 0; i < 2; i++) {
        const json_t *number = json_array_get(value, i);
        if (!json_is_integer(number)) return false;
        pair[i] = json_integer_value(number);
    }
    return true;
}

static bool read_dice(const json_t *json, alea_roll *roll)
{
    int64_t dice[2];
    if (!read_pair(json, "dice", dice)) return false;
    for (int i = 0; i < 2; i++) {
        if (dice[i] < 1 || dice[i] > 6) return false;
        roll->die[i] = (uint8_t)dice[i];
    }
    return true;
}

static int read_small(const json_t *json, const char *name, int absent)
{
    const json_t *value = json_object_get(json, name);
    const json_int_t number = json_integer_value(value);
    return json_is_integer(value) && number >= 0 && number < INT32_MAX ? (int)number
                                                                       : absent;
}

bool event_read_moves(const json_t *value, alea_event *event)
{
    const size_t count = json_array_size(value);
    if (!json_is_array(value) || count > ALEA_MAX_MOVES) return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *move = json_array_get(value, i);
        const json_t *from = json_array_get(move, 0), *to = json_array_get(move, 1);
        if (json_array_size(move) != 2 || !json_is_integer(from) ||
            !json_is_integer(to))
            return false;
        const json_int_t f = json_integer_value(from), t = json_integer_value(to);
        if (f < 1 || f > ALEA_BAR || t < ALEA_OFF || t > 24) return false;
        event->move[i] = (alea_move){(int8_t)f, (int8_t)t, false};
    }
    event->moves = (uint8_t)count;
    return true;
}

static bool read_match(const json_t *json, const char *type, game_event *e)
{
    int found = 0;
    while (alea_event_name((alea_event_type)found) &&
           strcmp(alea_event_name((alea_event_type)found), type) != 0)
        found++;
    if (!alea_event_name((alea_event_type)found)) return false;
    e->kind = GAME_EVENT_MATCH;
    e->match = (alea_event){.type = (alea_event_type)found,
                            .by = (alea_player)e->by,
                            .win_class = (uint8_t)read_small(json, "level", 0)};
    if (found == ALEA_EVENT_OPENING || found == ALEA_EVENT_ROLL)
        return read_dice(json, &e->match.roll);
    if (found != ALEA_EVENT_PLAY) return true;
    e->match.as_made = json_is_true(json_object_get(json, "as_made"));
    return event_read_moves(json_object_get(json, "moves"), &e->match);
}

bool event_read(const json_t *json, game_event *e)
{
    const char *type = json_string_value(json_object_get(json, "type"));
    const char *const text_of[GAME_EVENTS] = {[GAME_EVENT_COMMITTED] = "hash",
                                              [GAME_EVENT_CONTRIBUTED] = "words",
                                              [GAME_EVENT_SAID] = "text",
                                              [GAME_EVENT_DICE_OPENED] = "seed"};
    *e = (game_event){.kind = GAME_EVENTS, .by = read_small(json, "by", -1)};
    if (!type || e->by > 1) return false;
    for (int i = 1; i < GAME_EVENTS; i++)
        if (strcmp(kind_names[i], type) == 0) e->kind = (game_event_kind)i;
    e->has_times = true;
    if (!read_pair(json, "clock_ms", e->clock_ms)) e->clock_ms[0] = -1;
    if (!read_pair(json, "away_ms", e->away_ms)) e->away_ms[0] = -1;
    if (e->kind == GAME_EVENTS) return read_match(json, type, e);
    e->entries = read_small(json, "entries", 0);
    e->winner = read_small(json, "winner", -1);
    e->points = read_small(json, "points", 0);
    e->name = json_string_value(json_object_get(json, "name"));
    e->next = json_string_value(json_object_get(json, "next"));
    if (text_of[e->kind]) {
        e->text = json_string_value(json_object_get(json, text_of[e->kind]));
        if (!e->text) return false;
    }
    return e->kind != GAME_EVENT_REMATCH || e->next;
}
