/* What happens in a room, as the JSON that is stored and told, and back. */
#include "server/game/model/game.h"

#include <string.h>

static const char *const kind_names[GAME_EVENTS] = {
    [GAME_EVENT_MATCH] = "",
    [GAME_EVENT_JOINED] = "joined",
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
};

/* ---- writing ---- */

static void write_dice(json_out *o, alea_roll roll)
{
    out_key_pair(o, "dice", roll.die[0], roll.die[1]);
}

static void write_match(json_out *o, const game_event *h)
{
    const alea_event *event = &h->match;
    out_key_string(o, "type", alea_event_name(event->type));
    if (h->by >= 0) out_key_int(o, "by", h->by);
    if (event->type == ALEA_EVENT_OPENING || event->type == ALEA_EVENT_ROLL)
        write_dice(o, event->roll);
    if (event->type == ALEA_EVENT_RESIGN) out_key_int(o, "level", event->level);
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
    out_key_string(o, "text", h->play_text);
    if (event->as_made) out_key_bool(o, "as_made", true);
}

static void write_aside(json_out *o, const game_event *h)
{
    out_key_string(o, "type", kind_names[h->kind]);
    if (h->by >= 0) out_key_int(o, "by", h->by);
    switch (h->kind) {
    case GAME_EVENT_JOINED: out_key_string(o, "name", h->name); break;
    case GAME_EVENT_CONTRIBUTED: out_key_string(o, "words", h->text); break;
    case GAME_EVENT_TAKEBACK: out_key_int(o, "entries", h->entries); break;
    case GAME_EVENT_REMATCH: out_key_string(o, "next", h->next); break;
    case GAME_EVENT_ABORTED:
    case GAME_EVENT_TIMEOUT:
        out_key_seat(o, "winner", h->winner);
        out_key_int(o, "points", h->points);
        break;
    case GAME_EVENT_SAID:
        out_key_string(o, "name", h->name);
        out_key_string(o, "text", h->text);
        break;
    case GAME_EVENT_DICE_OPENED: out_key_string(o, "seed", h->text); break;
    case GAME_EVENT_MATCH:
    case GAME_EVENT_READY:
    case GAME_EVENT_TAKEBACK_ASKED:
    case GAME_EVENT_TAKEBACK_REFUSED:
    case GAME_EVENT_REMATCH_ASKED:
    case GAME_EVENTS: break;
    }
}

void event_write(json_out *o, const game *g, const game_event *h)
{
    out_open(o, '{');
    if (h->kind == GAME_EVENT_MATCH)
        write_match(o, h);
    else
        write_aside(o, h);
    if (g->plan.clock != CLOCK_NONE)
        out_key_pair(o, "clock_ms", g->seat[0].reserve_ms, g->seat[1].reserve_ms);
    if (g->seat[0].budget_ms != AWAY_BUDGET_MS ||
        g->seat[1].budget_ms != AWAY_BUDGET_MS)
        out_key_pair(o, "away_ms", g->seat[0].budget_ms, g->seat[1].budget_ms);
    out_close(o, '}');
}

/* ---- reading: what this program wrote, but it may have been damaged since ---- */

static bool read_pair(const json_t *event, const char *name, int64_t pair[2])
{
    const json_t *value = json_object_get(event, name);
    for (size_t i = 0; i < 2; i++) {
        const json_t *number = json_array_get(value, i);
        if (!json_is_integer(number)) return false;
        pair[i] = json_integer_value(number);
    }
    return true;
}

static bool read_dice(const json_t *event, alea_roll *roll)
{
    int64_t dice[2];
    if (!read_pair(event, "dice", dice)) return false;
    for (int i = 0; i < 2; i++) {
        if (dice[i] < 1 || dice[i] > 6) return false;
        roll->die[i] = (uint8_t)dice[i];
    }
    return true;
}

static int read_small(const json_t *event, const char *name, int absent)
{
    const json_t *value = json_object_get(event, name);
    const json_int_t number = json_integer_value(value);
    return json_is_integer(value) && number >= 0 && number < INT32_MAX ? (int)number
                                                                       : absent;
}

static bool read_match(const json_t *event, const char *type, game_event *h)
{
    int found = 0;
    while (alea_event_name((alea_event_type)found) &&
           strcmp(alea_event_name((alea_event_type)found), type) != 0)
        found++;
    if (!alea_event_name((alea_event_type)found)) return false;
    h->kind = GAME_EVENT_MATCH;
    h->match = (alea_event){.type = (alea_event_type)found,
                            .by = (alea_player)h->by,
                            .level = (uint8_t)read_small(event, "level", 0)};
    if (found == ALEA_EVENT_OPENING || found == ALEA_EVENT_ROLL)
        return read_dice(event, &h->match.roll);
    if (found != ALEA_EVENT_PLAY) return true;
    h->match.as_made = json_is_true(json_object_get(event, "as_made"));
    return game_read_moves(json_object_get(event, "moves"), &h->match);
}

bool event_read(const json_t *event, game_event *h)
{
    const char *type = json_string_value(json_object_get(event, "type"));
    const char *const text_of[GAME_EVENTS] = {[GAME_EVENT_CONTRIBUTED] = "words",
                                              [GAME_EVENT_SAID] = "text",
                                              [GAME_EVENT_DICE_OPENED] = "seed"};
    *h = (game_event){.kind = GAME_EVENTS, .by = read_small(event, "by", -1)};
    if (!type || h->by > 1) return false;
    for (int i = 1; i < GAME_EVENTS; i++)
        if (strcmp(kind_names[i], type) == 0) h->kind = (game_event_kind)i;
    h->has_times = true;
    if (!read_pair(event, "clock_ms", h->clock_ms)) h->clock_ms[0] = -1;
    if (!read_pair(event, "away_ms", h->away_ms)) h->away_ms[0] = -1;
    if (h->kind == GAME_EVENTS) return read_match(event, type, h);
    h->entries = read_small(event, "entries", 0);
    h->winner = read_small(event, "winner", -1);
    h->points = read_small(event, "points", 0);
    h->name = json_string_value(json_object_get(event, "name"));
    h->next = json_string_value(json_object_get(event, "next"));
    if (text_of[h->kind]) {
        h->text = json_string_value(json_object_get(event, text_of[h->kind]));
        if (!h->text) return false;
    }
    return h->kind != GAME_EVENT_REMATCH || h->next;
}
