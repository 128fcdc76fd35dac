/* SGF GM[6], writing: one tree for each game, as GNU Backgammon reads it. */
#include <stdio.h>
#include <string.h>

#include "analysis.h"
#include "formats/toolkit/implied_rules.h"
#include "formats/toolkit/parse.h"
#include "formats/toolkit/walk.h"
#include "points.h"
#include "sgf.h"

typedef struct sgf_writer {
    exporter *out;
    record_walk walk;
    alea_text nodes;  /* nodes of the current game: its root needs the result first */
    alea_match start; /* the state the game began in */
    int root_cube;    /* log2 of what automatic doubles made of the cube */
    /* Comments and properties before the first node. */
    alea_text lead_comment, lead_extra;
    uint8_t setup;  /* SET bits that wait for their node */
    bool roll_told; /* the dice on the board have been written */
    bool in_game, warned_reject, warned_made, warned_unknown;
    int game;
} sgf_writer;

static const char colour[2] = {'W', 'B'};

static void put_escaped(alea_text *out, const char *text)
{
    for (; *text; text++) {
        if (*text == ']' || *text == '\\') alea_text_char(out, '\\');
        alea_text_char(out, *text);
    }
}

/* Writes kept properties without the text between them, which must not open or close a
 * node. */
static void put_properties(alea_text *out, const char *extra)
{
    bool inside = false;
    for (const char *at = extra; *at; at++) {
        if (!inside && !parse_is_letter(*at) && *at != '[') continue;
        if (inside && *at == '\\' && !at[1]) break;
        alea_text_char(out, *at);
        if (inside && *at == '\\' && at[1])
            alea_text_char(out, *++at);
        else if (*at == (inside ? ']' : '['))
            inside = !inside;
    }
    if (inside) alea_text_char(out, ']');
}

static void put_texts(alea_text *out, const char *extra, const char *comment)
{
    put_properties(out, extra);
    if (!*comment) return;
    alea_text_put(out, "C[");
    put_escaped(out, comment);
    alea_text_char(out, ']');
}

static void add_line(alea_text *text, const char *line)
{
    if (text->length && *line) alea_text_char(text, '\n');
    alea_text_put(text, line);
}

/* Writes the dice on the board as a node, once. */
static void put_roll(sgf_writer *w, const alea_match *state)
{
    if (state->phase != ALEA_MATCH_TO_PLAY || w->roll_told) return;
    alea_text_format(&w->nodes, "\n;PL[%c]DI[%d%d]", colour[state->turn],
                     state->roll.die[0], state->roll.die[1]);
    w->roll_told = true;
}

/* Writes comment and properties of an entry: in its node if it has one (`nodes` grew
 * beyond `before`), else in the lead, with the dice, or in a new node. */
static void put_additions(sgf_writer *w, const alea_record_entry *entry, size_t before)
{
    const char *extra = alea_record_text(w->out->record, entry->extra);
    const char *comment = alea_record_text(w->out->record, entry->comment);
    if (!*extra && !*comment) return;
    if (entry->event.type == ALEA_EVENT_ROLL) put_roll(w, &w->walk.now);
    if (w->nodes.length == 0) {
        add_line(&w->lead_extra, extra);
        add_line(&w->lead_comment, comment);
        return;
    }
    if (w->nodes.length == before) alea_text_put(&w->nodes, "\n;");
    put_texts(&w->nodes, extra, comment);
}

static void put_play(sgf_writer *w, const alea_record_entry *entry)
{
    const alea_match *before = &w->walk.before;
    alea_player by = entry->event.by;
    alea_board board;
    alea_play play;
    if (entry->unknown_play) {
        if (!w->warned_unknown)
            export_warn(w->out, "of an unknown play SGF keeps only the dice");
        w->warned_unknown = true;
        put_roll(w, before);
        return;
    }
    alea_text_format(&w->nodes, "\n;%c[%d%d", colour[by], before->roll.die[0],
                     before->roll.die[1]);
    if (walk_play(&w->walk, &board, &play)) {
        for (int i = 0; i < play.count; i++) {
            alea_text_char(&w->nodes, sgf_letter(by, play.move[i].from));
            alea_text_char(&w->nodes, sgf_letter(by, play.move[i].to));
        }
    } else if (!w->warned_made) {
        w->warned_made = true;
        export_warn(w->out, "illegal plays that stood are kept only as positions");
    }
    alea_text_char(&w->nodes, ']');
}

static void put_checkers(sgf_writer *w, const alea_board *board, int sign,
                         const char *name)
{
    bool any = false;
    for (int i = 0; i < 26; i++) {
        int n = board->point[i] * sign;
        for (; n > 0; n--) {
            if (!any) alea_text_put(&w->nodes, name);
            any = true;
            alea_text_format(&w->nodes, "[%c]", i == 0 || i == 25 ? 'y' : 'a' + i - 1);
        }
    }
}

static void put_setup(sgf_writer *w, bool board, bool cube)
{
    const alea_match *now = &w->walk.now;
    alea_text_put(&w->nodes, "\n;");
    if (board) {
        alea_text_format(&w->nodes, "PL[%c]AE[a:y]",
                         colour[now->turn == ALEA_B ? ALEA_B : ALEA_A]);
        put_checkers(w, &now->board, 1, "AW");
        put_checkers(w, &now->board, -1, "AB");
    }
    if (cube)
        alea_text_format(&w->nodes, "CV[%d]CP[%c]", alea_match_cube(now),
                         now->cube_owner == ALEA_A   ? 'w'
                         : now->cube_owner == ALEA_B ? 'b'
                                                     : 'c');
}

static void put_text_property(alea_text *out, const char *name, const char *value)
{
    alea_text_put(out, name);
    alea_text_char(out, '[');
    put_escaped(out, value);
    alea_text_char(out, ']');
}

static void put_tags(sgf_writer *w, alea_text *out)
{
    static const char *const names[][2] = {
        {"PW", "player_a"},  {"PB", "player_b"}, {"WR", "rating_a"}, {"BR", "rating_b"},
        {"DT", "date"},      {"EV", "event"},    {"RO", "round"},    {"PC", "place"},
        {"AN", "annotator"}, {"GC", "comment"}};
    const alea_record *record = w->out->record;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (i >= 2 && w->game > 0) break;
        const char *value = alea_record_tag_value(record, names[i][1]);
        if (value) put_text_property(out, names[i][0], value);
    }
    char prefix[32];
    int n = snprintf(prefix, sizeof prefix, "x-sgf-%d-", w->game + 1);
    for (size_t i = 0; i < record->tags; i++) {
        const char *key = alea_record_text(record, record->tag[i].key);
        const char *value = alea_record_text(record, record->tag[i].value);
        if (strncmp(key, prefix, (size_t)n) != 0 || !*value) continue;
        put_properties(out, key + n);
        put_properties(out, value);
    }
}

/* Warns of facts without an SGF property. */
static void warn_lost(exporter *out)
{
    static const char *const kept[] = {
        "player_a",   "player_b",   "rating_a", "rating_b",  "date",
        "event",      "round",      "place",    "annotator", "comment",
        "x-Player 1", "x-Player 2", "rating_1", "rating_2"};
    const alea_rules *rules = &out->record->rules;
    alea_rules implied = implied_rules(rules->match_length);
    implied.setup = rules->setup;
    implied.crawford = rules->crawford;
    implied.jacoby = rules->jacoby;
    implied.cube = rules->cube;
    export_warn_rules(out, "SGF", implied);
    export_warn_tags(out, "SGF", kept, sizeof kept / sizeof kept[0], false);
    export_warn_clocks(out, "SGF");
}

static void put_rules(alea_text *out, const alea_match *start)
{
    static const char *const setup[] = {NULL, "Nackgammon", "Hypergammon3",
                                        "Longgammon"};
    const alea_rules *rules = &start->rules;
    const char *names[5];
    int count = 0;
    if (rules->crawford && rules->match_length) names[count++] = "Crawford";
    if (start->crawford_game) names[count++] = "CrawfordGame";
    if (rules->jacoby && !rules->match_length) names[count++] = "Jacoby";
    if (!rules->cube) names[count++] = "NoCube";
    if (setup[rules->setup]) names[count++] = setup[rules->setup];
    alea_text_put(out, "RU[");
    for (int i = 0; i < count; i++)
        alea_text_format(out, "%s%s", i ? ":" : "", names[i]);
    alea_text_char(out, ']');
}

static void flush_game(sgf_writer *w)
{
    if (!w->in_game) return;
    alea_text *out = w->out->out;
    const alea_match *now = &w->walk.now;
    alea_text_format(
        out, "(;FF[4]GM[6]CA[UTF-8]AP[alea]MI[length:%d][game:%d][ws:%d][bs:%d]",
        w->start.rules.match_length, w->game, alea_match_points(&w->start, ALEA_A),
        alea_match_points(&w->start, ALEA_B));
    put_tags(w, out);
    put_rules(out, &w->start);
    if (w->root_cube) alea_text_format(out, "CV[%d]", 1 << w->root_cube);
    if (now->has_result)
        alea_text_format(
            out, "RE[%c+%d%s]", colour[now->result.winner], now->result.points,
            now->result.how == ALEA_HOW_RESIGN || now->result.how == ALEA_HOW_SETTLED
                ? "R"
                : "");
    /* RE cannot express that the match was given up, so XA does. */
    if (now->phase == ALEA_MATCH_MATCH_OVER &&
        alea_match_away(now, now->match_winner) > 0)
        alea_text_format(out, "XA[match:%c]", colour[now->match_winner]);
    if (w->lead_extra.length || w->lead_comment.length) {
        alea_text_put(out, "\n;");
        put_texts(out, w->lead_extra.length ? w->lead_extra.start : "",
                  w->lead_comment.length ? w->lead_comment.start : "");
    }
    if (w->nodes.length) alea_text_bytes(out, w->nodes.start, w->nodes.length);
    alea_text_put(out, ")\n");
    alea_text_reset(&w->nodes);
    alea_text_reset(&w->lead_extra);
    alea_text_reset(&w->lead_comment);
    w->in_game = w->roll_told = false;
    w->root_cube = 0;
    w->game++;
}

/* Ends the current game in the state before the current entry. */
static void end_game(sgf_writer *w)
{
    alea_match after = w->walk.now;
    w->walk.now = w->walk.before;
    put_roll(w, &w->walk.now);
    flush_game(w);
    w->walk.now = after;
}

/* Collects what belongs to the root: score, automatic doubles, the Crawford game. */
static void begin_root(sgf_writer *w, const alea_event *event)
{
    const alea_match *before = &w->walk.before, *now = &w->walk.now;
    bool set = event->type == ALEA_EVENT_SET;
    bool anew = set && (event->set & ALEA_SET_SCORE);
    if (anew && w->in_game && before->phase != ALEA_MATCH_OPENING) end_game(w);
    if (event->type == ALEA_EVENT_NEXT_GAME) return;
    if (!w->in_game || anew || before->phase == ALEA_MATCH_OPENING) w->start = *now;
    w->in_game = true;
    if (set && (event->set & ALEA_SET_CRAWFORD))
        w->start.crawford_game = now->crawford_game;
    if (event->type == ALEA_EVENT_OPENING || now->phase == ALEA_MATCH_OPENING)
        w->root_cube = now->cube_owner == ALEA_NOBODY ? now->cube_log2 : 0;
}

/* The node of SET events, of several if they make one position. */
static void put_set(sgf_writer *w, const alea_record_entry *entry)
{
    const alea_record *record = w->out->record;
    size_t next = w->walk.index + 1;
    const alea_match *now = &w->walk.now;
    uint8_t set = entry->event.set & (ALEA_SET_BOARD | ALEA_SET_CUBE);
    if (now->phase == ALEA_MATCH_OPENING && now->cube_owner == ALEA_NOBODY) set = 0;
    if (set & ALEA_SET_BOARD) put_roll(w, &w->walk.before);
    w->setup |= set;
    bool more = next < record->entries &&
                record->entry[next].event.type == ALEA_EVENT_SET &&
                entry->comment == ALEA_NO_TEXT && entry->extra == ALEA_NO_TEXT;
    /* Another board is another position. */
    uint8_t after = more ? record->entry[next].event.set : 0;
    if ((after & ALEA_SET_SCORE) || (after & w->setup & ALEA_SET_BOARD)) more = false;
    if (more || !w->setup) return;
    put_setup(w, (w->setup & ALEA_SET_BOARD) != 0, (w->setup & ALEA_SET_CUBE) != 0);
    w->setup = 0;
}

/* Writes other programs' analysis into the node just written, including that of not
 * doubling, which belongs to the roll before a play. */
static void put_analysis(sgf_writer *w, const alea_record_entry *entry)
{
    const alea_record *record = w->out->record;
    size_t index = w->walk.index;
    const char *extra = alea_record_text(record, entry->extra);
    alea_event_type type = entry->event.type;
    if (type == ALEA_EVENT_PLAY && index > 0 &&
        record->entry[index - 1].event.type == ALEA_EVENT_ROLL)
        sgf_put_analysis(record, index - 1, extra, &w->nodes);
    if (type != ALEA_EVENT_ROLL) sgf_put_analysis(record, index, extra, &w->nodes);
}

static void put_entry(sgf_writer *w, const alea_record_entry *entry)
{
    const alea_event *event = &entry->event;
    alea_event_type type = event->type;
    begin_root(w, event);
    if (type == ALEA_EVENT_NEXT_GAME) end_game(w);
    if (type == ALEA_EVENT_OPENING || type == ALEA_EVENT_ROLL) w->roll_told = false;
    size_t length = w->nodes.length;
    switch (type) {
    case ALEA_EVENT_PLAY: put_play(w, entry); break;
    case ALEA_EVENT_DOUBLE:
    case ALEA_EVENT_BEAVER:
    case ALEA_EVENT_RACCOON:
        alea_text_format(&w->nodes, "\n;%c[double]", colour[event->by]);
        break;
    case ALEA_EVENT_TAKE:
    case ALEA_EVENT_DROP:
        alea_text_format(&w->nodes, "\n;%c[%s]", colour[event->by],
                         type == ALEA_EVENT_TAKE ? "take" : "drop");
        break;
    case ALEA_EVENT_RESIGN:
    case ALEA_EVENT_SETTLE: put_roll(w, &w->walk.before); break;
    case ALEA_EVENT_REJECT_RESIGN:
        if (!w->warned_reject) export_warn(w->out, "refused resignations are not kept");
        w->warned_reject = true;
        break;
    case ALEA_EVENT_SET: put_set(w, entry); break;
    case ALEA_EVENT_REQUIRE_LEGAL: put_setup(w, true, false); break;
    case ALEA_EVENT_NEXT_GAME:
    case ALEA_EVENT_OPENING:
    case ALEA_EVENT_ROLL:
    case ALEA_EVENT_ACCEPT_RESIGN:
    case ALEA_EVENT_COCKED: break;
    }
    if (w->nodes.length > length) put_analysis(w, entry);
    if (event->as_made) put_setup(w, true, false);
    put_additions(w, entry, length);
}

alea_status sgf_export(exporter *out)
{
    sgf_writer w = {.out = out,
                    .nodes = alea_text_growing(64 << 20),
                    .lead_comment = alea_text_growing(64 << 20),
                    .lead_extra = alea_text_growing(64 << 20)};
    const alea_record_entry *entry;
    warn_lost(out);
    walk_start(&w.walk, out->record);
    while ((entry = walk_next(&w.walk))) put_entry(&w, entry);
    if (!w.in_game) {
        w.start = w.walk.now;
        w.in_game = w.game == 0 || w.walk.now.phase == ALEA_MATCH_OPENING;
    }
    if (w.walk.now.phase == ALEA_MATCH_RESIGN_OFFERED)
        export_warn(out, "an unanswered resignation is not kept");
    put_roll(&w, &w.walk.now);
    flush_game(&w);
    alea_status status = alea_text_status(&w.nodes);
    if (!status) status = alea_text_status(&w.lead_comment);
    if (!status) status = alea_text_status(&w.lead_extra);
    alea_text_free(&w.nodes);
    alea_text_free(&w.lead_comment);
    alea_text_free(&w.lead_extra);
    return status;
}
