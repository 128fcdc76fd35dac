/* BGBlitz' match files: a line of JSON that names compression and encoding, then the
 * match as SMILE packed by gzip. Green is the first player. Its analysis is not read.
 * Written from a description, untried on real files. */
#include "read.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "formats/matches/reconstruct.h"
#include "formats/matches/reconstruct_play.h"
#include "formats/toolkit/implied_rules.h"
#include "smile.h"

enum { MOST_BYTES = 16 << 20 };

typedef struct reader {
    importer *in;
    smile_tree tree;
    bool over;
} reader;

static alea_status fail(const reader *r, alea_status status, const char *reason)
{
    return import_fail(r->in, status, 0, 0, "%s", reason);
}

/* Unpacks what follows the first line; *bytes is malloc'ed. */
static alea_status unpack(reader *r, uint8_t **bytes, size_t *size)
{
    const char *start = r->in->bytes, *line = memchr(start, '\n', r->in->size);
    *bytes = NULL;
    if (!line) return fail(r, ALEA_ERROR_SYNTAX, "the file is cut short");
    z_stream z = {.next_in = (Bytef *)(uintptr_t)(line + 1),
                  .avail_in = (uInt)(r->in->size - (size_t)(line + 1 - start))};
    if (inflateInit2(&z, 16 + MAX_WBITS) != Z_OK)
        return fail(r, ALEA_ERROR_MEMORY, "not enough memory");
    size_t capacity = 1 << 16;
    int end = Z_OK;
    alea_status allowed = ALEA_OK;
    while (end == Z_OK) {
        capacity *= 2;
        allowed = import_unpack(r->in, capacity - (size_t)z.total_out);
        if (allowed) break;
        uint8_t *more = capacity <= MOST_BYTES ? realloc(*bytes, capacity) : NULL;
        if (!more) break;
        *bytes = more;
        z.next_out = more + z.total_out;
        z.avail_out = (uInt)(capacity - z.total_out);
        end = inflate(&z, Z_FINISH);
        if (end == Z_BUF_ERROR && z.avail_out == 0) end = Z_OK;
    }
    *size = z.total_out;
    (void)inflateEnd(&z);
    if (allowed) return allowed;
    if (end == Z_STREAM_END) return ALEA_OK;
    return end == Z_OK ? fail(r, ALEA_ERROR_MEMORY, "the match is over 16 MB")
                       : fail(r, ALEA_ERROR_CHECKSUM, "the packed match is damaged");
}

static int member(const reader *r, int32_t object, const char *key, int otherwise)
{
    return smile_int(&r->tree, smile_member(&r->tree, object, key), otherwise);
}

/* Up to four numbers of an array; how many are not -1. */
static int read_points(const reader *r, int32_t move, const char *key, int out[4])
{
    int32_t array = smile_member(&r->tree, move, key);
    int count = 0;
    bool unused = array == SMILE_NONE || r->tree.node[array].type != SMILE_ARRAY;
    int32_t at = unused ? SMILE_NONE : r->tree.node[array].first;
    for (; at != SMILE_NONE && count < 4; at = r->tree.node[at].next) {
        out[count] = smile_int(&r->tree, at, -1);
        if (out[count] < 0) break;
        count++;
    }
    return count;
}

/* Doubles and their answers may be stored as moves without dice and points. */
static alea_status read_cube_move(reader *r, int32_t move, alea_player player)
{
    const alea_match *now = &r->in->record->now;
    if (alea_match_offers(now) == 0) return reconstruct_double(r->in, player, 0);
    int32_t equity = smile_member(&r->tree, move, "equity");
    int32_t decision = smile_member(&r->tree, equity, "cubeDecision");
    bool takes = smile_true(&r->tree, smile_member(&r->tree, decision, "hasAccepted"));
    return reconstruct_answer(r->in, now->to_act, takes, 0);
}

static alea_status read_move(reader *r, int32_t move, alea_player player)
{
    int from[4], to[4], a = member(r, move, "green", 0), b = member(r, move, "red", 0);
    int count = read_points(r, move, "from", from);
    int others = read_points(r, move, "to", to);
    if (count == 0 && (a < 1 || a > 6 || b < 1 || b > 6))
        return read_cube_move(r, move, player);
    if (a < 1 || a > 6 || b < 1 || b > 6)
        return fail(r, ALEA_ERROR_SYNTAX, "a play without its dice");
    if (others < count) return fail(r, ALEA_ERROR_SYNTAX, "a play without its points");
    alea_status status = reconstruct_roll(r->in, player, a, b, 0);
    if (status) return status;
    if (count == 0) return reconstruct_bare_roll(r->in, player, true, 0);
    alea_move moves[ALEA_MAX_MOVES];
    for (int i = 0; i < count; i++) {
        if (from[i] > 25 || to[i] > 25)
            return fail(r, ALEA_ERROR_SYNTAX, "a play with an impossible point");
        /* Either player's bar and off: 0 and 25, by the direction of the play. */
        moves[i] = (alea_move){(int8_t)(from[i] == 0 ? ALEA_BAR : from[i]),
                               (int8_t)(to[i] == 25 ? ALEA_OFF : to[i]), false};
    }
    return reconstruct_oriented_moves(r->in, player, moves, count, 0, 0);
}

static alea_status read_event(reader *r, int32_t move)
{
    int32_t type = smile_member(&r->tree, move, "type");
    int side = member(r, move, "player", 0);
    alea_player player = side == 1 ? ALEA_A : ALEA_B;
    if (side != 1 && side != -1)
        return fail(r, ALEA_ERROR_SYNTAX, "a move without a player");
    if (smile_is(&r->tree, type, "amove")) return read_move(r, move, player);
    if (smile_is(&r->tree, type, "adouble"))
        return reconstruct_double(r->in, player, 0);
    if (smile_is(&r->tree, type, "atake"))
        return reconstruct_answer(r->in, player, true, 0);
    if (smile_is(&r->tree, type, "apass"))
        return reconstruct_answer(r->in, player, false, 0);
    import_warn(r->in, 0, "unknown kind of event: ignored");
    return ALEA_OK;
}

/* The file names no winner: the score after the game does. */
static alea_status read_result(reader *r, int32_t game, const int score[2],
                               const int after[2])
{
    int gain[2] = {after[0] - score[0], after[1] - score[1]};
    int points = member(r, game, "wonPoints", 0);
    reconstruct_outcome outcome = {.points = points < 0 ? -points : points};
    if (gain[0] > 0 && gain[1] <= 0)
        outcome.winner = ALEA_A;
    else if (gain[1] > 0 && gain[0] <= 0)
        outcome.winner = ALEA_B;
    else
        return ALEA_OK;
    return reconstruct_result(r->in, outcome, 0);
}

static void read_score(const reader *r, int32_t game, const char *green,
                       const char *red, int score[2])
{
    score[0] = member(r, game, green, 0);
    score[1] = member(r, game, red, 0);
}

static alea_status read_game(reader *r, int32_t root, int32_t game, bool first)
{
    int score[2], after[2];
    read_score(r, game, "scoreGreen", "scoreRed", score);
    int32_t next = r->tree.node[game].next;
    if (next != SMILE_NONE)
        read_score(r, next, "scoreGreen", "scoreRed", after);
    else
        read_score(r, root, "finalGreen", "finalRed", after);
    r->in->lost_game = false;
    alea_status status = reconstruct_game(r->in, score, first, &r->over, 0);
    if (status || r->over) return status;
    int32_t moves = smile_member(&r->tree, game, "moves");
    bool any = moves != SMILE_NONE && r->tree.node[moves].type == SMILE_ARRAY;
    int32_t at = any ? r->tree.node[moves].first : SMILE_NONE;
    for (; at != SMILE_NONE && !r->in->record->now.has_result;
         at = r->tree.node[at].next) {
        status = read_event(r, at);
        if (!status) continue;
        status = reconstruct_lose_game(r->in, status, 0, NULL, 0);
        break;
    }
    return status ? status : read_result(r, game, score, after);
}

static alea_status read_name(reader *r, int32_t root, const char *key, const char *tag)
{
    int32_t value = smile_member(&r->tree, root, key);
    if (value == SMILE_NONE || r->tree.node[value].type != SMILE_STRING) return ALEA_OK;
    return import_tag(r->in, tag, r->tree.node[value].text, r->tree.node[value].length);
}

static alea_status read_match(reader *r)
{
    const int32_t root = 0;
    int length = member(r, root, "matchlen", -1);
    int32_t games = smile_member(&r->tree, root, "games");
    if (length < 0 || length > ALEA_MAX_MATCH_LENGTH || games == SMILE_NONE ||
        r->tree.node[games].type != SMILE_ARRAY)
        return fail(r, ALEA_ERROR_SYNTAX, "not a match of BGBlitz");
    alea_rules rules = implied_rules(length);
    int32_t crawford = smile_member(&r->tree, root, "useCrawford");
    if (length > 1 && crawford != SMILE_NONE)
        rules.crawford = smile_true(&r->tree, crawford);
    if (!length) {
        rules.jacoby = smile_true(&r->tree, smile_member(&r->tree, root, "useJacoby"));
        rules.beavers = 0;
    }
    import_start(r->in, &rules);
    static const char *const names[][2] = {
        {"nameGreen", "player_a"}, {"nameRed", "player_b"}, {"event", "event"}};
    alea_status status = ALEA_OK;
    for (int i = 0; i < 3 && !status; i++)
        status = read_name(r, root, names[i][0], names[i][1]);
    int32_t game = r->tree.node[games].first;
    if (game == SMILE_NONE) return fail(r, ALEA_ERROR_SYNTAX, "no game in this file");
    for (bool first = true; game != SMILE_NONE && !status && !r->over; first = false) {
        status = read_game(r, root, game, first);
        game = r->tree.node[game].next;
    }
    return status;
}

alea_status bgf_import(importer *in)
{
    reader r = {.in = in};
    uint8_t *bytes = NULL;
    size_t size = 0;
    alea_error why = {0};
    alea_status status = unpack(&r, &bytes, &size);
    if (!status && (status = smile_read(&r.tree, bytes, size, &why)))
        (void)fail(&r, status, why.reason);
    if (!status) status = read_match(&r);
    smile_free(&r.tree);
    free(bytes);
    return status;
}
