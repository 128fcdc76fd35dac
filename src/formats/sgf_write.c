/* SGF GM[6], writing: a tree a game, as GNU Backgammon reads it. */
#include <stdio.h>
#include <string.h>

#include "formats/import.h"
#include "formats/walk.h"

typedef struct sgf_writer {
    exporter *out;
    record_walk walk;
    alea_text nodes;  /* of the game at hand: its root needs the result */
    alea_match start; /* the state the game began in */
    bool in_game, warned_reject, warned_made;
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

static char point_letter(alea_player player, int point)
{
    if (point == ALEA_BAR) return 'y';
    if (point == ALEA_OFF) return 'z';
    return (char)(player == ALEA_A ? 'a' + point - 1 : 'x' - point + 1);
}

static void put_additions(sgf_writer *w, const alea_record_entry *entry)
{
    const alea_record *record = w->out->record;
    if (entry->extra != ALEA_NO_TEXT)
        alea_text_put(&w->nodes, alea_record_text(record, entry->extra));
    if (entry->comment != ALEA_NO_TEXT) {
        alea_text_put(&w->nodes, "C[");
        put_escaped(&w->nodes, alea_record_text(record, entry->comment));
        alea_text_char(&w->nodes, ']');
    }
}

static void put_play(sgf_writer *w, const alea_record_entry *entry)
{
    const alea_match *before = &w->walk.before;
    alea_player by = entry->event.by;
    alea_board board;
    alea_play play;
    int a = before->roll.die[0], b = before->roll.die[1];
    if (entry->unknown_play) {
        alea_text_format(&w->nodes, "\n;PL[%c]DI[%d%d]", colour[by], a, b);
        return;
    }
    alea_text_format(&w->nodes, "\n;%c[%d%d", colour[by], a, b);
    if (walk_play(&w->walk, &board, &play)) {
        for (int i = 0; i < play.count; i++) {
            alea_text_char(&w->nodes, point_letter(by, play.move[i].from));
            alea_text_char(&w->nodes, point_letter(by, play.move[i].to));
        }
    } else if (!w->warned_made) {
        w->warned_made = true;
        export_warn(w->out, "illegal plays that stood are kept as positions only");
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
        const char *value = alea_record_tag_value(record, names[i][1]);
        if (value && (i < 2 || w->game == 0))
            put_text_property(out, names[i][0], value);
    }
    char prefix[32];
    int n = snprintf(prefix, sizeof prefix, "x-sgf-%d-", w->game + 1);
    for (size_t i = 0; i < record->tags; i++) {
        const char *key = alea_record_text(record, record->tag[i].key);
        const char *value = alea_record_text(record, record->tag[i].value);
        if (strncmp(key, prefix, (size_t)n) != 0 || !*value) continue;
        alea_text_put(out, key + n);
        alea_text_put(out, value);
    }
}

/* Header facts that have no property; said once. */
static void warn_tags(exporter *out)
{
    static const char *const kept[] = {
        "player_a",   "player_b",   "rating_a", "rating_b",  "date",
        "event",      "round",      "place",    "annotator", "comment",
        "x-Player 1", "x-Player 2", "rating_1", "rating_2"};
    char names[160];
    size_t length = 0;
    const alea_record *record = out->record;
    for (size_t i = 0; i < record->tags; i++) {
        const char *key = alea_record_text(record, record->tag[i].key);
        bool has = strncmp(key, "x-sgf-", 6) == 0;
        for (size_t k = 0; k < sizeof kept / sizeof kept[0]; k++)
            has |= strcmp(key, kept[k]) == 0;
        if (has || length >= sizeof names - 1) continue;
        int n =
            snprintf(names + length, sizeof names - length, "%s%s", length ? ", " : "",
                     strncmp(key, "x-", 2) == 0 ? key + 2 : key);
        length += n > 0 ? (size_t)n : 0;
    }
    if (length) export_warn(out, "SGF does not keep these tags: %s", names);
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
    if (w->start.cube_log2) alea_text_format(out, "CV[%d]", alea_match_cube(&w->start));
    if (now->has_result)
        alea_text_format(out, "RE[%c+%d%s]", colour[now->result.winner],
                         now->result.points,
                         now->result.how == ALEA_HOW_RESIGN ? "R" : "");
    if (w->nodes.length) alea_text_bytes(out, w->nodes.start, w->nodes.length);
    alea_text_put(out, ")\n");
    alea_text_reset(&w->nodes);
    w->in_game = false;
    w->game++;
}

/* Dice that were thrown and not played when the game was given up. */
static void put_pending_roll(sgf_writer *w, const alea_match *state)
{
    size_t i = w->walk.index;
    bool told = i > 0 && i <= w->out->record->entries &&
                w->out->record->entry[i - 1].unknown_play;
    if (state->phase != ALEA_MATCH_TO_PLAY || told) return;
    alea_text_format(&w->nodes, "\n;PL[%c]DI[%d%d]", colour[state->turn],
                     state->roll.die[0], state->roll.die[1]);
}

static void put_entry(sgf_writer *w, const alea_record_entry *entry)
{
    const alea_event *event = &entry->event;
    alea_event_type type = event->type;
    bool opening =
        type == ALEA_EVENT_OPENING || (type == ALEA_EVENT_SET && !w->nodes.length);
    if (!w->in_game && type != ALEA_EVENT_NEXT_GAME) {
        w->in_game = true;
        w->start = w->walk.before;
    }
    /* What the opening decides (score, automatic doubles) stands in the root. */
    if (opening && w->in_game) {
        alea_match now = w->walk.now;
        w->start = now;
    }
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
    case ALEA_EVENT_RESIGN: put_pending_roll(w, &w->walk.before); break;
    case ALEA_EVENT_REJECT_RESIGN:
        if (!w->warned_reject)
            export_warn(w->out, "resignations that were refused are not kept");
        w->warned_reject = true;
        break;
    case ALEA_EVENT_SET:
        if (event->set & (ALEA_SET_BOARD | ALEA_SET_CUBE))
            put_setup(w, (event->set & ALEA_SET_BOARD) != 0,
                      (event->set & ALEA_SET_CUBE) != 0);
        break;
    case ALEA_EVENT_REQUIRE_LEGAL: put_setup(w, true, false); break;
    case ALEA_EVENT_NEXT_GAME: flush_game(w); break;
    case ALEA_EVENT_OPENING:
    case ALEA_EVENT_ROLL:
    case ALEA_EVENT_ACCEPT_RESIGN:
    case ALEA_EVENT_COCKED: break;
    }
    if (event->as_made) put_setup(w, true, false);
    if (w->in_game && w->nodes.length) put_additions(w, entry);
}

alea_status sgf_export(exporter *out)
{
    sgf_writer w = {.out = out, .nodes = alea_text_growing(64 << 20)};
    const alea_record_entry *entry;
    warn_tags(out);
    walk_start(&w.walk, out->record);
    while ((entry = walk_next(&w.walk))) {
        if (entry->event.type == ALEA_EVENT_NEXT_GAME) {
            /* The result belongs to the game that this entry ends. */
            alea_match after = w.walk.now;
            w.walk.now = w.walk.before;
            put_entry(&w, entry);
            w.walk.now = after;
        } else {
            put_entry(&w, entry);
        }
    }
    if (!w.in_game) {
        w.start = w.walk.now;
        w.in_game = w.game == 0 || w.walk.now.phase == ALEA_MATCH_OPENING;
    }
    put_pending_roll(&w, &w.walk.now);
    flush_game(&w);
    alea_status status = alea_text_status(&w.nodes);
    alea_text_free(&w.nodes);
    return status;
}
