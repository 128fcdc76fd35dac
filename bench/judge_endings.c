/* Races and bear-offs under every definition of gammon and backgammon, and under every
 * rule that changes a bear-off: what alea says against brute force.
 *
 * judge_endings [POSITIONS [PLY [NAME]]]: for each definition the mean and the largest
 * error of the cubeless equity, and how many resignations are right where the outcome
 * is certain. Exact values come from a recursion over both sides' plays by
 * alea_positions_after, for the best equity, without tables. */
#include <alea/alea.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IDS = 1 << 22, PAIRS = 1 << 24, MOST_LISTS = 1 << 26 };

/* ---- exact values ---- */

/* One side's checkers, by its own points; 0 = how many are on the board. */
typedef struct side {
    uint8_t at[26];
} side;

/* Positions of one side by number and the numbers after each roll, made when needed. */
static side *sides;
static uint32_t *side_slot, side_count; /* slot: number + 1 */
static uint32_t *list_of;               /* [number]: start in `lists`, 0 = not made */
static uint32_t *lists;                 /* 22 offsets, then numbers */
static size_t lists_used;

/* Of what the game pays: the mean, and the mean square, which tells a certain
 * outcome. */
typedef struct worth {
    double mean, square;
} worth;

typedef struct memo {
    uint64_t key;
    double value, square;
} memo;
static memo *pairs;
static size_t pairs_used;

static alea_rules rules;
static alea_board *scratch;

static void *need(void *memory)
{
    if (memory) return memory;
    fputs("judge_endings: out of memory\n", stderr);
    exit(1);
}

static uint64_t mixed(uint64_t h)
{
    h ^= h >> 31;
    h *= 0x9E3779B97F4A7C15U;
    return h ^ h >> 29;
}

static uint32_t number_of(const side *s)
{
    uint64_t words[4] = {0}, h = 1;
    memcpy(words, s, sizeof *s);
    for (int i = 0; i < 4; i++) h = mixed(h * 31 + words[i]);
    size_t slot = h % IDS;
    while (side_slot[slot]) {
        if (memcmp(&sides[side_slot[slot] - 1], s, sizeof *s) == 0)
            return side_slot[slot] - 1;
        slot = (slot + 1) % IDS;
    }
    if (side_count == IDS / 2) {
        fputs("judge_endings: too many positions\n", stderr);
        exit(1);
    }
    sides[side_count] = *s;
    side_slot[slot] = ++side_count;
    return side_count - 1;
}

static uint32_t number_of_board(const alea_board *board)
{
    side s = {{0}};
    for (int p = 1; p <= ALEA_BAR; p++)
        if (board->point[p] > 0) {
            s.at[p] = (uint8_t)board->point[p];
            s.at[0] = (uint8_t)(s.at[0] + s.at[p]);
        }
    return number_of(&s);
}

/* Without contact a side's plays do not depend on the other one, which is represented
 * by a checker on the bar. */
static const uint32_t *list(uint32_t number)
{
    if (list_of[number]) return lists + list_of[number];
    alea_board board = {0};
    for (int p = 1; p <= ALEA_BAR; p++) board.point[p] = (int8_t)sides[number].at[p];
    board.point[0] = -1;
    const size_t start = lists_used;
    size_t end = start + ALEA_ROLLS + 1;
    for (int r = 0; r < ALEA_ROLLS; r++) {
        const int count =
            alea_positions_after(&board, alea_roll_at(r), &rules.play, scratch);
        if (end + (size_t)count > MOST_LISTS) {
            fputs("judge_endings: too many plays\n", stderr);
            exit(1);
        }
        lists[start + (size_t)r] = (uint32_t)end;
        for (int i = 0; i < count; i++) lists[end++] = number_of_board(&scratch[i]);
    }
    lists[start + ALEA_ROLLS] = (uint32_t)end;
    lists_used = end;
    list_of[number] = (uint32_t)start;
    return lists + start;
}

static int level_of(uint32_t loser)
{
    alea_board board = {0};
    for (int p = 1; p <= ALEA_BAR; p++) board.point[p] = (int8_t)sides[loser].at[p];
    return alea_win_class(&rules, &board);
}

static memo *find_pair(uint32_t on_roll, uint32_t other)
{
    const uint64_t key = ((uint64_t)on_roll << 32 | other) + 1;
    size_t slot = mixed(key) % PAIRS;
    while (pairs[slot].key && pairs[slot].key != key) slot = (slot + 1) % PAIRS;
    return &pairs[slot];
}

static void keep_pair(uint32_t on_roll, uint32_t other, worth value)
{
    memo *m = find_pair(on_roll, other);
    if (m->key) return;
    if (++pairs_used > PAIRS / 4 * 3) {
        fputs("judge_endings: too many pairs\n", stderr);
        exit(1);
    }
    *m = (memo){((uint64_t)on_roll << 32 | other) + 1, value.mean, value.square};
}

static worth exact(uint32_t on_roll, uint32_t other);

/* The sums over the rolls that move something, and the share of those that do not. */
static worth moving(uint32_t on_roll, uint32_t other, double *stays)
{
    const uint32_t *starts = list(on_roll);
    worth sum = {0, 0};
    *stays = 0;
    for (int r = 0; r < ALEA_ROLLS; r++) {
        const double weight = alea_roll_weight(alea_roll_at(r)) / 36.0;
        worth best = {-4, 0};
        if (lists[starts[r]] == on_roll) {
            *stays += weight;
            continue;
        }
        for (uint32_t i = starts[r]; i < starts[r + 1]; i++) {
            const uint32_t next = lists[i];
            worth value;
            if (sides[next].at[0] == 0) {
                value.mean = level_of(other);
                value.square = value.mean * value.mean;
            } else {
                value = exact(other, next);
                value.mean = -value.mean;
            }
            if (value.mean > best.mean) best = value;
        }
        sum.mean += best.mean * weight;
        sum.square += best.square * weight;
    }
    return sum;
}

/* Cubeless equity of the side on roll. Where both may be unable to move, two equations
 * with two unknowns. */
static worth exact(uint32_t on_roll, uint32_t other)
{
    const memo *known = find_pair(on_roll, other);
    if (known->key) return (worth){known->value, known->square};
    double stays, other_stays = 0;
    worth theirs = {0, 0};
    const worth mine = moving(on_roll, other, &stays);
    if (stays > 0) theirs = moving(other, on_roll, &other_stays);
    const double all = 1 - stays * other_stays;
    const worth value = {(mine.mean - stays * theirs.mean) / all,
                         (mine.square + stays * theirs.square) / all};
    keep_pair(on_roll, other, value);
    return value;
}

static void forget(void)
{
    memset(side_slot, 0, IDS * sizeof *side_slot);
    memset(list_of, 0, IDS * sizeof *list_of);
    memset(pairs, 0, PAIRS * sizeof *pairs);
    side_count = 0;
    lists_used = 1;
    pairs_used = 0;
}

/* ---- positions ---- */

static uint32_t seed;

static int random_below(int bound)
{
    seed = seed * 1664525 + 1013904223;
    return (int)((seed >> 12) % (uint32_t)bound);
}

/* Checkers that only an exact die bears off stay long, and so does the recursion. */
static int most_kinds(void)
{
    return rules.play.bearoff_high == ALEA_BEAROFF_EXACT_ONLY ? 7 : 10;
}

/* The side that is likely to win has one to three checkers at home; the other one has
 * few checkers anywhere behind contact, or many of them and one or two rolls. */
static alea_board random_race(void)
{
    const int all = alea_setup_checkers(rules.setup), kind = random_below(most_kinds());
    alea_board board = {0};
    int winners = kind < 9 ? 1 + random_below(kind < 7 ? 3 : 2) : 1;
    int losers, rearmost = 0;
    losers = kind < 7   ? 1 + random_below(3)
             : kind < 9 ? 4 + random_below(3)
                        : 7 + random_below(9);
    if (losers > all) losers = all;
    for (int i = 0; i < winners; i++)
        board.point[1 + random_below(kind < 7 ? 6 : kind < 9 ? 3 : 2)]++;
    for (int p = 1; p <= 6; p++)
        if (board.point[p]) rearmost = p;
    const int furthest = 24 - rearmost, outside = 1 + random_below(losers);
    for (int i = 0; i < losers; i++) {
        const int near = 1 + random_below(kind < 7 ? 24 : 12);
        const bool goes_out = i < outside && random_below(4) > 0;
        int at = goes_out ? 6 + near : 1 + random_below(6);
        if (kind >= 7 && goes_out && random_below(3) == 0) at = 18 + random_below(6);
        if (at > furthest) at = furthest;
        board.point[25 - at]--;
    }
    return random_below(2) ? board : alea_board_swap(&board);
}

/* ---- judging ---- */

typedef struct tally {
    int positions, certain, wrong;
    double error, worst;
    alea_board worst_board, wrong_board;
} tally;

static void judge_resignation(alea_engine *engine, const alea_decision *d, worth value,
                              const alea_search_settings *settings, tally *t)
{
    const int level = (int)lround(fabs(value.mean));
    const bool by_other = value.mean > 0;
    if (value.square - value.mean * value.mean > 1e-9) return; /* not certain */
    int offered = 0;
    bool right = alea_resignation_to_offer(engine, d, by_other, settings, &offered,
                                           NULL) == ALEA_OK &&
                 offered == level;
    for (int l = 1; l <= 3; l++) {
        /* by_other of an offer is whose decision it is not. */
        const alea_offer offer = {
            .decision = *d, .resign_class = l, .by_other = by_other};
        alea_answer answer;
        if (alea_answer_offer(engine, &offer, settings, &answer, NULL) != ALEA_OK ||
            (answer.best == ALEA_EVENT_ACCEPT_RESIGN) != (l >= level))
            right = false;
    }
    t->certain++;
    t->wrong += !right;
    if (!right) t->wrong_board = d->board;
}

static void judge(alea_engine *engine, int positions, int plies, tally *t)
{
    alea_search_settings settings = alea_search_settings_default(plies);
    *t = (tally){0};
    seed = 23;
    for (int i = 0; i < positions; i++) {
        alea_decision d = {.board = random_race(),
                           .cube = alea_cube_money(),
                           .rules = rules.play,
                           .endings = alea_endings_of_rules(&rules)};
        d.cube.in_use = false;
        alea_cube_result said;
        const alea_board seen = alea_board_swap(&d.board);
        const worth value = exact(number_of_board(&d.board), number_of_board(&seen));
        if (alea_search_cube(engine, &d, &settings, &said, NULL) != ALEA_OK) continue;
        const double error = fabs((double)said.cubeless - value.mean);
        t->positions++;
        t->error += error;
        if (error > t->worst) {
            t->worst = error;
            t->worst_board = d.board;
        }
        judge_resignation(engine, &d, value, &settings, t);
    }
}

/* ---- definitions ---- */

typedef struct definition {
    const char *name, *option[2], *value[2];
} definition;

static const definition definitions[] = {
    {"standard", {NULL}, {NULL}},
#define BOTH(g, b)                                                                     \
    {                                                                                  \
        g " " b, {"gammon_def", "backgammon_def"},                                     \
        {                                                                              \
            g, b                                                                       \
        }                                                                              \
    }
    BOTH("none_off", "bar_or_winner_home"),
    BOTH("none_off", "winner_home"),
    BOTH("none_off", "none_off_and_bar"),
    BOTH("none_off", "never"),
    BOTH("none_off_or_outside_home", "none_off_and_bar_or_winner_home"),
    BOTH("none_off_or_outside_home", "bar_or_winner_home"),
    BOTH("none_off_or_outside_home", "winner_home"),
    BOTH("none_off_or_outside_home", "none_off_and_bar"),
    BOTH("none_off_or_outside_home", "never"),
    BOTH("never", "none_off_and_bar_or_winner_home"),
    BOTH("never", "bar_or_winner_home"),
    BOTH("never", "winner_home"),
    BOTH("never", "none_off_and_bar"),
    BOTH("never", "never"),
    {"bearoff_high any_lower", {"bearoff_high"}, {"any_lower"}},
    {"bearoff_high exact_only", {"bearoff_high"}, {"exact_only"}},
    {"double_moves 2", {"double_moves"}, {"2"}},
    {"dice_usage max_any", {"dice_usage"}, {"max_any"}},
    {"dice_usage may_play_higher_only", {"dice_usage"}, {"may_play_higher_only"}},
    {"hypergammon, without its table", {"setup"}, {"hypergammon"}},
};

int main(int argc, char **argv)
{
    const int positions = argc > 1 ? atoi(argv[1]) : 2000;
    const int plies = argc > 2 ? atoi(argv[2]) : 0;
    alea_evaluator *evaluator;
    alea_engine *engine;
    alea_error error;
    const alea_engine_options options = {.threads = 1, .cache_bytes = 1 << 22};
    if (alea_evaluator_open(&evaluator, &error) != ALEA_OK ||
        alea_engine_open(&engine, evaluator, NULL, &options, &error) != ALEA_OK) {
        fprintf(stderr, "judge_endings: %s\n", error.reason);
        return 1;
    }
    sides = need(malloc(IDS / 2 * sizeof *sides));
    side_slot = need(malloc(IDS * sizeof *side_slot));
    list_of = need(malloc(IDS * sizeof *list_of));
    lists = need(malloc(MOST_LISTS * sizeof *lists));
    pairs = need(malloc((size_t)PAIRS * sizeof *pairs));
    scratch = need(malloc(ALEA_MAX_PLAYS * sizeof *scratch));
    printf("%-56s %5s  %-9s %-8s %s\n", "definition", "", "mean", "largest",
           "resignations right");
    for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++) {
        const definition *def = &definitions[i];
        char id[32];
        tally t;
        if (argc > 3 && !strstr(def->name, argv[3])) continue;
        rules = alea_rules_default();
        for (int k = 0; k < 2 && def->option[k]; k++)
            if (alea_rules_set(&rules, def->option[k], def->value[k], &error) !=
                ALEA_OK) {
                fprintf(stderr, "judge_endings: %s: %s\n", def->name, error.reason);
                return 1;
            }
        forget();
        judge(engine, positions, plies, &t);
        alea_position_id_write(&t.worst_board, id);
        printf("%-56s %5d  %.6f  %.4f   %d of %d  (worst %s", def->name, t.positions,
               t.positions ? t.error / t.positions : 0, t.worst, t.certain - t.wrong,
               t.certain, id);
        if (t.wrong > 0) {
            alea_position_id_write(&t.wrong_board, id);
            printf(", wrong %s", id);
        }
        puts(")");
        fflush(stdout);
    }
    alea_engine_close(engine);
    alea_evaluator_close(evaluator);
    return 0;
}
