/* What the inputs mean, by positions whose counts are known, and that the meaning does
 * not change unnoticed: nets rest on it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <alea/play.h>

#include "engine/net/encode.h"
#include "engine/net/encode_tactics.h"

static const uint32_t frozen_layout = 0xe61b2d8f, frozen_rows = 0x68c5c7e5;

static void encoded(const alea_board *board, uint8_t feature_groups[ENCODE_STRIDE])
{
    encode_facts facts;
    encode_feature_groups(ALEA_NET_CONTACT, board, feature_groups, &facts);
    assert_int_equal(facts.output_bucket, alea_encode_output_bucket(board));
    assert_int_equal(facts.possible, alea_encode_possible(board));
}

/* The classic table: throws that hit a lone blot at each distance, nothing in the
 * way. */
static void test_shots_by_distance(void **unused)
{
    (void)unused;
    static const uint8_t throws[25] = {0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3,
                                       0, 0,  1,  1,  0,  1,  0,  1, 0, 0, 0, 1};
    uint8_t feature_groups[ENCODE_STRIDE];
    for (int d = 1; d <= 23; d++) {
        alea_board mine = {{0}}, theirs = {{0}};
        mine.point[24] = 1; /* I hit on 24 - d */
        mine.point[24 - d] = -1;
        encoded(&mine, feature_groups);
        assert_int_equal(feature_groups[SLOT_HITS], throws[d]);
        assert_int_equal(feature_groups[SLOT_SHOTS + 24 - d - 1],
                         throws[d] ? HALF_POINT + encode_shot_bucket[throws[d]] : 0);
        theirs.point[1] = -1; /* they hit on 1 + d */
        theirs.point[1 + d] = 1;
        encoded(&theirs, feature_groups);
        assert_int_equal(feature_groups[SLOT_HITS + 1], throws[d]);
        assert_int_equal(feature_groups[SLOT_SHOTS + d], encode_shot_bucket[throws[d]]);
    }
}

/* A blot six away: each closed point between takes its combinations away. */
static void test_shots_over_blocks(void **unused)
{
    (void)unused;
    uint8_t feature_groups[ENCODE_STRIDE];
    alea_board board = {{0}};
    board.point[20] = 1;
    board.point[14] = -1;
    encoded(&board, feature_groups);
    assert_int_equal(feature_groups[SLOT_HITS], 17);
    board.point[18] = -2; /* two away: no 2-2 */
    encoded(&board, feature_groups);
    assert_int_equal(feature_groups[SLOT_HITS], 16);
    board.point[15] = -2; /* five away: 5-1 still goes over 19 */
    encoded(&board, feature_groups);
    assert_int_equal(feature_groups[SLOT_HITS], 16);
    board.point[19] = -2;
    encoded(&board, feature_groups);
    assert_int_equal(feature_groups[SLOT_HITS],
                     14); /* 6s (11), 4-2 over 16, 3-3 over 17 */
}

static void test_shots_from_the_bar(void **unused)
{
    (void)unused;
    uint8_t feature_groups[ENCODE_STRIDE];
    alea_board board = {{0}};
    board.point[25] = 2;
    board.point[22] = -1; /* entered with a 3 only */
    board.point[24] = -2;
    encoded(&board, feature_groups);
    assert_int_equal(feature_groups[SLOT_HITS], 11);
    board.point[25] =
        1; /* the second die may now continue: 2-1 is shut at 24, open at 23 */
    encoded(&board, feature_groups);
    assert_int_equal(feature_groups[SLOT_HITS], 13);
    for (int p = 19; p <= 24; p++) board.point[p] = -2;
    board.point[10] = -1;
    board.point[12] = 1;
    encoded(&board, feature_groups);
    assert_int_equal(feature_groups[SLOT_HITS], 0);
}

static void test_escapes(void **unused)
{
    (void)unused;
    uint8_t feature_groups[ENCODE_STRIDE];
    alea_board board = {{0}};
    board.point[24] = 1;
    encoded(&board, feature_groups);
    assert_int_equal(feature_groups[SLOT_ESCAPES], 36);
    for (int p = 18; p <= 23; p++) board.point[p] = -2; /* a full prime */
    encoded(&board, feature_groups);
    assert_int_equal(feature_groups[SLOT_ESCAPES], 0);
    board.point[18] = 0; /* its edge open: a six, then anything not blocked */
    encoded(&board, feature_groups);
    assert_int_equal(feature_groups[SLOT_ESCAPES], 11);
}

static void test_output_buckets(void **unused)
{
    (void)unused;
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    assert_int_equal(alea_encode_output_bucket(&board), 7);
    board.point[24] = 4;
    board.point[13] = 3;
    assert_int_equal(alea_encode_output_bucket(&board), 3);
    board = alea_board_swap(&board);
    assert_int_equal(alea_encode_output_bucket(&board), 4);
    alea_board home = {{0}};
    home.point[6] = 10;
    home.point[4] = 5;
    home.point[1] = -2;
    home.point[20] = -13;
    assert_int_equal(alea_encode_output_bucket(&home), 0);
    home = alea_board_swap(&home);
    assert_int_equal(alea_encode_output_bucket(&home), 1);
}

/* Rows of the second bank are those of the first, further back, but for what both
 * share; a position uses one bank alone, by its output bucket. */
static void test_banks(void **unused)
{
    (void)unused;
    enum { SECOND = ALEA_BOARD_ROWS + 8 * 63 + 4 * 36 + 2 * 36 + 24 * 16 };
    alea_board both_back = alea_board_start(ALEA_SETUP_BACKGAMMON), free = both_back;
    free.point[24] = 0; /* both have come to the midpoint */
    free.point[13] += 2;
    uint16_t rows[ALEA_MAX_ACTIVE];
    const alea_board *boards[2] = {&both_back, &free};
    for (int input_bucket = 0; input_bucket < 2; input_bucket++) {
        int output_bucket = alea_encode_output_bucket(boards[input_bucket]);
        assert_int_equal(encode_input_bucket(ALEA_NET_CONTACT, output_bucket),
                         input_bucket);
        const uint16_t *first = encode_first_rows(ALEA_NET_CONTACT, input_bucket);
        uint8_t feature_groups[ENCODE_STRIDE];
        encoded(boards[input_bucket], feature_groups);
        int count = alea_encode(ALEA_NET_CONTACT, boards[input_bucket], rows), at = 0;
        for (int s = 0; s < ALEA_CONTACT_SLOTS; s++) {
            if (!feature_groups[s]) continue;
            int shared = (s >= SLOT_OFF && s < SLOT_WINDOWS) ||
                         (s >= SLOT_ESCAPES && s < SLOT_SHOTS);
            assert_int_equal(rows[at], first[s] + feature_groups[s] - 1);
            assert_int_equal(rows[at] >= SECOND, input_bucket && !shared);
            at++;
        }
        assert_int_equal(at, count);
    }
    /* The two banks together use every row once. */
    int8_t used[ALEA_CONTACT_ROWS] = {0};
    for (int input_bucket = 0; input_bucket < ENCODE_BANKS; input_bucket++) {
        const uint16_t *first = encode_first_rows(ALEA_NET_CONTACT, input_bucket);
        for (int s = 0; s < ALEA_CONTACT_SLOTS; s++)
            for (int v = 0; v < encode_group_rows(ALEA_NET_CONTACT, s); v++)
                used[first[s] + v] |= (int8_t)(1 << input_bucket);
    }
    int seen[4] = {0};
    for (int row = 0; row < ALEA_CONTACT_ROWS; row++) seen[used[row]]++;
    assert_int_equal(seen[0], 0);
    assert_int_equal(seen[1], seen[2]);
    assert_int_equal(seen[3], 2 * 15 + 4 * 36 + 2 * 36);
    assert_int_equal(seen[1] + seen[2] + seen[3], ALEA_CONTACT_ROWS);
}

static void test_possible(void **unused)
{
    (void)unused;
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    assert_int_equal(alea_encode_possible(&board), 63);
    alea_board race = {{0}};
    race.point[3] = 15;
    race.point[18] = -15; /* theirs, one point outside their home */
    assert_int_equal(alea_encode_possible(&race), 1 + 2 + 8 + 16);
    race.point[18] = -14; /* one is off */
    assert_int_equal(alea_encode_possible(&race), 1 + 8 + 16);
    alea_board behind = {{0}};
    behind.point[2] = 15;
    behind.point[5] = -15; /* past each other, but still in my home */
    assert_int_equal(alea_encode_possible(&behind), 1 + 2 + 4 + 8 + 16);
}

/* Every row list of fixed games, mixed into one number. If this fails, the meaning of a
 * row or output bucket has changed: then the text in alea_encode_hash() must change
 * too, and the nets be trained anew. */
static void test_meaning_is_frozen(void **unused)
{
    (void)unused;
    static alea_board results[ALEA_MAX_PLAYS];
    alea_play_rules rules = alea_play_rules_standard();
    uint32_t hash = 2166136261U, state = 7, seen = 0;
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    for (int turn = 0; turn < 4000; turn++) {
        alea_phase phase = alea_board_phase(&board);
        if (phase == ALEA_PHASE_OVER) {
            board = alea_board_start(ALEA_SETUP_BACKGAMMON);
            continue;
        }
        uint16_t rows[ALEA_MAX_ACTIVE];
        alea_net_kind kind =
            phase == ALEA_PHASE_CONTACT ? ALEA_NET_CONTACT : ALEA_NET_RACE;
        int count = alea_encode(kind, &board, rows);
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < i; k++) assert_true(rows[i] != rows[k]);
            assert_true(rows[i] < alea_encode_rows(kind));
            hash = (hash ^ rows[i]) * 16777619U;
        }
        uint32_t facts = (uint32_t)alea_encode_output_bucket(&board) << 6 |
                         alea_encode_possible(&board);
        hash = (hash ^ facts) * 16777619U;
        seen++;
        state = state * 1664525U + 1013904223U;
        alea_roll roll = alea_roll_at((int)((state >> 8) % ALEA_ROLLS));
        int n = alea_positions_after(&board, roll, &rules, results);
        /* The order of results is the generator's own affair: take the least of
         * them. */
        int least = 0;
        for (int i = 1; i < n; i++)
            if (memcmp(&results[i], &results[least], sizeof *results) < 0) least = i;
        board = alea_board_swap(&results[least]);
    }
    assert_true(seen > 3000);
    assert_int_equal(alea_encode_hash(), frozen_layout);
    assert_int_equal(hash, frozen_rows);
}

/* +1 for each row of `rows`, by row. */
static void count_rows(int8_t *of, const uint16_t *rows, int count, int8_t one)
{
    for (int i = 0; i < count; i++) of[rows[i]] = (int8_t)(of[rows[i]] + one);
}

/* The root's rows, and those a result adds and takes, are the rows of the result. */
static void assert_steps(alea_net_kind kind, const encode_root *root,
                         const encode_steps *whole, const alea_board *after)
{
    int8_t told[ALEA_CONTACT_ROWS] = {0}, wanted[ALEA_CONTACT_ROWS] = {0};
    encode_steps steps;
    encode_facts facts;
    uint16_t rows[ALEA_MAX_ACTIVE];
    alea_board next = alea_board_swap(after);
    encode_steps_of(kind, root, after, &steps, &facts);
    count_rows(told, whole->added, whole->added_count, 1);
    count_rows(told, steps.added, steps.added_count, 1);
    count_rows(told, steps.removed, steps.removed_count, -1);
    count_rows(wanted, rows, alea_encode(kind, &next, rows), 1);
    assert_memory_equal(told, wanted, sizeof told);
    assert_int_equal(facts.possible, alea_encode_possible(&next));
}

static void test_steps(void **unused)
{
    (void)unused;
    static alea_board results[ALEA_MAX_PLAYS];
    alea_play_rules rules = alea_play_rules_standard();
    uint32_t state = 12, races = 0, boards = 0;
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    for (int turn = 0; turn < 3000; turn++) {
        if (alea_board_phase(&board) == ALEA_PHASE_OVER)
            board = alea_board_start(ALEA_SETUP_BACKGAMMON);
        bool race = alea_board_phase(&board) != ALEA_PHASE_CONTACT;
        alea_net_kind kind = race ? ALEA_NET_RACE : ALEA_NET_PRUNE;
        encode_root root;
        encode_steps whole;
        encode_root_of(kind, &board, &root, &whole);
        state = state * 1664525U + 1013904223U;
        int n = alea_positions_after(
            &board, alea_roll_at((int)((state >> 8) % ALEA_ROLLS)), &rules, results);
        for (int i = 0; i < n; i++)
            if (alea_board_phase(&results[i]) != ALEA_PHASE_OVER) {
                assert_steps(kind, &root, &whole, &results[i]);
                races += race;
                boards += !race;
            }
        board = alea_board_swap(&results[(state >> 16) % (uint32_t)n]);
    }
    assert_true(races > 1000 && boards > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shots_by_distance),
        cmocka_unit_test(test_shots_over_blocks),
        cmocka_unit_test(test_shots_from_the_bar),
        cmocka_unit_test(test_escapes),
        cmocka_unit_test(test_output_buckets),
        cmocka_unit_test(test_banks),
        cmocka_unit_test(test_possible),
        cmocka_unit_test(test_meaning_is_frozen),
        cmocka_unit_test(test_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
