/* The records of an .xg or .xgp file as the games of a record. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read.h"

#include "archive.h"
#include "formats/matches/reconstruct.h"
#include "formats/matches/reconstruct_play.h"
#include "formats/toolkit/parse.h"
#include "reader.h"

/* Ends the current game: keeps its remaining comments. A record without entries gets a
 * first one for them. */
static alea_status end_game(xg_reader *r)
{
    if (!r->in_game) return ALEA_OK;
    r->in_game = false;
    alea_status status =
        xg_has_pending(r) ? reconstruct_first_entry(r->in, 0) : ALEA_OK;
    if (!status) status = xg_add_comments(r);
    if (!status) status = xg_add_comment(r, r->after_game, NULL);
    r->after_game = -1;
    return status;
}

static alea_status end_match(xg_reader *r)
{
    alea_status status = end_game(r);
    if (!status && xg_is_comment(r, r->after_match))
        status = reconstruct_first_entry(r->in, 0);
    return status ? status : xg_add_comment(r, r->after_match, NULL);
}

/* Applies automatic doubles and the Crawford flag, which the score alone does not
 * determine. */
static alea_status set_game(xg_reader *r, const uint8_t *p)
{
    const alea_match *now = &r->in->record->now;
    int32_t doubles =
        r->version >= XG_AUTO_DOUBLES ? xg_i32(p + XG_GAME_AUTO_DOUBLES) : 0;
    bool crawford = p[XG_CRAWFORD_GAME] != 0;
    r->auto_doubles = doubles > 0;
    alea_event set = {.type = ALEA_EVENT_SET,
                      .by = ALEA_NOBODY,
                      .set = ALEA_SET_CRAWFORD,
                      .cube_owner = ALEA_NOBODY,
                      .crawford_game = crawford};
    if (crawford != now->crawford_game &&
        alea_match_would(now, &set) == ALEA_ACCEPTED) {
        alea_status status = import_event(r->in, &set, 0);
        if (status) return status;
    }
    if (doubles < 1 || doubles > ALEA_MAX_CUBE_LOG2 || now->crawford_game)
        return ALEA_OK;
    return reconstruct_cube(r->in, doubles, ALEA_NOBODY, 0);
}

static alea_status read_game_header(xg_reader *r)
{
    const uint8_t *p = r->record;
    int score[2] = {xg_i32(p + XG_SCORE_1), xg_i32(p + XG_SCORE_2)};
    int length = r->in->record->rules.match_length;
    const int *stated = score;
    if (score[0] < 0 || score[1] < 0 ||
        (length && (score[0] >= length || score[1] >= length))) {
        import_warn(r->in, 0, "a score of %d-%d in a match to %d", score[0], score[1],
                    length);
        stated = NULL;
    }
    alea_status status = end_game(r);
    if (!status) status = reconstruct_game(r->in, stated, r->games == 0, &r->over, 0);
    if (!status && r->over)
        import_warn(r->in, 0, "the match is won: the games after it are ignored");
    if (status || r->over) return status;
    r->games++;
    r->in_game = true;
    r->before_game = xg_i32(p + XG_BEFORE_GAME);
    r->after_game = xg_i32(p + XG_AFTER_GAME);
    if ((status = set_game(r, p))) return status;
    r->entries_before = r->in->record->entries;
    r->pending = r->number + 1;
    /* The first cube or move record sets the position, because it names the player on
     * turn. */
    if (r->next_type == XG_CUBE || r->next_type == XG_MOVE) return ALEA_OK;
    alea_board board, start = r->in->record->now.board;
    bool any = false;
    for (int i = 0; i < 26; i++) any |= p[XG_FIRST_BOARD + i] != 0;
    if (!any || !xg_read_board(p + XG_FIRST_BOARD, &board) ||
        alea_board_equal(&board, &start))
        return ALEA_OK;
    return reconstruct_board(r->in, &board, ALEA_A, 0);
}

/* Decodes a cube state: 0 = centred, else the exponent with the owner's sign. False if
 * it is out of range. */
static bool read_cube_state(const xg_reader *r, int32_t value, alea_player player,
                            int *log2, alea_player *owner)
{
    if (value > ALEA_MAX_CUBE_LOG2 || value < -ALEA_MAX_CUBE_LOG2) return false;
    alea_player positive = r->cube_of_player_1 ? ALEA_A : player;
    *log2 = value < 0 ? -value : value;
    *owner = value > 0 ? positive : value < 0 ? alea_opponent(positive) : ALEA_NOBODY;
    return true;
}

/* Determines what the sign of a cube means: the description says "own" (the record's
 * player), some readers use player 1. For a cube that stays with its owner the sign
 * alternates between the players' records in the first case only. */
static void find_cube_sign(xg_reader *r, const uint8_t *records, size_t count)
{
    int votes = 0;
    alea_player player, before_player = ALEA_A;
    int32_t before = 0;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *p = records + i * XG_RECORD;
        bool cube = p[XG_ENTRY_TYPE] == XG_CUBE, move = p[XG_ENTRY_TYPE] == XG_MOVE;
        int32_t value = cube   ? xg_i32(p + XG_CUBE_STATE)
                        : move ? xg_i32(p + XG_MOVE_CUBE)
                               : 0;
        (void)xg_player(xg_i32(p + (cube ? XG_CUBE_PLAYER : XG_MOVE_PLAYER)), &player);
        if (value && player != before_player)
            votes += value == before ? 1 : (int64_t)value + before == 0 ? -1 : 0;
        before = value;
        before_player = player;
    }
    r->cube_of_player_1 = votes > 0;
}

/* True if the record's cube agrees with the state. A 0 in a move record proves nothing
 * because some writers leave the field empty; automatic doubles are not part of the
 * field. */
static bool cube_stands(const xg_reader *r, int32_t value, alea_player player,
                        bool doubles)
{
    const alea_match *now = &r->in->record->now;
    int log2;
    alea_player owner;
    if (!read_cube_state(r, value, player, &log2, &owner)) return true;
    if (value == 0) return !doubles || r->auto_doubles || now->cube_owner == owner;
    if (r->auto_doubles && now->phase != ALEA_MATCH_OPENING) return true;
    return log2 == now->cube_log2 && owner == now->cube_owner;
}

static alea_status take_cube(xg_reader *r, int32_t value, alea_player player, bool warn)
{
    alea_event set = {.type = ALEA_EVENT_SET, .by = ALEA_NOBODY, .set = ALEA_SET_CUBE};
    (void)read_cube_state(r, value, player, &set.cube_log2, &set.cube_owner);
    bool possible = alea_match_would(&r->in->record->now, &set) == ALEA_ACCEPTED;
    if (!possible || warn)
        import_warn(r->in, 0, "the cube differs from the game so far%s",
                    possible ? "" : " and is impossible: unchanged");
    return possible ? import_event(r->in, &set, 0) : ALEA_OK;
}

static bool is_offered(const alea_match *now)
{
    return now->phase == ALEA_MATCH_DOUBLE_OFFERED ||
           now->phase == ALEA_MATCH_BEAVER_OFFERED;
}

/* Any action after an offer implies a take; adds the missing TAKE event. */
static alea_status settle_offer(xg_reader *r)
{
    const alea_match *now = &r->in->record->now;
    if (!is_offered(now)) return ALEA_OK;
    import_warn(r->in, 0, "the answer to a double is missing: read as a take");
    return reconstruct_answer(r->in, now->to_act, true, 0);
}

/* Sets board and cube if they differ from the state: in the first record of a position
 * file, or after manual edits. */
static alea_status take_position(xg_reader *r, const uint8_t *bytes, int32_t cube,
                                 alea_player player, bool doubles)
{
    const alea_match *now = &r->in->record->now;
    alea_board board;
    if (!xg_read_board(bytes, &board)) return xg_fail(r, "an impossible position");
    if (now->has_result) return ALEA_OK;
    bool first = now->phase == ALEA_MATCH_OPENING;
    alea_status status = settle_offer(r);
    if (status) return status;
    bool other_board = !alea_board_equal(&board, &now->board);
    if (other_board && !first)
        import_warn(r->in, 0, "the position differs from the game so far");
    bool other_cube = !cube_stands(r, cube, player, doubles);
    if (other_board) status = reconstruct_board(r->in, &board, player, 0);
    if (status || !other_cube) return status;
    return take_cube(r, cube, player, !first);
}

static alea_status read_cube(xg_reader *r)
{
    const uint8_t *p = r->record;
    alea_player player;
    int32_t doubled = xg_i32(p + XG_CUBE_DOUBLED), take = xg_i32(p + XG_CUBE_TAKEN),
            beaver = xg_i32(p + XG_CUBE_BEAVER), raccoon = xg_i32(p + XG_CUBE_RACCOON);
    if (!xg_player(xg_i32(p + XG_CUBE_PLAYER), &player))
        return xg_fail(r, "a cube action without a player");
    /* Without a double the position comes with the move record. */
    const alea_match *now = &r->in->record->now;
    bool doubles = doubled == 1;
    alea_status status = ALEA_OK;
    r->not_doubled = doubled == 0 ? p : NULL;
    if (now->phase == ALEA_MATCH_OPENING || (doubles && !is_offered(now)))
        status = take_position(r, p + XG_CUBE_BOARD, xg_i32(p + XG_CUBE_STATE), player,
                               doubles);
    if (status || !doubles) return status;
    if ((status = reconstruct_double(r->in, player, 0))) return status;
    size_t offer = r->in->record->entries - 1;
    if (r->in->record->entry[offer].event.type == ALEA_EVENT_DOUBLE)
        status = xg_keep_double(r, p, player, offer);
    if (status) return status;
    alea_player other = alea_opponent(player);
    if (take == 2) {
        /* The answer to a beaver is 0 drop, 1 take, 2 raccoon; that to a raccoon 0
         * drop, 1 take. A 0 means a drop only if the game ends here. */
        if ((status = reconstruct_double(r->in, other, 0))) return status;
        bool taken = beaver == 1;
        if (beaver == 2 || raccoon == 1) {
            status = reconstruct_double(r->in, player, 0);
            player = other;
            taken = raccoon == 1;
        }
        if (status || (!taken && r->next_type == XG_GAME_FOOTER)) return status;
        return reconstruct_answer(r->in, player, true, 0);
    }
    if (take != 1 && take != 0) return ALEA_OK;
    status = reconstruct_answer(r->in, other, take == 1, 0);
    return status ? status : xg_keep_answer(r, p, player, r->in->record->entries - 1);
}

/* Reads pairs of from and to: zero-based in the mover's numbering, 24 = bar, negative =
 * off. */
static alea_status read_moves(xg_reader *r, alea_move moves[ALEA_MAX_MOVES], int *count)
{
    *count = 0;
    for (int i = 0; i < 4; i++) {
        int32_t from = xg_i32(r->record + XG_MOVE_MOVES + 8 * i),
                to = xg_i32(r->record + XG_MOVE_MOVES + 4 + 8 * i);
        if (from == -1) return ALEA_OK;
        if (from < 0 || from > 24 || to > 23 || to < -6)
            return xg_fail(r, "a move with an impossible point");
        moves[(*count)++] =
            (alea_move){(int8_t)(from + 1), (int8_t)(to < 0 ? 0 : to + 1), false};
    }
    return ALEA_OK;
}

static bool is_finished(const alea_board *board)
{
    return alea_board_checkers(board, true) == 0 ||
           alea_board_checkers(board, false) == 0;
}

/* Keeps an illegal play and sets the position that the file has after it, unless it
 * ended the game. */
static alea_status keep_as_made(xg_reader *r, alea_player player,
                                const alea_move *moves, int count)
{
    alea_board after;
    if (!xg_read_board(r->record + XG_MOVE_BOARD_AFTER, &after))
        return xg_fail(r, "an impossible position");
    if (player == ALEA_B) after = alea_board_swap(&after);
    bool finished = is_finished(&after);
    import_warn(r->in, 0,
                finished ? "an illegal play that ended the game"
                         : "an illegal play; its position was kept");
    alea_status status = reconstruct_illegal(r->in, player, moves, count, 0);
    if (status || finished) return status;
    return reconstruct_board(r->in, &after, alea_opponent(player), 0);
}

static bool is_zero(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i]) return false;
    return true;
}

static alea_status read_move(xg_reader *r)
{
    const uint8_t *p = r->record;
    alea_player player;
    int32_t a = xg_i32(p + XG_MOVE_DICE), b = xg_i32(p + XG_MOVE_DICE + 4);
    if (!xg_player(xg_i32(p + XG_MOVE_PLAYER), &player))
        return xg_fail(r, "a move without a player");
    if (a < 1 || a > 6 || b < 1 || b > 6) {
        /* The last record of a resigned game may have no dice. */
        import_warn(r->in, 0, "a move without dice: ignored");
        return ALEA_OK;
    }
    alea_status status =
        take_position(r, p + XG_MOVE_BOARD, xg_i32(p + XG_MOVE_CUBE), player, false);
    if (!status) status = reconstruct_roll(r->in, player, a, b, 0);
    const uint8_t *cube = r->not_doubled;
    r->not_doubled = NULL;
    if (!status && cube && xg_i32(cube + XG_CUBE_PLAYER) == xg_i32(p + XG_MOVE_PLAYER))
        status = xg_keep_double(r, cube, player, r->in->record->entries - 1);
    alea_board before = alea_match_board(&r->in->record->now, player);
    alea_move moves[ALEA_MAX_MOVES];
    int count = 0;
    if (status) return status;
    /* A resignation after the roll has an empty position after it, and zero moves. */
    bool resigned =
        is_zero(p + XG_MOVE_BOARD_AFTER, XG_BOARD) && is_zero(p + XG_MOVE_MOVES, 32);
    if (!resigned && (status = read_moves(r, moves, &count))) return status;
    if (count == 0) {
        /* No legal move, or a resignation before the play. */
        alea_event pass = {
            .type = ALEA_EVENT_PLAY, .by = player, .cube_owner = ALEA_NOBODY};
        status = alea_match_would(&r->in->record->now, &pass) == ALEA_ACCEPTED
                     ? import_event(r->in, &pass, 0)
                     : reconstruct_unknown(r->in, player, 0);
        return status ? status : xg_keep_play(r, player, &before);
    }
    status = reconstruct_legal_play(r->in, player, moves, count, 0, 0);
    if (status == ALEA_ERROR_REFUSED) return keep_as_made(r, player, moves, count);
    return status ? status : xg_keep_play(r, player, &before);
}

static alea_status read_game_footer(xg_reader *r)
{
    const uint8_t *p = r->record;
    alea_player winner;
    int32_t points = xg_i32(p + XG_POINTS);
    alea_status status = ALEA_OK;
    if (xg_player(xg_i32(p + XG_WINNER), &winner)) { /* else left unfinished */
        /* 0 drop, 1 single, 2 gammon, 3 backgammon; + 100 resigned, + 1000 settled. */
        int32_t termination = xg_i32(p + XG_TERMINATION);
        reconstruct_outcome stated = {.winner = winner,
                                      .points = points > 0 ? points : 0};
        if (termination > 0 && termination % 100 <= 3)
            stated.level = (int)(termination % 100);
        status = reconstruct_result(r->in, stated, 0);
    }
    return status ? status : end_game(r);
}

static alea_status read_record(xg_reader *r)
{
    int type = r->record[XG_ENTRY_TYPE];
    if (!r->header_read && type != XG_MATCH_HEADER)
        return xg_fail(r, "the match header is missing");
    if ((type == XG_CUBE || type == XG_MOVE || type == XG_GAME_FOOTER) && !r->in_game)
        return xg_fail(r, "a move outside of a game");
    switch (type) {
    case XG_MATCH_HEADER:
        return r->header_read ? xg_fail(r, "a second match header")
                              : xg_read_match_header(r);
    case XG_GAME_HEADER: return read_game_header(r);
    case XG_CUBE: return read_cube(r);
    case XG_MOVE: return read_move(r);
    case XG_GAME_FOOTER: return read_game_footer(r);
    case XG_MATCH_FOOTER: return ALEA_OK;
    default: import_warn(r->in, 0, "unknown type of record: ignored"); return ALEA_OK;
    }
}

static alea_status read_records(xg_reader *r, const uint8_t *records, size_t size)
{
    if (size < XG_RECORD || (size % XG_RECORD && r->in->options->strict))
        return import_fail(r->in, ALEA_ERROR_SYNTAX, 0, 0,
                           "temp.xg: %zu bytes are not a whole number of records",
                           size);
    if (size % XG_RECORD)
        import_warn(r->in, 0, "temp.xg: the last record is cut short: ignored");
    r->records = records;
    find_cube_sign(r, records, size / XG_RECORD);
    for (size_t i = 0; i < size / XG_RECORD && !r->over; i++) {
        r->record = records + i * XG_RECORD;
        r->number = r->in->record_number = i + 1;
        r->next_type =
            (i + 2) * XG_RECORD <= size ? r->record[XG_RECORD + XG_ENTRY_TYPE] : -1;
        alea_status status = ALEA_OK;
        int type = r->record[XG_ENTRY_TYPE];
        if (type == XG_GAME_HEADER || type == XG_GAME_FOOTER) r->lost = false;
        if (type == XG_GAME_FOOTER && !r->in_game && r->in->refused.reason[0])
            continue; /* of a game whose header was refused */
        if (!r->lost) status = read_record(r);
        if (status && r->header_read && type != XG_MATCH_HEADER) {
            status = reconstruct_lose_game(r->in, status, 0, NULL, 0);
            r->lost = true;
            if (type == XG_GAME_HEADER) r->in_game = false;
        }
        if (r->lost) {
            if (status) return status;
            continue;
        }
        /* Comments wait until the game has an entry. */
        if (!status && r->in_game && r->in->record->entries > r->entries_before)
            status = xg_add_comments(r);
        if (status) return status;
    }
    alea_status status = end_match(r);
    r->in->record_number = 0;
    return status;
}

/* The most that is unpacked: 13,000 records. */
enum { MOST_RECORDS = 32 << 20, MOST_COMMENTS = 4 << 20 };

alea_status xg_import(importer *in)
{
    xg_reader r = {.in = in,
                   .comment_capacity = MOST_COMMENTS,
                   .before_game = -1,
                   .after_game = -1,
                   .after_match = -1};
    xg_archive archive;
    uint8_t *records = NULL, *comments = NULL, *rollouts = NULL;
    size_t size = 0, comments_size = 0;
    alea_status status = xg_open(in, &archive);
    if (!status)
        status = xg_member(in, &archive, "temp.xg", MOST_RECORDS, &records, &size);
    if (!status)
        status = xg_member(in, &archive, "temp.xgc", MOST_COMMENTS, &comments,
                           &comments_size);
    if (!status)
        status = xg_member(in, &archive, "temp.xgr", MOST_RECORDS, &rollouts,
                           &r.rollouts_size);
    r.rollouts = rollouts;
    if (!status && !records)
        status =
            import_fail(in, ALEA_ERROR_SYNTAX, 0, 0, "the archive holds no temp.xg");
    r.comments = (char *)comments;
    if (!status && comments)
        status = xg_find_comments(&r, comments_size, 4 * (size / XG_RECORD));
    if (!status) status = read_records(&r, records, size);
    free(r.comment);
    free(records);
    free(comments);
    free(rollouts);
    xg_close(&archive);
    return status;
}
