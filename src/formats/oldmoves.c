/* FIBS "oldmoves": a match told line by line. X moves 24 -> 1, O the other way, both in
 * X's numbering. */
#include <string.h>

#include "formats/build.h"
#include "formats/lines.h"
#include "formats/parse.h"
#include "formats/side.h"

typedef struct old_reader {
    importer *in;
    text_lines lines;
    int score[2];
    bool scored, begun, over;
    int games;
} old_reader;

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

static size_t find(span s, const char *word)
{
    for (size_t i = 0; i < s.length; i++)
        if (parse_starts(s.text + i, s.length - i, word)) return i;
    return s.length;
}

static span behind(span s, size_t at)
{
    return trim((span){s.text + at, s.length - at});
}

static size_t number(span *s, int *out)
{
    size_t n = 0;
    *out = 0;
    while (s->length && parse_is_digit(s->text[0]) && n < 8) {
        *out = *out * 10 + (s->text[0] - '0');
        s->text++, s->length--, n++;
    }
    return n;
}

/* "Score is 3-1 in a 5 point match."; no number before "point": money. */
static alea_status read_score(old_reader *r, span line)
{
    span s = behind(line, 8);
    int a = 0, b = 0, length = 0;
    bool good = number(&s, &a) && s.length && s.text[0] == '-';
    if (good) s.text++, s.length--;
    good = good && number(&s, &b);
    size_t at = find(s, "in a");
    if (at < s.length) {
        s = behind(s, at + 4);
        if (s.length && (s.text[0] == 'n' || s.text[0] == 'N')) s = behind(s, 1);
        number(&s, &length);
    }
    if (!good || length > ALEA_MAX_MATCH_LENGTH ||
        (length && (a >= length || b >= length)))
        return import_fail(r->in, ALEA_ERROR_SYNTAX, r->lines.number, 0,
                           "an impossible score line");
    if (r->games == 0) {
        alea_rules rules = build_rules(length);
        import_start(r->in, &rules);
    }
    r->score[0] = a;
    r->score[1] = b;
    r->scored = true;
    r->begun = false;
    return ALEA_OK;
}

/* "X is ann - O is bob". */
static alea_status read_names(old_reader *r, span line)
{
    size_t o = find(line, "o is "), dash = o;
    while (dash > 0 &&
           (parse_is_blank(line.text[dash - 1]) || line.text[dash - 1] == '-'))
        dash--;
    if (o == line.length || dash < 5) return ALEA_OK;
    span a = trim((span){line.text + 5, dash - 5}), b = behind(line, o + 5);
    alea_status status = import_tag(r->in, "player_a", a.text, a.length);
    return status ? status : import_tag(r->in, "player_b", b.text, b.length);
}

static alea_status begin(old_reader *r)
{
    if (r->begun) return ALEA_OK;
    r->begun = true;
    alea_status status = build_game(r->in, r->scored ? r->score : NULL, r->games == 0,
                                    &r->over, r->lines.number);
    r->games++;
    r->scored = false;
    if (!status && r->over)
        import_warn(r->in, r->lines.number,
                    "the match is won; what follows is left out");
    return status;
}

/* "(3 1) 8-5 6-5". */
static alea_status read_roll(old_reader *r, alea_player player, span s)
{
    size_t line = r->lines.number;
    bool good = s.length >= 5 && s.text[0] == '(' && s.text[4] == ')' &&
                s.text[1] >= '1' && s.text[1] <= '6' && s.text[3] >= '1' &&
                s.text[3] <= '6';
    if (!good)
        return import_fail(r->in, ALEA_ERROR_SYNTAX, line, 0,
                           "a roll like \"(3 1)\" is expected");
    alea_status status =
        build_roll(r->in, player, s.text[1] - '0', s.text[3] - '0', line);
    if (status) return status;
    s = behind(s, 5);
    while (s.length && s.text[s.length - 1] == '.') s.length--;
    if (s.length == 0) return build_bare_roll(r->in, player, false, line);
    if (parse_starts(s.text, s.length, "can't") ||
        parse_starts(s.text, s.length, "cannot"))
        return build_bare_roll(r->in, player, true, line);
    alea_move moves[ALEA_MAX_MOVES];
    int count;
    status = upward_moves_read(r->in, s.text, s.length, player == ALEA_B, moves, &count,
                               line);
    return status ? status : build_play(r->in, player, moves, count, line, 0);
}

static alea_status read_action(old_reader *r, alea_player player, span s)
{
    size_t line = r->lines.number;
    alea_status status = begin(r);
    if (status || r->over) return status;
    if (s.length && s.text[0] == ':') s = behind(s, 1);
    if (s.length && s.text[0] == '(') return read_roll(r, player, s);
    if (find(s, "double") < s.length) return build_double(r->in, player, line);
    if (find(s, "accept") < s.length || find(s, "take") < s.length)
        return build_answer(r->in, player, true, line);
    if (find(s, "reject") < s.length || find(s, "give") < s.length ||
        find(s, "drop") < s.length)
        return build_answer(r->in, player, false, line);
    size_t wins = find(s, "wins");
    if (wins < s.length) {
        int points;
        span rest = behind(s, wins + 4);
        if (parse_starts(rest.text, rest.length, "a ")) rest = behind(rest, 2);
        number(&rest, &points);
        return build_result(r->in, player, points, line);
    }
    import_warn(r->in, line, "this line is not part of a match: left out");
    return ALEA_OK;
}

static alea_status read_line(old_reader *r)
{
    span s = trim((span){r->lines.text, r->lines.length});
    if (s.length == 0) return ALEA_OK;
    if (parse_starts(s.text, s.length, "score is")) return read_score(r, s);
    if (!r->in->record->memory.resize) {
        import_warn(r->in, r->lines.number, "a line before the score: left out");
        return ALEA_OK;
    }
    if (parse_starts(s.text, s.length, "x is ")) return read_names(r, s);
    if (s.length > 1 && (s.text[0] == 'X' || s.text[0] == 'O') &&
        (s.text[1] == ':' || parse_is_blank(s.text[1])))
        return read_action(r, s.text[0] == 'X' ? ALEA_A : ALEA_B, behind(s, 1));
    import_warn(r->in, r->lines.number, "this line is not part of a match: left out");
    return ALEA_OK;
}

alea_status oldmoves_import(importer *in)
{
    old_reader r = {.in = in};
    alea_status status = lines_start(&r.lines, in);
    if (status) return status;
    while (!status && !r.over && lines_next(&r.lines)) status = read_line(&r);
    if (!status && !in->record->memory.resize)
        status =
            import_fail(in, ALEA_ERROR_SYNTAX, 0, 0, "no score line begins a match");
    lines_finish(&r.lines);
    return status;
}
