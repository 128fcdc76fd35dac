/* Replays of bgammon.org: an index, then one line for each event, all points in player
 * 1's numbering. */
#include "readers.h"

#include <stdio.h>
#include <string.h>

#include "formats/toolkit/implied_rules.h"
#include "formats/toolkit/lines.h"
#include "formats/toolkit/parse.h"
#include "reconstruct.h"
#include "reconstruct_play.h"

enum { WORDS = 12 };

typedef struct word_list {
    const char *word[WORDS];
    size_t length[WORDS];
    int count;
} word_list;

typedef struct replay_reader {
    importer *in;
    text_lines lines;
    int games;
    bool over, in_game;
    alea_player winner;
    int points;
} replay_reader;

static void split(const char *text, size_t length, word_list *out)
{
    out->count = 0;
    for (size_t i = 0; i < length && out->count < WORDS;) {
        while (i < length && parse_is_blank(text[i])) i++;
        size_t start = i;
        while (i < length && !parse_is_blank(text[i])) i++;
        if (i == start) break;
        out->word[out->count] = text + start;
        out->length[out->count++] = i - start;
    }
}

static alea_status fail(replay_reader *r, const char *reason)
{
    return import_fail(r->in, ALEA_ERROR_SYNTAX, r->lines.number, 0, "%s", reason);
}

static bool integer(const word_list *w, int index, int low, int high, int *out)
{
    return index < w->count && parse_int(w->word[index], w->length[index], out) &&
           *out >= low && *out <= high;
}

/* Ends the previous game with the result in its header. */
static alea_status close_game(replay_reader *r)
{
    if (!r->in_game || r->winner == ALEA_NOBODY) return ALEA_OK;
    r->in_game = false;
    return reconstruct_result(
        r->in, (reconstruct_outcome){.winner = r->winner, .points = r->points},
        r->lines.number);
}

/* i <time> <player 1> <player 2> <length> <score> <score> <winner> <points>
 * <variant> */
static alea_status read_header(replay_reader *r, const word_list *w)
{
    int length, score[2], winner, variant = 0;
    alea_status status = close_game(r);
    if (status) return status;
    if (w->count < 9 || !integer(w, 4, 0, ALEA_MAX_MATCH_LENGTH, &length) ||
        !integer(w, 5, 0, 1000000, &score[0]) ||
        !integer(w, 6, 0, 1000000, &score[1]) || !integer(w, 7, 0, 2, &winner) ||
        !integer(w, 8, 0, 1000000, &r->points) ||
        (w->count > 9 && !integer(w, 9, 0, 99, &variant)))
        return fail(r, "a game's header is malformed");
    if (variant)
        return import_fail(r->in, ALEA_ERROR_UNSUPPORTED, r->lines.number, 0,
                           "another game than backgammon (variant %d)", variant);
    r->winner = winner == 1 ? ALEA_A : winner == 2 ? ALEA_B : ALEA_NOBODY;
    if (r->games == 0) {
        /* The server also writes a single game as a match to 1. */
        alea_rules rules = implied_rules(length);
        rules.jacoby = false; /* the server has no Jacoby rule */
        import_start(r->in, &rules);
        for (int i = 0; i < 2 && !status; i++)
            status = import_tag(r->in, i ? "player_b" : "player_a", w->word[2 + i],
                                w->length[2 + i]);
        if (status) return status;
    }
    r->in->lost_game = false;
    status = reconstruct_game(r->in, score, r->games == 0, &r->over, r->lines.number);
    r->games++;
    r->in_game = true;
    return status;
}

/* <player> r 5-3 13/8 24/21 */
static alea_status read_roll(replay_reader *r, alea_player player, const word_list *w)
{
    size_t line = r->lines.number;
    const char *dice = w->count > 2 ? w->word[2] : "";
    bool good = w->count > 2 && w->length[2] == 3 && dice[0] >= '1' && dice[0] <= '6' &&
                dice[1] == '-' && dice[2] >= '1' && dice[2] <= '6';
    if (!good) return fail(r, "a roll like \"5-3\" is expected");
    alea_status status =
        reconstruct_roll(r->in, player, dice[0] - '0', dice[2] - '0', line);
    if (status) return status;
    if (w->count == 3) return reconstruct_bare_roll(r->in, player, false, line);
    const char *end = w->word[w->count - 1] + w->length[w->count - 1];
    alea_move moves[ALEA_MAX_MOVES];
    int count;
    status = reconstruct_upward_moves(r->in, w->word[3], (size_t)(end - w->word[3]),
                                      player == ALEA_B, moves, &count, line);
    return status ? status
                  : reconstruct_play(r->in, player, moves, count, line,
                                     (size_t)(w->word[3] - r->lines.text) + 1);
}

static alea_status read_event(replay_reader *r, const word_list *w)
{
    int number, taken;
    if (!integer(w, 0, 1, 2, &number) || w->count < 2 || w->length[1] != 1)
        return fail(r, "a player (1 or 2) and an action are expected");
    alea_player player = number == 1 ? ALEA_A : ALEA_B;
    alea_status status;
    switch (w->word[1][0]) {
    case 'r': return read_roll(r, player, w);
    case 'd':
        if (!integer(w, 3, 0, 1, &taken)) return fail(r, "a double without its answer");
        status = reconstruct_double(r->in, player, r->lines.number);
        return status ? status
                      : reconstruct_answer(r->in, alea_opponent(player), taken,
                                           r->lines.number);
    case 't': return ALEA_OK; /* left the table: the header has the result */
    default:
        import_warn(r->in, r->lines.number, "unknown event: ignored");
        return ALEA_OK;
    }
}

static alea_status read_line(replay_reader *r)
{
    word_list w;
    split(r->lines.text, r->lines.length, &w);
    if (w.count == 0 || parse_starts(w.word[0], w.length[0], "bgammon-replay"))
        return ALEA_OK;
    if (w.length[0] == 1 && w.word[0][0] == 'i') return read_header(r, &w);
    if (!r->in_game) return fail(r, "an event before the first game");
    if (r->in->lost_game) return ALEA_OK;
    alea_status status = read_event(r, &w);
    return status ? reconstruct_lose_game(r->in, status, r->lines.number, r->lines.text,
                                          r->lines.length)
                  : ALEA_OK;
}

alea_status bgammon_import(importer *in)
{
    replay_reader r = {.in = in, .winner = ALEA_NOBODY};
    alea_status status = lines_start(&r.lines, in);
    if (status) return status;
    while (!status && !r.over && lines_next(&r.lines)) status = read_line(&r);
    if (!status && r.games == 0) status = fail(&r, "no game in this replay");
    if (!status && !r.over) status = close_game(&r);
    lines_finish(&r.lines);
    return status;
}
