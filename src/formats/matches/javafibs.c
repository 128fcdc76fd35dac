/* JavaFIBS' own match files: a line an event, "opcode:name:rest", CR LF. The user is
 * "You"; only a line with the score (14) has his name. Written from a description of
 * the format, untried on real files. */
#include "readers.h"

#include <string.h>

#include "formats/toolkit/implied_rules.h"
#include "formats/toolkit/lines.h"
#include "formats/toolkit/parse.h"
#include "reconstruct.h"
#include "reconstruct_play.h"

enum { UNLIMITED = 9999 };

/* The first number of a line. */
typedef enum opcode {
    OP_ROLL = 0,
    OP_MOVE,
    OP_DOUBLE,
    OP_RESIGN,
    OP_TAKE,
    OP_DROP,
    OP_GAME,
    OP_WINS_GAME,
    OP_MATCH,
    OP_WINS_MATCH,
    OP_OPENING_ROLL = 11,
    OP_REJECT,
    OP_START,
    OP_SCORE,
    OP_CANNOT_MOVE
} opcode;

typedef struct span {
    const char *text;
    size_t length;
} span;

typedef struct reader {
    importer *in;
    text_lines lines;
    char opponent[80];
    bool over, named;
    int games;
} reader;

/* Takes the text up to the next ':' off `rest`. */
static span next_field(span *rest)
{
    const char *colon = rest->length ? memchr(rest->text, ':', rest->length) : NULL;
    span field = {rest->text, colon ? (size_t)(colon - rest->text) : rest->length};
    size_t used = field.length + (colon != NULL);
    *rest = (span){rest->text + used, rest->length - used};
    return field;
}

static alea_status fail(const reader *r, const char *reason)
{
    return import_fail(r->in, ALEA_ERROR_SYNTAX, r->lines.number, 0, "%s", reason);
}

static alea_player player_of(const reader *r, span name)
{
    size_t n = strlen(r->opponent);
    return name.length == n && memcmp(name.text, r->opponent, n) == 0 ? ALEA_B : ALEA_A;
}

static alea_status read_match(reader *r, span name, span rest)
{
    int length;
    if (!parse_int(rest.text, rest.length, &length) || length < 0 ||
        name.length >= sizeof r->opponent)
        return fail(r, "a match line needs the opponent and a length");
    if (r->in->record->memory.resize) return fail(r, "a second match begins here");
    memcpy(r->opponent, name.text, name.length);
    r->opponent[name.length] = '\0';
    alea_rules rules = implied_rules(length == UNLIMITED ? 0 : length);
    if (length == UNLIMITED) rules.jacoby = false, rules.beavers = 0;
    import_start(r->in, &rules);
    alea_status status = import_tag(r->in, "player_a", "You", 3);
    return status ? status : import_tag(r->in, "player_b", name.text, name.length);
}

/* "14:ann-2:bob-0": the name that is not the opponent's is the user's. */
static alea_status read_score(reader *r, span first, span rest)
{
    span names[2] = {first, next_field(&rest)};
    for (int i = 0; i < 2 && !r->named; i++) {
        span name = names[i];
        while (name.length && name.text[name.length - 1] != '-') name.length--;
        if (name.length < 2) continue;
        name.length--;
        if (player_of(r, name) == ALEA_B) continue;
        r->named = true;
        return import_tag(r->in, "player_a", name.text, name.length);
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

static alea_status read_result(reader *r, alea_player winner, span rest, bool match)
{
    int points = 0;
    size_t line = r->lines.number;
    if (match && r->in->record->now.has_result) return ALEA_OK;
    if (!match && !parse_int(rest.text, rest.length, &points))
        return fail(r, "the points of the game are expected");
    reconstruct_outcome outcome = {
        .winner = winner, .points = points > 0 ? points : 0, .wins_match = match};
    return reconstruct_result(r->in, outcome, line);
}

static alea_status read_event(reader *r, int op, alea_player player, span rest)
{
    importer *in = r->in;
    size_t line = r->lines.number;
    switch ((opcode)op) {
    case OP_ROLL:
    case OP_OPENING_ROLL: return read_roll(r, player, rest);
    case OP_MOVE:
        return reconstruct_oriented_play(in, player, rest.text, rest.length, line,
                                         (size_t)(rest.text - r->lines.text) + 1);
    case OP_CANNOT_MOVE: return reconstruct_bare_roll(in, player, true, line);
    case OP_DOUBLE: return reconstruct_double(in, player, line);
    case OP_TAKE: return reconstruct_answer(in, player, true, line);
    case OP_DROP: return reconstruct_answer(in, player, false, line);
    case OP_GAME:
    case OP_MATCH:
    case OP_START:
    case OP_SCORE:
    case OP_WINS_GAME:
    case OP_WINS_MATCH:
    case OP_RESIGN: /* what it costs follows as the result */
    case OP_REJECT: break;
    }
    return ALEA_OK;
}

static alea_status read_line(reader *r)
{
    span rest = {r->lines.text, r->lines.length};
    int op;
    span number = next_field(&rest), name = next_field(&rest);
    if (number.length == 0) return ALEA_OK;
    if (!parse_int(number.text, number.length, &op)) {
        if (r->in->record->memory.resize)
            import_warn(r->in, r->lines.number, "not an event: ignored");
        return ALEA_OK;
    }
    if (op == OP_MATCH) return read_match(r, name, rest);
    if (!r->in->record->memory.resize) return fail(r, "an event before the match");
    alea_player player = player_of(r, name);
    if (op == OP_SCORE) return read_score(r, name, rest);
    if (op == OP_GAME) {
        r->in->lost_game = false;
        return reconstruct_game(r->in, NULL, r->games++ == 0, &r->over,
                                r->lines.number);
    }
    if (op == OP_WINS_GAME || op == OP_WINS_MATCH)
        return read_result(r, player, rest, op == OP_WINS_MATCH);
    if (r->in->lost_game) return ALEA_OK;
    return read_event(r, op, player, rest);
}

alea_status javafibs_import(importer *in)
{
    reader r = {.in = in};
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
    lines_finish(&r.lines);
    return status;
}
