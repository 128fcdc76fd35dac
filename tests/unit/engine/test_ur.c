/* The game of Ur solved: numbers of positions, values against brute force over the
 * turns of <alea/tables.h>, stops, threads and damage, and games against the net. */
#include <alea/tables_net.h>
#include <alea/tables_ur.h>

#include "base/file.h"
#include "base/rng.h"
#include "engine/ur/table.h"
#include "support/effort.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MEN = 2, SIDES = 121, STATES = SIDES * SIDES, THROWS = 5, MOST_NEXT = 8 };

static ur_numbers numbers;
static alea_tables_rules rules; /* with MEN men */
static alea_tables_turns turns;

static int start(void **state)
{
    (void)state;
    ur_numbers_make(&numbers, MEN);
    assert_int_equal(alea_tables_find("ur", &rules, NULL), ALEA_OK);
    rules.start[ALEA_TABLES_BAR] = MEN;
    return 0;
}

/* ---- numbers ---- */

/* Counted too with one side's men all off, seven men are the 137,913,936 positions that
 * others have published. */
static void test_counts(void **state)
{
    static const uint32_t counts[] = {217,      12869,    263121,   2602822,
                                      14669769, 53188365, 137870097};
    ur_numbers *n = malloc(sizeof *n);
    (void)state;
    assert_non_null(n);
    for (int men = 1; men <= UR_MOST_MEN; men++) {
        ur_numbers_make(n, men);
        assert_int_equal(n->count, counts[men - 1]);
    }
    free(n);
}

static void test_each_has_one_number(void **state)
{
    uint8_t *seen = calloc(1, numbers.count);
    uint32_t found = 0;
    (void)state;
    assert_non_null(seen);
    for (int off = 0; off < MEN; off++)
        for (int his_off = 0; his_off < MEN; his_off++)
            for (unsigned set = 0; set < UR_MASKS; set++)
                for (unsigned his = 0; off + ur_men_in(set) <= MEN && his < UR_MASKS;
                     his++) {
                    if (his_off + ur_men_in(his) > MEN || (set & his & UR_COMMON))
                        continue;
                    const uint32_t at = ur_number(&numbers, off, his_off, set, his);
                    assert_true(at < numbers.count && !seen[at]);
                    seen[at] = 1;
                    found++;
                }
    assert_int_equal(found, numbers.count);
    free(seen);
}

static void test_layers(void **state)
{
    (void)state;
    for (int men = 1; men <= UR_MOST_MEN; men++) {
        bool done[UR_MOST_MEN + 1][UR_MOST_MEN + 1] = {{false}};
        for (uint32_t layer = 0; layer < ur_layers(men); layer++) {
            int x, y;
            ur_layer_at(men, layer, &x, &y);
            assert_true(y >= 0 && y <= x && x < men && !done[x][y]);
            /* What a man off leads to is there before. */
            assert_true(x + 1 == men || done[x + 1][y]);
            assert_true(y + 1 == men || done[x > y ? x : y + 1][x > y ? y + 1 : x]);
            done[x][y] = true;
        }
    }
}

/* ---- brute force ---- */

/* A side of MEN men, all of them off aside. */
typedef struct side {
    uint8_t count[ALEA_TABLES_BAR + 1];
} side;

static side sides[SIDES];

static int list_sides(void)
{
    int n = 0;
    for (int a = 0; a <= UR_POINTS + 1; a++)
        for (int b = a; b <= UR_POINTS + 1; b++) {
            if ((a == b && a > 0 && a <= UR_POINTS) || b == 0) continue;
            side s = {{0}};
            s.count[a > UR_POINTS ? ALEA_TABLES_BAR : a]++;
            s.count[b > UR_POINTS ? ALEA_TABLES_BAR : b]++;
            if (n < SIDES) sides[n] = s;
            n++;
        }
    return n;
}

static int side_number(const uint8_t *count)
{
    for (int n = 0; n < SIDES; n++)
        if (memcmp(sides[n].count, count, sizeof sides[n].count) == 0) return n;
    return -1;
}

static bool board_of(int mine, int his, alea_tables_board *out)
{
    *out = (alea_tables_board){0};
    memcpy(out->count[0], sides[mine].count, sizeof sides[mine].count);
    memcpy(out->count[1], sides[his].count, sizeof sides[his].count);
    return alea_tables_board_check(&rules, out, NULL) == ALEA_OK;
}

/* Where a turn leads: the state in which somebody throws; -1: the mover has won. */
typedef struct leads {
    int to;
    bool again;
} leads;

static struct {
    bool is;
    int count[THROWS];
    leads next[THROWS][MOST_NEXT];
} graph[STATES];
static double value[STATES], fresh[STATES];

static leads lead_of(int index)
{
    alea_tables_move move[ALEA_TABLES_MAX_STEPS];
    alea_tables_board board = alea_tables_turns_board(&turns, index);
    if (alea_tables_result(&rules, &board, NULL) == ALEA_TABLES_MOVER_WON)
        return (leads){-1, true};
    const int moves = alea_tables_turns_moves(&turns, index, move);
    const int to = moves ? move[moves - 1].to : -1;
    const bool again = to == 11 || to == 7 || to == 1;
    if (!again) board = alea_tables_swap(&board);
    return (leads){side_number(board.count[0]) * SIDES + side_number(board.count[1]),
                   again};
}

static void build_graph(void)
{
    assert_int_equal(list_sides(), SIDES);
    for (int n = 0; n < STATES; n++) {
        alea_tables_board board;
        graph[n].is = board_of(n / SIDES, n % SIDES, &board);
        for (int k = 0; k < THROWS && graph[n].is; k++) {
            alea_tables_dice dice;
            alea_tables_throw(&rules, k, &dice);
            alea_tables_turns_list(&rules, &board, dice, false, &turns);
            graph[n].count[k] = turns.count;
            assert_true(turns.count <= MOST_NEXT);
            for (int i = 0; i < turns.count; i++) graph[n].next[k][i] = lead_of(i);
        }
    }
}

static double mean_at(int n)
{
    double sum = 0;
    for (int k = 0; k < THROWS; k++) {
        alea_tables_dice dice;
        double best = 0;
        for (int i = 0; i < graph[n].count[k]; i++) {
            const leads *next = &graph[n].next[k][i];
            best = fmax(best, next->to < 0  ? 1
                              : next->again ? value[next->to]
                                            : 1 - value[next->to]);
        }
        sum += best * alea_tables_throw(&rules, k, &dice) / 16;
    }
    return sum;
}

static unsigned set_of(const uint8_t *count)
{
    unsigned set = 0;
    for (int r = 1; r <= UR_POINTS; r++) set |= (unsigned)count[r] << (r - 1);
    return set;
}

static void test_values_by_brute_force(void **state)
{
    ur_progress progress = {0};
    double change = 1;
    float *solved = calloc(numbers.count, sizeof *solved);
    (void)state;
    if (FOR_RACES) skip();
    assert_non_null(solved);
    build_graph();
    for (int sweep = 0; sweep < 2000 && change > 1e-10; sweep++) {
        change = 0;
        for (int n = 0; n < STATES; n++) fresh[n] = graph[n].is ? mean_at(n) : 0;
        for (int n = 0; n < STATES; n++)
            change = fmax(change, fabs(fresh[n] - value[n]));
        memcpy(value, fresh, sizeof value);
    }
    assert_true(change <= 1e-10);
    assert_int_equal(ur_solve(&numbers, solved, &progress, 1, NULL, NULL), ALEA_OK);
    assert_true(progress.last <= UR_TOLERANCE);
    for (int n = 0; n < STATES; n++) {
        if (!graph[n].is) continue;
        const uint8_t *mine = sides[n / SIDES].count, *his = sides[n % SIDES].count;
        const uint32_t at =
            ur_number(&numbers, mine[0], his[0], set_of(mine), set_of(his));
        assert_true(fabs((double)solved[at] - value[n]) < 1e-6);
    }
    free(solved);
}

/* ---- stops and threads ---- */

static bool stop_after(void *context, const ur_progress *progress)
{
    int *left = context;
    (void)progress;
    return --*left > 0;
}

static void test_stops_and_threads(void **state)
{
    const size_t size = numbers.count * sizeof(float);
    float *whole = calloc(1, size), *parts = calloc(1, size);
    ur_progress one = {0}, two = {0};
    alea_status status;
    (void)state;
    assert_true(whole && parts);
    assert_int_equal(ur_solve(&numbers, whole, &one, 1, NULL, NULL), ALEA_OK);
    int steps = 1;
    do {
        int left = steps++ % 97 + 1;
        status = ur_solve(&numbers, parts, &two, 1 + steps % 3, stop_after, &left);
    } while (status == ALEA_ERROR_CANCELLED);
    assert_int_equal(status, ALEA_OK);
    assert_memory_equal(whole, parts, size);
    assert_memory_equal(&one, &two, sizeof one);
    free(whole);
    free(parts);
}

/* ---- files ---- */

static char folder[] = "/tmp/alea_ur_XXXXXX", path[64], part[72];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder)) return 1;
    snprintf(path, sizeof path, "%s/table", folder);
    snprintf(part, sizeof part, "%s.part", path);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    unlink(part);
    return rmdir(folder);
}

static alea_ur *made(int men)
{
    const alea_ur_job job = {.men = men, .threads = 2};
    alea_ur *table = NULL;
    alea_error error;
    assert_int_equal(alea_ur_make_file(&job, path, &error), ALEA_OK);
    assert_int_equal(alea_ur_open_file(path, true, &table, &error), ALEA_OK);
    assert_int_equal(alea_ur_facts_of(table).men, men);
    assert_true(access(part, F_OK) != 0);
    return table;
}

static void write_bytes(const char *to, const char *bytes, size_t length)
{
    alea_error error;
    assert_int_equal(alea_file_replace(to, bytes, length, 0666, &error), ALEA_OK);
}

static void refused(alea_status wanted)
{
    alea_ur *table = NULL;
    alea_error error = {0};
    const alea_status status = alea_ur_open_file(path, true, &table, &error);
    assert_true(status != ALEA_OK && (wanted == ALEA_OK || status == wanted));
    assert_true(*error.reason && !table);
}

static void test_damage(void **state)
{
    char *bytes;
    size_t length;
    alea_error error;
    (void)state;
    alea_ur_close(made(1));
    assert_int_equal(alea_file_read(path, 1 << 20, &bytes, &length, &error), ALEA_OK);
    assert_int_equal(length, sizeof(ur_header) + 217 * sizeof(uint16_t));
    for (size_t i = 0; i < length; i++) {
        bytes[i] ^= 1;
        write_bytes(path, bytes, length);
        refused(ALEA_OK);
        bytes[i] ^= 1;
    }
    for (size_t cut = 0; cut < length; cut += 31) {
        write_bytes(path, bytes, cut);
        refused(ALEA_ERROR_SYNTAX);
    }
    unlink(path);
    refused(ALEA_ERROR_FILE);
    free(bytes);
}

static bool stop_at_once(void *context, const alea_ur_progress *progress)
{
    int *calls = context;
    assert_true(progress->layer < progress->layers);
    return ++*calls < 1;
}

static void test_goes_on_from_a_part(void **state)
{
    char *whole, *bytes;
    size_t length, length_now;
    int calls = 0;
    alea_error error;
    const alea_ur_job job = {
        .men = MEN, .threads = 1, .progress = stop_at_once, .context = &calls};
    (void)state;
    alea_ur_close(made(MEN));
    assert_int_equal(alea_file_read(path, 1 << 20, &whole, &length, &error), ALEA_OK);
    unlink(path);
    for (int damaged = 0; damaged < 2; damaged++) {
        calls = 0;
        assert_int_equal(alea_ur_make_file(&job, path, &error), ALEA_ERROR_CANCELLED);
        assert_true(access(path, F_OK) != 0);
        assert_int_equal(alea_file_read(part, 1 << 20, &bytes, &length_now, &error),
                         ALEA_OK);
        assert_int_equal(length_now, sizeof(ur_header) + numbers.count * sizeof(float));
        ur_header *header = (void *)bytes;
        assert_int_equal(header->progress.step, 1);
        bytes[length_now - 1] ^= (char)(damaged ? 0x80 : 0);
        write_bytes(part, bytes, length_now);
        free(bytes);
        alea_ur_close(made(MEN));
        assert_int_equal(alea_file_read(path, 1 << 20, &bytes, &length_now, &error),
                         ALEA_OK);
        assert_int_equal(length_now, length);
        assert_memory_equal(bytes, whole, length);
        free(bytes);
        unlink(path);
    }
    free(whole);
}

static void test_refuses_jobs(void **state)
{
    alea_error error = {0};
    (void)state;
    for (int i = 0; i < 4; i++) {
        const alea_ur_job job = {.men = (int[]){0, 8, 1, 1}[i],
                                 .threads = (int[]){1, 1, 0, 65}[i]};
        assert_int_equal(alea_ur_make_file(&job, path, &error), ALEA_ERROR_ARGUMENT);
    }
    const alea_ur_job job = {.men = 1, .threads = 1};
    assert_int_equal(alea_ur_make_file(&job, folder, &error), ALEA_ERROR_FILE);
}

/* ---- looking up ---- */

static void test_which_rules(void **state)
{
    alea_tables_rules other = rules;
    (void)state;
    assert_true(alea_ur_fits(&rules));
    assert_int_equal(alea_tables_set(&other, "match_target", "9", NULL), ALEA_OK);
    assert_true(alea_ur_fits(&other));
    assert_int_equal(alea_tables_set(&other, "bear_off", "standard", NULL), ALEA_OK);
    assert_false(alea_ur_fits(&other));
    assert_int_equal(alea_tables_find("senet", &other, NULL), ALEA_OK);
    assert_false(alea_ur_fits(&other));
}

static void test_residual(void **state)
{
    alea_ur *table = made(MEN);
    (void)state;
    if (FOR_RACES) skip();
    assert_true(alea_ur_residual(table, 500, 1) < 2e-5);
    alea_ur_close(table);
}

/* One game from a board with all but three men off; returns whether [0] wins. */
static bool play(const alea_tables_rules *seven, const alea_tables_evaluator *player[2],
                 alea_random *random)
{
    alea_tables_board board = {0};
    for (int s = 0; s < 2; s++) {
        board.count[s][ALEA_TABLES_OFF] = 4;
        board.count[s][ALEA_TABLES_BAR] = 3;
    }
    for (int mover = 0;;) {
        alea_tables_dice dice = {.count = 1};
        alea_tables_move move[ALEA_TABLES_MAX_STEPS];
        alea_tables_choice_of best;
        for (int k = 0; k < 4; k++)
            dice.die[0] = (uint8_t)(dice.die[0] + alea_random_below(random, 2));
        alea_tables_turns_list(seven, &board, dice, false, &turns);
        alea_tables_turns_pick(player[mover], seven, dice, &turns, 1, &best);
        board = alea_tables_turns_board(&turns, best.index);
        if (alea_tables_result(seven, &board, NULL) == ALEA_TABLES_MOVER_WON)
            return mover == 0;
        const int moves = alea_tables_turns_moves(&turns, best.index, move);
        if (moves && (seven->again >> move[0].to & 1)) continue;
        board = alea_tables_swap(&board);
        mover = 1 - mover;
    }
}

/* Each stream of dice twice, with the players exchanged. */
static void test_does_not_lose_to_the_net(void **state)
{
    enum { PAIRS = 600 };
    alea_tables_rules seven;
    alea_ur *table = made(3);
    int won = 0;
    (void)state;
    if (FOR_RACES) skip();
    assert_int_equal(alea_tables_find("ur", &seven, NULL), ALEA_OK);
    const alea_tables_evaluator net = alea_tables_evaluator_for(&seven, NULL),
                                exact = alea_tables_evaluator_for(
                                    &seven, &(alea_tables_exact){.ur = table});
    assert_true(net.net && !net.exact.ur && exact.exact.ur == table);
    for (uint64_t n = 0; n < PAIRS; n++)
        for (int turned = 0; turned < 2; turned++) {
            const alea_tables_evaluator *player[2] = {turned ? &net : &exact,
                                                      turned ? &exact : &net};
            alea_random random = alea_random_start(n, 1);
            won += play(&seven, player, &random) != turned;
        }
    print_message("%d of %d games won\n", won, 2 * PAIRS);
    assert_true(won > PAIRS);
    alea_ur_close(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_each_has_one_number),
        cmocka_unit_test(test_layers),
        cmocka_unit_test(test_values_by_brute_force),
        cmocka_unit_test(test_stops_and_threads),
        cmocka_unit_test_setup_teardown(test_damage, make_folder, NULL),
        cmocka_unit_test(test_goes_on_from_a_part),
        cmocka_unit_test(test_refuses_jobs),
        cmocka_unit_test(test_which_rules),
        cmocka_unit_test(test_residual),
        cmocka_unit_test_setup_teardown(test_does_not_lose_to_the_net, NULL,
                                        remove_folder),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
