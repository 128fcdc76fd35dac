#include "state.h"

#include "clock.h"

#include <alea/notation.h>

#include <stdio.h>
#include <string.h>

/* ---- the part for all ---- */

static const char *stage_name(const game *g)
{
    static const char *const names[] = {[STAGE_WAITING] = "waiting",
                                        [STAGE_PLAYING] = "playing",
                                        [STAGE_OVER] = "over",
                                        [STAGE_UPLOADED] = "over"};
    return names[g->stage];
}

static void write_players(json_out *o, const game *g)
{
    static const char *const kinds[] = {
        [SEAT_FREE] = "free", [SEAT_PERSON] = "person", [SEAT_MACHINE] = "machine"};
    out_key(o, "players");
    out_open(o, '[');
    for (int i = 0; i < 2; i++) {
        const game_seat *s = &g->seat[i];
        out_open(o, '{');
        out_key_string(o, "name", s->name);
        out_key_string(o, "kind", kinds[s->kind]);
        if (s->kind == SEAT_MACHINE)
            out_key_string(o, "level", alea_level_get(s->level)->name);
        out_key_bool(o, "online", s->kind == SEAT_MACHINE || s->online);
        out_key_string_or_null(o, "user", s->user);
        out_key_bool(o, "guest", s->guest);
        out_key_bool(o, "ready", s->ready);
        out_close(o, '}');
    }
    out_close(o, ']');
}

static void write_board(json_out *o, const alea_match *m)
{
    const int checkers = alea_setup_checkers(m->rules.setup);
    out_key(o, "board");
    out_open(o, '[');
    for (int i = 0; i < 26; i++) out_int(o, m->board.point[i]);
    out_close(o, ']');
    out_key_pair(o, "off", checkers - alea_board_checkers(&m->board, true),
                 checkers - alea_board_checkers(&m->board, false));
    out_key_pair(o, "pips", alea_board_pips(&m->board, true),
                 alea_board_pips(&m->board, false));
}

static void write_turn(json_out *o, const game *g)
{
    const alea_match *m = &g->record.now;
    const bool is_running = game_to_act(g) >= 0;
    out_key_seat(o, "turn", is_running ? (int)m->turn : -1);
    out_key_seat(o, "to_act", is_running ? (int)m->to_act : -1);
    if (m->roll.die[0]) {
        out_key_pair(o, "dice", m->roll.die[0], m->roll.die[1]);
    } else {
        out_key(o, "dice");
        out_null(o);
    }
    out_key_bool(o, "contestable", m->contestable);
}

static bool is_cube_in_play(const alea_match *m)
{
    return m->rules.cube && m->rules.match_length != 1 && !m->crawford_game;
}

static void write_cube(json_out *o, const alea_match *m)
{
    const bool pending =
        m->phase == ALEA_MATCH_DOUBLE_OFFERED || m->phase == ALEA_MATCH_BEAVER_OFFERED;
    out_key(o, "cube");
    out_open(o, '{');
    out_key_int(o, "value", alea_match_cube(m));
    out_key_seat(o, "owner", m->cube_owner);
    out_key(o, "offered");
    if (pending)
        out_int(o, 2 * (int64_t)alea_match_cube(m));
    else
        out_null(o);
    out_key_bool(o, "in_play", is_cube_in_play(m));
    out_close(o, '}');
}

static void write_match_offer(json_out *o, const alea_match *m)
{
    const int offers = alea_match_offers(m), level = alea_match_resign_class(m);
    const int counted = alea_match_gammons_count(m) ? level : 1;
    const char *kind = offers == 1       ? "double"
                       : offers == 0     ? "resign"
                       : offers % 2 == 0 ? "beaver"
                                         : "raccoon";
    out_open(o, '{');
    out_key_string(o, "kind", kind);
    out_key_int(o, "by", (int)alea_opponent(m->to_act));
    if (offers) {
        out_key_int(o, "take_stake", 2 * (int64_t)alea_match_cube(m));
        out_key_int(o, "drop_stake", alea_match_cube(m));
    } else {
        out_key_int(o, "level", level);
        out_key_int(o, "points", (int64_t)counted * alea_match_cube(m));
    }
    out_close(o, '}');
}

static void write_offer(json_out *o, const game *g)
{
    const alea_match *m = &g->record.now;
    const int asks = g->takeback_by >= 0 ? g->takeback_by : g->rematch_by;
    out_key(o, "offer");
    if (asks >= 0) {
        out_open(o, '{');
        out_key_string(o, "kind", g->takeback_by >= 0 ? "takeback" : "rematch");
        out_key_int(o, "by", asks);
        out_close(o, '}');
    } else if (g->stage == STAGE_PLAYING &&
               (alea_match_offers(m) || alea_match_resign_class(m))) {
        write_match_offer(o, m);
    } else {
        out_null(o);
    }
}

static void write_score(json_out *o, const game *g)
{
    const alea_match *m = &g->record.now;
    int score[2] = {m->score[0], m->score[1]};
    if (g->ended != ENDED_NOT && g->winner >= 0 && g->ended_points) {
        if (m->rules.score_keeping != ALEA_SCORE_LOSER_PAYS)
            score[g->winner] += g->ended_points;
        if (m->rules.score_keeping != ALEA_SCORE_WINNER_GAINS)
            score[1 - g->winner] -= g->ended_points;
    }
    const int away[2] = {alea_match_away(m, ALEA_A), alea_match_away(m, ALEA_B)};
    const bool one_away = m->rules.match_length > 1 && (away[0] == 1 || away[1] == 1);
    out_key_pair(o, "score", score[0], score[1]);
    out_key_pair(o, "away", away[0], away[1]);
    out_key_int(o, "game", m->game);
    out_key_bool(o, "crawford", m->crawford_game);
    out_key_bool(o, "post_crawford",
                 m->rules.crawford && one_away && !m->crawford_game);
}

static void write_result(json_out *o, const game *g)
{
    static const char *const how[] = {[ALEA_HOW_BEAROFF] = "bearoff",
                                      [ALEA_HOW_DROP] = "drop",
                                      [ALEA_HOW_RESIGN] = "resign",
                                      [ALEA_HOW_SETTLED] = "settled"};
    const alea_match *m = &g->record.now;
    int winner = m->match_winner;
    out_key(o, "result");
    if (g->ended != ENDED_NOT) {
        winner = g->winner;
        out_open(o, '{');
        out_key_seat(o, "winner", winner);
        out_key_int(o, "level", 1);
        out_key_int(o, "points", g->ended_points);
        out_key_string(o, "how", g->ended == ENDED_TIMEOUT ? "timeout" : "aborted");
        out_close(o, '}');
    } else if (m->has_result) {
        out_open(o, '{');
        out_key_int(o, "winner", (int)m->result.winner);
        out_key_int(o, "level", m->result.counted_class);
        out_key_int(o, "points", m->result.points);
        out_key_string(o, "how", how[m->result.how]);
        out_close(o, '}');
    } else {
        out_null(o);
    }
    out_key_seat(o, "winner", winner);
}

static void write_last(json_out *o, const last_play *last)
{
    out_key(o, "last_play");
    if (!last->is_there) {
        out_null(o);
        return;
    }
    out_open(o, '{');
    out_key_int(o, "by", (int)last->by);
    out_key_pair(o, "dice", last->roll.die[0], last->roll.die[1]);
    out_key(o, "moves");
    out_open(o, '[');
    for (int i = 0; i < last->count; i++) {
        out_open(o, '[');
        out_int(o, last->move[i].from);
        out_int(o, last->move[i].to);
        out_bool(o, last->move[i].hit);
        out_close(o, ']');
    }
    out_close(o, ']');
    out_key_string(o, "text", last->text);
    out_close(o, '}');
}

static void write_days(json_out *o, const game *g, int64_t time)
{
    const int runs = g->running;
    const int64_t left = runs >= 0 ? clock_days_left(g, time) : 0;
    int64_t reserve[2] = {g->seat[0].reserve_ms, g->seat[1].reserve_ms};
    const int64_t of_turn = runs >= 0 ? left - reserve[runs] : 0;
    if (runs >= 0 && of_turn < 0) reserve[runs] = left > 0 ? left : 0;
    out_open(o, '{');
    out_key_string(o, "kind", "days");
    out_key_int(o, "step_ms", g->plan.step_ms);
    out_key_pair(o, "reserve_ms", reserve[0], reserve[1]);
    out_key_seat(o, "running", runs);
    out_key_int(o, "turn_ms", of_turn > 0 ? of_turn : 0);
    out_key(o, "vacation");
    out_open(o, '[');
    for (int i = 0; i < 2; i++)
        if (g->seat[i].vacation_until > time)
            out_int(o, g->seat[i].vacation_until);
        else
            out_null(o);
    out_close(o, ']');
    out_close(o, '}');
}

void state_write_clock(json_out *o, const game *g, int64_t time)
{
    out_key(o, "clock");
    if (g->plan.clock == CLOCK_NONE) {
        out_null(o);
    } else if (game_is_by_days(g)) {
        write_days(o, g, time);
    } else {
        out_open(o, '{');
        out_key_string(o, "kind", g->plan.clock == CLOCK_DELAY ? "delay" : "fischer");
        out_key_int(o, "step_ms", g->plan.step_ms);
        out_key_pair(o, "reserve_ms", g->seat[0].reserve_ms, g->seat[1].reserve_ms);
        out_key_seat(o, "running", g->running);
        out_key_int(o, "turn_ms", g->running >= 0 ? g->turn_left_ms : 0);
        out_close(o, '}');
    }
    out_key_pair(o, "away_budget_ms", g->seat[0].budget_ms, g->seat[1].budget_ms);
}

static void write_seal(json_out *o, const game *g)
{
    char seed[DICE_SEED_HEX];
    out_key(o, "dice_seal");
    out_open(o, '{');
    out_key_string(o, "commitment", g->commitment);
    out_key_string(o, "game", g->secret.game_id);
    out_key(o, "words");
    out_open(o, '[');
    for (int i = 0; i < 2; i++)
        if (g->seat[i].contributed)
            out_string(o, g->seat[i].entropy);
        else
            out_null(o);
    out_close(o, ']');
    out_key(o, "committed");
    out_open(o, '[');
    for (int i = 0; i < 2; i++)
        if (*g->seat[i].committed)
            out_string(o, g->seat[i].committed);
        else
            out_null(o);
    out_close(o, ']');
    if (*g->signature) {
        out_key_int(o, "time", g->created);
        out_key_string(o, "key", g->signer);
        out_key_string(o, "signature", g->signature);
    }
    if (g->opened) dice_secret_hex(&g->secret, seed);
    out_key_string_or_null(o, "seed", g->opened ? seed : NULL);
    out_close(o, '}');
}

static void write_ids(json_out *o, const alea_match *m)
{
    alea_position position;
    char text[ALEA_XGID_SIZE], id[ALEA_POSITION_ID_SIZE], match[ALEA_MATCH_ID_SIZE];
    alea_position_of_match(m, &position);
    bool written = alea_xgid_write(&position, text) == ALEA_OK;
    out_key_string_or_null(o, "id_xgid", written ? text : NULL);
    written = alea_gnubg_id_write(&position, id, match) == ALEA_OK;
    if (written) snprintf(text, sizeof text, "%s:%s", id, match);
    out_key_string_or_null(o, "id_gnubg", written ? text : NULL);
}

void state_begin(json_out *o, const game *g, int64_t time)
{
    static const char *const opponents[] = {[OPPONENT_MACHINE] = "machine",
                                            [OPPONENT_LINK] = "link",
                                            [OPPONENT_OPEN] = "open"};
    const alea_match *m = &g->record.now;
    const char *preset = alea_preset_name(m->rules.preset);
    out_open(o, '{');
    out_key_string(o, "id", g->id);
    out_key_int(o, "seq", g->seq);
    out_key_int(o, "time", time);
    out_key_string(o, "preset", preset ? preset : "");
    out_key_string(o, "title", alea_preset_title(m->rules.preset));
    out_key_int(o, "match_length", m->rules.match_length);
    write_players(o, g);
    out_key_bool(o, "rated", g->plan.rated);
    out_key_string(o, "pool", game_pool(g));
    out_key_int(o, "delay_s", g->plan.delay_s);
    out_key(o, "counts");
    if (g->plan.rated && g->counts != COUNTS_UNKNOWN)
        out_bool(o, g->counts == COUNTS_YES);
    else
        out_null(o);
    out_key_bool(o, "tutor", g->plan.tutor);
    out_key_string(o, "opponent", opponents[g->plan.opponent]);
    out_key_string(o, "stage", stage_name(g));
    out_key_string(o, "phase", alea_match_phase_name(m->phase));
    write_board(o, m);
    write_turn(o, g);
    write_cube(o, m);
    write_offer(o, g);
    write_score(o, g);
    write_result(o, g);
    write_last(o, &g->last);
    state_write_clock(o, g, time);
    write_seal(o, g);
    write_ids(o, m);
    out_key_string_or_null(o, "next", g->next);
}

void state_write_card(json_out *o, const game *g)
{
    const alea_match *m = &g->record.now;
    out_open(o, '{');
    out_key_string(o, "phase", alea_match_phase_name(m->phase));
    write_board(o, m);
    write_turn(o, g);
    write_cube(o, m);
    write_score(o, g);
    write_last(o, &g->last);
    out_close(o, '}');
}

/* ---- the part for one seat ---- */

static void write_no_double(json_out *o, const game *g, int seat)
{
    const alea_match *m = &g->record.now;
    const alea_event event = {.type = ALEA_EVENT_DOUBLE, .by = (alea_player)seat};
    out_key(o, "no_double");
    const bool is_my_roll =
        seat >= 0 && game_to_act(g) == seat && m->phase == ALEA_MATCH_TO_ROLL;
    const alea_refusal refusal =
        is_my_roll ? alea_match_would(m, &event) : ALEA_ACCEPTED;
    if (refusal == ALEA_ACCEPTED) {
        out_null(o);
        return;
    }
    out_open(o, '{');
    out_key_string(o, "code", alea_refusal_code(refusal));
    out_key_string(o, "text", alea_refusal_text(refusal));
    out_close(o, '}');
}

static void write_one_ahead(json_out *o, const char *key, game_answer_ahead said,
                            const char *yes, const char *no)
{
    out_key(o, key);
    if (said == AHEAD_NONE)
        out_null(o);
    else
        out_string(o, said == AHEAD_YES ? yes : no);
}

/* Of the seat's own player alone. */
static void write_ahead(json_out *o, const game *g, int seat)
{
    game_condition said = {AHEAD_NONE, AHEAD_NONE, 0, 0};
    if (seat >= 0) said = game_ahead(g, seat);
    out_key(o, "ahead");
    if (said.to_double == AHEAD_NONE && said.to_resign == AHEAD_NONE) {
        out_null(o);
        return;
    }
    out_open(o, '{');
    write_one_ahead(o, "double", said.to_double, "take", "drop");
    write_one_ahead(o, "resign", said.to_resign, "accept", "reject");
    out_close(o, '}');
}

static void state_write_tree(json_out *o, const alea_play_tree *tree)
{
    out_open(o, '{');
    out_key(o, "nodes");
    out_open(o, '[');
    for (int i = 0; i < tree->nodes; i++) {
        const alea_tree_node *n = &tree->node[i];
        out_open(o, '{');
        out_key(o, "moves");
        out_open(o, '[');
        for (int k = 0; k < n->moves; k++) {
            const alea_tree_move *m = &tree->move[n->first_move + k];
            out_open(o, '[');
            out_int(o, m->from);
            out_int(o, m->to);
            out_int(o, m->die);
            out_bool(o, m->hit);
            out_int(o, m->node);
            out_close(o, ']');
        }
        out_close(o, ']');
        out_key_bool(o, "done", n->done);
        out_close(o, '}');
    }
    out_close(o, ']');
    out_close(o, '}');
}

void state_end(json_out *o, const game *g, int seat, const command *commands,
               alea_play_tree *tree)
{
    const alea_match *m = &g->record.now;
    out_key_seat(o, "you", seat);
    out_key(o, "actions");
    out_open(o, '[');
    for (int i = 0; i < COMMANDS; i++)
        if (!(commands[i].flags & COMMAND_UNLISTED) &&
            command_may(&commands[i], g, seat))
            out_string(o, commands[i].name);
    out_close(o, ']');
    write_no_double(o, g, seat);
    write_ahead(o, g, seat);
    out_key(o, "tree");
    if (seat >= 0 && game_to_act(g) == seat && m->phase == ALEA_MATCH_TO_PLAY) {
        const alea_board board = alea_match_board(m, (alea_player)seat);
        alea_play_tree_of(&board, m->roll, &m->rules.play, tree);
        state_write_tree(o, tree);
    } else {
        out_null(o);
    }
    out_close(o, '}');
}

void state_write_rules(json_out *o, const alea_rules *rules)
{
    out_open(o, '{');
    for (int i = 0; alea_rules_option(i); i++) {
        const char *option = alea_rules_option(i);
        char value[64];
        if (alea_rules_get(rules, option, value, sizeof value) != ALEA_OK) continue;
        out_key(o, option);
        if (alea_rules_option_kind(option) == ALEA_OPTION_CHOICE &&
            strcmp(value, "null") != 0)
            out_string(o, value);
        else
            out_value(o, value, strlen(value));
    }
    out_close(o, '}');
}
