/* The judge of tables turns and moves as text: every turn of the list is legal in its
 * text form; moves at random are legal exactly if the list has them; one position for
 * each reason. */
#include <alea/tables.h>

#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES_EACH = 3, MOST_TURNS = 3000 };

static alea_tables_turns turns, judged;

static alea_tables_dice random_throw(const alea_tables_rules *rules,
                                     alea_random *random)
{
    alea_tables_dice dice = {(uint8_t)rules->dice, {0}, 0};
    for (int d = 0; d < rules->dice; d++)
        dice.die[d] =
            (uint8_t)(rules->dice == 1
                          ? alea_tables_marks(rules, (int)alea_random_below(random, 5))
                          : 1 + (int)alea_random_below(random, 6));
    return dice;
}

/* The moves of a turn of the list, through their text, are that turn. */
static void check_listed(const alea_tables_rules *rules, const alea_tables_board *board,
                         alea_tables_dice dice, bool first, int chosen)
{
    alea_tables_move move[ALEA_TABLES_MAX_STEPS], read[ALEA_TABLES_MAX_STEPS];
    char text[ALEA_TABLES_MOVES_SIZE];
    int moves = alea_tables_turns_moves(&turns, chosen, move), again, index;
    size_t length = alea_tables_moves_write(rules, move, moves, text);
    assert_int_equal(alea_tables_moves_read(rules, text, length, read, &again, NULL),
                     ALEA_OK);
    assert_int_equal(moves, again);
    alea_tables_moves_mark(rules, board, read, again);
    if (moves) assert_memory_equal(read, move, (size_t)moves * sizeof *move);
    alea_tables_fault fault =
        alea_tables_judge(rules, board, dice, first, read, again, &judged, &index);
    if (fault)
        fail_msg("%s: %s is refused: %s", rules->name, text,
                 alea_tables_fault_code(fault));
    assert_int_equal(index, chosen);
}

/* Any moves: legal if and only if they lead to a board of the list by the dice. */
static void check_random(const alea_tables_rules *rules, const alea_tables_board *board,
                         alea_tables_dice dice, bool first, alea_random *random)
{
    alea_tables_move move[ALEA_TABLES_MAX_STEPS] = {{0}};
    int moves = (int)alea_random_below(random, 5), index;
    for (int m = 0; m < moves; m++) {
        int from = (int)alea_random_below(random, 27);
        int die = dice.die[alea_random_below(random, dice.count)];
        if (alea_random_below(random, 8) == 0) die = (int)alea_random_below(random, 7);
        int place = from == ALEA_TABLES_BAR ? rules->path + 1 : from;
        move[m].from = (uint8_t)from;
        move[m].to = (uint8_t)(place > die ? place - die : 0);
    }
    alea_tables_fault fault =
        alea_tables_judge(rules, board, dice, first, move, moves, &judged, &index);
    assert_true(strlen(alea_tables_fault_text(fault)) > 0);
    if (fault) {
        assert_in_range(index, 0, moves);
        return;
    }
    alea_tables_board end = alea_tables_turns_board(&judged, index), made = *board;
    for (int m = 0; m < moves; m++) {
        made.count[0][move[m].from]--;
        made.count[0][move[m].to]++;
    }
    assert_memory_equal(made.count[0], end.count[0], sizeof end.count[0]);
}

static void games_are_judged(void **state)
{
    (void)state;
    alea_random random = alea_random_start(43, 9);
    for (int g = 0; alea_tables_game(g); g++) {
        alea_tables_rules rules;
        assert_int_equal(alea_tables_find(alea_tables_game(g), &rules, NULL), ALEA_OK);
        for (int i = 0; i < GAMES_EACH; i++) {
            alea_tables_board board = alea_tables_start(&rules);
            for (int turn = 0; turn < MOST_TURNS; turn++) {
                alea_tables_dice dice = random_throw(&rules, &random);
                alea_tables_turns_list(&rules, &board, dice, turn < 2, &turns);
                int chosen = (int)alea_random_below(&random, (uint32_t)turns.count);
                check_listed(&rules, &board, dice, turn < 2, chosen);
                check_random(&rules, &board, dice, turn < 2, &random);
                board = alea_tables_turns_board(&turns, chosen);
                if (alea_tables_result(&rules, &board, NULL)) break;
                board = alea_tables_swap(&board);
            }
        }
    }
}

typedef struct question {
    const char *game, *mine, *his, *pins, *dice, *moves, *code;
} question;

/* "24:5 22:4" into counts; what is missing is off. */
static size_t put_side(char *out, size_t size, const char *text,
                       const alea_tables_rules *rules)
{
    const bool is_long = rules->path == ALEA_TABLES_LONG;
    const int last = is_long ? ALEA_TABLES_LONG : ALEA_TABLES_BAR;
    int count[ALEA_TABLES_POINTS] = {0}, on = 0;
    size_t length = 0;
    while (*text) {
        char *end;
        long point = strtol(text, &end, 10);
        count[point] = (int)strtol(end + 1, &end, 10);
        on += count[point];
        text = end + strspn(end, " ");
    }
    count[0] = alea_tables_men(rules) - on;
    for (int r = 0; r <= last; r++)
        length += (size_t)snprintf(out + length, size - length, "%d%c", count[r],
                                   r < last ? ',' : ';');
    return length;
}

static void ask(const question *q)
{
    char words[128], text[512];
    alea_tables_rules rules;
    alea_error error = {0};
    strcpy(words, q->game);
    char *rest = NULL, *word = strtok_r(words, " ", &rest);
    assert_int_equal(alea_tables_find(word, &rules, &error), ALEA_OK);
    while ((word = strtok_r(NULL, " ", &rest))) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        assert_int_equal(alea_tables_set(&rules, word, value, &error), ALEA_OK);
    }
    size_t length = put_side(text, sizeof text, q->mine, &rules);
    length += put_side(text + length, sizeof text - length, q->his, &rules);
    length += (size_t)snprintf(text + length, sizeof text - length, "%s %s", q->pins,
                               q->dice);
    alea_tables_board board;
    alea_tables_dice dice;
    bool first;
    if (alea_tables_text_read(&rules, text, length, &board, &dice, &first, &error))
        fail_msg("%s: %s", text, error.reason);
    alea_tables_move move[ALEA_TABLES_MAX_STEPS];
    int moves, index;
    assert_int_equal(alea_tables_moves_read(&rules, q->moves, strlen(q->moves), move,
                                            &moves, &error),
                     ALEA_OK);
    alea_tables_fault fault =
        alea_tables_judge(&rules, &board, dice, first, move, moves, &judged, &index);
    if (strcmp(alea_tables_fault_code(fault), q->code) != 0)
        fail_msg("%s %s: %s, expected %s", text, q->moves,
                 alea_tables_fault_code(fault), q->code);
}

static void every_reason_has_a_position(void **state)
{
    (void)state;
    static const question questions[] = {
        {"plakoto", "24:15", "24:15", ";", "31", "24/21 24/23", "legal"},
        {"plakoto", "24:15", "24:15", ";", "31", "24/23 24/21", "legal"},
        {"plakoto", "24:15", "24:15", ";", "31", "24/25 24/21", "no_move"},
        {"plakoto", "24:15", "24:15", ";", "31", "21/20", "no_checker"},
        {"plakoto", "24:15", "24:15", ";", "31", "24/20", "no_die"},
        {"plakoto", "24:15", "24:15", ";", "31", "24/21 24/21", "no_die"},
        {"plakoto", "24:15", "24:15", ";", "31", "24/23", "more_dice"},
        {"plakoto", "24:15", "24:15", ";", "31", "", "more_dice"},
        {"plakoto", "24:14 10:1", "24:13 15:2", "10;", "31", "10/9", "pinned"},
        {"plakoto", "6:14 5:1", "24:13 20:2", "5;", "66", "6/off",
         "pin_blocks_bearoff"},
        {"plakoto", "7:1 6:14", "24:15", ";", "61", "6/off 7/6", "not_home"},
        {"plakoto", "6:1 4:14", "24:15", ";", "52", "4/off 6/4", "not_rearmost"},
        {"plakoto", "24:14 10:1", "24:13 16:2", ";", "11", "10/9", "closed"},
        {"plakoto mother_test=each_step", "3:1 2:14", "24:1 1:14", ";", "21", "3/1 2/1",
         "ended"},
        {"portes", "25:1 6:14", "24:15", ";", "31", "6/3", "enter_first"},
        {"tavla", "8:1 6:14", "21:1 24:14", ";", "41", "8/4 4/3", "hit_and_run"},
        {"portes", "8:1 6:14", "21:1 24:14", ";", "41", "8/4 4/3", "legal"},
        {"portes", "12:1", "24:15", ";", "65", "12/7", "higher_die"},
        {"fevga", "24:15", "24:15", ";", "21", "24/22 24/23", "runner"},
        {"fevga", "24:2 23:2 22:2 21:2 20:2 6:5", "24:15", ";", "11", "20/19", "prime"},
        {"fevga prime_test=end_of_play", "24:2 23:2 22:2 21:2 20:2 18:1 6:4", "24:15",
         ";", "11", "20/19", "prime_end"},
        {"fevga", "18:2 17:2 16:2 15:2 14:2 13:2 6:3", "7:15", ";", "21", "6/4 6/5",
         "must_unblock"},
        {"fevga prime=give_room", "18:2 17:2 16:2 15:2 14:2 13:2 6:3", "7:15", ";",
         "21", "6/4 6/5", "give_room"},
        {"nardi", "24:15", "24:15", ";", "21", "24/22 24/23", "head"},
        {"nardi", "24:15", "24:15", ";", "44 first", "24/20(2) 20/16(2)", "legal"},
        {"nardi prime=no_full_prime", "18:2 17:2 16:2 15:2 14:2 12:1 6:4", "8:15", ";",
         "21", "15/13 6/5", "no_full_prime"},
        {"tawula", "25:3 24:2 20:10", "24:15", ";", "21", "24/22 25/24",
         "start_frozen"},
        {"tawula", "25:3 24:2 20:10", "24:15", ";", "51", "bar/20", "own_checker"},
        {"tabula second_half=all_entered", "25:1 14:14", "1:15", ";", "521", "14/9",
         "second_half"},
        {"sugoroku", "6:14 7:1", "24:15", ";", "61", "7/6 6/off", "no_bear_off"},
        {"ur", "14:1 12:1 25:5", "25:7", ";", "2", "14/12", "own_checker"},
        {"ur", "3:1 25:6", "25:7", ";", "4", "3/off", "not_rearmost"},
        {"senet", "9:1 12:1", "30:1", ";", "3", "9/6", "legal"},
        {"senet", "9:1 12:1", "30:1", ";", "3", "9/6 12/9", "no_die"},
        {"senet", "9:1 12:1", "30:1", ";", "3", "12/9", "own_checker"},
        {"senet", "9:1 12:1", "30:1", ";", "3", "", "more_dice"},
        {"senet", "9:1 12:1", "30:1", ";", "3", "9/5", "no_die"},
        {"senet", "9:1 12:1", "30:1", ";", "3", "9/9", "no_move"},
        {"senet", "9:1 12:1", "30:1", ";", "3", "8/5", "no_checker"},
        {"senet", "9:1 12:1", "30:1", ";", "3", "9/12", "forward"},
        {"senet move_back=no", "9:1 12:1", "30:1", ";", "3", "9/12", "no_move"},
        {"senet", "7:1", "30:1", ";", "3", "7/4", "gate"},
        {"senet", "7:1", "30:1", ";", "3", "7/10", "legal"},
        {"senet", "7:1", "30:1 10:1", ";", "3", "7/10", "legal"},
        {"senet", "7:1", "11:1 10:1", ";", "3", "7/10", "closed"},
        {"senet", "7:1 12:1", "10:1 9:1", ";", "3", "12/9", "closed"},
        {"senet", "12:1", "9:1", ";", "3", "12/9", "legal"},
        {"senet wall=3", "12:1", "9:1 8:1 10:1", ";", "5", "12/7", "wall"},
        {"senet", "12:1", "9:1 8:1 10:1", ";", "5", "12/7", "legal"},
        {"senet", "4:1 12:1", "30:1", ";", "3", "12/9", "trapped"},
        {"senet", "4:1 12:1", "30:1", ";", "3", "12/15", "trapped"},
        {"senet", "4:1 12:1", "30:1", ";", "3", "4/16", "legal"},
        {"senet", "4:1 12:1", "16:1", ";", "3", "4/16", "closed"},
        {"senet", "4:1 12:1", "16:1", ";", "3", "", "legal"},
        {"senet", "4:1 12:1", "16:1", ";", "4", "4/off", "legal"},
        {"senet", "5:1 12:1", "4:1", ";", "1", "5/4", "closed"},
        {"senet", "5:1 12:1", "4:1 2:1", ";", "3", "5/2", "closed"},
        {"senet", "5:1 12:1", "2:1", ";", "3", "5/2", "legal"},
        {"senet", "3:1 12:1", "30:1", ";", "2", "3/1", "not_rearmost"},
        {"senet", "3:1 12:1", "30:1", ";", "4", "3/off", "not_rearmost"},
        {"senet", "1:1 12:1", "30:1", ";", "4", "1/off", "legal"},
        {"senet bear_off=exact", "1:1 12:1", "30:1", ";", "4", "1/off", "not_rearmost"},
        {"senet bear_off=standard", "3:1 12:1", "30:1", ";", "4", "3/off", "legal"},
    };
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        ask(&questions[i]);
}

static void bad_text_is_refused(void **state)
{
    (void)state;
    alea_tables_rules rules;
    assert_int_equal(alea_tables_find("portes", &rules, NULL), ALEA_OK);
    static const struct {
        const char *text;
        size_t column;
    } bad[] = {{"24", 3},
               {"24/", 4},
               {"24-23", 3},
               {"x/3", 1},
               {"24/20x", 6},
               {"24/20(5)", 7},
               {"24/20(2", 8},
               {"99/1", 3},
               {"1/off 1/off 1/off 1/off 1/off", 30},
               {"6/3(3) 6/3(2)", 14}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        alea_tables_move move[ALEA_TABLES_MAX_STEPS];
        alea_error error = {0};
        int moves = -1;
        assert_int_equal(alea_tables_moves_read(&rules, bad[i].text,
                                                strlen(bad[i].text), move, &moves,
                                                &error),
                         ALEA_ERROR_SYNTAX);
        assert_int_equal(moves, -1);
        assert_int_equal(error.column, bad[i].column);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_judged),
        cmocka_unit_test(every_reason_has_a_position),
        cmocka_unit_test(bad_text_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
