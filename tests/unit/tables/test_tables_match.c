/* Matches of tables games: backgammon played by both cores with the same events; rules
 * of matches one by one; records and identifiers. `test_tables_match 10000` plays that
 * many matches of backgammon. */
#include <alea/tables_record.h>

#include "support/random_match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int matches = 40;
static alea_tables_turns turns;

/* Reads a record; the state after it. Its lines are separated by "|". */
static alea_status read_record(const char *text, alea_tables_match *m,
                               alea_error *error)
{
    char lines[2048];
    snprintf(lines, sizeof lines, "%s", text);
    for (char *c = lines; *c; c++)
        if (*c == '|') *c = '\n';
    *error = (alea_error){0};
    return alea_tables_record_read(lines, strlen(lines), m, &turns, NULL, NULL, error);
}

static alea_tables_match after(const char *text)
{
    alea_tables_match m;
    alea_error error;
    if (read_record(text, &m, &error) != ALEA_OK)
        fail_msg("%s: line %zu: %s", text, error.line, error.reason);
    return m;
}

static void check_refused(const char *text, size_t line, const char *reason)
{
    alea_tables_match m;
    alea_error error;
    assert_int_not_equal(read_record(text, &m, &error), ALEA_OK);
    if (error.line != line || !strstr(error.reason, reason))
        fail_msg("%s: line %zu: %s", text, error.line, error.reason);
}

static alea_board core_board(const alea_tables_board *board)
{
    alea_board out = {{0}};
    for (int r = 1; r <= ALEA_BAR; r++) {
        out.point[r] = (int8_t)(out.point[r] + board->count[0][r]);
        out.point[25 - r] = (int8_t)(out.point[25 - r] - board->count[1][r]);
    }
    return out;
}

/* The event of backgammon's core for the other core; a play by the board it leads
 * to. */
static alea_tables_event translate(const alea_tables_match *m, const alea_event *e,
                                   const alea_match *next)
{
    static const alea_tables_event_type type[] = {
        [ALEA_EVENT_OPENING] = ALEA_TABLES_EVENT_OPENING,
        [ALEA_EVENT_DOUBLE] = ALEA_TABLES_EVENT_DOUBLE,
        [ALEA_EVENT_TAKE] = ALEA_TABLES_EVENT_TAKE,
        [ALEA_EVENT_DROP] = ALEA_TABLES_EVENT_DROP,
        [ALEA_EVENT_ROLL] = ALEA_TABLES_EVENT_ROLL,
        [ALEA_EVENT_PLAY] = ALEA_TABLES_EVENT_PLAY,
        [ALEA_EVENT_RESIGN] = ALEA_TABLES_EVENT_RESIGN,
        [ALEA_EVENT_ACCEPT_RESIGN] = ALEA_TABLES_EVENT_ACCEPT,
        [ALEA_EVENT_REJECT_RESIGN] = ALEA_TABLES_EVENT_REJECT,
        [ALEA_EVENT_NEXT_GAME] = ALEA_TABLES_EVENT_NEXT};
    alea_tables_event out = {.type = type[e->type],
                             .by = (alea_tables_player)e->by,
                             .die = {e->roll.die[0], e->roll.die[1], 0},
                             .points = e->win_class};
    if (e->type != ALEA_EVENT_PLAY) return out;
    const alea_tables_board board = alea_tables_match_board(m, m->turn);
    const alea_board wanted = alea_match_board(next, e->by);
    alea_tables_turns_list(alea_tables_match_rules(m), &board, m->dice, false, &turns);
    for (int i = 0; i < turns.count; i++) {
        const alea_tables_board end = alea_tables_turns_board(&turns, i);
        const alea_board ours = core_board(&end);
        if (memcmp(&ours, &wanted, sizeof ours) != 0) continue;
        out.moves = (uint8_t)alea_tables_turns_moves(&turns, i, out.move);
        return out;
    }
    fail_msg("a play of the core is none of the other");
    return out;
}

static void check_same(const alea_match *core, const alea_tables_match *m)
{
    static const alea_match_phase phase[] = {
        [ALEA_TABLES_PHASE_OPENING] = ALEA_MATCH_OPENING,
        [ALEA_TABLES_PHASE_TO_ROLL] = ALEA_MATCH_TO_ROLL,
        [ALEA_TABLES_PHASE_TO_NAME] = ALEA_MATCH_MATCH_OVER,
        [ALEA_TABLES_PHASE_TO_PLAY] = ALEA_MATCH_TO_PLAY,
        [ALEA_TABLES_PHASE_DOUBLE_OFFERED] = ALEA_MATCH_DOUBLE_OFFERED,
        [ALEA_TABLES_PHASE_RESIGN_OFFERED] = ALEA_MATCH_RESIGN_OFFERED,
        [ALEA_TABLES_PHASE_GAME_OVER] = ALEA_MATCH_GAME_OVER,
        [ALEA_TABLES_PHASE_MATCH_OVER] = ALEA_MATCH_MATCH_OVER};
    assert_int_equal(phase[m->phase], core->phase);
    assert_int_equal(m->turn, core->turn);
    assert_int_equal(m->to_act, core->to_act);
    assert_int_equal(m->score[0], core->score[0]);
    assert_int_equal(m->score[1], core->score[1]);
    assert_int_equal(m->game, core->game);
    assert_int_equal(m->crawford_game, core->crawford_game);
    assert_int_equal(m->match_winner, core->match_winner);
    for (int side = 0; side < 2; side++)
        assert_int_equal(alea_tables_match_may_double(m, (alea_tables_player)side),
                         alea_match_may_double(core, (alea_player)side));
    if (m->phase == ALEA_TABLES_PHASE_GAME_OVER) return;
    const alea_board board = core_board(&m->board);
    if (m->turn != ALEA_TABLES_NOBODY)
        assert_memory_equal(&board, &core->board, sizeof board);
}

static void backgammon_is_the_same_in_both_cores(void **state)
{
    (void)state;
    random_match random = {.state = 43, .resignations = true};
    alea_rules rules = alea_rules_default();
    assert_int_equal(alea_rules_set(&rules, "match_length", "7", NULL), ALEA_OK);
    assert_int_equal(alea_rules_set(&rules, "jacoby", "false", NULL), ALEA_OK);
    assert_int_equal(alea_rules_set(&rules, "beavers", "0", NULL), ALEA_OK);
    assert_int_equal(alea_rules_set(&rules, "crawford", "true", NULL), ALEA_OK);
    assert_int_equal(alea_rules_check(&rules, NULL), ALEA_OK);
    const alea_tables_match start =
        after("alea tables 1|game portes score=one_two_three opening=use "
              "next_starter=roll_off cube=crawford match_target=7");
    for (int i = 0; i < matches; i++) {
        alea_match core;
        alea_tables_match m = start;
        alea_match_start(&core, &rules);
        while (core.phase != ALEA_MATCH_MATCH_OVER) {
            const alea_event e = random_match_event(&random, &core);
            alea_match next = core;
            assert_int_equal(alea_match_apply(&next, &e, NULL), ALEA_ACCEPTED);
            const alea_tables_event event = translate(&m, &e, &next);
            assert_int_equal(alea_tables_match_apply(&m, &event, &turns, NULL),
                             ALEA_TABLES_ACCEPTED);
            core = next;
            check_same(&core, &m);
        }
    }
}

#define PORTES "alea tables 1|game portes"

static void openings(void **state)
{
    (void)state;
    alea_tables_match m = after(PORTES "|opening 4 4|opening 2 5");
    assert_int_equal(m.phase, ALEA_TABLES_PHASE_TO_ROLL);
    assert_int_equal(m.turn, ALEA_TABLES_B);
    m = after(PORTES " opening=use|opening 2 5");
    assert_int_equal(m.phase, ALEA_TABLES_PHASE_TO_PLAY);
    assert_int_equal(m.dice.die[0], 2);
    m = after("alea tables 1|game russian|opening 2 5|B use|B play bar/20 bar/23");
    assert_int_equal(m.turn, ALEA_TABLES_A);
    m = after("alea tables 1|game russian|opening 2 5|B roll 6 6");
    assert_false(m.may_use);
    check_refused("alea tables 1|game russian|opening 2 5|B roll 6 6|B use", 5,
                  "at this moment");
    check_refused(PORTES "|opening 2 5|B use", 4, "at this moment");
    check_refused(PORTES "|opening 2 5|A roll 3 1", 4, "other player's turn");
    check_refused(PORTES "|opening 2 7", 3, "no dice");
}

static void parts_of_turns(void **state)
{
    (void)state;
    alea_tables_match m = after("alea tables 1|game aceydeucey|opening 5 2|A roll 2 1|"
                                "A play bar/23 bar/24|A name 4");
    assert_int_equal(m.phase, ALEA_TABLES_PHASE_TO_PLAY);
    assert_int_equal(m.dice.die[1], 4);
    m = after("alea tables 1|game aceydeucey|opening 5 2|A roll 2 1|"
              "A play bar/23 bar/24|A name 4|A play bar/21(4)");
    assert_int_equal(m.phase, ALEA_TABLES_PHASE_TO_ROLL);
    assert_int_equal(m.turn, ALEA_TABLES_A);
    m = after("alea tables 1|game russian|opening 5 2|A roll 4 4|A play bar/21(4)|"
              "A play bar/22(4)|A roll 6 5");
    assert_int_equal(m.turns[0], 1);
    m = after(
        "alea tables 1|game ur|opening 3 2|A roll 4|A play bar/11|A roll 0|A pass");
    assert_int_equal(m.turn, ALEA_TABLES_B);
    /* Whoever begins has the man in front; 1, 4 and 5 give another throw. */
#define SENET "alea tables 1|game senet|opening 2 5|B roll "
    m = after(SENET "4|B play 17/13");
    assert_int_equal(m.turn, ALEA_TABLES_B);
    assert_int_equal(m.board.count[1][13], 1);
    m = after(SENET "2|B play 17/15|A roll 4|A play 18/14|A roll 3");
    assert_int_equal(m.turn, ALEA_TABLES_A);
    check_refused(SENET "0", 4, "no dice");
    check_refused(SENET "2|A play 18/16", 5, "other player's turn");
    check_refused(SENET "2|B play 17/19", 5, "forward");
#undef SENET
    m = after("alea tables 1|game gulbara plain_turns=0|opening 5 2|A roll 5 5|"
              "A play 24/19 19/14 14/9 9/4");
    assert_int_equal(m.turn, ALEA_TABLES_A);
    assert_int_equal(m.dice.die[0], 6);
    /* No three of B's can be played; they are A's unless B had to move first. */
#define GULBARA "alea tables 1|game gulbara plain_turns=0 "
#define THREES                                                                         \
    "|opening 5 2|A roll 5 5|A play 24/19(2) 19/14 14/9|A play 24/18(4)|B roll 3 3"    \
    "|B pass"
    m = after(GULBARA THREES);
    assert_int_equal(m.phase, ALEA_TABLES_PHASE_TO_PLAY);
    assert_int_equal(m.turn, ALEA_TABLES_A);
    assert_int_equal(m.dice.die[0], 3);
    assert_int_equal(m.dice.steps, 4);
    m = after(GULBARA THREES "|A play 9/6(1) 6/3 24/21 21/18|A play 24/20(4)");
    assert_int_equal(m.dice.die[0], 5);
    m = after(GULBARA "unplayed=to_opponent_if_moved" THREES);
    assert_int_equal(m.phase, ALEA_TABLES_PHASE_TO_ROLL);
    assert_int_equal(m.turn, ALEA_TABLES_A);
    m = after(GULBARA "unplayed=lost" THREES);
    assert_int_equal(m.phase, ALEA_TABLES_PHASE_TO_ROLL);
    check_refused("alea tables 1|game gulbara|opening 5 2|A roll 5 5|"
                  "A play 24/19 19/14 14/9 9/4|A play 24/18(4)",
                  6, "at this moment");
}

static void offers(void **state)
{
    (void)state;
    const alea_tables_match m = after(PORTES " cube=on|opening 5 2|A double|B take|"
                                             "A roll 3 1|A resign 2|B accept");
    assert_int_equal(m.score[1], 4);
    assert_int_equal(m.how, ALEA_TABLES_HOW_RESIGN);
    alea_tables_match n = after(PORTES " cube=on|opening 5 2|A double|B drop|next");
    assert_int_equal(n.score[0], 1);
    assert_int_equal(n.turn, ALEA_TABLES_A);
    n = after(PORTES "|opening 5 2|B resign 1|A reject|A roll 6 5");
    assert_int_equal(n.phase, ALEA_TABLES_PHASE_TO_PLAY);
    check_refused(PORTES "|opening 5 2|A double", 4, "without a cube");
    check_refused(PORTES "|opening 5 2|A resign 3", 4, "so many points");
    check_refused(PORTES " cube=on|opening 5 2|A double|B take|A double", 6,
                  "cube now");
    check_refused(PORTES " cube=crawford match_target=1|opening 5 2|A double", 4,
                  "Crawford");
    check_refused("alea tables 1|game russian cube=on|opening 5 2|A double", 4,
                  "at this moment");
}

static void starters_and_series(void **state)
{
    (void)state;
#define LOST "opening 5 2|A resign 1|B accept|next"
    assert_int_equal(after(PORTES "|" LOST).turn, ALEA_TABLES_B);
    assert_int_equal(after(PORTES " next_starter=loser|" LOST).turn, ALEA_TABLES_A);
    assert_int_equal(after(PORTES " next_starter=alternate|" LOST).turn, ALEA_TABLES_B);
    assert_int_equal(after(PORTES " next_starter=roll_off|" LOST).turn,
                     ALEA_TABLES_NOBODY);
#define TAVLI "alea tables 1|game portes|game plakoto|game fevga|"
    alea_tables_match m = after(TAVLI LOST);
    assert_string_equal(alea_tables_match_rules(&m)->name, "plakoto");
    m = after(TAVLI LOST "|B resign 2|A accept|next|A resign 2|B accept|next");
    assert_string_equal(alea_tables_match_rules(&m)->name, "portes");
    assert_int_equal(m.score[0], 2);
    assert_int_equal(m.score[1], 3);
    m = after(TAVLI LOST "|A resign 2|B accept|next|A resign 2|B accept");
    assert_int_equal(m.phase, ALEA_TABLES_PHASE_MATCH_OVER);
    assert_int_equal(m.match_winner, ALEA_TABLES_B);
    check_refused(TAVLI LOST "|A resign 2|B accept|next|A resign 2|B accept|next", 14,
                  "at this moment");
    alea_tables_series series;
    assert_int_equal(alea_tables_series_find("tavli", &series, NULL), ALEA_OK);
    assert_int_equal(alea_tables_series_set(&series, "mother", "none", NULL), ALEA_OK);
    assert_int_equal(series.game[1].mother, ALEA_TABLES_MOTHER_NONE);
    assert_int_equal(alea_tables_series_set(&series, "dice", "3", NULL),
                     ALEA_ERROR_ARGUMENT);
    assert_int_equal(alea_tables_series_check(&series, NULL), ALEA_OK);
}

/* What a random match of any game leaves on paper. */
typedef struct paper {
    char text[1 << 20];
    size_t length;
} paper;

static void write_down(void *context, const alea_tables_match *m,
                       const alea_tables_event *event)
{
    paper *p = context;
    char line[ALEA_TABLES_EVENT_SIZE];
    alea_tables_event_write(alea_tables_match_rules(m), event, line);
    p->length +=
        (size_t)snprintf(p->text + p->length, sizeof p->text - p->length, "%s\n", line);
    assert_true(p->length < sizeof p->text);
}

static void check_id(const alea_tables_match *m)
{
    char id[ALEA_TABLES_ID_SIZE], again[ALEA_TABLES_ID_SIZE];
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    alea_tables_board board;
    alea_error error = {0};
    const size_t length = alea_tables_id_write(rules, &m->board, id);
    if (alea_tables_id_read(rules, id, length, &board, &error) != ALEA_OK)
        fail_msg("%s: %s", id, error.reason);
    assert_memory_equal(&board, &m->board, sizeof board);
    for (size_t i = 0; i < length; i++) { /* one letter changed: refused or another */
        char wrong[ALEA_TABLES_ID_SIZE];
        memcpy(wrong, id, length + 1);
        wrong[i] = wrong[i] == 'A' ? 'B' : 'A';
        if (alea_tables_id_read(rules, wrong, length, &board, NULL) != ALEA_OK)
            continue;
        alea_tables_id_write(rules, &board, again);
        assert_string_equal(again, wrong);
    }
}

static alea_tables_event random_event(random_match *r, const alea_tables_match *m)
{
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    alea_tables_event e = {.type = ALEA_TABLES_EVENT_ROLL, .by = m->to_act};
    for (int d = 0; d < ALEA_TABLES_MAX_DICE; d++)
        e.die[d] =
            (uint8_t)(rules->dice == 1
                          ? alea_tables_marks(rules, (int)random_match_next(r, 5))
                          : 1 + (int)random_match_next(r, 6));
    switch (m->phase) {
    case ALEA_TABLES_PHASE_OPENING: e.type = ALEA_TABLES_EVENT_OPENING; break;
    case ALEA_TABLES_PHASE_TO_NAME: e.type = ALEA_TABLES_EVENT_NAME; break;
    case ALEA_TABLES_PHASE_TO_PLAY: {
        const alea_tables_board board = alea_tables_match_board(m, m->turn);
        alea_tables_turns_list(rules, &board, m->dice, alea_tables_match_first(m),
                               &turns);
        const int i = (int)random_match_next(r, (uint32_t)turns.count);
        e.type = ALEA_TABLES_EVENT_PLAY;
        e.moves = (uint8_t)alea_tables_turns_moves(&turns, i, e.move);
        break;
    }
    case ALEA_TABLES_PHASE_DOUBLE_OFFERED: e.type = ALEA_TABLES_EVENT_TAKE; break;
    case ALEA_TABLES_PHASE_RESIGN_OFFERED: e.type = ALEA_TABLES_EVENT_REJECT; break;
    case ALEA_TABLES_PHASE_GAME_OVER: e.type = ALEA_TABLES_EVENT_NEXT; break;
    case ALEA_TABLES_PHASE_TO_ROLL:
        if (alea_tables_match_may_double(m, m->turn) && random_match_next(r, 30) == 0)
            e.type = ALEA_TABLES_EVENT_DOUBLE;
        else if (random_match_next(r, 60) == 0) {
            e.type = ALEA_TABLES_EVENT_RESIGN;
            e.points = 1;
        } else if (m->may_use && random_match_next(r, 2))
            e.type = ALEA_TABLES_EVENT_USE;
        break;
    case ALEA_TABLES_PHASE_MATCH_OVER: break;
    }
    return e;
}

static void records_and_ids_come_back(void **state)
{
    (void)state;
    static paper first, second;
    random_match random = {.state = 17};
    for (int g = -1; g < 0 || alea_tables_game(g); g++) {
        alea_tables_series series;
        alea_tables_match m, again;
        alea_error error = {0};
        const char *name = g < 0 ? "tavli" : alea_tables_game(g);
        assert_int_equal(alea_tables_series_find(name, &series, NULL), ALEA_OK);
        alea_tables_series_set(&series, "cube", "on", NULL);
        alea_tables_series_set(&series, "match_target", "2", NULL);
        alea_tables_match_start(&m, &series);
        first.length = alea_tables_header_write(&series, first.text);
        while (m.phase != ALEA_TABLES_PHASE_MATCH_OVER) {
            const alea_tables_event e = random_event(&random, &m);
            assert_int_equal(alea_tables_match_apply(&m, &e, &turns, NULL),
                             ALEA_TABLES_ACCEPTED);
            write_down(&first, &m, &e);
            check_id(&m);
        }
        second.length = alea_tables_header_write(&series, second.text);
        if (alea_tables_record_read(first.text, first.length, &again, &turns,
                                    write_down, &second, &error) != ALEA_OK)
            fail_msg("%s, line %zu: %s", name, error.line, error.reason);
        assert_memory_equal(&again.board, &m.board, sizeof m.board);
        assert_memory_equal(again.score, m.score, sizeof m.score);
        assert_int_equal(first.length, second.length);
    }
}

static void bad_records_are_refused(void **state)
{
    (void)state;
    check_refused("", 0, "alea tables 1");
    check_refused("alea tables 2|game portes", 1, "alea tables 1");
    check_refused("alea tables 1", 1, "game");
    check_refused("alea tables 1|game chess", 2, "unknown game");
    check_refused("alea tables 1|game portes cube", 2, "OPTION=VALUE");
    check_refused("alea tables 1|game portes cube=maybe", 2, "expected off");
    check_refused("alea tables 1|game portes mother=none|game portes mother=immediate",
                  3, "landing=pin");
    check_refused(PORTES "|# a remark||A opening 3 1", 5, "no player");
    check_refused(PORTES "|roll 3 1", 3, "A or B");
    check_refused(PORTES "|opening 3", 3, "a die");
    check_refused(PORTES "|opening 3 1 4", 3, "end of the line");
    check_refused(PORTES "|opening 3 1|A roll 3 1|A play", 5, "pass");
    check_refused(PORTES "|opening 3 1|A roll 3 1|A play 8/x", 5, "a point");
    check_refused(PORTES "|opening 3 1|A roll 3 1|A play 8/5", 5, "More dice");
    check_refused(PORTES "|opening 3 1|A dance", 4, "name of an event");
}

static void check_diagram(const char *game, const char *position, const char *wanted)
{
    char text[ALEA_TABLES_DIAGRAM_SIZE];
    alea_tables_rules rules;
    alea_tables_board board;
    assert_int_equal(alea_tables_find(game, &rules, NULL), ALEA_OK);
    assert_int_equal(alea_tables_text_read(&rules, position, strlen(position), &board,
                                           NULL, NULL, NULL),
                     ALEA_OK);
    alea_tables_diagram_write(&rules, &board, text);
    assert_string_equal(text, wanted);
}

static void boards_in_letters(void **state)
{
    (void)state;
    check_diagram("plakoto",
                  "0,0,0,0,0,2,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,12,0;"
                  "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2,0,0,0,0,1,0,0,0,12,0;10;20",
                  "   13   14   15   16   17   18     19   20   21   22   23   24\n"
                  "    .    .    .    .    .    .      .    .    .    .    .  X12\n"
                  "\n"
                  "    .    .  O2x    .    .    .      .  X2o    .    .    .  O12\n"
                  "   12   11   10    9    8    7      6    5    4    3    2    1\n"
                  "X: 0 off\n"
                  "O: 0 off\n");
    check_diagram("ur",
                  "1,0,0,0,0,0,0,0,0,1,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,4;"
                  "0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,6;;",
                  "   13   14\n"
                  "    . X1O1\n"
                  "\n"
                  "    .    .    .   X1    .    .      .    .    .    .    .    .\n"
                  "   12   11   10    9    8    7      6    5    4    3    2    1\n"
                  "X: 1 off, 4 to enter\n"
                  "O: 0 off, 6 to enter\n");
    check_diagram("senet",
                  "4,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,1,0,0,0,0,0;"
                  "3,0,0,0,1,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1;;",
                  "   30   29   28   27   26   25   24   23   22   21\n"
                  "   O1   O1    .    .    .   X1    .    .    .    .\n"
                  "   11   12   13   14   15   16   17   18   19   20\n"
                  "    .    .    .   O1    .   X1    .    .    .    .\n"
                  "   10    9    8    7    6    5    4    3    2    1\n"
                  "    .    .    .    .    .   X1   O1    .    .    .\n"
                  "X: 4 off\n"
                  "O: 3 off\n");
}

/* What is read of a turn, as it is written; or the column of the fault. */
static void check_moves_of(const char *game, const char *text, const char *written,
                           size_t column)
{
    alea_tables_move move[ALEA_TABLES_MAX_STEPS];
    char again[ALEA_TABLES_MOVES_SIZE];
    alea_error error = {0};
    alea_tables_rules rules;
    int moves = -1;
    assert_int_equal(alea_tables_find(game, &rules, NULL), ALEA_OK);
    if (alea_tables_moves_read(&rules, text, strlen(text), move, &moves, &error) !=
        ALEA_OK) {
        if (written) fail_msg("%s: %s", text, error.reason);
        assert_int_equal(error.column, column);
        assert_int_equal(moves, -1);
        return;
    }
    if (!written) fail_msg("%s is read", text);
    alea_tables_moves_write(&rules, move, moves, again);
    assert_string_equal(again, written);
}

static void check_moves(const char *text, const char *written, size_t column)
{
    check_moves_of("portes", text, written, column);
}

static void moves_as_people_write_them(void **state)
{
    (void)state;
    check_moves("", "", 0);
    check_moves(" 24/20  8/off\t", "24/20 8/off", 0);
    check_moves("24/20(2) 6/2(2)", "24/20 24/20 6/2 6/2", 0);
    check_moves("24/20*/18", "24/20 20/18", 0);
    check_moves("bar/20^/16/12/8*", "bar/20 20/16 16/12 12/8", 0);
    check_moves("8/4/off(2)", "8/4 4/off 8/4 4/off", 0);
    check_moves("24/20/", NULL, 7);
    check_moves("6/off/3", NULL, 7);
    check_moves("24/20/18/16/14/12", NULL, 16);
    check_moves("24/20/18(3)", NULL, 12);
    check_moves("24/20 18", NULL, 9);
    check_moves("24//20", NULL, 4);
    /* On the long path 25 is a point like others, and there is no bar. */
    check_moves_of("senet", "30/25* 25/21", "30/25 25/21", 0);
    check_moves_of("senet", "5/off", "5/off", 0);
    check_moves_of("senet", "bar/21", NULL, 1);
    check_moves_of("senet", "31/30", NULL, 3);
    check_moves("26/25", NULL, 3);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(backgammon_is_the_same_in_both_cores),
        cmocka_unit_test(openings),
        cmocka_unit_test(parts_of_turns),
        cmocka_unit_test(offers),
        cmocka_unit_test(starters_and_series),
        cmocka_unit_test(records_and_ids_come_back),
        cmocka_unit_test(bad_records_are_refused),
        cmocka_unit_test(boards_in_letters),
        cmocka_unit_test(moves_as_people_write_them),
    };
    if (argc > 1) matches = atoi(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
