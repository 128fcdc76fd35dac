/* The state machine of a match. Handlers test everything before they change anything.
 *
 * A turn has parts: a throw, and what follows from it, each a PLAY of its own.
 * priv.again: the throw is not the first of this turn. named: the double was named
 * after 1-2. second: the complement of a double is played. cascade: a double that runs
 * on to 6-6; rest: what the opponent left of his; moved: a step of it was played.
 * entering: checkers were off the board at the throw. last_turn: the starter has
 * finished; this turn is the other player's last one. */
#include <alea/tables_match.h>

enum { MAX_CUBE_LOG2 = 20 };

static alea_tables_player other(alea_tables_player player)
{
    return player == ALEA_TABLES_A ? ALEA_TABLES_B : ALEA_TABLES_A;
}

const alea_tables_rules *alea_tables_match_rules(const alea_tables_match *match)
{
    return &match->series.game[match->in_series];
}

alea_tables_board alea_tables_match_board(const alea_tables_match *match,
                                          alea_tables_player by)
{
    return by == ALEA_TABLES_B ? alea_tables_swap(&match->board) : match->board;
}

bool alea_tables_match_first(const alea_tables_match *match)
{
    return match->turn != ALEA_TABLES_NOBODY && match->turns[match->turn] <= 1;
}

int alea_tables_match_resigned(const alea_tables_match *match)
{
    return match->phase == ALEA_TABLES_PHASE_RESIGN_OFFERED ? match->priv.resign_points
                                                            : 0;
}

int alea_tables_most_points(const alea_tables_rules *rules)
{
    switch (rules->score) {
    case ALEA_TABLES_SCORE_ONE: break;
    case ALEA_TABLES_SCORE_ONE_TWO: return 2;
    case ALEA_TABLES_SCORE_ONE_TWO_THREE: return 3;
    case ALEA_TABLES_SCORE_CHECKERS_LEFT: return alea_tables_men(rules);
    }
    return rules->mother || rules->close_out ? 2 : 1;
}

static void start_game(alea_tables_match *m)
{
    const alea_tables_rules *first = &m->series.game[0];
    const bool crawford_done = m->priv.crawford_done;
    const int last = first->match_target - 1;
    m->crawford_game = first->cube == ALEA_TABLES_CUBE_CRAWFORD && !crawford_done &&
                       (m->score[0] == last || m->score[1] == last);
    m->board = alea_tables_start(alea_tables_match_rules(m));
    m->phase = ALEA_TABLES_PHASE_OPENING;
    m->turn = m->to_act = m->starter = m->cube_owner = m->winner = ALEA_TABLES_NOBODY;
    m->dice = (alea_tables_dice){0};
    m->turns[0] = m->turns[1] = m->cube_log2 = m->points = 0;
    m->may_use = m->has_result = false;
    m->how = ALEA_TABLES_HOW_PLAYED;
    m->priv = (struct alea_tables_match_priv){.crawford_done =
                                                  crawford_done || m->crawford_game};
}

void alea_tables_match_start(alea_tables_match *match, const alea_tables_series *series)
{
    *match = (alea_tables_match){
        .series = *series, .game = 1, .match_winner = ALEA_TABLES_NOBODY};
    start_game(match);
}

/* NOBODY wins a draw. */
static void end_game(alea_tables_match *m, alea_tables_player winner, int points,
                     alea_tables_how how)
{
    const int target = m->series.game[0].match_target;
    m->has_result = true;
    m->winner = winner;
    m->how = how;
    m->points = winner == ALEA_TABLES_NOBODY ? points : points << m->cube_log2;
    for (int side = 0; side < 2; side++)
        if (winner == ALEA_TABLES_NOBODY || (int)winner == side)
            m->score[side] += m->points;
    m->turn = m->to_act = ALEA_TABLES_NOBODY;
    m->dice = (alea_tables_dice){0};
    m->may_use = false;
    m->phase = ALEA_TABLES_PHASE_GAME_OVER;
    /* Draws of one point each can bring both to the target: then somebody must lead. */
    if ((m->score[0] >= target || m->score[1] >= target) &&
        m->score[0] != m->score[1]) {
        m->phase = ALEA_TABLES_PHASE_MATCH_OVER;
        m->match_winner = m->score[0] > m->score[1] ? ALEA_TABLES_A : ALEA_TABLES_B;
    }
}

static void begin_turn(alea_tables_match *m, alea_tables_player player)
{
    m->turn = m->to_act = player;
    m->phase = ALEA_TABLES_PHASE_TO_ROLL;
    m->dice = (alea_tables_dice){0};
    m->priv.again = m->priv.named = m->priv.second = false;
    m->priv.cascade = m->priv.rest = m->priv.moved = m->priv.entering = false;
}

/* The men may stand otherwise for the player who begins. */
static void set_starter(alea_tables_match *m, alea_tables_player player)
{
    m->starter = player;
    if (player == ALEA_TABLES_B) m->board = alea_tables_swap(&m->board);
}

static bool is_double(alea_tables_dice dice)
{
    return dice.count == 2 && dice.die[0] == dice.die[1];
}

static void play_double(alea_tables_match *m, int die, int steps)
{
    m->phase = ALEA_TABLES_PHASE_TO_PLAY;
    m->dice = (alea_tables_dice){2, {(uint8_t)die, (uint8_t)die, 0}, (uint8_t)steps};
}

static void throw_dice(alea_tables_match *m, alea_tables_dice dice)
{
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    if (!m->priv.again) m->turns[m->turn]++;
    m->may_use = false;
    m->dice = dice;
    m->phase = ALEA_TABLES_PHASE_TO_PLAY;
    m->priv.named = m->priv.second = m->priv.moved = false;
    m->priv.entering = alea_tables_waiting(rules, &m->board, (int)m->turn);
    m->priv.cascade = is_double(dice) &&
                      rules->double_extra == ALEA_TABLES_EXTRA_CASCADE &&
                      m->turns[m->turn] > rules->plain_turns;
}

/* The same player throws again. */
static void throw_again(alea_tables_match *m)
{
    m->phase = ALEA_TABLES_PHASE_TO_ROLL;
    m->dice = (alea_tables_dice){0};
    m->priv.again = true;
}

static void end_turn(alea_tables_match *m)
{
    int points;
    if (!m->priv.last_turn) {
        begin_turn(m, other(m->turn));
        return;
    }
    const alea_tables_board board = alea_tables_match_board(m, m->starter);
    alea_tables_result(alea_tables_match_rules(m), &board, &points);
    end_game(m, m->starter, points, ALEA_TABLES_HOW_PLAYED);
}

/* After a part of a cascade: `left` of its steps were not played. */
static void after_cascade(alea_tables_match *m, int left)
{
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    const int die = m->dice.die[0];
    if (!left && die < 6) {
        play_double(m, die + 1, 0);
    } else if (m->priv.rest) {
        begin_turn(m, m->turn);
    } else if (left && !m->priv.last_turn &&
               (rules->unplayed == ALEA_TABLES_UNPLAYED_TO_OPPONENT ||
                (rules->unplayed == ALEA_TABLES_UNPLAYED_IF_MOVED && m->priv.moved))) {
        begin_turn(m, other(m->turn));
        play_double(m, die, left);
        m->priv.rest = true;
    } else if (!left && rules->throw_again) {
        throw_again(m);
    } else {
        end_turn(m);
    }
}

static void after_double(alea_tables_match *m, int left)
{
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    const bool entering =
        rules->double_extra == ALEA_TABLES_EXTRA_COMPLEMENT_ENTERED && m->priv.entering;
    const bool complement = rules->double_extra == ALEA_TABLES_EXTRA_COMPLEMENT ||
                            rules->double_extra == ALEA_TABLES_EXTRA_COMPLEMENT_ENTERED;
    if (!left && complement && !entering && !m->priv.second) {
        m->priv.second = true;
        play_double(m, 7 - m->dice.die[0], 0);
    } else if (!left && (m->priv.named || (rules->throw_again && !entering))) {
        throw_again(m);
    } else {
        end_turn(m);
    }
}

/* A throw that gives another, unless a checker is in the trap or came from there. */
static bool throws_on(const alea_tables_match *m, const alea_tables_move *move,
                      int moves)
{
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    if (!(rules->again_on >> m->dice.die[0] & 1)) return false;
    return !rules->trap || (!m->board.count[m->turn][rules->trap] &&
                            !(moves && move[0].from == rules->trap));
}

/* Decides what follows after a part of the turn. */
static void after_play(alea_tables_match *m, const alea_tables_move *move, int moves)
{
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    const alea_tables_dice dice = m->dice;
    if (is_double(dice)) {
        const int left = (dice.steps ? dice.steps : rules->double_steps) - moves;
        m->priv.moved |= moves > 0;
        if (m->priv.cascade || m->priv.rest)
            after_cascade(m, left);
        else
            after_double(m, left);
    } else if (rules->acey && moves == 2 && dice.die[0] + dice.die[1] == 3) {
        m->phase = ALEA_TABLES_PHASE_TO_NAME;
        m->dice = (alea_tables_dice){0};
    } else if ((moves && rules->again >> move[moves - 1].to & 1) ||
               throws_on(m, move, moves)) {
        throw_again(m);
    } else {
        end_turn(m);
    }
}

/* Ends the game if the play has ended it. */
static bool ended(alea_tables_match *m)
{
    int points;
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    const alea_tables_board board = alea_tables_match_board(m, m->turn);
    const bool all_off = board.count[0][ALEA_TABLES_OFF] == alea_tables_men(rules);
    if (m->priv.last_turn) {
        if (all_off)
            end_game(m, ALEA_TABLES_NOBODY,
                     rules->draw_value == ALEA_TABLES_DRAW_ONE_EACH,
                     ALEA_TABLES_HOW_PLAYED);
        return all_off;
    }
    switch (alea_tables_result(rules, &board, &points)) {
    case ALEA_TABLES_PLAYING: return false;
    case ALEA_TABLES_DRAWN:
        end_game(m, ALEA_TABLES_NOBODY, points, ALEA_TABLES_HOW_PLAYED);
        return true;
    case ALEA_TABLES_OTHER_WON:
        end_game(m, other(m->turn), points, ALEA_TABLES_HOW_PLAYED);
        return true;
    case ALEA_TABLES_MOVER_WON: break;
    }
    if (rules->last_turn && m->turn == m->starter) {
        begin_turn(m, other(m->turn));
        m->priv.last_turn = true;
    } else {
        end_game(m, m->turn, points, ALEA_TABLES_HOW_PLAYED);
    }
    return true;
}

static alea_tables_refusal apply_play(alea_tables_match *m,
                                      const alea_tables_event *event,
                                      alea_tables_turns *turns,
                                      alea_tables_fault *fault)
{
    int index;
    const alea_tables_board board = alea_tables_match_board(m, m->turn);
    if (event->moves > ALEA_TABLES_MAX_STEPS) return ALEA_TABLES_REFUSED_BAD_EVENT;
    *fault = alea_tables_judge(alea_tables_match_rules(m), &board, m->dice,
                               alea_tables_match_first(m), event->move, event->moves,
                               turns, &index);
    if (*fault) return ALEA_TABLES_REFUSED_ILLEGAL_PLAY;
    m->board = alea_tables_turns_board(turns, index);
    if (m->turn == ALEA_TABLES_B) m->board = alea_tables_swap(&m->board);
    if (!ended(m)) after_play(m, event->move, event->moves);
    return ALEA_TABLES_ACCEPTED;
}

static bool are_dice(const alea_tables_rules *rules, const uint8_t *die, int count)
{
    for (int d = 0; d < count; d++)
        if (!alea_tables_is_die(rules, die[d])) return false;
    return true;
}

static alea_tables_refusal apply_opening(alea_tables_match *m,
                                         const alea_tables_event *event)
{
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    const uint8_t *die = event->die;
    if (!are_dice(rules, die, 2)) return ALEA_TABLES_REFUSED_BAD_DICE;
    if (die[0] == die[1]) return ALEA_TABLES_ACCEPTED;
    set_starter(m, die[0] > die[1] ? ALEA_TABLES_A : ALEA_TABLES_B);
    begin_turn(m, m->starter);
    m->priv.opening[0] = die[0];
    m->priv.opening[1] = die[1];
    m->may_use = rules->opening == ALEA_TABLES_OPENING_CHOICE;
    if (rules->opening == ALEA_TABLES_OPENING_USE)
        throw_dice(m, (alea_tables_dice){2, {die[0], die[1], 0}, 0});
    return ALEA_TABLES_ACCEPTED;
}

static alea_tables_refusal apply_roll(alea_tables_match *m,
                                      const alea_tables_event *event)
{
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    alea_tables_dice dice = {(uint8_t)rules->dice, {0}, 0};
    if (!are_dice(rules, event->die, rules->dice)) return ALEA_TABLES_REFUSED_BAD_DICE;
    for (int d = 0; d < rules->dice; d++) dice.die[d] = event->die[d];
    throw_dice(m, dice);
    return ALEA_TABLES_ACCEPTED;
}

static bool can_play_double(const alea_tables_match *m, int die,
                            alea_tables_turns *turns)
{
    alea_tables_move unused[ALEA_TABLES_MAX_STEPS];
    const alea_tables_board board = alea_tables_match_board(m, m->turn);
    const alea_tables_dice dice = {2, {(uint8_t)die, (uint8_t)die, 0}, 0};
    alea_tables_turns_list(alea_tables_match_rules(m), &board, dice,
                           alea_tables_match_first(m), turns);
    return alea_tables_turns_moves(turns, 0, unused) > 0;
}

static alea_tables_refusal apply_name(alea_tables_match *m,
                                      const alea_tables_event *event,
                                      alea_tables_turns *turns)
{
    const int die = event->die[0];
    if (die < 1 || die > 6) return ALEA_TABLES_REFUSED_BAD_DICE;
    if (alea_tables_match_rules(m)->acey_playable && !can_play_double(m, die, turns))
        for (int d = 1; d <= 6; d++)
            if (can_play_double(m, d, turns)) return ALEA_TABLES_REFUSED_NOT_PLAYABLE;
    play_double(m, die, 0);
    m->priv.named = true;
    m->priv.second = false;
    m->priv.entering = m->board.count[m->turn][ALEA_TABLES_BAR];
    return ALEA_TABLES_ACCEPTED;
}

static alea_tables_refusal double_refusal(const alea_tables_match *m)
{
    if (!m->series.game[0].cube) return ALEA_TABLES_REFUSED_CUBE_OFF;
    if (m->crawford_game) return ALEA_TABLES_REFUSED_CRAWFORD_GAME;
    if (m->cube_log2 >= MAX_CUBE_LOG2 ||
        (m->cube_owner != ALEA_TABLES_NOBODY && m->cube_owner != m->turn))
        return ALEA_TABLES_REFUSED_CUBE_NOT_AVAILABLE;
    /* Only before the first throw of a turn. */
    if (m->priv.again || m->may_use) return ALEA_TABLES_REFUSED_WRONG_PHASE;
    return ALEA_TABLES_ACCEPTED;
}

bool alea_tables_match_may_double(const alea_tables_match *match, alea_tables_player by)
{
    return match->phase == ALEA_TABLES_PHASE_TO_ROLL && match->turn == by &&
           double_refusal(match) == ALEA_TABLES_ACCEPTED;
}

static alea_tables_refusal apply_double(alea_tables_match *m)
{
    alea_tables_refusal refusal = double_refusal(m);
    if (refusal) return refusal;
    m->phase = ALEA_TABLES_PHASE_DOUBLE_OFFERED;
    m->to_act = other(m->turn);
    return ALEA_TABLES_ACCEPTED;
}

static alea_tables_refusal apply_resign(alea_tables_match *m,
                                        const alea_tables_event *event)
{
    if (event->points < 1 ||
        event->points > alea_tables_most_points(alea_tables_match_rules(m)))
        return ALEA_TABLES_REFUSED_BAD_POINTS;
    m->priv.resume = m->phase;
    m->priv.resign_points = event->points;
    m->phase = ALEA_TABLES_PHASE_RESIGN_OFFERED;
    m->to_act = other(event->by);
    return ALEA_TABLES_ACCEPTED;
}

/* The offer on the table is answered. */
static void apply_answer(alea_tables_match *m, alea_tables_event_type type)
{
    const alea_tables_player by = m->to_act;
    m->to_act = m->turn;
    if (type == ALEA_TABLES_EVENT_TAKE) {
        m->cube_log2++;
        m->cube_owner = by;
        m->phase = ALEA_TABLES_PHASE_TO_ROLL;
    } else if (type == ALEA_TABLES_EVENT_REJECT) {
        m->phase = m->priv.resume;
    } else if (type == ALEA_TABLES_EVENT_ACCEPT) {
        end_game(m, by, m->priv.resign_points, ALEA_TABLES_HOW_RESIGN);
    } else {
        end_game(m, m->turn, 1, ALEA_TABLES_HOW_DROP);
    }
}

static void apply_next(alea_tables_match *m)
{
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    const bool drawn = m->winner == ALEA_TABLES_NOBODY;
    alea_tables_player starter = ALEA_TABLES_NOBODY;
    if (drawn) {
        if (rules->after_draw == ALEA_TABLES_AFTER_DRAW_SAME_STARTER)
            starter = m->starter;
    } else {
        switch (rules->next_starter) {
        case ALEA_TABLES_NEXT_WINNER: starter = m->winner; break;
        case ALEA_TABLES_NEXT_LOSER: starter = other(m->winner); break;
        case ALEA_TABLES_NEXT_ALTERNATE: starter = other(m->starter); break;
        case ALEA_TABLES_NEXT_ROLL_OFF: break;
        }
    }
    if (!drawn || rules->draw_replay == ALEA_TABLES_REPLAY_NEXT)
        m->in_series = (m->in_series + 1) % m->series.games;
    m->game++;
    start_game(m);
    if (starter == ALEA_TABLES_NOBODY) return;
    set_starter(m, starter);
    begin_turn(m, starter);
}

/* The phases in which an event may come, one bit each. */
static unsigned phases_of(alea_tables_event_type type)
{
    static const unsigned phases[] = {
        [ALEA_TABLES_EVENT_OPENING] = 1 << ALEA_TABLES_PHASE_OPENING,
        [ALEA_TABLES_EVENT_ROLL] = 1 << ALEA_TABLES_PHASE_TO_ROLL,
        [ALEA_TABLES_EVENT_USE] = 1 << ALEA_TABLES_PHASE_TO_ROLL,
        [ALEA_TABLES_EVENT_NAME] = 1 << ALEA_TABLES_PHASE_TO_NAME,
        [ALEA_TABLES_EVENT_PLAY] = 1 << ALEA_TABLES_PHASE_TO_PLAY,
        [ALEA_TABLES_EVENT_DOUBLE] = 1 << ALEA_TABLES_PHASE_TO_ROLL,
        [ALEA_TABLES_EVENT_TAKE] = 1 << ALEA_TABLES_PHASE_DOUBLE_OFFERED,
        [ALEA_TABLES_EVENT_DROP] = 1 << ALEA_TABLES_PHASE_DOUBLE_OFFERED,
        [ALEA_TABLES_EVENT_RESIGN] = 1 << ALEA_TABLES_PHASE_TO_ROLL |
                                     1 << ALEA_TABLES_PHASE_TO_NAME |
                                     1 << ALEA_TABLES_PHASE_TO_PLAY,
        [ALEA_TABLES_EVENT_ACCEPT] = 1 << ALEA_TABLES_PHASE_RESIGN_OFFERED,
        [ALEA_TABLES_EVENT_REJECT] = 1 << ALEA_TABLES_PHASE_RESIGN_OFFERED,
        [ALEA_TABLES_EVENT_NEXT] = 1 << ALEA_TABLES_PHASE_GAME_OVER};
    return phases[type];
}

static alea_tables_refusal check_event(const alea_tables_match *m,
                                       const alea_tables_event *event)
{
    const bool theirs = event->type != ALEA_TABLES_EVENT_OPENING &&
                        event->type != ALEA_TABLES_EVENT_NEXT;
    if ((unsigned)event->type > ALEA_TABLES_EVENT_NEXT)
        return ALEA_TABLES_REFUSED_BAD_EVENT;
    if (theirs && event->by != ALEA_TABLES_A && event->by != ALEA_TABLES_B)
        return ALEA_TABLES_REFUSED_BAD_EVENT;
    if (!(phases_of(event->type) >> m->phase & 1))
        return ALEA_TABLES_REFUSED_WRONG_PHASE;
    if (theirs && event->type != ALEA_TABLES_EVENT_RESIGN && event->by != m->to_act)
        return ALEA_TABLES_REFUSED_NOT_YOUR_TURN;
    return ALEA_TABLES_ACCEPTED;
}

alea_tables_refusal alea_tables_match_apply(alea_tables_match *match,
                                            const alea_tables_event *event,
                                            alea_tables_turns *turns,
                                            alea_tables_fault *fault)
{
    alea_tables_fault unused;
    alea_tables_refusal refusal = check_event(match, event);
    if (!fault) fault = &unused;
    *fault = ALEA_TABLES_LEGAL;
    if (refusal) return refusal;
    switch (event->type) {
    case ALEA_TABLES_EVENT_OPENING: return apply_opening(match, event);
    case ALEA_TABLES_EVENT_ROLL: return apply_roll(match, event);
    case ALEA_TABLES_EVENT_NAME: return apply_name(match, event, turns);
    case ALEA_TABLES_EVENT_PLAY: return apply_play(match, event, turns, fault);
    case ALEA_TABLES_EVENT_DOUBLE: return apply_double(match);
    case ALEA_TABLES_EVENT_RESIGN: return apply_resign(match, event);
    case ALEA_TABLES_EVENT_USE:
        if (!match->may_use) return ALEA_TABLES_REFUSED_WRONG_PHASE;
        throw_dice(match,
                   (alea_tables_dice){
                       2, {match->priv.opening[0], match->priv.opening[1], 0}, 0});
        break;
    case ALEA_TABLES_EVENT_TAKE:
    case ALEA_TABLES_EVENT_DROP:
    case ALEA_TABLES_EVENT_ACCEPT:
    case ALEA_TABLES_EVENT_REJECT: apply_answer(match, event->type); break;
    case ALEA_TABLES_EVENT_NEXT: apply_next(match); break;
    }
    return ALEA_TABLES_ACCEPTED;
}
