/* FIBS "oldmoves" transcripts. Both sides use one numbering of the points: on FIBS X
 * moves 1 -> 24 and O 24 -> 1, in other files the reverse. X and O may swap players
 * between games. */
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

enum { X, O };

typedef struct old_reader {
    importer *in;
    text_lines lines;
    int score[2];          /* of X and O, as in the line */
    alea_player holder[2]; /* who plays X and O in this game */
    bool up[2];            /* X's and O's points go up */
    span name[2];          /* of A and B, from the first game */
    bool scored, begun, over;
    bool resigning, resigned; /* a resignation offered; accepted without a result yet */
    int games;
} old_reader;

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

static alea_status write_names(old_reader *r)
{
    alea_status status = ALEA_OK;
    for (int i = 0; i < 2 && !status; i++)
        status = import_tag(r->in, i ? "player_b" : "player_a", r->name[i].text,
                            r->name[i].length);
    return status;
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
        alea_rules rules = implied_rules(length);
        rules.jacoby = false; /* FIBS has no Jacoby rule */
        import_start(r->in, &rules);
        alea_status status = write_names(r); /* names may precede the score */
        if (status) return status;
    }
    r->score[0] = a;
    r->score[1] = b;
    r->scored = true;
    r->begun = false;
    return ALEA_OK;
}

static int symbol(char c)
{
    return parse_lower(c) == 'x' ? X : parse_lower(c) == 'o' ? O : -1;
}

/* "ann is X": the symbol and the name, or -1. */
static int name_is(span s, span *name)
{
    if (s.length < 6 || !parse_starts(s.text + s.length - 5, 5, " is ")) return -1;
    *name = trim((span){s.text, s.length - 5});
    return symbol(s.text[s.length - 1]);
}

/* "X is ann". */
static int is_name(span s, span *name)
{
    if (s.length < 6 || !parse_starts(s.text + 1, s.length - 1, " is ")) return -1;
    *name = behind(s, 5);
    return symbol(s.text[0]);
}

static bool read_halves(span a, span b, int (*half)(span, span *), span name[2])
{
    span given[2];
    int x = half(a, &given[0]), y = half(b, &given[1]);
    if (x < 0 || y != 1 - x) return false;
    name[x] = given[0];
    name[y] = given[1];
    return true;
}

/* "ann is X - bob is O", as FIBS writes it, or "X is ann - O is bob". */
static bool read_names(span line, span name[2])
{
    enum { LONGEST = 400 };
    while (line.length && line.text[line.length - 1] == '.') line.length--;
    for (size_t i = 1; i < line.length && line.length <= LONGEST; i++) {
        if (line.text[i] != '-') continue;
        span a = trim((span){line.text, i}), b = behind(line, i + 1);
        if (read_halves(a, b, name_is, name) || read_halves(a, b, is_name, name))
            return true;
    }
    return false;
}

static bool same(span a, span b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

/* A and B are fixed by the first game; later games may swap X and O. */
static void take_names(old_reader *r, const span name[2])
{
    bool first = !r->name[X].length && !r->name[O].length;
    if (first) memcpy(r->name, name, sizeof r->name);
    bool straight = same(name[X], r->name[X]) || same(name[O], r->name[O]);
    bool swapped = same(name[X], r->name[O]) || same(name[O], r->name[X]);
    if (!straight && !swapped)
        import_warn(r->in, r->lines.number,
                    "names differ from the first game: X and O are read as there");
    bool other = swapped && !straight;
    r->holder[X] = other ? ALEA_B : ALEA_A;
    r->holder[O] = other ? ALEA_A : ALEA_B;
}

/* True if at most one player has gained points. */
static bool follows(const int before[2], const int score[2])
{
    return (score[0] == before[0] && score[1] >= before[1]) ||
           (score[1] == before[1] && score[0] >= before[0]);
}

/* Converts the score line to A's and B's points. If X and O swapped players, files
 * differ in the order: X's come first unless only the other order is consistent with
 * the games. */
static void order_score(const old_reader *r, int score[2])
{
    const int *before = r->in->record->now.score;
    int turned[2];
    for (int i = 0; i < 2; i++) {
        score[r->holder[i]] = r->score[i];
        turned[r->holder[1 - i]] = r->score[i];
    }
    if (r->games > 0 && !follows(before, score) && follows(before, turned))
        memcpy(score, turned, sizeof turned);
}

static alea_status begin(old_reader *r)
{
    if (r->begun) return ALEA_OK;
    r->begun = true;
    r->in->lost_game = false;
    r->resigning = r->resigned = false;
    int score[2];
    order_score(r, score);
    alea_status status = reconstruct_game(r->in, r->scored ? score : NULL,
                                          r->games == 0, &r->over, r->lines.number);
    r->games++;
    r->scored = false;
    if (!status && r->over)
        import_warn(r->in, r->lines.number, "the match is won: the rest is ignored");
    return status;
}

/* Direction of a play: 1 up, -1 down, 0 if it names only the bar and "off". */
static int direction(const alea_move *moves, int count)
{
    for (int i = 0; i < count; i++)
        if (moves[i].from != ALEA_BAR && moves[i].to != ALEA_OFF)
            return moves[i].to > moves[i].from ? 1 : -1;
    return 0;
}

static bool is_legal(const old_reader *r, alea_player player, const alea_move *moves,
                     int count)
{
    alea_event play = {.type = ALEA_EVENT_PLAY,
                       .by = player,
                       .moves = (uint8_t)count,
                       .cube_owner = ALEA_NOBODY};
    memcpy(play.move, moves, sizeof moves[0] * (size_t)count);
    return alea_match_would(&r->in->record->now, &play) == ALEA_ACCEPTED;
}

/* Converts the moves to the player's own numbering, where checkers move down. */
static void orient(old_reader *r, int side, alea_move *moves, int count)
{
    int way = direction(moves, count);
    if (way) {
        r->up[side] = way > 0;
        r->up[1 - side] = way < 0;
    }
    if (r->up[side]) reconstruct_turn_moves(moves, count);
    if (way || is_legal(r, r->holder[side], moves, count)) return;
    reconstruct_turn_moves(moves, count);
    if (!is_legal(r, r->holder[side], moves, count))
        reconstruct_turn_moves(moves, count);
}

/* "(3 1) 8-5 6-5". */
static alea_status read_roll(old_reader *r, int side, span s)
{
    alea_player player = r->holder[side];
    size_t line = r->lines.number;
    bool good = s.length >= 5 && s.text[0] == '(' && s.text[4] == ')' &&
                s.text[1] >= '1' && s.text[1] <= '6' && s.text[3] >= '1' &&
                s.text[3] <= '6';
    if (!good)
        return import_fail(r->in, ALEA_ERROR_SYNTAX, line, 0,
                           "a roll like \"(3 1)\" is expected");
    alea_status status =
        reconstruct_roll(r->in, player, s.text[1] - '0', s.text[3] - '0', line);
    if (status) return status;
    s = behind(s, 5);
    while (s.length && s.text[s.length - 1] == '.') s.length--;
    if (s.length == 0) return reconstruct_bare_roll(r->in, player, false, line);
    if (parse_starts(s.text, s.length, "can't") ||
        parse_starts(s.text, s.length, "cannot"))
        return reconstruct_bare_roll(r->in, player, true, line);
    alea_move moves[ALEA_MAX_MOVES];
    int count;
    status =
        reconstruct_upward_moves(r->in, s.text, s.length, false, moves, &count, line);
    if (status) return status;
    orient(r, side, moves, count);
    return reconstruct_play(r->in, player, moves, count, line,
                            (size_t)(s.text - r->lines.text) + 1);
}

/* "wins 2 points", "wins a point". */
static alea_status read_result(old_reader *r, alea_player player, span rest)
{
    int points;
    if (parse_starts(rest.text, rest.length, "a ")) {
        rest = behind(rest, 2);
        points = 1;
    } else {
        number(&rest, &points);
    }
    r->resigned = false;
    return reconstruct_result(r->in,
                              (reconstruct_outcome){.winner = player, .points = points},
                              r->lines.number);
}

/* An answer to a resignation. The request has no points; the result line has them. */
static alea_status read_answer(old_reader *r, alea_player player, bool yes)
{
    if (!r->resigning) return reconstruct_answer(r->in, player, yes, r->lines.number);
    r->resigning = false;
    r->resigned = yes;
    return ALEA_OK;
}

static bool has_any(span s, const char *const *word)
{
    for (; *word; word++)
        if (find(s, *word) < s.length) return true;
    return false;
}

static alea_status read_action(old_reader *r, int side, span s)
{
    static const char *const doubles[] = {"double", "beaver", "raccoon", NULL};
    static const char *const takes[] = {"accept", "take", NULL};
    static const char *const drops[] = {"reject", "give", "drop", NULL};
    size_t line = r->lines.number;
    alea_status status = begin(r);
    if (status || r->over) return status;
    alea_player player = r->holder[side];
    if (s.length && s.text[0] == ':') s = behind(s, 1);
    size_t wins = find(s, "wins");
    if (r->in->lost_game)
        return wins < s.length ? read_result(r, player, behind(s, wins + 4)) : ALEA_OK;
    bool rolls = s.length && s.text[0] == '(', asks = find(s, "resign") < s.length;
    bool offers = !rolls && !asks && has_any(s, doubles);
    /* Any further action withdraws an offer to resign. */
    if (rolls || asks || offers) r->resigning = asks;
    if (rolls) return read_roll(r, side, s);
    if (asks) return ALEA_OK;
    if (offers) return reconstruct_double(r->in, player, line);
    if (has_any(s, takes)) return read_answer(r, player, true);
    if (has_any(s, drops)) return read_answer(r, player, false);
    if (wins < s.length) return read_result(r, player, behind(s, wins + 4));
    import_warn(r->in, line, "this line is not part of a match: ignored");
    return ALEA_OK;
}

static alea_status read_line(old_reader *r)
{
    span s = trim((span){r->lines.text, r->lines.length});
    if (s.length == 0) return ALEA_OK;
    if (parse_starts(s.text, s.length, "score is")) return read_score(r, s);
    span name[2];
    if (read_names(s, name)) {
        take_names(r, name);
        return r->in->record->memory.resize ? write_names(r) : ALEA_OK;
    }
    if (!r->in->record->memory.resize) {
        import_warn(r->in, r->lines.number, "a line before the score: ignored");
        return ALEA_OK;
    }
    if (s.length > 1 && (s.text[0] == 'X' || s.text[0] == 'O') &&
        (s.text[1] == ':' || parse_is_blank(s.text[1])))
        return read_action(r, s.text[0] == 'X' ? X : O, behind(s, 1));
    import_warn(r->in, r->lines.number, "this line is not part of a match: ignored");
    return ALEA_OK;
}

alea_status oldmoves_import(importer *in)
{
    old_reader r = {.in = in, .holder = {ALEA_A, ALEA_B}, .up = {true, false}};
    alea_status status = lines_start(&r.lines, in);
    if (status) return status;
    while (!status && !r.over && lines_next(&r.lines)) {
        status = read_line(&r);
        if (status && r.games > 0)
            status = reconstruct_lose_game(in, status, r.lines.number, r.lines.text,
                                           r.lines.length);
    }
    if (!status && !in->record->memory.resize)
        status =
            import_fail(in, ALEA_ERROR_SYNTAX, 0, 0, "no score line begins a match");
    if (!status && r.resigned)
        import_warn(in, r.lines.number,
                    "no result behind the resignation: the game stays unfinished");
    lines_finish(&r.lines);
    return status;
}
