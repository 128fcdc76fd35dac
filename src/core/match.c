/* The state machine: which event is accepted in which phase, and what it does.
 *
 *     opening        --roll-off--> to_play, or to_roll (rules that roll again)
 *     to_roll        --roll--> to_play
 *     to_roll        --double--> double_offered
 *     to_play        --play--> to_roll of the other player, or game_over
 *     double_offered --take--> back to where it was offered; --drop--> game_over
 *                    --beaver--> beaver_offered
 *     beaver_offered --take, drop, raccoon--> as double_offered
 *     to_roll, to_play --resign--> resign_offered
 *     resign_offered --accept--> game_over; --reject--> back
 *     game_over      --next_game--> opening; match_over when the match is decided
 *
 * Every event first checks, reading only, then acts and cannot fail any more: a refusal
 * leaves every byte of the match as it was. An offer remembers in priv.resume_phase
 * where it returns to; `turn` stays with the player whose turn it interrupted. */
#include "cube_rules.h"
#include "result.h"

#include <string.h>

alea_board alea_match_board(const alea_match *match, alea_player by)
{
    return by == ALEA_B ? alea_board_swap(&match->board) : match->board;
}

static bool somebody(alea_player player)
{
    return player == ALEA_A || player == ALEA_B;
}

/* True if the next game is the Crawford game: the first one that begins with a
 * player one point from winning. A 1-point match has none. */
static bool begins_crawford(const alea_match *match)
{
    return match->rules.crawford && match->rules.match_length > 1 &&
           !match->priv.crawford_done &&
           (alea_match_away(match, ALEA_A) == 1 || alea_match_away(match, ALEA_B) == 1);
}

/* Sets up game `match->game` at the current score. */
static void begin_game(alea_match *match)
{
    bool crawford_done = match->priv.crawford_done;
    match->phase = ALEA_MATCH_OPENING;
    match->board = alea_board_start(match->rules.setup);
    match->turn = match->to_act = ALEA_NOBODY;
    memset(&match->roll, 0, sizeof match->roll);
    match->cube_log2 = 0;
    match->cube_owner = ALEA_NOBODY;
    match->contestable = false;
    match->has_result = false;
    memset(&match->result, 0, sizeof match->result);
    match->result.winner = ALEA_NOBODY;
    match->match_winner = ALEA_NOBODY;
    memset(&match->priv, 0, sizeof match->priv);
    match->priv.doubler = match->priv.resigner = ALEA_NOBODY;
    match->priv.turn_before = match->priv.owner_before = ALEA_NOBODY;
    match->priv.crawford_done = crawford_done;
    match->crawford_game = begins_crawford(match);
}

void alea_match_start(alea_match *match, const alea_rules *rules)
{
    memset(match, 0, sizeof *match);
    memcpy(&match->rules, rules, sizeof *rules);
    match->game = match->games_begun = 1;
    begin_game(match);
}

static void give_turn(alea_match *match, alea_player player)
{
    match->phase = ALEA_MATCH_TO_ROLL;
    match->turn = match->to_act = player;
    memset(&match->roll, 0, sizeof match->roll);
    match->priv.cocked = false;
}

static void set_roll(alea_match *match, alea_roll roll)
{
    match->phase = ALEA_MATCH_TO_PLAY;
    match->roll = roll;
}

static alea_refusal apply_opening(alea_match *match, const alea_event *event)
{
    if (match->phase != ALEA_MATCH_OPENING) return ALEA_REFUSED_WRONG_PHASE;
    if (!alea_roll_valid(event->roll)) return ALEA_REFUSED_BAD_DICE;
    int a = event->roll.die[0], b = event->roll.die[1];
    if (a == b) {
        cube_auto_double(match);
        return ALEA_ACCEPTED;
    }
    give_turn(match, a > b ? ALEA_A : ALEA_B);
    if (match->rules.opening == ALEA_OPENING_USE_ROLLOFF) set_roll(match, event->roll);
    return ALEA_ACCEPTED;
}

/* Checks that `by` may roll now. */
static alea_refusal check_throw(const alea_match *match, alea_player by)
{
    if (match->phase != ALEA_MATCH_TO_ROLL && match->phase != ALEA_MATCH_TO_PLAY)
        return ALEA_REFUSED_WRONG_PHASE;
    if (by != match->turn) return ALEA_REFUSED_NOT_YOUR_TURN;
    return match->phase == ALEA_MATCH_TO_PLAY ? ALEA_REFUSED_ALREADY_ROLLED
                                              : ALEA_ACCEPTED;
}

static alea_refusal apply_roll(alea_match *match, const alea_event *event)
{
    alea_refusal refusal = check_throw(match, event->by);
    if (refusal != ALEA_ACCEPTED) return refusal;
    if (!alea_roll_valid(event->roll)) return ALEA_REFUSED_BAD_DICE;
    match->contestable = false;
    set_roll(match, event->roll);
    return ALEA_ACCEPTED;
}

/* "He shall be deemed to have thrown the dice even if he rolls cocked dice" (rulebook
 * 001): the cube window closes, and an illegal play of the opponent has been
 * accepted. */
static alea_refusal apply_cocked(alea_match *match, const alea_event *event)
{
    alea_refusal refusal = check_throw(match, event->by);
    if (refusal != ALEA_ACCEPTED) return refusal;
    match->contestable = false;
    match->priv.cocked = true;
    return ALEA_ACCEPTED;
}

static bool moves_in_range(const alea_event *event)
{
    for (int i = 0; i < event->moves; i++) {
        const alea_move *move = &event->move[i];
        if (move->from < 1 || move->from > ALEA_BAR || move->to < ALEA_OFF ||
            move->to > 24)
            return false;
    }
    return true;
}

/* Makes all moves in any order in which each finds a checker. Returns false if no order
 * does. */
static bool put_as_made(alea_board *board, const alea_event *event)
{
    bool done[ALEA_MAX_MOVES] = {false};
    for (int left = event->moves; left > 0; left--) {
        int i = 0;
        while (i < event->moves &&
               (done[i] ||
                !alea_board_move(board, event->move[i].from, event->move[i].to)))
            i++;
        if (i == event->moves) return false;
        done[i] = true;
    }
    return true;
}

/* Ends the turn with `board`, seen by the mover. */
static void finish_play(alea_match *match, const alea_board *board)
{
    alea_player mover = match->turn;
    match->board = mover == ALEA_B ? alea_board_swap(board) : *board;
    if (alea_board_checkers(board, true) > 0) {
        give_turn(match, alea_opponent(mover));
        return;
    }
    alea_board loser = alea_board_swap(board);
    game_end(match, mover, alea_win_class(&match->rules, &loser), ALEA_HOW_BEAROFF);
}

static void settle_moves(alea_event *settled, const alea_play *play)
{
    settled->as_made = false;
    settled->moves = play->count;
    memcpy(settled->move, play->move, sizeof settled->move);
}

/* Marks the hits of a play that is put down as it was made. */
static void settle_as_made(alea_event *settled, alea_board board)
{
    for (int i = 0; i < settled->moves; i++) {
        alea_move *m = &settled->move[i];
        m->hit = m->to > 0 && board.point[m->to] == -1;
        if (m->hit) board.point[m->to] = 0;
    }
}

/* `settled`: the event as alea_match_apply_settled leaves it, or NULL. */
static alea_refusal apply_play(alea_match *match, const alea_event *event,
                               alea_event *settled, alea_play_error *play_error)
{
    if (match->phase != ALEA_MATCH_TO_PLAY) return ALEA_REFUSED_WRONG_PHASE;
    if (event->by != match->turn) return ALEA_REFUSED_NOT_YOUR_TURN;
    if (event->moves > ALEA_MAX_MOVES) return ALEA_REFUSED_BAD_EVENT;
    alea_play_error error = ALEA_PLAY_NO_CHECKER;
    alea_board board = alea_match_board(match, event->by), made = board;
    if (moves_in_range(event)) {
        alea_play play;
        error = alea_play_judge(&board, match->roll, &match->rules.play, event->move,
                                event->moves, &play, NULL);
        if (error == ALEA_PLAY_LEGAL) {
            match->contestable = false;
            if (settled) settle_moves(settled, &play);
            finish_play(match, &play.board);
            return ALEA_ACCEPTED;
        }
        if (event->as_made &&
            match->rules.illegal_play == ALEA_ILLEGAL_OPPONENT_OPTION &&
            put_as_made(&made, event)) {
            if (settled) settle_as_made(settled, board);
            match->priv.board_before = match->board;
            match->priv.roll_before = match->roll;
            match->priv.turn_before = match->turn;
            finish_play(match, &made);
            match->contestable = true;
            return ALEA_ACCEPTED;
        }
    }
    if (play_error) *play_error = error;
    return ALEA_REFUSED_ILLEGAL_PLAY;
}

/* The opponent wants a legal play: "the opponent has the option of accepting the play
 * as made or of requiring the player to make a legal play" (rulebook 001). Where the
 * play bore the last checker off nobody will roll again, so the option stays open until
 * the next game begins, and the score goes back with it. */
static alea_refusal apply_require_legal(alea_match *match, const alea_event *event)
{
    bool game_ended = match->has_result;
    if (!match->contestable || (match->phase != ALEA_MATCH_TO_ROLL && !game_ended))
        return ALEA_REFUSED_WRONG_PHASE;
    if (event->by == match->priv.turn_before) return ALEA_REFUSED_NOT_YOUR_TURN;
    if (game_ended) {
        match->score[0] = match->priv.score_before[0];
        match->score[1] = match->priv.score_before[1];
        match->has_result = false;
        memset(&match->result, 0, sizeof match->result);
        match->result.winner = ALEA_NOBODY;
        match->match_winner = ALEA_NOBODY;
        if (match->crawford_game) match->priv.crawford_done = false;
    }
    match->board = match->priv.board_before;
    match->turn = match->to_act = match->priv.turn_before;
    match->contestable = false;
    set_roll(match, match->priv.roll_before);
    return ALEA_ACCEPTED;
}

static alea_refusal apply_resign(alea_match *match, const alea_event *event)
{
    if (!match->rules.resign) return ALEA_REFUSED_RESIGN_OFF;
    if (match->phase != ALEA_MATCH_TO_ROLL && match->phase != ALEA_MATCH_TO_PLAY)
        return ALEA_REFUSED_WRONG_PHASE;
    if (event->win_class < 1 || event->win_class > 3) return ALEA_REFUSED_BAD_CLASS;
    match->priv.resume_phase = match->phase;
    match->priv.resigner = event->by;
    match->priv.resign_class = event->win_class;
    match->phase = ALEA_MATCH_RESIGN_OFFERED;
    match->to_act = alea_opponent(event->by);
    return ALEA_ACCEPTED;
}

static alea_refusal apply_resign_answer(alea_match *match, const alea_event *event)
{
    if (match->phase != ALEA_MATCH_RESIGN_OFFERED) return ALEA_REFUSED_NOTHING_OFFERED;
    if (event->by != match->to_act) return ALEA_REFUSED_NOT_YOUR_TURN;
    if (event->type == ALEA_EVENT_ACCEPT_RESIGN) {
        game_end(match, event->by, match->priv.resign_class, ALEA_HOW_RESIGN);
    } else {
        match->phase = match->priv.resume_phase;
        match->to_act = match->turn;
    }
    match->priv.resigner = ALEA_NOBODY;
    match->priv.resign_class = 0;
    return ALEA_ACCEPTED;
}

bool alea_match_is_cocked(const alea_match *match)
{
    return match->priv.cocked;
}

static alea_refusal apply_settle(alea_match *match, const alea_event *event)
{
    if (event->points < 0 || event->points > ALEA_MAX_SCORE)
        return ALEA_REFUSED_BAD_EVENT;
    if (match->phase == ALEA_MATCH_GAME_OVER && match->rules.match_length > 0 &&
        event->wins_match && event->points == 0) {
        /* The match is conceded between two games. */
        match->phase = ALEA_MATCH_MATCH_OVER;
        match->match_winner = event->by;
        match->contestable = false;
        return ALEA_ACCEPTED;
    }
    if (match->phase != ALEA_MATCH_OPENING && match->phase != ALEA_MATCH_TO_ROLL &&
        match->phase != ALEA_MATCH_TO_PLAY)
        return ALEA_REFUSED_WRONG_PHASE;
    game_settle(match, event->by, event->points, event->wins_match);
    return ALEA_ACCEPTED;
}

int alea_match_resign_class(const alea_match *match)
{
    return match->phase == ALEA_MATCH_RESIGN_OFFERED ? match->priv.resign_class : 0;
}

static alea_refusal apply_next_game(alea_match *match)
{
    if (match->phase != ALEA_MATCH_GAME_OVER) return ALEA_REFUSED_WRONG_PHASE;
    match->game++;
    match->games_begun++;
    begin_game(match);
    return ALEA_ACCEPTED;
}

static alea_refusal set_score(alea_match *match, const alea_event *event)
{
    if (!score_possible(&match->rules, event->score)) return ALEA_REFUSED_BAD_POSITION;
    match->score[0] = event->score[0];
    match->score[1] = event->score[1];
    /* With nobody one away the Crawford game is still to come; with somebody there it
     * is this game, unless an earlier one was. */
    if (match->rules.match_length > 0 && alea_match_away(match, ALEA_A) > 1 &&
        alea_match_away(match, ALEA_B) > 1)
        match->priv.crawford_done = false;
    if (match->phase != ALEA_MATCH_OPENING) match->games_begun++;
    begin_game(match);
    return ALEA_ACCEPTED;
}

static alea_refusal set_board(alea_match *match, const alea_event *event)
{
    if (match->phase == ALEA_MATCH_MATCH_OVER) return ALEA_REFUSED_WRONG_PHASE;
    if (!somebody(event->turn)) return ALEA_REFUSED_BAD_EVENT;
    int checkers = alea_setup_checkers(match->rules.setup);
    if (alea_board_check(&event->board, checkers, NULL) != ALEA_OK ||
        alea_board_checkers(&event->board, true) == 0 ||
        alea_board_checkers(&event->board, false) == 0)
        return ALEA_REFUSED_BAD_POSITION;
    match->board = event->board;
    match->contestable = false;
    match->has_result = false;
    memset(&match->result, 0, sizeof match->result);
    match->result.winner = ALEA_NOBODY;
    give_turn(match, event->turn);
    return ALEA_ACCEPTED;
}

static alea_refusal set_cube(alea_match *match, const alea_event *event)
{
    const alea_rules *rules = &match->rules;
    int limit = rules->cube_limit_log2, log2 = event->cube_log2;
    bool owned = event->cube_owner != ALEA_NOBODY;
    if (match->phase != ALEA_MATCH_OPENING && match->phase != ALEA_MATCH_TO_ROLL &&
        match->phase != ALEA_MATCH_TO_PLAY)
        return ALEA_REFUSED_WRONG_PHASE;
    if (owned && !somebody(event->cube_owner)) return ALEA_REFUSED_BAD_EVENT;
    /* A cube that was never turned has no owner. */
    if (log2 < 0 || log2 > ALEA_MAX_CUBE_LOG2 || (owned && log2 == 0))
        return ALEA_REFUSED_BAD_POSITION;
    if (log2 > 0 && !cube_in_use(rules)) return ALEA_REFUSED_CUBE_OFF;
    if (log2 > 0 && match->crawford_game) return ALEA_REFUSED_CRAWFORD_GAME;
    if (limit != ALEA_UNLIMITED && log2 > limit) return ALEA_REFUSED_CUBE_LIMIT;
    match->cube_log2 = log2;
    match->cube_owner = event->cube_owner;
    /* A cube with an owner was taken; a centred one above 1 comes from an automatic
     * double. */
    match->priv.cube_taken = owned;
    return ALEA_ACCEPTED;
}

static alea_refusal set_crawford(alea_match *match, const alea_event *event)
{
    bool could_be =
        match->rules.crawford && match->rules.match_length > 1 &&
        (alea_match_away(match, ALEA_A) == 1 || alea_match_away(match, ALEA_B) == 1);
    if (event->crawford_game && (!could_be || match->cube_log2 > 0))
        return ALEA_REFUSED_BAD_POSITION;
    if (match->has_result || (event->crawford_game && alea_match_offers(match) > 0))
        return ALEA_REFUSED_WRONG_PHASE;
    match->crawford_game = event->crawford_game;
    match->priv.crawford_done = could_be && !event->crawford_game;
    return ALEA_ACCEPTED;
}

/* Applies several settings together or none of them, by working on a copy. */
static alea_refusal apply_set(alea_match *match, const alea_event *event)
{
    static alea_refusal (*const setters[])(alea_match *, const alea_event *) = {
        set_score, set_board, set_cube, set_crawford};
    if (event->set == 0 || event->set >= 16) return ALEA_REFUSED_BAD_EVENT;
    alea_match next;
    memcpy(&next, match, sizeof next);
    for (unsigned i = 0; i < 4; i++) {
        if (!(event->set >> i & 1)) continue;
        alea_refusal refusal = setters[i](&next, event);
        if (refusal != ALEA_ACCEPTED) return refusal;
    }
    memcpy(match, &next, sizeof next);
    return ALEA_ACCEPTED;
}

static alea_refusal apply_cube(alea_match *match, const alea_event *event)
{
    alea_refusal refusal;
    if (event->type == ALEA_EVENT_DOUBLE)
        refusal = cube_check_double(match, event->by);
    else if (event->type == ALEA_EVENT_TAKE || event->type == ALEA_EVENT_DROP)
        refusal = cube_check_answer(match, event->by);
    else
        refusal = cube_check_beaver(match, event->by, event->type);
    if (refusal != ALEA_ACCEPTED) return refusal;
    if (event->type == ALEA_EVENT_DOUBLE)
        cube_double(match, event->by);
    else if (event->type == ALEA_EVENT_TAKE)
        cube_take(match);
    else if (event->type == ALEA_EVENT_DROP)
        cube_drop(match, event->by);
    else
        cube_beaver(match, event->by);
    return ALEA_ACCEPTED;
}

static alea_refusal apply(alea_match *match, const alea_event *event,
                          alea_event *settled, alea_play_error *play_error)
{
    if (play_error) *play_error = ALEA_PLAY_LEGAL;
    bool needs_player = event->type != ALEA_EVENT_OPENING &&
                        event->type != ALEA_EVENT_NEXT_GAME &&
                        event->type != ALEA_EVENT_SET;
    if (needs_player && !somebody(event->by)) return ALEA_REFUSED_BAD_EVENT;
    switch (event->type) {
    case ALEA_EVENT_OPENING: return apply_opening(match, event);
    case ALEA_EVENT_DOUBLE:
    case ALEA_EVENT_TAKE:
    case ALEA_EVENT_DROP:
    case ALEA_EVENT_BEAVER:
    case ALEA_EVENT_RACCOON: return apply_cube(match, event);
    case ALEA_EVENT_ROLL: return apply_roll(match, event);
    case ALEA_EVENT_PLAY: return apply_play(match, event, settled, play_error);
    case ALEA_EVENT_RESIGN: return apply_resign(match, event);
    case ALEA_EVENT_ACCEPT_RESIGN:
    case ALEA_EVENT_REJECT_RESIGN: return apply_resign_answer(match, event);
    case ALEA_EVENT_NEXT_GAME: return apply_next_game(match);
    case ALEA_EVENT_SET: return apply_set(match, event);
    case ALEA_EVENT_COCKED: return apply_cocked(match, event);
    case ALEA_EVENT_REQUIRE_LEGAL: return apply_require_legal(match, event);
    case ALEA_EVENT_SETTLE: return apply_settle(match, event);
    }
    return ALEA_REFUSED_BAD_EVENT;
}

alea_refusal alea_match_apply(alea_match *match, const alea_event *event,
                              alea_play_error *play_error)
{
    return apply(match, event, NULL, play_error);
}

alea_refusal alea_match_apply_settled(alea_match *match, alea_event *event,
                                      alea_play_error *play_error)
{
    return apply(match, event, event, play_error);
}

bool alea_event_decides(alea_event_type type)
{
    switch (type) {
    case ALEA_EVENT_DOUBLE:
    case ALEA_EVENT_TAKE:
    case ALEA_EVENT_DROP:
    case ALEA_EVENT_BEAVER:
    case ALEA_EVENT_RACCOON:
    case ALEA_EVENT_ROLL:
    case ALEA_EVENT_PLAY: return true;
    case ALEA_EVENT_OPENING:
    case ALEA_EVENT_RESIGN:
    case ALEA_EVENT_ACCEPT_RESIGN:
    case ALEA_EVENT_REJECT_RESIGN:
    case ALEA_EVENT_NEXT_GAME:
    case ALEA_EVENT_SET:
    case ALEA_EVENT_COCKED:
    case ALEA_EVENT_REQUIRE_LEGAL:
    case ALEA_EVENT_SETTLE: break;
    }
    return false;
}

alea_refusal alea_match_would(const alea_match *match, const alea_event *event)
{
    alea_match copy;
    memcpy(&copy, match, sizeof copy);
    return alea_match_apply(&copy, event, NULL);
}
