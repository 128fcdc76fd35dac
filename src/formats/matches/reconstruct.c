#include "reconstruct.h"

#include <string.h>

#include "formats/toolkit/parse.h"

static const char *side_name(alea_player player)
{
    return player == ALEA_A ? "the first player" : "the second player";
}

alea_status reconstruct_board(importer *in, const alea_board *board, alea_player turn,
                              size_t line)
{
    alea_event set = {.type = ALEA_EVENT_SET,
                      .by = ALEA_NOBODY,
                      .set = ALEA_SET_BOARD,
                      .board = *board,
                      .turn = turn,
                      .cube_owner = ALEA_NOBODY};
    return import_event(in, &set, line);
}

/* A cube in use shows that this is not the Crawford game. */
static alea_status end_crawford(importer *in, const char *what, size_t line)
{
    alea_event set = {.type = ALEA_EVENT_SET,
                      .by = ALEA_NOBODY,
                      .set = ALEA_SET_CRAWFORD,
                      .cube_owner = ALEA_NOBODY};
    import_warn(in, line, "%s in the Crawford game: read as a game after it", what);
    return import_event(in, &set, line);
}

alea_status reconstruct_cube(importer *in, int log2, alea_player owner, size_t line)
{
    alea_event set = {.type = ALEA_EVENT_SET,
                      .by = ALEA_NOBODY,
                      .set = ALEA_SET_CUBE,
                      .cube_log2 = log2,
                      .cube_owner = log2 ? owner : ALEA_NOBODY};
    if (alea_match_would(&in->record->now, &set) == ALEA_REFUSED_CRAWFORD_GAME) {
        alea_status status = end_crawford(in, "a turned cube", line);
        if (status) return status;
    }
    return import_event(in, &set, line);
}

static alea_status simple(importer *in, alea_event_type type, alea_player by,
                          size_t line)
{
    alea_event event = {.type = type, .by = by, .cube_owner = ALEA_NOBODY};
    return import_event(in, &event, line);
}

/* An unanswered double was taken, because the game went on. */
static alea_status answer_pending(importer *in, size_t line)
{
    const alea_match *now = &in->record->now;
    if (now->phase != ALEA_MATCH_DOUBLE_OFFERED &&
        now->phase != ALEA_MATCH_BEAVER_OFFERED)
        return ALEA_OK;
    import_warn(in, line, "the answer to a double is missing: read as a take");
    return simple(in, ALEA_EVENT_TAKE, now->to_act, line);
}

/* Gives `player` the turn if the file has this player act next. */
static alea_status give_turn(importer *in, alea_player player, size_t line)
{
    const alea_match *now = &in->record->now;
    if (now->phase == ALEA_MATCH_TO_ROLL && now->turn == player) return ALEA_OK;
    if (now->phase == ALEA_MATCH_GAME_OVER || now->phase == ALEA_MATCH_MATCH_OVER)
        return import_fail(in, ALEA_ERROR_REFUSED, line, 0,
                           "the game is over, but it goes on here");
    if (now->phase == ALEA_MATCH_TO_PLAY)
        import_warn(in, line, "the play before this roll is missing");
    else if (now->phase != ALEA_MATCH_OPENING)
        import_warn(in, line, "it is not %s's turn: the turn was changed",
                    side_name(player));
    alea_board board = now->board;
    return reconstruct_board(in, &board, player, line);
}

/* True if these dice are already on the board: some files state them twice. */
static bool is_thrown(const alea_record *record, alea_player player, int a, int b)
{
    const alea_match *now = &record->now;
    int x = now->roll.die[0], y = now->roll.die[1];
    return now->phase == ALEA_MATCH_TO_PLAY && now->turn == player &&
           ((x == a && y == b) || (x == b && y == a)) && record->entries > 0 &&
           !record->entry[record->entries - 1].unknown_play;
}

alea_status reconstruct_roll(importer *in, alea_player player, int a, int b,
                             size_t line)
{
    const alea_match *now = &in->record->now;
    alea_event roll = {.type = ALEA_EVENT_ROLL,
                       .by = player,
                       .roll = {{(uint8_t)a, (uint8_t)b}},
                       .cube_owner = ALEA_NOBODY};
    if (is_thrown(in->record, player, a, b)) return ALEA_OK;
    alea_status status = answer_pending(in, line);
    if (status) return status;
    if (now->phase == ALEA_MATCH_OPENING && a != b) {
        /* The player who begins has the higher opening die. */
        bool a_first = (player == ALEA_A) == (a > b);
        roll.type = ALEA_EVENT_OPENING;
        roll.by = ALEA_NOBODY;
        if (!a_first) roll.roll = (alea_roll){{(uint8_t)b, (uint8_t)a}};
        return import_event(in, &roll, line);
    }
    if (now->phase == ALEA_MATCH_OPENING)
        import_warn(in, line, "the game begins with a double");
    if ((status = give_turn(in, player, line))) return status;
    return import_event(in, &roll, line);
}

alea_status reconstruct_unknown(importer *in, alea_player player, size_t line)
{
    alea_refusal refusal;
    alea_status status = import_finish_entry(in);
    if (status) return status;
    status = alea_record_append_unknown(in->record, player, &refusal);
    if (status == ALEA_ERROR_REFUSED)
        return import_fail(in, status, line, 0, "%s", alea_refusal_text(refusal));
    return status ? import_no_memory(in, line) : ALEA_OK;
}

alea_status reconstruct_illegal(importer *in, alea_player player, const alea_move *move,
                                int moves, size_t line)
{
    alea_refusal refusal;
    alea_status status = import_finish_entry(in);
    if (status) return status;
    status = alea_record_append_illegal(in->record, player, move, moves, &refusal);
    if (status == ALEA_ERROR_REFUSED)
        return import_fail(in, status, line, 0, "%s", alea_refusal_text(refusal));
    return status ? import_no_memory(in, line) : ALEA_OK;
}

/* Some writers add a cube action after the end of a game. */
static bool after_the_end(importer *in, size_t line)
{
    if (!in->record->now.has_result) return false;
    import_warn(in, line, "a cube action after the end of the game: ignored");
    return true;
}

alea_status reconstruct_double(importer *in, alea_player player, size_t line)
{
    const alea_match *now = &in->record->now;
    if (after_the_end(in, line)) return ALEA_OK;
    if (now->phase == ALEA_MATCH_DOUBLE_OFFERED && now->to_act == player)
        return simple(in, ALEA_EVENT_BEAVER, player, line);
    if (now->phase == ALEA_MATCH_BEAVER_OFFERED && now->to_act == player)
        return simple(in, ALEA_EVENT_RACCOON, player, line);
    alea_status status = answer_pending(in, line);
    if (status || (status = give_turn(in, player, line))) return status;
    alea_event event = {
        .type = ALEA_EVENT_DOUBLE, .by = player, .cube_owner = ALEA_NOBODY};
    if (alea_match_would(now, &event) == ALEA_REFUSED_CRAWFORD_GAME) {
        if ((status = end_crawford(in, "a double", line))) return status;
    }
    return import_event(in, &event, line);
}

alea_status reconstruct_answer(importer *in, alea_player player, bool take, size_t line)
{
    const alea_match *now = &in->record->now;
    if (after_the_end(in, line)) return ALEA_OK;
    bool pending = now->phase == ALEA_MATCH_DOUBLE_OFFERED ||
                   now->phase == ALEA_MATCH_BEAVER_OFFERED;
    if (pending && now->to_act != player) {
        import_warn(in, line, "the answer to the double is in the wrong column");
        player = now->to_act;
    }
    return simple(in, take ? ALEA_EVENT_TAKE : ALEA_EVENT_DROP, player, line);
}

/* The resignation level that pays these points (and wins the match, if stated); 0 if
 * there is none. */
static int find_resignation(const alea_match *now, const reconstruct_outcome *outcome)
{
    int first = outcome->level ? outcome->level : 1;
    for (int i = 0; i < 3; i++) {
        int level = 1 + (first - 1 + i) % 3;
        alea_match after = *now;
        alea_event event = {.type = ALEA_EVENT_RESIGN,
                            .by = alea_opponent(outcome->winner),
                            .win_class = (uint8_t)level,
                            .cube_owner = ALEA_NOBODY};
        alea_event accept = {.type = ALEA_EVENT_ACCEPT_RESIGN,
                             .by = outcome->winner,
                             .cube_owner = ALEA_NOBODY};
        if (alea_match_apply(&after, &event, NULL) != ALEA_ACCEPTED ||
            alea_match_apply(&after, &accept, NULL) != ALEA_ACCEPTED)
            return 0;
        bool points = !outcome->points || after.result.points == outcome->points;
        if (points && (!outcome->wins_match || after.phase == ALEA_MATCH_MATCH_OVER))
            return level;
    }
    return 0;
}

static alea_status settle(importer *in, const reconstruct_outcome *outcome, size_t line)
{
    alea_event event = {.type = ALEA_EVENT_SETTLE,
                        .by = outcome->winner,
                        .points = outcome->points,
                        .wins_match = outcome->wins_match,
                        .cube_owner = ALEA_NOBODY};
    return import_event(in, &event, line);
}

/* Ends a game that was not played out. */
static alea_status resign(importer *in, reconstruct_outcome outcome, size_t line)
{
    const alea_match *now = &in->record->now;
    alea_player loser = alea_opponent(outcome.winner);
    alea_status status;
    int needed = now->rules.match_length ? alea_match_away(now, outcome.winner) : 0;
    if (!needed) outcome.wins_match = false;
    if (now->phase == ALEA_MATCH_DOUBLE_OFFERED ||
        now->phase == ALEA_MATCH_BEAVER_OFFERED) {
        bool drops = !outcome.points || outcome.points == alea_match_cube(now);
        bool enough = !outcome.wins_match || alea_match_cube(now) >= needed;
        if (now->to_act == loser && drops && enough)
            return simple(in, ALEA_EVENT_DROP, loser, line);
        if ((status = answer_pending(in, line))) return status;
    }
    if (now->phase == ALEA_MATCH_OPENING) {
        import_warn(in, line, "a game without a roll");
        alea_board board = now->board;
        if ((status = reconstruct_board(in, &board, outcome.winner, line)))
            return status;
    }
    int cube = alea_match_cube(now);
    if (needed && outcome.points > 3 * cube &&
        outcome.points > now->rules.match_length) {
        /* Backgammon Studio Heroes: 1004 times the cube is a resigned match. */
        import_warn(in, line, "%d points mean the match: read as %d", outcome.points,
                    needed);
        outcome.points = needed;
        outcome.wins_match = true;
    }
    if (outcome.wins_match && !outcome.points) outcome.points = needed;
    int level = find_resignation(now, &outcome);
    if (!level) {
        import_warn(in, line,
                    outcome.wins_match && outcome.points < needed
                        ? "the match is given up: %d point%s, with the cube at %d"
                        : "%d point%s cannot be won with the cube "
                          "at %d: kept as settled",
                    outcome.points, outcome.points == 1 ? "" : "s", cube);
        return settle(in, &outcome, line);
    }
    alea_event event = {.type = ALEA_EVENT_RESIGN,
                        .by = loser,
                        .win_class = (uint8_t)level,
                        .cube_owner = ALEA_NOBODY};
    if ((status = import_event(in, &event, line))) return status;
    return simple(in, ALEA_EVENT_ACCEPT_RESIGN, outcome.winner, line);
}

alea_status reconstruct_result(importer *in, reconstruct_outcome outcome, size_t line)
{
    const alea_match *now = &in->record->now;
    if (now->phase != ALEA_MATCH_GAME_OVER && now->phase != ALEA_MATCH_MATCH_OVER)
        return resign(in, outcome, line);
    if (now->result.winner != outcome.winner)
        import_warn(in, line,
                    "the file names %s as the winner, but the other player won",
                    side_name(outcome.winner));
    else if (outcome.points && outcome.points != now->result.points)
        import_warn(in, line, "the file states %d point%s, the game was won for %d",
                    outcome.points, outcome.points == 1 ? "" : "s", now->result.points);
    if (!outcome.wins_match || now->phase == ALEA_MATCH_MATCH_OVER ||
        now->rules.match_length == 0 || now->result.winner != outcome.winner)
        return ALEA_OK;
    import_warn(in, line, "the match is given up after this game");
    outcome.points = 0;
    return settle(in, &outcome, line);
}

/* Ends the previous game, which has no result, by the next score. */
static alea_status result_by_score(importer *in, const int score[2], size_t line)
{
    const alea_match *now = &in->record->now;
    for (int i = 0; score && i < 2; i++) {
        int gain = score[i] - now->score[i];
        if (gain > 0 && score[1 - i] == now->score[1 - i]) {
            import_warn(in, line,
                        "the previous game has no result: taken from the score");
            return resign(
                in, (reconstruct_outcome){.winner = (alea_player)i, .points = gain},
                line);
        }
    }
    return ALEA_OK;
}

alea_status reconstruct_first_entry(importer *in, size_t line)
{
    const alea_match *now = &in->record->now;
    if (in->record->entries > 0) return ALEA_OK;
    alea_event set = {.type = ALEA_EVENT_SET,
                      .by = ALEA_NOBODY,
                      .set = ALEA_SET_SCORE,
                      .score = {now->score[0], now->score[1]},
                      .cube_owner = ALEA_NOBODY};
    return import_event(in, &set, line);
}

alea_status reconstruct_game(importer *in, const int score[2], bool first, bool *over,
                             size_t line)
{
    const alea_match *now = &in->record->now;
    alea_status status = ALEA_OK;
    *over = false;
    if (!first && now->phase != ALEA_MATCH_GAME_OVER &&
        now->phase != ALEA_MATCH_MATCH_OVER)
        status = result_by_score(in, score, line);
    if (status) return status;
    if (now->phase == ALEA_MATCH_MATCH_OVER) {
        *over = true;
        return ALEA_OK;
    }
    int length = now->rules.match_length;
    bool negative = score && (score[0] < 0 || score[1] < 0);
    if (negative || (score && length && (score[0] >= length || score[1] >= length))) {
        if (length)
            import_warn(in, line, "a score of %d-%d in a match to %d", score[0],
                        score[1], length);
        else
            import_warn(in, line, "impossible score %d-%d: ignored", score[0],
                        score[1]);
        score = NULL;
    }
    if (!first && now->phase != ALEA_MATCH_GAME_OVER) {
        if (now->phase != ALEA_MATCH_OPENING)
            import_warn(in, line, "the previous game has no result and does not count");
        if (now->phase == ALEA_MATCH_DOUBLE_OFFERED ||
            now->phase == ALEA_MATCH_BEAVER_OFFERED)
            if ((status = answer_pending(in, line))) return status;
    } else if (!first) {
        if ((status = simple(in, ALEA_EVENT_NEXT_GAME, ALEA_NOBODY, line)))
            return status;
    }
    bool same = !score || (score[0] == now->score[0] && score[1] == now->score[1]);
    if (same && now->phase == ALEA_MATCH_OPENING) return ALEA_OK;
    if (!first && !same) import_warn(in, line, "the score does not match the games");
    alea_event set = {.type = ALEA_EVENT_SET,
                      .by = ALEA_NOBODY,
                      .set = ALEA_SET_SCORE,
                      .cube_owner = ALEA_NOBODY};
    set.score[0] = score ? score[0] : now->score[0];
    set.score[1] = score ? score[1] : now->score[1];
    status = import_event(in, &set, line);
    /* If both players are one point away, the Crawford game is over. */
    bool last = now->crawford_game && alea_match_away(now, ALEA_A) == 1 &&
                alea_match_away(now, ALEA_B) == 1;
    if (status || !last) return status;
    set.set = ALEA_SET_CRAWFORD;
    set.crawford_game = false;
    return import_event(in, &set, line);
}

void reconstruct_reason(const importer *in, char out[RECONSTRUCT_REASON_SIZE])
{
    const char *reason = in->error->reason;
    if (strncmp(reason, "record ", 7) == 0 && strchr(reason, ':'))
        reason = strchr(reason, ':') + 2;
    size_t length = strlen(reason);
    while (length && reason[length - 1] == '.') length--;
    memcpy(out, reason, length);
    out[length] = '\0';
}

alea_status reconstruct_lose_game(importer *in, alea_status status, size_t line,
                                  const char *text, size_t length)
{
    const alea_match *now = &in->record->now;
    if (status == ALEA_ERROR_MEMORY || in->options->strict ||
        !in->record->memory.resize)
        return status;
    if (!in->refused.reason[0]) in->refused = *in->error;
    int shown = 0;
    while (length && (unsigned char)*text <= ' ') text++, length--;
    while (length && (unsigned char)text[length - 1] <= ' ') length--;
    if (length) shown = length < 80 ? (int)length : 80;
    /* A sentence of its own becomes the first half of this one. */
    char why[RECONSTRUCT_REASON_SIZE];
    reconstruct_reason(in, why);
    import_warn(in, line, "%s: this game ends here%s%.*s%s", why, shown ? " (\"" : "",
                shown, shown ? text : "", shown ? "\")" : "");
    in->lost_game = true;
    bool unknown =
        in->record->entries && in->record->entry[in->record->entries - 1].unknown_play;
    if (now->phase == ALEA_MATCH_TO_PLAY && !unknown)
        return reconstruct_unknown(in, now->turn, line);
    return ALEA_OK;
}
