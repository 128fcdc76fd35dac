/* A file that is one position: an identifier, or a text that holds one (eXtreme
 * Gammon's and BGBlitz's exports in any language: only the structure is read). */
#include "files.h"

#include <stdio.h>
#include <string.h>

#include <alea/diagram.h>

#include "formats/toolkit/lines.h"
#include "formats/toolkit/parse.h"

typedef struct span {
    const char *text;
    size_t length;
} span;

static span trim(span s)
{
    while (s.length && (unsigned char)s.text[0] <= ' ') s.text++, s.length--;
    while (s.length && (unsigned char)s.text[s.length - 1] <= ' ') s.length--;
    return s;
}

typedef struct lone_id {
    alea_position position;
    char name[2][ALEA_FIBS_NAME_SIZE]; /* of A and B; "" = not stated */
} lone_id;

static alea_status read_lone(importer *in, span text, size_t line, lone_id *id,
                             alea_error *why)
{
    if (parse_starts(text.text, text.length, "board:"))
        return alea_fibs_board_read(text.text, text.length, ALEA_FIBS_PLAIN,
                                    &id->position, id->name, why);
    if (parse_starts(text.text, text.length, "ogid=") ||
        ogid_looks_like(text.text, text.length)) {
        bool next = in->options->ogid_turn_is_next, ambiguous = false;
        alea_status status =
            ogid_read(text.text, text.length, next, &id->position, &ambiguous, why);
        if (!status && ambiguous)
            import_warn(in, line, "the OGID has no ply number: its turn was read as %s",
                        next ? "the player to act" : "who acted last");
        return status;
    }
    return alea_position_read(text.text, text.length, &id->position, why);
}

alea_status id_import(importer *in)
{
    text_lines lines;
    alea_status status = lines_start(&lines, in);
    if (status) return status;
    span text = {"", 0};
    while (!text.length && lines_next(&lines))
        text = trim((span){lines.text, lines.length});
    size_t number = lines.number;
    lone_id id = {0};
    alea_error why = {0};
    status = read_lone(in, text, number, &id, &why);
    if (status)
        status = import_fail(in, status, number, why.column, "%s", why.reason);
    else
        status = import_position(in, &id.position, number);
    for (int i = 0; i < 2 && !status; i++)
        status =
            import_tag(in, i ? "player_b" : "player_a", id.name[i], strlen(id.name[i]));
    bool more = false;
    while (!status && !more && lines_next(&lines))
        more = trim((span){lines.text, lines.length}).length > 0;
    if (more)
        import_warn(in, lines.number,
                    "a file holds one position; this line and the rest are ignored");
    lines_finish(&lines);
    return status;
}

/* Where `word` stands in the line, or NULL. */
static const char *find(span line, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= line.length; i++)
        if (memcmp(line.text + i, word, n) == 0) return line.text + i;
    return NULL;
}

/* What stands behind `word` up to the next blank. */
static bool word_behind(span line, const char *word, span *out)
{
    const char *at = find(line, word);
    if (!at) return false;
    const char *end = line.text + line.length;
    at += strlen(word);
    while (at < end && parse_is_blank(*at)) at++;
    out->text = at;
    while (at < end && (unsigned char)*at > ' ' && *at != ',') at++;
    while (at > out->text && at[-1] == '.') at--;
    out->length = (size_t)(at - out->text);
    return out->length > 0;
}

typedef struct export_text {
    alea_position position;
    bool found, score_found, diagram_seen, below;
    size_t line;
    int score[2];
    span name[2];
    alea_text rest; /* the analysis, kept as a comment */
} export_text;

/* "X:name   O:name": two names; "Score is X:6 O:2 ...": two numbers. */
static void read_players(span line, export_text *t)
{
    const char *x = find(line, "X:"), *o = find(line, "O:");
    if (!x || !o || o < x) return;
    /* A name may hold "O:", too: the one that counts stands apart. */
    static const char *const apart[] = {"   O:", " O:"};
    for (int i = 1; i >= 0; i--) {
        const char *at = find(line, apart[i]);
        if (at) o = at + strlen(apart[i]) - 2;
    }
    span a = trim((span){x + 2, (size_t)(o - x) - 2});
    span b = trim((span){o + 2, (size_t)(line.text + line.length - o) - 2});
    span word;
    /* "X:name O:name, Score is X:2 O:6 ...": both in one line. */
    const char *second = x == line.text && !t->name[0].text ? find(b, "X:") : NULL;
    const char *comma = second ? memchr(b.text, ',', (size_t)(second - b.text)) : NULL;
    if (comma && find((span){second, (size_t)(b.text + b.length - second)}, "O:")) {
        t->name[0] = a;
        t->name[1] = trim((span){b.text, (size_t)(comma - b.text)});
        read_players((span){comma + 1, (size_t)(b.text + b.length - comma) - 1}, t);
        return;
    }
    int score[2];
    if (x == line.text && !t->name[0].text) {
        t->name[0] = a;
        t->name[1] = b;
    } else if (word_behind(line, "X:", &word) &&
               parse_int(word.text, word.length, &score[0]) &&
               word_behind(line, "O:", &word) &&
               parse_int(word.text, word.length, &score[1])) {
        /* The pip count has this form, too; it stands below the diagram. */
        if (t->score_found || t->diagram_seen || !t->name[0].text) return;
        t->score_found = true;
        t->score[0] = score[0];
        t->score[1] = score[1];
    }
}

static alea_status read_identifier(importer *in, span line, size_t number,
                                   export_text *t)
{
    span id, match;
    alea_error why = {0};
    alea_status status = ALEA_OK;
    const char *xgid = find(line, "XGID=");
    alea_position other;
    alea_position *position = t->found ? &other : &t->position;
    bool found = xgid != NULL;
    if (found) {
        size_t length = 0, left = (size_t)(line.text + line.length - xgid);
        while (length < left &&
               (parse_is_letter(xgid[length]) || parse_is_digit(xgid[length]) ||
                (xgid[length] && strchr("=:-", xgid[length]))))
            length++;
        status = alea_xgid_read(xgid, length, position, &why);
    } else if (word_behind(line, "Position-ID:", &id) &&
               word_behind(line, "Match-ID:", &match)) {
        char both[64];
        int n = snprintf(both, sizeof both, "%.*s:%.*s", (int)(id.length & 31), id.text,
                         (int)(match.length & 31), match.text);
        status = alea_gnubg_id_read(both, (size_t)n, position, &why);
        found = true;
    }
    if (found && t->found) {
        /* BGBlitz tells one position in two ways. */
        if (status || !alea_board_equal(&other.board, &t->position.board))
            import_warn(in, number, "a second position: ignored");
        return ALEA_OK;
    }
    if (status) return import_fail(in, status, number, why.column, "%s", why.reason);
    if (found) t->found = true, t->line = number;
    return ALEA_OK;
}

/* Plays and equities, or whatever stands behind a blank line below the diagram. */
static bool is_analysis(const export_text *t, span line)
{
    if (!line.length) return false;
    return t->below || find(line, "eq:") || find(line, "%") || find(line, "MET:");
}

static alea_status read_export(importer *in, text_lines *lines, export_text *t)
{
    while (lines_next(lines)) {
        span line = trim((span){lines->text, lines->length});
        alea_status status = read_identifier(in, line, lines->number, t);
        if (status) return status;
        t->diagram_seen |= line.length && (line.text[0] == '+' || line.text[0] == '|');
        t->below |= t->diagram_seen && !line.length;
        read_players(line, t);
        if (!is_analysis(t, line) || find(line, "XGID=")) continue;
        if (t->rest.length) alea_text_char(&t->rest, '\n');
        alea_text_bytes(&t->rest, line.text, line.length);
    }
    if (!t->found)
        return import_fail(in, ALEA_ERROR_SYNTAX, lines->number, 0,
                           "no position identifier in this text");
    int most = t->position.match_length ? t->position.match_length : 1000000;
    bool differs = t->score_found && (t->score[0] != t->position.score[0] ||
                                      t->score[1] != t->position.score[1]);
    if (differs && t->score[0] >= 0 && t->score[1] >= 0 && t->score[0] < most &&
        t->score[1] < most) {
        import_warn(in, t->line,
                    "the text's score differs from the XGID's; taken is the "
                    "text's");
        memcpy(t->position.score, t->score, sizeof t->score);
    }
    alea_status status = import_position(in, &t->position, t->line);
    for (int i = 0; i < 2 && !status; i++)
        if (t->name[i].length)
            status = import_tag(in, i ? "player_b" : "player_a", t->name[i].text,
                                t->name[i].length);
    if (!status && t->rest.length && !alea_text_status(&t->rest))
        status = import_comment(in, t->rest.start, t->rest.length);
    return status;
}

alea_status xg_text_import(importer *in)
{
    text_lines lines;
    alea_status status = lines_start(&lines, in);
    if (status) return status;
    export_text t = {.rest = alea_text_growing(1 << 20)};
    status = read_export(in, &lines, &t);
    alea_text_free(&t.rest);
    lines_finish(&lines);
    return status;
}

static alea_status last_position(exporter *out, alea_position *position)
{
    alea_position_of_match(&out->record->now, position);
    bool played = false;
    for (size_t i = 0; i < out->record->entries && !played; i++) {
        alea_event_type type = out->record->entry[i].event.type;
        played = type == ALEA_EVENT_PLAY || type == ALEA_EVENT_OPENING ||
                 type == ALEA_EVENT_TAKE || type == ALEA_EVENT_DROP;
    }
    if (played) export_warn(out, "only the last position is kept");
    return ALEA_OK;
}

static void player_names(const alea_record *record, const char *names[2])
{
    for (int i = 0; i < 2; i++) {
        names[i] = alea_record_tag_value(record, i ? "player_b" : "player_a");
        if (!names[i] || !names[i][0]) names[i] = i ? "Player 2" : "Player 1";
    }
}

static alea_status write_id(const alea_record *record, const alea_position *position,
                            alea_format format, char *out)
{
    const char *names[2];
    char match[ALEA_MATCH_ID_SIZE];
    alea_status status;
    if (format == ALEA_FORMAT_OGID) return alea_ogid_write(position, out);
    if (format == ALEA_FORMAT_FIBS) {
        player_names(record, names);
        return alea_fibs_board_write(position, ALEA_FIBS_PLAIN, names, out);
    }
    if (format == ALEA_FORMAT_ID) return alea_xgid_write(position, out);
    status = alea_gnubg_id_write(position, out, match);
    if (!status) {
        size_t length = strlen(out);
        snprintf(out + length, ALEA_FIBS_BOARD_SIZE - length, ":%s", match);
    }
    return status;
}

static bool same_roll(alea_roll a, alea_roll b)
{
    return (a.die[0] == b.die[0] && a.die[1] == b.die[1]) ||
           (a.die[0] == b.die[1] && a.die[1] == b.die[0]);
}

/* Compares everything a decision depends on, including who answers a resignation. */
static bool same_decision(const alea_position *a, const alea_position *b)
{
    return alea_board_equal(&a->board, &b->board) && a->on_roll == b->on_roll &&
           same_roll(a->roll, b->roll) && a->cube_log2 == b->cube_log2 &&
           a->cube_owner == b->cube_owner && a->offers == b->offers &&
           a->match_length == b->match_length && a->score[0] == b->score[0] &&
           a->score[1] == b->score[1] && a->crawford_game == b->crawford_game &&
           (a->to_act == b->to_act || a->resign_level != b->resign_level);
}

/* Parses the text just written: it must be the same decision; facts that it lacks give
 * a warning. */
static alea_status check_id(exporter *out, const alea_position *position,
                            const char *format, const char *id)
{
    alea_position from_id;
    if (position->game_over) {
        export_warn(out, "the last game is over: nothing to decide in its position");
        return ALEA_OK;
    }
    if (alea_position_read(id, strlen(id), &from_id, NULL) != ALEA_OK ||
        !same_decision(position, &from_id))
        return ALEA_ERROR_UNSUPPORTED;
    const struct {
        bool lost;
        const char *what;
    } facts[] = {{from_id.jacoby != position->jacoby, "the Jacoby rule"},
                 {from_id.beavers != position->beavers, "the beaver rule"},
                 {from_id.resign_level != position->resign_level, "the resignation"}};
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
        if (facts[i].lost)
            export_warn(out, "%s: %s is not kept", format, facts[i].what);
    return ALEA_OK;
}

alea_status id_export(exporter *out, alea_format format)
{
    static const char *const called[ALEA_FORMATS] = {[ALEA_FORMAT_ID] = "XGID",
                                                     [ALEA_FORMAT_GNUBG_ID] =
                                                         "Position ID and Match ID",
                                                     [ALEA_FORMAT_OGID] = "OGID",
                                                     [ALEA_FORMAT_FIBS] = "FIBS board"};
    alea_position position;
    char id[ALEA_FIBS_BOARD_SIZE];
    alea_status status = last_position(out, &position);
    if (!status) status = write_id(out->record, &position, format, id);
    if (!status) status = check_id(out, &position, called[format], id);
    if (status)
        return alea_error_fill(out->error, status, 0, 0, "this position has no %s",
                               called[format]);
    alea_text_put(out->out, id);
    alea_text_char(out->out, '\n');
    return ALEA_OK;
}

static void put_task(alea_text *out, const alea_position *p)
{
    char who = p->on_roll == ALEA_A ? 'X' : 'O',
         other = p->on_roll == ALEA_A ? 'O' : 'X';
    if (p->offers == 1)
        alea_text_format(out, "%c doubles, %c to answer\n", who, other);
    else if (p->offers > 1)
        alea_text_format(out, "%c on cube action\n", p->to_act == ALEA_A ? 'X' : 'O');
    else if (p->roll.die[0])
        alea_text_format(out, "%c to play %d%d\n", who, p->roll.die[0], p->roll.die[1]);
    else
        alea_text_format(out, "%c on roll, cube action\n", who);
}

/* Writes only the board of the diagram; names, pips and the decision have their own
 * lines. */
static void put_board(alea_text *out, const char *diagram)
{
    enum { WIDTH = 44 };
    for (const char *end; (end = strchr(diagram, '\n')); diagram = end + 1) {
        size_t length = (size_t)(end - diagram);
        if (length < 2 || (diagram[1] != '|' && diagram[1] != '+')) continue;
        if (length > WIDTH) length = WIDTH;
        const char *bar = diagram[1] == '+' ? strstr(diagram, "+---+") : NULL;
        if (bar && bar < end) {
            alea_text_bytes(out, diagram, (size_t)(bar - diagram));
            alea_text_put(out, "-----");
            bar += 5;
            alea_text_bytes(out, bar, length - (size_t)(bar - diagram));
        } else {
            alea_text_bytes(out, diagram, length);
        }
        alea_text_char(out, '\n');
    }
}

alea_status xg_text_export(exporter *out)
{
    alea_position p;
    alea_text *text = out->out;
    alea_status status = last_position(out, &p);
    char id[ALEA_XGID_SIZE], diagram[ALEA_DIAGRAM_TEXT_SIZE];
    if (!status) status = alea_xgid_write(&p, id);
    if (status)
        return alea_error_fill(out->error, status, 0, 0, "this position has no XGID");
    if (p.resign_level) export_warn(out, "XG text: the resignation is not kept");
    const char *names[2];
    player_names(out->record, names);
    alea_text_format(text, "%s\n\n", id);
    alea_text_put(text, "X:");
    export_name(out, names[0]);
    alea_text_put(text, "   O:");
    export_name(out, names[1]);
    if (p.match_length)
        alea_text_format(text, "\nScore is X:%d O:%d %d pt.(s) match.%s\n", p.score[0],
                         p.score[1], p.match_length,
                         p.crawford_game ? " Crawford game" : "");
    else
        alea_text_format(text, "\nScore is X:%d O:%d. Unlimited Game%s%s\n", p.score[0],
                         p.score[1], p.jacoby ? ", Jacoby" : "",
                         p.beavers ? ", Beaver" : "");
    alea_diagram options = {.view = ALEA_A};
    alea_diagram_text(&p, &options, diagram, sizeof diagram);
    put_board(text, diagram);
    alea_text_format(text, "Pip count  X: %d  O: %d X-O: %d-%d",
                     alea_board_pips(&p.board, true), alea_board_pips(&p.board, false),
                     p.score[0], p.score[1]);
    if (p.match_length) alea_text_format(text, "/%d", p.match_length);
    alea_text_char(text, '\n');
    if (p.cube_owner == ALEA_NOBODY)
        alea_text_format(text, "Cube: %ld\n", 1L << p.cube_log2);
    else
        alea_text_format(text, "Cube: %ld, %c own cube\n", 1L << p.cube_log2,
                         p.cube_owner == ALEA_A ? 'X' : 'O');
    put_task(text, &p);
    const alea_record *record = out->record;
    if (record->entries && record->entry[record->entries - 1].comment != ALEA_NO_TEXT)
        alea_text_format(
            text, "\n%s\n",
            alea_record_text(record, record->entry[record->entries - 1].comment));
    return ALEA_OK;
}
