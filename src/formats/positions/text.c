/* Only the structure of a text is read, so that any language will do. */
#include "text.h"

#include <stdio.h>
#include <string.h>

#include "analysed.h"
#include "formats/ids/files.h"
#include "formats/toolkit/lines.h"
#include "formats/toolkit/parse.h"
#include "identify.h"

typedef struct export_text {
    lone_id id;
    span half; /* a Position ID whose Match ID was not seen yet */
    size_t half_line;
    bool found, score_found, diagram_seen, below;
    size_t line;
    int score[2];
    span name[2];
    alea_text rest; /* the analysis, kept as a comment */
    analysed_text analysis;
} export_text;

/* "X:name   O:name": two names; "Score is X:6 O:2 ...": two numbers. */
static void read_players(span line, export_text *t)
{
    const char *x = line_find(line, "X:"), *o = line_find(line, "O:");
    if (!x || !o || o < x) return;
    /* A name may hold "O:", too: the one that counts stands apart. */
    static const char *const apart[] = {"   O:", " O:"};
    for (int i = 1; i >= 0; i--) {
        const char *at = line_find(line, apart[i]);
        if (at) o = at + strlen(apart[i]) - 2;
    }
    span a = line_trim((span){x + 2, (size_t)(o - x) - 2});
    span b = line_trim((span){o + 2, (size_t)(line.text + line.length - o) - 2});
    span word;
    /* "X:name O:name, Score is X:2 O:6 ...": both in one line. */
    const char *second = x == line.text && !t->name[0].text ? line_find(b, "X:") : NULL;
    const char *comma = second ? memchr(b.text, ',', (size_t)(second - b.text)) : NULL;
    if (comma &&
        line_find((span){second, (size_t)(b.text + b.length - second)}, "O:")) {
        t->name[0] = a;
        t->name[1] = line_trim((span){b.text, (size_t)(comma - b.text)});
        read_players((span){comma + 1, (size_t)(b.text + b.length - comma) - 1}, t);
        return;
    }
    int score[2];
    if (x == line.text && !t->name[0].text) {
        t->name[0] = a;
        t->name[1] = b;
    } else if (line_behind(line, "X:", &word) &&
               parse_int(word.text, word.length, &score[0]) &&
               line_behind(line, "O:", &word) &&
               parse_int(word.text, word.length, &score[1])) {
        /* The pip count has this form, too; it stands below the diagram. */
        if (t->score_found || t->diagram_seen || !t->name[0].text) return;
        t->score_found = true;
        t->score[0] = score[0];
        t->score[1] = score[1];
    }
}

/* One position may be named in two ways; the first one counts. */
static alea_status take_position(importer *in, id_form form, const span id[2],
                                 size_t number, export_text *t)
{
    lone_id one = {0};
    alea_error why = {0};
    alea_status status;
    if (form == ID_SNOWIE) {
        status = snowie_read_line(id[0].text, id[0].length, &one.position, &why);
    } else if (form == ID_BOTH) {
        char both[64];
        const int n = snprintf(both, sizeof both, "%.*s:%.*s", (int)(id[0].length & 31),
                               id[0].text, (int)(id[1].length & 31), id[1].text);
        status = alea_gnubg_id_read(both, (size_t)n, &one.position, &why);
    } else {
        status = lone_id_read(in, id[0].text, id[0].length, number, &one, &why);
    }
    if (t->found) {
        if (status || !alea_board_equal(&one.position.board, &t->id.position.board))
            import_warn(in, number, "a second position: ignored");
        return ALEA_OK;
    }
    if (status) return import_fail(in, status, number, why.column, "%s", why.reason);
    t->id = one;
    t->found = true;
    t->line = number;
    t->analysis.doubler = one.position.on_roll;
    return ALEA_OK;
}

static alea_status read_identifier(importer *in, span line, size_t number,
                                   export_text *t)
{
    span id[2];
    const id_form form = identify(line, id);
    if (form == ID_HALF && !t->half.length) {
        t->half = id[0];
        t->half_line = number;
    } else if (form != ID_NONE && form != ID_HALF) {
        return take_position(in, form, id, number, t);
    } else if (form == ID_NONE && t->half.length && !t->found &&
               identify_match(line, &id[1])) {
        id[0] = t->half;
        return take_position(in, ID_BOTH, id, t->half_line, t);
    }
    return ALEA_OK;
}

/* Plays and equities, or whatever stands behind a blank line below the diagram. */
static bool is_analysis(const export_text *t, span line)
{
    if (!line.length) return false;
    return t->below || line_find(line, "eq:") || line_find(line, "%") ||
           line_find(line, "MET:");
}

static alea_status read_lines(importer *in, text_lines *lines, export_text *t)
{
    alea_status status = ALEA_OK;
    while (!status && lines_next(lines)) {
        span line = line_trim((span){lines->text, lines->length});
        status = read_identifier(in, line, lines->number, t);
        if (status) return status;
        t->diagram_seen |= is_drawn_board(line);
        t->below |= t->diagram_seen && !line.length;
        read_players(line, t);
        for (int i = 0; i < 2; i++)
            if (!t->analysis.name[i].length) t->analysis.name[i] = t->name[i];
        analysed_line(&t->analysis, in, line, lines->number);
        if (!is_analysis(t, line) || line_find(line, "XGID=")) continue;
        if (t->rest.length) alea_text_char(&t->rest, '\n');
        alea_text_bytes(&t->rest, line.text, line.length);
    }
    const span board[2] = {t->half};
    if (!status && !t->found && t->half.length)
        status = take_position(in, ID_WHOLE, board, t->half_line, t);
    if (!status && !t->found)
        return import_fail(in, ALEA_ERROR_SYNTAX, lines->number, 0,
                           "no position identifier in this text");
    return status;
}

/* An XGID of a question may lack the score that the text states. */
static void take_score(importer *in, export_text *t)
{
    alea_position *p = &t->id.position;
    const int most = p->match_length ? p->match_length : 1000000;
    if (!t->score_found || (t->score[0] == p->score[0] && t->score[1] == p->score[1]) ||
        t->score[0] < 0 || t->score[1] < 0 || t->score[0] >= most ||
        t->score[1] >= most)
        return;
    import_warn(in, t->line,
                "the text's score differs from the XGID's; taken is the text's");
    memcpy(p->score, t->score, sizeof t->score);
}

static alea_status keep_name(importer *in, const export_text *t, int player)
{
    const char *key = player ? "player_b" : "player_a";
    const span *named = &t->name[player], *beside = &t->analysis.name[player];
    if (named->length) return import_tag(in, key, named->text, named->length);
    if (beside->length) return import_tag(in, key, beside->text, beside->length);
    return import_tag(in, key, t->id.name[player], strlen(t->id.name[player]));
}

static alea_status read_export(importer *in, text_lines *lines, export_text *t)
{
    alea_status status = read_lines(in, lines, t);
    if (status) return status;
    take_score(in, t);
    status = import_position(in, &t->id.position, t->line);
    for (int i = 0; i < 2 && !status; i++) status = keep_name(in, t, i);
    if (!status && t->rest.length && !alea_text_status(&t->rest))
        status = import_comment(in, t->rest.start, t->rest.length);
    return status ? status : analysed_keep(&t->analysis, in);
}

alea_status xg_text_import(importer *in)
{
    text_lines lines;
    alea_status status = lines_start(&lines, in);
    if (status) return status;
    export_text t = {.rest = alea_text_growing(1 << 20)};
    analysed_start(&t.analysis, ALEA_A);
    status = read_export(in, &lines, &t);
    alea_text_free(&t.rest);
    lines_finish(&lines);
    return status;
}
