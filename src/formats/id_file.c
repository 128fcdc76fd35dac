/* A file that is one position: an identifier, or a text that holds one (eXtreme
 * Gammon's and BGBlitz's exports in any language: only the structure is read). */
#include <stdio.h>
#include <string.h>

#include <alea/diagram.h>

#include "formats/lines.h"
#include "formats/ogid.h"
#include "formats/parse.h"

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

static alea_status take(importer *in, const alea_position *position, size_t line)
{
    return import_position(in, position, line);
}

alea_status id_import(importer *in)
{
    text_lines lines;
    alea_status status = lines_start(&lines, in);
    if (status) return status;
    span text = {"", 0};
    while (!text.length && lines_next(&lines))
        text = trim((span){lines.text, lines.length});
    alea_position position;
    alea_error why = {0};
    size_t number = lines.number;
    if (parse_starts(text.text, text.length, "ogid=") ||
        ogid_looks_like(text.text, text.length)) {
        bool ambiguous = false;
        status = ogid_read(text.text, text.length, in->options->ogid_turn_is_next,
                           &position, &ambiguous, &why);
        if (!status && ambiguous)
            import_warn(in, number,
                        "the OGID has no ply number: its turn was read as %s",
                        in->options->ogid_turn_is_next ? "the player to act"
                                                       : "who acted last");
    } else {
        status = alea_position_read(text.text, text.length, &position, &why);
    }
    if (status)
        status = import_fail(in, status, number, why.column, "%s", why.reason);
    else
        status = take(in, &position, number);
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
    out->length = (size_t)(at - out->text);
    return out->length > 0;
}

typedef struct export_text {
    alea_position position;
    bool found, score_found;
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
    span a = trim((span){x + 2, (size_t)(o - x) - 2});
    span b = trim((span){o + 2, (size_t)(line.text + line.length - o) - 2});
    span word;
    int score[2];
    if (word_behind(line, "X:", &word) &&
        parse_int(word.text, word.length, &score[0]) &&
        word_behind(line, "O:", &word) &&
        parse_int(word.text, word.length, &score[1])) {
        /* The pip count has this form, too; the score comes first. */
        if (t->score_found || !t->name[0].text) return;
        t->score_found = true;
        t->score[0] = score[0];
        t->score[1] = score[1];
    } else if (x == line.text && !t->name[0].text) {
        t->name[0] = a;
        t->name[1] = b;
    }
}

static alea_status read_identifier(importer *in, span line, size_t number,
                                   export_text *t)
{
    span id, match;
    alea_error why = {0};
    alea_status status = ALEA_OK;
    const char *xgid = find(line, "XGID=");
    bool found = xgid != NULL;
    if (found) {
        size_t length = 0, left = (size_t)(line.text + line.length - xgid);
        while (length < left && (unsigned char)xgid[length] > ' ') length++;
        if (t->found) {
            import_warn(in, number, "a second position; it is left out");
            return ALEA_OK;
        }
        status = alea_xgid_read(xgid, length, &t->position, &why);
    } else if (!t->found && word_behind(line, "Position-ID:", &id) &&
               word_behind(line, "Match-ID:", &match)) {
        char both[64];
        int n = snprintf(both, sizeof both, "%.*s:%.*s", (int)(id.length & 31), id.text,
                         (int)(match.length & 31), match.text);
        status = alea_gnubg_id_read(both, (size_t)n, &t->position, &why);
        found = true;
    }
    if (status) return import_fail(in, status, number, why.column, "%s", why.reason);
    if (found) t->found = true, t->line = number;
    return ALEA_OK;
}

static bool is_analysis(span line)
{
    return find(line, "eq:") || find(line, "%") || find(line, "MET:");
}

static alea_status read_export(importer *in, text_lines *lines, export_text *t)
{
    while (lines_next(lines)) {
        span line = trim((span){lines->text, lines->length});
        alea_status status = read_identifier(in, line, lines->number, t);
        if (status) return status;
        read_players(line, t);
        if (!is_analysis(line)) continue;
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
    alea_status status = take(in, &t->position, t->line);
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
    if (out->record->entries > 7) export_warn(out, "only the last position is kept");
    return ALEA_OK;
}

alea_status id_export(exporter *out)
{
    alea_position position;
    char id[ALEA_XGID_SIZE];
    alea_status status = last_position(out, &position);
    if (!status) status = alea_xgid_write(&position, id);
    if (status)
        return parse_fail(out->error, status, 0, 0, "this position has no XGID");
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

alea_status xg_text_export(exporter *out)
{
    alea_position p;
    alea_text *text = out->out;
    alea_status status = last_position(out, &p);
    char id[ALEA_XGID_SIZE], diagram[ALEA_DIAGRAM_TEXT_SIZE];
    if (!status) status = alea_xgid_write(&p, id);
    if (status)
        return parse_fail(out->error, status, 0, 0, "this position has no XGID");
    const char *names[2];
    for (int i = 0; i < 2; i++) {
        names[i] = alea_record_tag_value(out->record, i ? "player_b" : "player_a");
        if (!names[i] || !names[i][0]) names[i] = i ? "Player 2" : "Player 1";
    }
    alea_text_format(text, "%s\n\n", id);
    alea_text_put(text, "X:");
    alea_text_put(text, names[0]);
    alea_text_put(text, "   O:");
    alea_text_put(text, names[1]);
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
    /* Without the diagram's own last line: what is to do stands further down. */
    char *end = diagram + strlen(diagram), *line = strstr(diagram, "\n +12");
    if (line && (line = strchr(line + 1, '\n'))) end = line;
    alea_text_bytes(text, diagram, (size_t)(end - diagram));
    alea_text_char(text, '\n');
    alea_text_format(text, "Pip count  X: %d  O: %d\n", alea_board_pips(&p.board, true),
                     alea_board_pips(&p.board, false));
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
