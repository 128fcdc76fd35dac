/* Illegal plays in match files: each costs itself and nothing else. Its moves are kept,
 * the position they lead to is set, and the plays behind it are read. */
#include "support/same_match.h"

#include <stdlib.h>
#include <string.h>

typedef struct heard {
    size_t line; /* of the last warning */
    int count;
    char text[300];
} heard;

static void hear(void *context, size_t line, const char *text)
{
    heard *h = context;
    h->line = line;
    h->count++;
    snprintf(h->text, sizeof h->text, "%s", text);
}

static alea_status import(const char *bytes, bool strict, alea_record *record, heard *h,
                          alea_error *error)
{
    *h = (heard){0};
    const alea_import_options options = {
        .warn = hear, .warn_context = h, .strict = strict};
    return alea_import(bytes, strlen(bytes), &options, record, NULL, error);
}

static const alea_record_entry *illegal_of(const alea_record *record, size_t *index)
{
    const alea_record_entry *found = NULL;
    for (size_t i = 0; i < record->entries; i++) {
        if (!record->entry[i].illegal_play) continue;
        if (found) fail_msg("two illegal plays");
        found = &record->entry[i];
        *index = i;
    }
    return found;
}

static size_t plays_of(const alea_record *record)
{
    size_t n = 0;
    for (size_t i = 0; i < record->entries; i++)
        n += record->entry[i].event.type == ALEA_EVENT_PLAY &&
             !record->entry[i].unknown_play;
    return n;
}

typedef struct shape {
    const char *name, *bytes;
    size_t line, column; /* of the warning */
    const char *made;    /* the moves kept */
    const char *warning; /* a part of it */
    size_t plays;        /* legal ones around it */
} shape;

#define HEAD " 5 point match\n\n Game 1\n A : 0                  B : 0\n"
#define TAIL "  3) 21: 13/11 6/5          54: 13/9 13/8\n      Wins 1 point\n"

static const shape shapes[] = {
    {"more than the dice allow",
     HEAD "  1) 31: 8/5 6/5            42: 8/4 6/4 13/11\n"
          "  2) 63: 24/15              31: 24/23 24/21\n" TAIL,
     5, 33, "8/4 6/4 13/11", "That is more than the dice allow)", 5},
    {"backwards",
     HEAD "  1) 31: 8/5 6/5            42: 8/4 4/6\n"
          "  2) 63: 24/15              31: 24/23 24/21\n" TAIL,
     5, 33, "8/4 4/6", "Checkers move forward only", 5},
    {"no die moves that far",
     HEAD "  1) 31: 8/5 6/5            42: 8/3 6/4\n"
          "  2) 63: 24/15              31: 24/23 24/21\n" TAIL,
     5, 33, "8/3 6/4", "No die or sum of dice moves a checker that far)", 5},
    {"less than the dice allow",
     HEAD "  1) 31: 8/5                42: 8/4 6/4\n"
          "  2) 63: 24/15              31: 24/23 24/21\n" TAIL,
     5, 10, "8/5", "You must use as many of the dice as you can", 5},
    {"five moves",
     HEAD "  1) 31: 8/5 6/5            22: 6/4 6/4 13/11 13/11 8/6\n"
          "  2) 63: 24/15              31: 24/23 24/21\n" TAIL,
     5, 33, "", "6/4 6/4 13/11 13/11 8/6 (more than four moves", 5},
    {"a checker that is not there",
     HEAD "  1) 31: 8/5 6/5            42: 9/5 6/4\n"
          "  2) 63: 24/15              31: 24/23 24/21\n" TAIL,
     5, 33, "6/4", "kept without 9/5: 9/5 6/4 (You have no checker there to move)", 5},
    {"onto a point that the opponent holds",
     HEAD "  1) 31: 8/5 6/5            42: 24/20 13/11 8/4\n"
          "  2) 63: 24/15              31: 24/23 24/21\n" TAIL,
     5, 33, "13/11 8/4", "kept without 24/20: ", 5},
    {"in another order",
     HEAD "  1) 31: 8/5 6/5            42: 11/7 13/11 8/6\n"
          "  2) 63: 24/15              31: 24/23 24/21\n" TAIL,
     5, 33, NULL, "kept as written: 11/7 13/11 8/6", 5},
    {"SGF",
     "(;FF[4]GM[6]AP[x]MI[length:5][game:0][ws:0][bs:0]PW[A]PB[B]\n"
     ";W[31hefe]\n;B[42qvsu]\n;W[63xo]\n;B[31abad])\n",
     3, 0, "8/3 6/4", "an illegal play, kept as written", 3},
    {"JavaFIBS",
     "JavaFIBS internal match representation v1.1\n8:bob:5\n13:bob:\n6:You:bob\n"
     "11:You:3 1\n1:You:8-5 6-5\n0:bob:4 2\n1:bob:17-22 19-21\n"
     "0:You:6 3\n1:You:24-18 18-15\n0:bob:3 1\n1:bob:1-2 1-4\n",
     8, 7, "8/3 6/4", "No die or sum", 3},
    {"Gibbon",
     "GMD-1 # Created by Gibbon version 0.2\nLength: 5\nPlayer:W: ann\nPlayer:B: bob\n"
     "Rule: Crawford\nGame:\nRoll:W:1: 3 1\nMove:W:2: 8/5 6/5\nRoll:B:3: 4 2\n"
     "Move:B:4: 17/22 19/21\nRoll:W:7: 6 3\nMove:W:8: 24/18 18/15\n"
     "Roll:B:9: 3 1\nMove:B:10: 1/2 1/4\n",
     10, 11, "8/3 6/4", "No die or sum", 3},
    {"oldmoves",
     "Score is 0-0 in a 5 point match.\nX is ann - O is bob\n"
     "X: (3 1) 8-5 6-5\nO: (4 2) 17-22 19-21\nX: (6 3) 24-18 18-15\nO: (3 1) 1-2 "
     "1-4\n",
     4, 10, "8/3 6/4", "No die or sum", 3},
    {"bgammon",
     "bgammon-replay\ni 1700000000 ann bob 5 0 0 0 0 0\n1 r 3-1 8/5 6/5\n"
     "2 r 4-2 17/22 19/21\n1 r 6-3 24/18 18/15\n2 r 3-1 1/2 1/4\n",
     4, 9, "8/3 6/4", "No die or sum", 3},
};

static void check_position(const shape *s, const alea_record *record, size_t index)
{
    alea_match before, after;
    const alea_record_entry *entry = &record->entry[index];
    assert_int_equal(alea_record_state(record, index, &before), ALEA_OK);
    assert_int_equal(alea_record_state(record, index + 2, &after), ALEA_OK);
    assert_int_equal(record->entry[index + 1].event.type, ALEA_EVENT_SET);
    assert_int_equal(after.turn, alea_opponent(entry->event.by));
    assert_int_equal(after.phase, ALEA_MATCH_TO_ROLL);
    if (entry->event.moves == 0) return;
    alea_board board = alea_match_board(&before, entry->event.by);
    for (int i = 0; i < entry->event.moves; i++)
        assert_true(alea_board_move(&board, entry->event.move[i].from,
                                    entry->event.move[i].to));
    const alea_board set = alea_match_board(&after, entry->event.by);
    if (!alea_board_equal(&board, &set)) fail_msg("%s: another position", s->name);
}

static void test_shapes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        const shape *s = &shapes[i];
        alea_record record;
        alea_error error = {0};
        heard h;
        size_t index = 0;
        char made[ALEA_PLAY_TEXT_SIZE], place[40] = "";
        if (import(s->bytes, false, &record, &h, &error))
            fail_msg("%s: line %zu: %s", s->name, error.line, error.reason);
        const alea_record_entry *entry = illegal_of(&record, &index);
        if (!entry)
            fail_msg("%s: no illegal play; line %zu: %s", s->name, h.line, h.text);
        assert_true(entry->unknown_play);
        alea_moves_write(entry->event.move, entry->event.moves, made);
        if (s->column)
            snprintf(place, sizeof place, "column %zu: an illegal", s->column);
        if (h.count != 1 || h.line != s->line || !strstr(h.text, s->warning) ||
            !strstr(h.text, place) || (s->made && strcmp(made, s->made) != 0))
            fail_msg("%s: %d warnings, line %zu: %s; made %s", s->name, h.count, h.line,
                     h.text, made);
        if (plays_of(&record) != s->plays)
            fail_msg("%s: %zu plays", s->name, plays_of(&record));
        check_position(s, &record, index);
        alea_record_clear(&record);
        /* A strict import refuses it. */
        assert_int_not_equal(import(s->bytes, true, &record, &h, &error), ALEA_OK);
        assert_int_equal(error.line, s->line);
        alea_record_clear(&record);
    }
}

/* Where the moves lead to no position, or the next play does not fit either, the game
 * ends. */
static void test_given_up(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *warning;
        size_t plays, illegal;
    } texts[] = {
        {HEAD "  1) 31: 8/5 6/5            42: 9/5 4/2\n"
              "  2) 63: 24/15              31: 24/23 24/21\n" TAIL,
         "You have no checker there to move: this game ends here", 1, 0},
        {HEAD "  1) 31: 8/5 6/5            42: 24/19\n"
              "  2) 63: 24/15              31: 24/23 24/21\n" TAIL,
         "this game ends here", 1, 0},
        {HEAD "  1) 31: 8/5 6/5            42: 8/3 6/4\n"
              "  2) 63: 24/14              31: 24/23 24/21\n" TAIL,
         "this game ends here", 1, 1},
        {HEAD "  1) 31: 8/5 6/5            42: 8/4 6/4 x\n" TAIL, "this game ends here",
         1, 0},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        alea_record record;
        alea_error error = {0};
        heard h;
        assert_int_equal(import(texts[i].bytes, false, &record, &h, &error), ALEA_OK);
        size_t illegal = 0;
        for (size_t k = 0; k < record.entries; k++)
            illegal += record.entry[k].illegal_play;
        if (plays_of(&record) != texts[i].plays || illegal != texts[i].illegal ||
            !strstr(h.text, texts[i].warning))
            fail_msg("text %zu: %zu plays, %zu illegal, %s", i, plays_of(&record),
                     illegal, h.text);
        assert_int_equal(record.now.score[0], 1);
        alea_record_clear(&record);
    }
}

/* A new game begins anew: an illegal play at the end of one and at the start of the
 * next are both kept. */
static void test_across_games(void **state)
{
    (void)state;
    alea_record record;
    alea_error error = {0};
    heard h;
    assert_int_equal(import(HEAD "  1) 31: 8/5 6/5            42: 8/3 6/4\n"
                                 "      Wins 1 point\n\n"
                                 " Game 2\n A : 1                  B : 0\n"
                                 "  1) 31: 8/4 6/5            42: 8/4 6/4\n",
                            false, &record, &h, &error),
                     ALEA_OK);
    assert_int_equal(h.count, 2);
    assert_int_equal(plays_of(&record), 2);
    alea_record_clear(&record);
}

/* The last checkers borne off by dice that do not allow it: the file has the result. */
static void test_last_checker(void **state)
{
    (void)state;
    alea_record record;
    alea_error error = {0};
    heard h;
    size_t index = 0;
    static const char text[] = HEAD "; Set Pos=-A----A------------ej-----/0\n"
                                    "  1) 11: 6/off 1/off\n      Wins 1 point\n";
    if (import(text, false, &record, &h, &error))
        fail_msg("line %zu: %s", error.line, error.reason);
    if (!illegal_of(&record, &index)) fail_msg("line %zu: %s", h.line, h.text);
    assert_int_equal(record.entry[index + 1].event.type, ALEA_EVENT_RESIGN);
    assert_int_equal(record.now.score[0], 1);
    alea_record_clear(&record);
}

/* The journal keeps an illegal play as it is. */
static void test_journal(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        alea_record record, again;
        alea_error error = {0};
        heard h;
        char *bytes, *copy;
        size_t size, second, a = 0, b = 0;
        assert_int_equal(import(shapes[i].bytes, false, &record, &h, &error), ALEA_OK);
        assert_int_equal(
            alea_export(&record, ALEA_FORMAT_JOURNAL, NULL, &bytes, &size, &error),
            ALEA_OK);
        const alea_import_options strict = {.strict = true};
        assert_int_equal(alea_import(bytes, size, &strict, &again, NULL, &error),
                         ALEA_OK);
        const alea_record_entry *x = illegal_of(&record, &a),
                                *y = illegal_of(&again, &b);
        assert_true(x && y && a == b);
        assert_int_equal(x->event.moves, y->event.moves);
        assert_memory_equal(x->event.move, y->event.move,
                            sizeof x->event.move[0] * x->event.moves);
        assert_int_equal(
            alea_export(&again, ALEA_FORMAT_JOURNAL, NULL, &copy, &second, &error),
            ALEA_OK);
        assert_int_equal(size, second);
        assert_memory_equal(bytes, copy, size);
        free(bytes);
        free(copy);
        alea_record_clear(&record);
        alea_record_clear(&again);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),       cmocka_unit_test(test_given_up),
        cmocka_unit_test(test_across_games), cmocka_unit_test(test_last_checker),
        cmocka_unit_test(test_journal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
