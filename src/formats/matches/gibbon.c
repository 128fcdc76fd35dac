/* Gibbon Match Dump: "GMD-1", then one event per line, "Word:W:time: rest", W or B
 * for the player. Written from a description of the format, untried on real files. */
#include "readers.h"

#include <string.h>

#include "formats/toolkit/implied_rules.h"
#include "formats/toolkit/lines.h"
#include "formats/toolkit/parse.h"
#include "reconstruct.h"
#include "reconstruct_play.h"

typedef struct span {
    const char *text;
    size_t length;
} span;

typedef struct reader {
    importer *in;
    text_lines lines;
    int length; /* of the match; 0 money */
    bool crawford, over;
    alea_text name[2];
    int games, resigned; /* at a level, by: */
    alea_player resigner;
} reader;

static span trim(span s)
{
    while (s.length && parse_is_blank(s.text[0])) s.text++, s.length--;
    while (s.length && parse_is_blank(s.text[s.length - 1])) s.length--;
    return s;
}

static span next_field(span *rest)
{
    const char *colon = rest->length ? memchr(rest->text, ':', rest->length) : NULL;
    span field = {rest->text, colon ? (size_t)(colon - rest->text) : rest->length};
    size_t used = field.length + (colon != NULL);
    *rest = (span){rest->text + used, rest->length - used};
    return trim(field);
}

static alea_status fail(const reader *r, const char *reason)
{
    return import_fail(r->in, ALEA_ERROR_SYNTAX, r->lines.number, 0, "%s", reason);
}

/* Decodes C escapes. */
static void unescape(span s, alea_text *out)
{
    alea_text_reset(out);
    for (size_t i = 0; i < s.length; i++) {
        char c = s.text[i];
        if (c == '\\' && i + 1 < s.length) {
            c = s.text[++i];
            if (c >= '0' && c <= '7') {
                int value = 0;
                for (int n = 0;
                     n < 3 && i < s.length && s.text[i] >= '0' && s.text[i] <= '7'; n++)
                    value = value * 8 + (s.text[i++] - '0');
                i--;
                c = (char)value;
            } else if (strchr("bfnrtv", c)) {
                c = ' ';
            }
        }
        alea_text_char(out, c);
    }
}

static alea_status start(reader *r)
{
    alea_rules rules = implied_rules(r->length);
    rules.crawford = r->length > 1 && r->crawford;
    if (!r->length) rules.jacoby = false, rules.beavers = 0;
    import_start(r->in, &rules);
    alea_status status = ALEA_OK;
    for (int i = 0; i < 2 && !status; i++)
        if (r->name[i].length)
            status = import_tag(r->in, i ? "player_b" : "player_a", r->name[i].start,
                                r->name[i].length);
    return status;
}

/* "Scores{2 0}" of a game's line. */
static const int *read_scores(span rest, int score[2])
{
    static const char word[] = "Scores{";
    for (size_t i = 0; i + sizeof word < rest.length; i++) {
        if (memcmp(rest.text + i, word, sizeof word - 1) != 0) continue;
        const char *at = rest.text + i + sizeof word - 1,
                   *end = rest.text + rest.length;
        for (int k = 0; k < 2; k++) {
            size_t n = 0;
            while (at < end && *at == ' ') at++;
            while (at + n < end && parse_is_digit(at[n])) n++;
            if (!parse_int(at, n, &score[k])) return NULL;
            at += n;
        }
        return score;
    }
    return NULL;
}

static alea_status begin_game(reader *r, span rest)
{
    int score[2];
    alea_status status = r->games == 0 ? start(r) : ALEA_OK;
    if (status) return status;
    if (rest.length > 6 && memchr(rest.text, '{', rest.length) &&
        !read_scores(rest, score))
        import_warn(r->in, r->lines.number,
                    "a game set up by hand: only its score is read");
    r->in->lost_game = false;
    r->resigned = 0;
    return reconstruct_game(r->in, read_scores(rest, score), r->games++ == 0, &r->over,
                            r->lines.number);
}

static alea_status read_header(reader *r, span word, span rest)
{
    span first = next_field(&rest);
    if (parse_equals(word.text, word.length, "length")) {
        if (!parse_int(first.text, first.length, &r->length) || r->length < 0)
            r->length = 0; /* "unlimited" */
    } else if (parse_equals(word.text, word.length, "player")) {
        bool black = first.length == 1 && first.text[0] == 'B';
        unescape(trim(rest), &r->name[black]);
    } else if (parse_equals(word.text, word.length, "rule")) {
        r->crawford |= parse_equals(first.text, first.length, "crawford");
    }
    return ALEA_OK;
}

static alea_status read_roll(reader *r, alea_player player, span rest)
{
    const char *t = rest.text;
    bool good = rest.length == 3 && t[1] == ' ' && t[0] >= '1' && t[0] <= '6' &&
                t[2] >= '1' && t[2] <= '6';
    if (!good) return fail(r, "two dice are expected");
    return reconstruct_roll(r->in, player, t[0] - '0', t[2] - '0', r->lines.number);
}

static alea_status read_accept(reader *r, alea_player player)
{
    if (!r->resigned) return fail(r, "nothing to accept");
    reconstruct_outcome outcome = {.winner = player, .level = r->resigned};
    r->resigned = 0;
    return reconstruct_result(r->in, outcome, r->lines.number);
}

static alea_status read_event(reader *r, span word, alea_player player, span rest)
{
    importer *in = r->in;
    size_t line = r->lines.number;
    int level;
#define IS(name) parse_equals(word.text, word.length, name)
    if (IS("roll")) return read_roll(r, player, rest);
    if (IS("move"))
        return rest.length
                   ? reconstruct_oriented_play(in, player, rest.text, rest.length, line,
                                               (size_t)(rest.text - r->lines.text) + 1)
                   : reconstruct_bare_roll(in, player, true, line);
    if (IS("double")) return reconstruct_double(in, player, line);
    if (IS("take")) return reconstruct_answer(in, player, true, line);
    if (IS("drop")) return reconstruct_answer(in, player, false, line);
    if (IS("resign")) {
        /* In points: as a class only once the cube is known. */
        int cube = alea_match_cube(&in->record->now);
        if (!parse_int(rest.text, rest.length, &level) || level < 1)
            return fail(r, "the points of the resignation are expected");
        r->resigned = level / cube < 1 ? 1 : level / cube > 3 ? 3 : level / cube;
        r->resigner = player;
        return ALEA_OK;
    }
    if (IS("reject")) {
        r->resigned = 0;
        return ALEA_OK;
    }
    if (IS("accept")) return read_accept(r, player);
#undef IS
    import_warn(in, line, "not an event: ignored");
    return ALEA_OK;
}

static alea_status read_line(reader *r)
{
    span rest = trim((span){r->lines.text, r->lines.length});
    if (rest.length == 0 || rest.text[0] == '#') return ALEA_OK;
    span word = next_field(&rest);
    if (parse_equals(word.text, word.length, "game")) return begin_game(r, rest);
    if (r->games == 0) return read_header(r, word, rest);
    if (r->in->lost_game) return ALEA_OK;
    span side = next_field(&rest);
    (void)next_field(&rest); /* the time */
    if (side.length != 1 || (side.text[0] != 'W' && side.text[0] != 'B')) {
        import_warn(r->in, r->lines.number, "not an event: ignored");
        return ALEA_OK;
    }
    return read_event(r, word, side.text[0] == 'B' ? ALEA_B : ALEA_A, trim(rest));
}

alea_status gibbon_import(importer *in)
{
    reader r = {.in = in, .name = {alea_text_growing(4000), alea_text_growing(4000)}};
    alea_status status = lines_start(&r.lines, in);
    if (status) return status;
    (void)lines_next(&r.lines); /* names the format */
    while (!status && !r.over && lines_next(&r.lines)) {
        status = read_line(&r);
        if (status && r.games > 0)
            status = reconstruct_lose_game(in, status, r.lines.number, r.lines.text,
                                           r.lines.length);
    }
    if (!status && r.games == 0) status = fail(&r, "no game in this file");
    for (int i = 0; i < 2; i++) alea_text_free(&r.name[i]);
    lines_finish(&r.lines);
    return status;
}
