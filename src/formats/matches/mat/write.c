/* Writes match text: two columns, one line for each pair of turns. */
#include <stdio.h>
#include <string.h>

#include "cells.h"
#include "formats/toolkit/implied_rules.h"
#include "formats/toolkit/parse.h"
#include "formats/toolkit/walk.h"
#include "mat.h"

enum { LEFT_WINS = 6, RIGHT_CELL = 34, RIGHT_NAME = 24, CELL_SIZE = 96 };

typedef struct mat_writer {
    exporter *out;
    record_walk walk;
    int games;        /* begun */
    int line;         /* of the game, from 1 */
    bool left_filled; /* the left cell of the open line is written */
    bool open;        /* a line is begun and not ended */
    size_t line_start;
    bool in_game;
    bool warned_reject, warned_setup, warned_auto, warned_made, warned_quoted,
        warned_lines;
    bool position_due; /* set by hand and not yet written */
    bool properties;   /* the record has SGF properties, which this format loses */
    size_t double_at;  /* index of the double found by the last search */
} mat_writer;

static void end_line(mat_writer *w)
{
    if (w->open) alea_text_char(w->out->out, '\n');
    w->open = w->left_filled = false;
}

static void begin_line(mat_writer *w)
{
    char number[16];
    end_line(w);
    w->line_start = w->out->out->length;
    int length = snprintf(number, sizeof number, "%3d) ", ++w->line);
    alea_text_bytes(w->out->out, number, (size_t)length);
    w->open = true;
}

static void put_cell(mat_writer *w, alea_player player, const char *text, size_t length)
{
    alea_text *out = w->out->out;
    if (!w->open || (player == ALEA_A && w->left_filled)) begin_line(w);
    if (player == ALEA_B) {
        /* At least two blanks, however long the left cell. */
        alea_text_put(out, "  ");
        alea_text_pad(out, ' ', w->line_start + RIGHT_CELL);
    }
    alea_text_bytes(out, text, length);
    w->left_filled = true;
    if (player == ALEA_B) end_line(w);
}

static void warn_once(mat_writer *w, bool *warned, const char *text)
{
    if (!*warned) export_warn(w->out, "%s", text);
    *warned = true;
}

/* True if a comment line would be read as a set position or a header tag. */
static bool misleads(const mat_writer *w, const char *text, size_t length)
{
    while (length && (*text == ';' || parse_is_blank(*text))) text++, length--;
    if (parse_starts(text, length, MAT_SET_POSITION)) return true;
    return w->games == 0 && length && *text == '[' && memchr(text, '"', length);
}

static void put_comment(mat_writer *w, const char *text)
{
    end_line(w);
    while (*text) {
        size_t length = strcspn(text, "\n");
        alea_text_put(w->out->out, "; ");
        if (misleads(w, text, length)) {
            alea_text_put(w->out->out, "> ");
            warn_once(w, &w->warned_quoted,
                      "a comment that looks like a position or a tag is quoted");
        }
        alea_text_bytes(w->out->out, text, length);
        alea_text_char(w->out->out, '\n');
        text += length + (text[length] == '\n');
    }
}

static const char *name_of(const mat_writer *w, int player)
{
    const char *name =
        alea_record_tag_value(w->out->record, player ? "player_b" : "player_a");
    return name && name[0] ? name : player ? "Player 2" : "Player 1";
}

static void begin_game(mat_writer *w, const alea_match *state)
{
    alea_text *out = w->out->out;
    end_line(w);
    alea_text_format(out, "\n Game %d\n ", ++w->games);
    size_t start = out->length;
    /* A line that begins with ';' would be a comment. */
    const char *left = name_of(w, 0);
    export_name(w->out, left[strspn(left, "; ")] ? left + strspn(left, "; ") : "?");
    alea_text_format(out, " : %d", alea_match_points(state, ALEA_A));
    alea_text_put(out, "  ");
    alea_text_pad(out, ' ', start + strlen(name_of(w, 0)) + 3 + RIGHT_NAME - 1);
    export_name(w->out, name_of(w, 1));
    alea_text_format(out, " : %d\n", alea_match_points(state, ALEA_B));
    w->line = 0;
    w->in_game = true;
}

static void end_game(mat_writer *w)
{
    const alea_match *now = &w->walk.now;
    const alea_result *result = &now->result;
    char text[64];
    int length = snprintf(text, sizeof text, "Wins %d point%s%s", result->points,
                          result->points == 1 ? "" : "s",
                          now->phase == ALEA_MATCH_MATCH_OVER ? " and the match" : "");
    /* After a drop by the left player, readers expect the result beside "Drops". */
    bool beside = result->how == ALEA_HOW_DROP && w->open && result->winner == ALEA_B;
    if (beside) {
        put_cell(w, ALEA_B, text, (size_t)length);
    } else {
        end_line(w);
        alea_text_pad(w->out->out, ' ',
                      w->out->out->length +
                          (result->winner == ALEA_A ? LEFT_WINS : RIGHT_CELL));
        alea_text_bytes(w->out->out, text, (size_t)length);
        alea_text_char(w->out->out, '\n');
    }
    w->in_game = false;
}

static void put_points(char *text, size_t size)
{
    /* Replaces "bar" and "off" by 25 and 0. */
    char copy[CELL_SIZE];
    size_t n = 0;
    for (const char *at = text; *at && n + 3 < sizeof copy;) {
        if (strncmp(at, "bar", 3) == 0) {
            memcpy(copy + n, "25", 2);
            n += 2, at += 3;
        } else if (strncmp(at, "off", 3) == 0) {
            copy[n++] = '0';
            at += 3;
        } else {
            copy[n++] = *at++;
        }
    }
    copy[n] = '\0';
    if (n < size) memcpy(text, copy, n + 1);
}

static void put_play(mat_writer *w, const alea_record_entry *entry)
{
    char cell[CELL_SIZE], text[ALEA_PLAY_TEXT_SIZE] = "";
    const alea_match *before = &w->walk.before;
    int a = before->roll.die[0], b = before->roll.die[1];
    alea_board board;
    alea_play play;
    if (entry->unknown_play) {
        memcpy(text, "????", 5);
    } else if (walk_play(&w->walk, &board, &play)) {
        alea_play_write(&board, &play, text);
        if (!text[0]) memcpy(text, "Cannot Move", 12);
        if (w->out->options->gnubg_points) put_points(text, sizeof text);
    } else {
        memcpy(text, "????", 5);
    }
    cell[0] = (char)('0' + (a > b ? a : b));
    cell[1] = (char)('0' + (a > b ? b : a));
    cell[2] = ':', cell[3] = ' ';
    size_t length = strlen(text);
    memcpy(cell + 4, text, length);
    put_cell(w, entry->event.by, cell, length + 4);
}

/* Writes the position set by preceding SET events; `now` is the resulting state. */
static void put_position(mat_writer *w, const alea_match *now)
{
    if (!w->position_due) return;
    w->position_due = false;
    if (now->cube_log2 > 0 && now->cube_owner == ALEA_NOBODY)
        warn_once(w, &w->warned_auto,
                  "match text does not keep a turned cube without an owner");
    char board[ALEA_BOARD_TEXT_SIZE];
    int cube = now->cube_owner == ALEA_B   ? -now->cube_log2
               : now->cube_owner == ALEA_A ? now->cube_log2
                                           : 0;
    alea_board_text_write(&now->board, board);
    end_line(w);
    alea_text_format(w->out->out, "; Set Pos=%s/%d\n", board, cube);
}

static void put_cube(mat_writer *w, const alea_event *event)
{
    char cell[CELL_SIZE];
    int cube = alea_match_cube(&w->walk.before), length = 0;
    if (event->type == ALEA_EVENT_DOUBLE)
        length = snprintf(cell, sizeof cell, "Doubles => %d", 2 * cube);
    else if (event->type == ALEA_EVENT_BEAVER)
        length = snprintf(cell, sizeof cell, "Beavers => %d", 4 * cube);
    else if (event->type == ALEA_EVENT_RACCOON)
        length = snprintf(cell, sizeof cell, "Raccoons => %d", 4 * cube);
    else
        length = snprintf(cell, sizeof cell,
                          event->type == ALEA_EVENT_TAKE ? "Takes" : "Drops");
    put_cell(w, event->by, cell, (size_t)length);
}

/* Writes a roll that was not played before the game was given up. */
static void put_pending_roll(mat_writer *w)
{
    const alea_match *before = &w->walk.before;
    size_t i = w->walk.index;
    if (before->phase != ALEA_MATCH_TO_PLAY) return;
    if (i > 0 && w->out->record->entry[i - 1].unknown_play) return;
    alea_record_entry entry = {.unknown_play = true};
    entry.event.by = before->turn;
    put_play(w, &entry);
}

/* True if a reader will assume that this is the Crawford game. */
static bool looks_like_crawford(const alea_match *now)
{
    int length = now->rules.match_length;
    bool a = alea_match_points(now, ALEA_A) == length - 1;
    bool b = alea_match_points(now, ALEA_B) == length - 1;
    return now->rules.crawford && length > 1 && a != b;
}

static bool is_next(const mat_writer *w, alea_event_type type)
{
    size_t next = w->walk.index + 1;
    return next < w->out->record->entries &&
           w->out->record->entry[next].event.type == type;
}

/* True if a double later in the game shows the reader that this is not the Crawford
 * game. */
static bool is_doubled(mat_writer *w)
{
    const alea_record *record = w->out->record;
    if (w->walk.index < w->double_at) return true;
    for (size_t i = w->walk.index; i < record->entries; i++) {
        alea_event_type type = record->entry[i].event.type;
        if (type == ALEA_EVENT_DOUBLE) w->double_at = i;
        if (type == ALEA_EVENT_DOUBLE || type == ALEA_EVENT_NEXT_GAME) break;
    }
    return w->walk.index < w->double_at;
}

static void put_entry(mat_writer *w, const alea_record_entry *entry)
{
    const alea_event *event = &entry->event;
    bool again = event->type == ALEA_EVENT_SET && (event->set & ALEA_SET_SCORE) &&
                 w->in_game && w->walk.before.phase != ALEA_MATCH_OPENING;
    if (event->type != ALEA_EVENT_SET) put_position(w, &w->walk.before);
    if (again || (event->type == ALEA_EVENT_SET && (event->set & ALEA_SET_BOARD)))
        put_pending_roll(w);
    if (again) begin_game(w, &w->walk.now); /* the game before was broken off */
    if (!w->in_game && event->type != ALEA_EVENT_NEXT_GAME) {
        /* A score set at the start is the score the game begins at. */
        bool score = event->type == ALEA_EVENT_SET && (event->set & ALEA_SET_SCORE);
        if (!w->walk.before.has_result)
            begin_game(w, score ? &w->walk.now : &w->walk.before);
    }
    switch (event->type) {
    case ALEA_EVENT_OPENING:
        if (w->walk.now.cube_log2 > w->walk.before.cube_log2)
            warn_once(w, &w->warned_auto,
                      "automatic doubles are not kept by match text");
        break;
    case ALEA_EVENT_ROLL: break;
    case ALEA_EVENT_PLAY:
        put_play(w, entry);
        if (event->as_made) {
            warn_once(w, &w->warned_made,
                      "illegal plays that stood are kept only as positions");
            w->position_due = true;
        }
        break;
    case ALEA_EVENT_DOUBLE:
    case ALEA_EVENT_TAKE:
    case ALEA_EVENT_DROP:
    case ALEA_EVENT_BEAVER:
    case ALEA_EVENT_RACCOON: put_cube(w, event); break;
    case ALEA_EVENT_RESIGN:
        if (!is_next(w, ALEA_EVENT_REJECT_RESIGN)) put_pending_roll(w);
        break;
    case ALEA_EVENT_SETTLE: put_pending_roll(w); break;
    case ALEA_EVENT_REJECT_RESIGN:
        warn_once(w, &w->warned_reject, "refused resignations are not kept");
        break;
    case ALEA_EVENT_SET:
        if (event->set & (ALEA_SET_BOARD | ALEA_SET_CUBE)) w->position_due = true;
        if ((event->set & ALEA_SET_CRAWFORD) &&
            w->walk.now.crawford_game != looks_like_crawford(&w->walk.now) &&
            !w->warned_setup && !is_doubled(w))
            warn_once(w, &w->warned_setup, "a changed Crawford game is not kept");
        break;
    case ALEA_EVENT_REQUIRE_LEGAL: w->position_due = true; break;
    case ALEA_EVENT_ACCEPT_RESIGN:
    case ALEA_EVENT_NEXT_GAME:
    case ALEA_EVENT_COCKED: break;
    }
    if (entry->comment != ALEA_NO_TEXT) {
        /* A comment on the start of the next game goes below that game's header. */
        if (!w->in_game && !w->walk.now.has_result && !is_next(w, ALEA_EVENT_SET))
            begin_game(w, &w->walk.now);
        put_comment(w, alea_record_text(w->out->record, entry->comment));
    }
    if (w->in_game && w->walk.now.has_result && !w->walk.now.contestable) end_game(w);
}

static void put_tag(mat_writer *w, const char *name, const char *value)
{
    alea_text_format(w->out->out, "; [%s \"", name);
    export_name(w->out, value);
    alea_text_put(w->out->out, "\"]\n");
    if (strchr(value, '\n'))
        warn_once(w, &w->warned_lines, "line ends in the header's tags are not kept");
}

/* Writes 2024-05-01 in the form that other programs use; any other text unchanged. */
static void put_date(mat_writer *w, const char *value)
{
    char date[11] = "";
    if (strlen(value) == 10 && value[4] == '-' && value[7] == '-') {
        memcpy(date, value, 11);
        date[4] = date[7] = '.';
    }
    put_tag(w, "EventDate", date[0] ? date : value);
}

static void warn_lost(exporter *out)
{
    static const char *const kept[] = {
        "player_a", "player_b",  "rating_a",    "rating_b", "rating_1",
        "rating_2", "date",      "time",        "event",    "round",
        "place",    "annotator", "transcriber", "comment"};
    export_warn_tags(out, "match text", kept, sizeof kept / sizeof kept[0], true);
    export_warn_clocks(out, "match text");
}

static void put_rules(mat_writer *w)
{
    static const char *const variation[] = {"Backgammon", "Nackgammon", "Hypergammon",
                                            "Longgammon"};
    const alea_rules *rules = &w->out->record->rules;
    put_tag(w, "Variation", variation[rules->setup]);
    if (rules->match_length > 1) put_tag(w, "Crawford", rules->crawford ? "On" : "Off");
    if (rules->match_length == 0) {
        put_tag(w, "Jacoby", rules->jacoby ? "On" : "Off");
        put_tag(w, "Beaver", rules->beavers ? "On" : "Off");
    }
    if (rules->cube_limit_log2 != ALEA_UNLIMITED) {
        char limit[16];
        snprintf(limit, sizeof limit, "%ld", 1L << rules->cube_limit_log2);
        put_tag(w, "CubeLimit", limit);
    }
    alea_rules implied = implied_rules(rules->match_length);
    implied.setup = rules->setup;
    implied.crawford = rules->crawford;
    implied.jacoby = rules->jacoby;
    if (!rules->beavers) implied.beavers = 0;
    implied.cube_limit_log2 = rules->cube_limit_log2;
    export_warn_rules(w->out, "match text", implied);
}

/* True if the header has real names and the columns nicknames; both are kept. */
static bool has_real_names(const mat_writer *w)
{
    for (int i = 0; i < 2; i++) {
        const char *name =
            alea_record_tag_value(w->out->record, i ? "x-Player 2" : "x-Player 1");
        if (!name || strcmp(name, name_of(w, 0)) == 0 ||
            strcmp(name, name_of(w, 1)) == 0)
            return false;
    }
    return true;
}

static void put_header(mat_writer *w)
{
    static const char *const known[][2] = {{"place", "Site"},
                                           {"event", "Event"},
                                           {"round", "Round"},
                                           {"player_a", "Player 1"},
                                           {"player_b", "Player 2"},
                                           {"rating_a", "Player 1 Elo"},
                                           {"rating_b", "Player 2 Elo"},
                                           {"time", "EventTime"},
                                           {"annotator", "Annotator"},
                                           {"transcriber", "Transcriber"}};
    const alea_record *record = w->out->record;
    bool real = has_real_names(w);
    for (size_t i = 0; i < record->tags; i++) {
        const char *key = alea_record_text(record, record->tag[i].key);
        const char *value = alea_record_text(record, record->tag[i].value);
        const char *name = strncmp(key, "x-", 2) == 0 ? key + 2 : NULL;
        for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
            if (strcmp(key, known[k][0]) == 0) name = known[k][1];
        if (strncmp(key, "x-Player ", 9) == 0 && strlen(key) == 10 && !real) continue;
        if (strncmp(key, "player_", 7) == 0 && real) continue;
        if (strncmp(key, "x-sgf-", 6) == 0) {
            w->properties = true;
            continue;
        }
        if (strcmp(key, "date") == 0)
            put_date(w, value);
        else if (strcmp(key, "comment") == 0)
            put_comment(w, value);
        else if (name)
            put_tag(w, name, value);
    }
    put_rules(w);
    alea_text_format(w->out->out, "\n %d point match\n", record->rules.match_length);
}

alea_status mat_export(exporter *out)
{
    mat_writer w = {.out = out};
    const alea_record_entry *entry;
    put_header(&w);
    warn_lost(out);
    walk_start(&w.walk, out->record);
    while ((entry = walk_next(&w.walk))) {
        put_entry(&w, entry);
        w.properties |= entry->extra != ALEA_NO_TEXT;
    }
    const alea_match *now = &w.walk.now;
    bool set_last = w.position_due;
    put_position(&w, now);
    if (set_last && now->phase == ALEA_MATCH_TO_ROLL && now->turn == ALEA_B)
        export_warn(out, "the second player's turn to roll is not kept");
    if (alea_match_resign_class(now))
        export_warn(out, "an offer to resign is not kept");
    if (w.properties) export_warn(out, "analysis and properties of SGF are not kept");
    if (out->record->entries == 0 || out->record->now.phase == ALEA_MATCH_OPENING)
        if (!w.in_game) begin_game(&w, &out->record->now);
    if (w.walk.now.phase == ALEA_MATCH_TO_PLAY) {
        w.walk.before = w.walk.now;
        put_pending_roll(&w);
    }
    end_line(&w);
    return ALEA_OK;
}
