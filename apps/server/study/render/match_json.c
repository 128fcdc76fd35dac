/* Counts turns as alea_analyse does: a turn begins with a double before the roll, else
 * with the roll. */
#include "match_json.h"

#include "json/shapes.h"

#include <alea/notation.h>

#include <stdio.h>
#include <string.h>

/* The state of the walk through the record. */
typedef struct walk {
    alea_match state;
    json_t *games, *game, *turns;
    json_t *turn; /* the current turn, borrowed; NULL between turns */
    int turn_number;
    bool doubled; /* the turn has a double but no roll yet */
} walk;

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static json_t *xgid_json(const alea_match *state)
{
    char xgid[ALEA_XGID_SIZE];
    alea_position p;
    alea_position_of_match(state, &p);
    return alea_xgid_write(&p, xgid) == ALEA_OK ? json_string(xgid) : json_null();
}

static json_t *match_score(const alea_match *m)
{
    return score_json(alea_match_points(m, ALEA_A), alea_match_points(m, ALEA_B));
}

/* ---- games ---- */

static void begin_game(walk *w)
{
    w->game = json_object();
    w->turns = json_array();
    w->turn = NULL;
    w->turn_number = 0;
    w->doubled = false;
    set(w->game, "number", json_integer(w->state.games_begun));
    set(w->game, "score", match_score(&w->state));
    set(w->game, "crawford", json_boolean(w->state.crawford_game));
    set(w->game, "winner", json_null());
    set(w->game, "points", json_integer(0));
    set(w->game, "how", json_null());
    set(w->game, "turns", w->turns);
    json_array_append_new(w->games, w->game);
}

static void end_game(walk *w)
{
    static const char *const how[] = {"bearoff", "drop", "resign"};
    const alea_result *r = &w->state.result;
    if (!w->state.has_result) return;
    set(w->game, "winner", json_integer(r->winner));
    set(w->game, "points", json_integer(r->points));
    set(w->game, "level", json_integer(r->counted_class));
    set(w->game, "how", json_string(how[r->how]));
}

/* ---- turns ---- */

static void begin_turn(walk *w, alea_player by)
{
    w->turn_number++;
    w->turn = json_object();
    set(w->turn, "turn", json_integer(w->turn_number));
    set(w->turn, "by", json_integer(by));
    set(w->turn, "cube", json_null());
    json_array_append_new(w->turns, w->turn);
}

/* Call it after the event is applied: w->state has the dice. */
static void take_roll(walk *w, const alea_event *event)
{
    const alea_player by = w->state.turn;
    if (w->state.phase != ALEA_MATCH_TO_PLAY) return; /* an opening, nothing to play */
    if (!w->doubled || !w->turn) begin_turn(w, by);
    w->doubled = false;
    set(w->turn, "xgid", xgid_json(&w->state));
    set(w->turn, "dice", json_pack("[ii]", event->roll.die[0], event->roll.die[1]));
}

static void take_double(walk *w, const alea_match *before, const alea_event *event)
{
    if (before->phase == ALEA_MATCH_TO_ROLL) {
        begin_turn(w, event->by);
        w->doubled = true;
        set(w->turn, "xgid", xgid_json(before));
        set(w->turn, "dice", json_null());
    }
    if (!w->turn) return;
    set(w->turn, "cube_xgid", xgid_json(before));
    set(w->turn, "cube",
        json_string(before->cube_owner == event->by ? "redouble" : "double"));
}

static void take_answer(walk *w, const alea_event *event)
{
    if (w->turn && !json_object_get(w->turn, "answer"))
        set(w->turn, "answer", json_string(alea_event_name(event->type)));
}

/* The moves as in the source. */
static void take_illegal(walk *w, const alea_event *event, json_t *moves,
                         char text[ALEA_PLAY_TEXT_SIZE])
{
    alea_moves_write(event->move, event->moves, text);
    for (int i = 0; i < event->moves; i++)
        json_array_append_new(
            moves, json_pack("[ii]", event->move[i].from, event->move[i].to));
    if (event->moves == 0) snprintf(text, ALEA_PLAY_TEXT_SIZE, "?");
    set(w->turn, "illegal", json_true());
}

static void take_play(walk *w, const alea_match *before, const alea_record_entry *entry)
{
    const alea_event *event = &entry->event;
    const alea_board board = alea_match_board(before, event->by);
    char text[ALEA_PLAY_TEXT_SIZE];
    alea_play play;
    json_t *moves = json_array();
    if (!w->turn) {
        json_decref(moves);
        return;
    }
    if (entry->illegal_play) {
        take_illegal(w, event, moves, text);
    } else if (entry->unknown_play) {
        snprintf(text, sizeof text, "?");
    } else if (alea_play_judge(&board, before->roll, &before->rules.play, event->move,
                               event->moves, &play, NULL) == ALEA_PLAY_LEGAL) {
        alea_play_write(&board, &play, text);
        for (int i = 0; i < play.count; i++)
            json_array_append_new(
                moves, json_pack("[ii]", play.move[i].from, play.move[i].to));
    } else {
        take_illegal(w, event, moves, text);
    }
    set(w->turn, "moves", moves);
    set(w->turn, "text", json_string(text));
    if (event->by != ALEA_NOBODY && entry->clock_ms[event->by] != ALEA_NO_CLOCK)
        set(w->turn, "clock_ms", json_integer(entry->clock_ms[event->by]));
}

static void take_entry(walk *w, const alea_match *before,
                       const alea_record_entry *entry)
{
    const alea_event *event = &entry->event;
    switch (event->type) {
    case ALEA_EVENT_OPENING:
    case ALEA_EVENT_ROLL: take_roll(w, event); break;
    case ALEA_EVENT_DOUBLE: take_double(w, before, event); break;
    case ALEA_EVENT_TAKE:
    case ALEA_EVENT_DROP:
    case ALEA_EVENT_BEAVER: take_answer(w, event); break;
    case ALEA_EVENT_PLAY: take_play(w, before, entry); break;
    case ALEA_EVENT_NEXT_GAME: begin_game(w); break;
    case ALEA_EVENT_SET:
        if (w->state.games_begun > before->games_begun) {
            begin_game(w); /* the previous game has no result */
        } else if (event->set & ALEA_SET_SCORE) {
            set(w->game, "score", match_score(&w->state));
            set(w->game, "crawford", json_boolean(w->state.crawford_game));
            w->turn_number = 0;
        }
        w->turn = NULL;
        w->doubled = false;
        break;
    case ALEA_EVENT_COCKED:
    case ALEA_EVENT_RACCOON:
    case ALEA_EVENT_RESIGN:
    case ALEA_EVENT_ACCEPT_RESIGN:
    case ALEA_EVENT_REJECT_RESIGN:
    case ALEA_EVENT_REQUIRE_LEGAL:
    case ALEA_EVENT_SETTLE: break;
    }
}

json_t *match_json(const alea_record *record)
{
    walk w = {.games = json_array()};
    if (alea_record_state(record, 0, &w.state) != ALEA_OK) {
        json_decref(w.games);
        return NULL;
    }
    begin_game(&w);
    for (size_t i = 0; i < record->entries; i++) {
        const alea_record_entry *entry = &record->entry[i];
        const alea_match before = w.state;
        if (!entry->unknown_play &&
            alea_match_apply(&w.state, &entry->event, NULL) != ALEA_ACCEPTED)
            break;
        take_entry(&w, &before, entry);
        if (w.state.has_result) end_game(&w);
    }
    return json_pack("{s:o,s:o}", "games", w.games, "final_score",
                     match_score(&w.state));
}

bool match_has_decisions(const alea_record *record)
{
    for (size_t i = 0; i < record->entries; i++) {
        const alea_event_type type = record->entry[i].event.type;
        if (type == ALEA_EVENT_PLAY || type == ALEA_EVENT_DROP ||
            type == ALEA_EVENT_TAKE)
            return true;
    }
    return false;
}
