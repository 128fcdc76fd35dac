/* What a finished game is worth, and the score.
 *
 * Order: class by the definitions -> Jacoby -> times the cube -> score -> end of the
 * match.
 *
 * The three ways to keep the score are one match seen three ways. Where the winner
 * gains, a score of N ends a match to N. Where "the winner doesn't gain points, but the
 * loser loses points" (rulebook 001) a player has won what the opponent has lost, so
 * the match ends when somebody has lost N, and the other one has won it. Where both are
 * booked the two scores are one number, how far somebody leads, and a lead of N ends
 * the match. */
#include "result.h"

int alea_match_away(const alea_match *match, alea_player player)
{
    int length = match->rules.match_length;
    if (length == 0) return 0;
    if (match->rules.score_keeping == ALEA_SCORE_LOSER_PAYS)
        return length + match->score[alea_opponent(player)];
    return length - match->score[player];
}

int alea_match_points(const alea_match *match, alea_player player)
{
    alea_player other = alea_opponent(player);
    if (match->rules.score_keeping == ALEA_SCORE_LOSER_PAYS)
        return -match->score[other];
    if (match->rules.score_keeping == ALEA_SCORE_BOTH && match->score[player] < 0)
        return 0;
    return match->score[player];
}

void alea_score_of_points(const alea_rules *rules, const int points[2], int score[2])
{
    for (int i = 0; i < 2; i++) {
        if (rules->score_keeping == ALEA_SCORE_WINNER_GAINS)
            score[i] = points[i];
        else if (rules->score_keeping == ALEA_SCORE_LOSER_PAYS)
            score[i] = -points[1 - i];
        else
            score[i] = points[i] - points[1 - i];
    }
}

bool score_possible(const alea_rules *rules, const int score[2])
{
    for (int i = 0; i < 2; i++) {
        int least = -ALEA_MAX_SCORE, most = ALEA_MAX_SCORE,
            length = rules->match_length;
        if (rules->score_keeping == ALEA_SCORE_WINNER_GAINS) least = 0;
        if (rules->score_keeping == ALEA_SCORE_LOSER_PAYS) {
            most = 0;
            if (length) least = 1 - length;
        } else if (length) {
            most = length - 1;
        }
        if (score[i] < least || score[i] > most) return false;
    }
    return true;
}

static int count_range(const alea_board *board, int from, int to)
{
    int sum = 0;
    for (int point = from; point <= to; point++)
        if (board->point[point] > 0) sum += board->point[point];
    return sum;
}

static bool is_backgammon(alea_backgammon_def def, bool none_off, bool on_bar,
                          bool in_winner_home)
{
    switch (def) {
    case ALEA_BACKGAMMON_NONE_OFF_AND_BAR_OR_WINNER_HOME:
        return none_off && (on_bar || in_winner_home);
    case ALEA_BACKGAMMON_BAR_OR_WINNER_HOME: return on_bar || in_winner_home;
    case ALEA_BACKGAMMON_WINNER_HOME: return in_winner_home;
    case ALEA_BACKGAMMON_NONE_OFF_AND_BAR: return none_off && on_bar;
    case ALEA_BACKGAMMON_NEVER: break;
    }
    return false;
}

int alea_win_class(const alea_rules *rules, const alea_board *loser)
{
    bool none_off =
        alea_board_checkers(loser, true) >= alea_setup_checkers(rules->setup);
    bool on_bar = loser->point[ALEA_BAR] > 0;
    bool in_winner_home = count_range(loser, 19, 24) > 0;
    bool outside_home = count_range(loser, 7, ALEA_BAR) > 0;
    if (is_backgammon(rules->backgammon_def, none_off, on_bar, in_winner_home))
        return 3;
    switch (rules->gammon_def) {
    case ALEA_GAMMON_NONE_OFF: return none_off ? 2 : 1;
    case ALEA_GAMMON_NONE_OFF_OR_OUTSIDE_HOME: return none_off || outside_home ? 2 : 1;
    case ALEA_GAMMON_NEVER: break;
    }
    return 1;
}

bool alea_match_gammons_count(const alea_match *match)
{
    const alea_rules *rules = &match->rules;
    if (!rules->jacoby) return true;
    /* An automatic double raises the stakes without a take. */
    return match->priv.cube_taken ||
           (rules->jacoby_activation == ALEA_JACOBY_STAKES_RAISED &&
            match->cube_log2 > 0);
}

static void add_score(alea_match *match, alea_player player, int points)
{
    int score = match->score[player] + points;
    if (score > ALEA_MAX_SCORE) score = ALEA_MAX_SCORE;
    if (score < -ALEA_MAX_SCORE) score = -ALEA_MAX_SCORE;
    match->score[player] = score;
}

/* Adds the points of match->result to the score and ends the game. */
static void close_game(alea_match *match, bool wins_match)
{
    alea_result *result = &match->result;
    alea_player winner = result->winner;
    match->has_result = true;

    match->priv.score_before[0] = match->score[0];
    match->priv.score_before[1] = match->score[1];
    if (match->rules.score_keeping != ALEA_SCORE_LOSER_PAYS)
        add_score(match, winner, result->points);
    if (match->rules.score_keeping != ALEA_SCORE_WINNER_GAINS)
        add_score(match, alea_opponent(winner), -result->points);

    if (match->crawford_game) match->priv.crawford_done = true;
    bool over = match->rules.match_length > 0 &&
                (wins_match || alea_match_away(match, winner) <= 0);
    match->phase = over ? ALEA_MATCH_MATCH_OVER : ALEA_MATCH_GAME_OVER;
    if (over) match->match_winner = winner;
    match->turn = match->to_act = ALEA_NOBODY;
    match->roll.die[0] = match->roll.die[1] = 0;
    match->contestable = false;
}

void game_end(alea_match *match, alea_player winner, int win_class, alea_how how)
{
    alea_result *result = &match->result;
    result->winner = winner;
    result->win_class = win_class;
    result->counted_class = alea_match_gammons_count(match) ? win_class : 1;
    result->points = result->counted_class << match->cube_log2;
    result->how = how;
    close_game(match, false);
}

void game_settle(alea_match *match, alea_player winner, int points, bool wins_match)
{
    alea_result *result = &match->result;
    int win_class = points >> match->cube_log2;
    result->winner = winner;
    result->win_class = result->counted_class = win_class < 1   ? 1
                                                : win_class > 3 ? 3
                                                                : win_class;
    result->points = points;
    result->how = ALEA_HOW_SETTLED;
    close_game(match, wins_match);
}
