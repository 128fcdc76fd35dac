/* Runs go on to the same bits; measuring tools give 0 where 0 is due; bad files are
 * refused with the place and the reason. Long because most tests play with the nets
 * that the first runs here make. */
#include "support/effort.h"
#include "trainer/commands/command.h"
#include "trainer/fit/loss.h"
#include "trainer/fit/net_set.h"
#include "trainer/fit/samples.h"
#include "trainer/games/decisions.h"
#include "trainer/games/duel.h"
#include "trainer/games/families.h"
#include "trainer/games/player.h"
#include "trainer/games/rollout_label.h"
#include "trainer/run/state.h"

#include <alea/notation.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[64];
static const volatile sig_atomic_t never = 0;

static int enter(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/alea-trainer-XXXXXX");
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave(void **state)
{
    (void)state;
    char line[128];
    snprintf(line, sizeof line, "rm -rf %s", folder);
    return chdir("/") == 0 && system(line) == 0 ? 0 : -1;
}

static settings tiny(const char *out)
{
    settings s;
    settings_default(&s);
    strcpy(s.out, out);
    for (int k = 0; k < 3; k++) s.width[k] = 32;
    s.label = LABEL_SAMPLE;
    s.float_play = 1;
    s.games_per_round = 3;
    s.buffer = 1024;
    s.reuse = 2;
    s.batch = 64;
    s.rate = 1e-3;
    s.rate_end = 1e-4;
    s.family_share = 0.7;
    s.race_share = 1;
    s.rounds = 4;
    return s;
}

static char *whole(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *data = malloc(1 << 22);
    *length = fread(data, 1, 1 << 22, file);
    fclose(file);
    return data;
}

static void assert_same_file(const char *a, const char *b)
{
    size_t length[2];
    char *data[2] = {whole(a, &length[0]), whole(b, &length[1])};
    assert_int_equal(length[0], length[1]);
    assert_memory_equal(data[0], data[1], length[0]);
    free(data[0]);
    free(data[1]);
}

static void run(const settings *s, int expected)
{
    char reason[256] = "";
    int status = run_train(s, &never, reason, sizeof reason);
    if (status != expected) fail_msg("run gave %d: %s", status, reason);
}

static void test_resume(void **state)
{
    (void)state;
    settings s = tiny("straight");
    run(&s, 0);
    s = tiny("broken/in/two");
    s.sitting = 1;
    run(&s, 1);
    s.sitting = 2;
    s.threads = 3;
    run(&s, 1);
    s.sitting = 0;
    run(&s, 0);
    assert_same_file("straight/latest.weights", "broken/in/two/latest.weights");
}

/* The same with the packed net as player, exact labels and the fit beside the games. */
static void test_resume_overlapped(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        settings s = tiny(k ? "pieces" : "piece");
        s.float_play = 0;
        s.label = LABEL_EXPECTED;
        s.overlap = 1;
        s.exact_bearoff = 1;
        s.threads = k ? 3 : 1;
        s.sitting = 2 * k;
        run(&s, k);
        s.threads = 2;
        s.sitting = 0;
        if (k) run(&s, 0);
    }
    assert_same_file("piece/latest.weights", "pieces/latest.weights");
    assert_same_file("piece/latest.net", "pieces/latest.net");
}

static float off_mean(const alea_probs *p, const alea_probs *a, const alea_probs *b)
{
    float worst = fabsf(p->win - (a->win + b->win) / 2);
    worst = fmaxf(worst, fabsf(p->win_gammon - (a->win_gammon + b->win_gammon) / 2));
    return fmaxf(worst, fabsf(p->lose_backgammon -
                              (a->lose_backgammon + b->lose_backgammon) / 2));
}

/* Plays and positions by "A.net+B.net" are worth the mean of what A and B say. */
static void assert_mean(const judge *both, const judge *a, const judge *b)
{
    const alea_play_rules rules = alea_play_rules_standard();
    static alea_board results[ALEA_MAX_PLAYS];
    static alea_probs mean[ALEA_MAX_PLAYS], one[ALEA_MAX_PLAYS], two[ALEA_MAX_PLAYS];
    random_stream r = random_open(8, 8);
    int most = 0;
    for (int i = 0; i < 40; i++) {
        alea_board board = family_deal(FAMILY_SCATTER, &r);
        if (alea_board_phase(&board) == ALEA_PHASE_OVER) continue;
        alea_roll roll = {{(uint8_t)(1 + i % 6), (uint8_t)(1 + i % 6)}};
        int count = alea_positions_after(&board, roll, &rules, results);
        judge_results(both, &board, results, count, mean);
        judge_results(a, &board, results, count, one);
        judge_results(b, &board, results, count, two);
        for (int k = 0; k < count; k++)
            assert_true(off_mean(&mean[k], &one[k], &two[k]) < 1e-6F);
        most = count > most ? count : most;
    }
    assert_true(most > 64); /* more than are joined at a time */
}

/* Every stored position is labelled with the mean of two judgements. */
static size_t assert_static(const char *path, const judge *a, const judge *b)
{
    char reason[256];
    sample one;
    size_t number = 0;
    FILE *file = samples_open(path, reason, sizeof reason);
    assert_non_null(file);
    while (samples_next(file, path, &number, &one, reason, sizeof reason) == 1) {
        alea_board board = sample_board(&one);
        outcomes label = sample_label(&one);
        outcomes x = judge_board(a, &board), y = judge_board(b, &board);
        for (int i = 0; i < ALEA_OUTCOMES; i++)
            assert_true(fabsf(label.share[i] - (x.share[i] + y.share[i]) / 2) < 1e-4F);
    }
    fclose(file);
    return number;
}

/* Siblings stand together behind the first of them, and how they differ is measured. */
static void assert_siblings(const judge *teacher, const judge *other)
{
    char reason[256] = "";
    sample one;
    size_t number = 0, later = 0;
    FILE *file = samples_open("siblings/positions.dat", reason, sizeof reason);
    assert_non_null(file);
    while (samples_next(file, "siblings", &number, &one, reason, sizeof reason) == 1) {
        assert_true(number > 1 || one.exact != SAMPLE_SIBLING);
        later += one.exact == SAMPLE_SIBLING;
    }
    assert_int_equal(fclose(file), 0);
    assert_true(later > 100);
    loss_tally own[LOSS_GROUPS], apart[LOSS_GROUPS];
    alea_pool *threads = NULL;
    assert_int_equal(alea_pool_open(&threads, 2), ALEA_OK);
    assert_int_equal(loss_measure(teacher, threads, "siblings/positions.dat", own,
                                  reason, sizeof reason),
                     0);
    assert_int_equal(loss_measure(other, threads, "siblings/positions.dat", apart,
                                  reason, sizeof reason),
                     0);
    assert_true(own[LOSS_SIBLINGS].n == (double)later);
    assert_true(own[LOSS_SIBLINGS].square <= 1e-6 * (double)later);
    assert_true(apart[LOSS_SIBLINGS].square > 100 * own[LOSS_SIBLINGS].square);
    alea_pool_close(threads);
}

/* With a margin, only plays that close to the best of their roll are stored. */
static void assert_close_siblings(const char *path, float margin)
{
    char reason[256] = "";
    sample one;
    size_t number = 0, later = 0;
    float best = 0;
    FILE *file = samples_open(path, reason, sizeof reason);
    assert_non_null(file);
    while (samples_next(file, path, &number, &one, reason, sizeof reason) == 1) {
        outcomes label = sample_label(&one);
        /* seen by the other side: the least is the best */
        if (one.exact != SAMPLE_SIBLING)
            best = outcomes_equity(&label);
        else
            assert_true(outcomes_equity(&label) <= best + margin + 2e-3F);
        later += one.exact == SAMPLE_SIBLING;
    }
    assert_int_equal(fclose(file), 0);
    assert_true(later > 30);
}

/* A run of races stores these alone, with the plays beside them. */
static void assert_race_siblings(const char *path)
{
    char reason[256] = "";
    sample one;
    size_t number = 0, later = 0;
    FILE *file = samples_open(path, reason, sizeof reason);
    assert_non_null(file);
    while (samples_next(file, path, &number, &one, reason, sizeof reason) == 1) {
        alea_board board = sample_board(&one);
        assert_int_equal(net_set_kind(&board), ALEA_NET_RACE);
        later += one.exact == SAMPLE_SIBLING;
    }
    assert_int_equal(fclose(file), 0);
    assert_true(later > 30);
}

/* A run with a teacher of two nets and static labels stores the mean of their
 * judgements, whatever the net that learns says. */
static void test_teacher(void **state)
{
    (void)state;
    char reason[256] = "";
    settings s = tiny("other");
    s.seed = 99;
    s.float_play = 0;
    run(&s, 0);
    s = tiny("pupil");
    settings_set(&s, "teacher", "piece/latest.net+other/latest.net", reason,
                 sizeof reason);
    s.label = LABEL_STATIC;
    s.float_play = 0;
    s.noisy_share = 0.5;
    s.noise = 0.2;
    s.store = 1;
    run(&s, 0);
    strcpy(s.out, "siblings");
    s.siblings = 2;
    s.between = 2;
    run(&s, 0);
    strcpy(s.out, "close");
    s.sibling_margin = 0.02;
    run(&s, 0);
    assert_close_siblings("close/positions.dat", 0.02F);
    settings races = s;
    strcpy(races.out, "race-plays");
    races.sibling_margin = 0;
    races.contact = 0;
    races.race_share = 1;
    run(&races, 0);
    assert_race_siblings("race-plays/positions.dat");
    player *both = player_open(s.teacher, 0, reason, sizeof reason);
    player *a = player_open("piece/latest.net", 0, reason, sizeof reason);
    player *b = player_open("other/latest.net", 0, reason, sizeof reason);
    assert_true(both && a && b);
    assert_mean(player_judge(both), player_judge(a), player_judge(b));
    size_t stored[2];
    const char *const paths[2] = {"pupil/positions.dat", "siblings/positions.dat"};
    for (int k = 0; k < 2; k++)
        stored[k] = assert_static(paths[k], player_judge(a), player_judge(b));
    assert_true(stored[0] > 100 && stored[1] > 2 * stored[0]);
    assert_siblings(player_judge(both), player_judge(a));
    player_close(both);
    player_close(a);
    player_close(b);
    assert_null(player_open("piece/latest.net+none.net", 0, reason, sizeof reason));
    assert_non_null(strstr(reason, "none.net"));
    char many[256] = "piece/latest.net";
    for (int i = 0; i < 8; i++) strcat(many, "+piece/latest.net");
    assert_null(player_open(many, 0, reason, sizeof reason));
    assert_non_null(strstr(reason, "at most 8 nets"));
    s = tiny("heuristics");
    s.float_play = 0;
    strcpy(s.teacher, "heuristic");
    assert_int_equal(run_train(&s, &never, reason, sizeof reason), -1);
    assert_non_null(strstr(reason, "is not a net"));
    s = tiny("alone");
    s.label = LABEL_STATIC;
    assert_int_equal(run_train(&s, &never, reason, sizeof reason), -1);
    assert_non_null(strstr(reason, "teacher"));
    s = tiny("tableless");
    strcpy(s.bearoff, "none.bear");
    assert_int_equal(run_train(&s, &never, reason, sizeof reason), -1);
    assert_non_null(strstr(reason, "none.bear"));
    const alea_bearoff_job two = {ALEA_BEAROFF_TWO_SIDED, 6, 2, 1, NULL, NULL};
    assert_int_equal(alea_bearoff_make_file(&two, "two.bear", NULL), ALEA_OK);
    strcpy(s.bearoff, "two.bear");
    assert_int_equal(run_train(&s, &never, reason, sizeof reason), -1);
    assert_non_null(strstr(reason, "one-sided"));
    assert_int_equal(access("tableless", F_OK), -1);
    assert_null(
        player_open("piece/latest.net+other/latest.net@1", 0, reason, sizeof reason));
    assert_non_null(strstr(reason, "only one packed net looks ahead"));
}

/* `contact = 0`: contact is played through, races alone are stored. */
static void test_races_only(void **state)
{
    (void)state;
    char reason[256] = "";
    settings s = tiny("races");
    s.contact = 0;
    s.store = 1;
    run(&s, 0);
    FILE *file = samples_open("races/positions.dat", reason, sizeof reason);
    assert_non_null(file);
    sample one;
    size_t number = 0;
    while (samples_next(file, "races", &number, &one, reason, sizeof reason) == 1) {
        alea_board board = sample_board(&one);
        assert_int_not_equal(alea_board_phase(&board), ALEA_PHASE_CONTACT);
    }
    assert_true(number > 0);
    fclose(file);
}

static bool same_net(const char *a, const char *b, alea_net_kind kind)
{
    char reason[256];
    net_set one, two;
    assert_int_equal(net_set_load(&one, a, reason, sizeof reason), 0);
    assert_int_equal(net_set_load(&two, b, reason, sizeof reason), 0);
    const model *m = one.net[kind], *n = two.net[kind];
    bool same = m->at.total == n->at.total &&
                memcmp(m->average, n->average, m->at.total * sizeof *m->average) == 0;
    net_set_free(&one);
    net_set_free(&two);
    return same;
}

/* `prune_only`: the other nets stay as they were; `combine` puts it beside them. */
static void test_prune_only(void **state)
{
    (void)state;
    settings s = tiny("prune");
    strcpy(s.from, "straight/latest.weights");
    s.prune_only = 1;
    run(&s, 0);
    const char *before = "straight/latest.weights", *after = "prune/latest.weights";
    assert_true(same_net(before, after, ALEA_NET_CONTACT));
    assert_true(same_net(before, after, ALEA_NET_RACE));
    assert_false(same_net(before, after, ALEA_NET_PRUNE));

    s = tiny("unlike");
    s.seed = 77;
    run(&s, 0);
    const char *other = "unlike/latest.weights", *three = "three.weights";
    char word[6][32] = {"combine",
                        "straight/latest.weights",
                        "unlike/latest.weights",
                        "prune/latest.weights",
                        "three.weights",
                        "nowhere"};
    char *all[] = {word[0], word[1], word[2], word[3], word[4]};
    assert_int_equal(command_combine(5, all), STATUS_DONE);
    assert_true(same_net(three, before, ALEA_NET_CONTACT));
    assert_true(same_net(three, other, ALEA_NET_RACE));
    assert_true(same_net(three, after, ALEA_NET_PRUNE));
    char *missing[] = {word[0], word[1], word[5], word[4]};
    assert_int_equal(command_combine(4, missing), STATUS_SYSTEM);
    assert_int_equal(command_combine(3, missing), STATUS_USAGE);
    assert_true(same_net(three, other, ALEA_NET_RACE));
}

static void test_refused_checkpoint(void **state)
{
    (void)state;
    char reason[256] = "";
    settings s = tiny("straight");
    s.reuse = 3;
    assert_int_equal(run_train(&s, &never, reason, sizeof reason), -1);
    assert_non_null(strstr(reason, "other settings"));
    size_t length;
    char *data = whole("straight/resume.ck", &length);
    data[length / 2] ^= 1;
    FILE *file = fopen("straight/resume.ck", "wb");
    fwrite(data, 1, length, file);
    fclose(file);
    s = tiny("straight");
    assert_int_equal(run_train(&s, &never, reason, sizeof reason), -1);
    assert_non_null(strstr(reason, "damaged"));
    file = fopen("straight/resume.ck", "wb");
    fwrite(data, 1, 100, file);
    fclose(file);
    assert_int_equal(run_train(&s, &never, reason, sizeof reason), -1);
    assert_non_null(strstr(reason, "cut short"));
    free(data);
}

static void test_refused_weights(void **state)
{
    (void)state;
    char reason[256] = "";
    size_t length;
    net_set b;
    char *data = whole("straight/latest.weights", &length);
    const size_t cuts[] = {0, 7, 20, 30, length / 2, length - 1};
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        FILE *file = fopen("cut.weights", "wb");
        fwrite(data, 1, cuts[i], file);
        fclose(file);
        assert_int_equal(net_set_load(&b, "cut.weights", reason, sizeof reason), -1);
        assert_non_null(strstr(reason, "cut.weights"));
    }
    free(data);
    assert_int_equal(net_set_load(&b, "absent.weights", reason, sizeof reason), -1);
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

static void test_refused_settings(void **state)
{
    (void)state;
    static const struct {
        const char *text, *wanted;
    } cases[] = {
        {"seed = 1\nbatch = many\n", ":2: 'many' of batch is not a number"},
        {"# a comment\n\nwidht = 32\n", ":3: no such key"},
        {"width = 33\n", ":1: width must be a multiple of 32"},
        {"batch = 0\n", ":1: batch must be"},
        {"threads = 1.5\n", ":1: threads must be a whole number"},
        {"label = both\n", ":1: label must be"},
        {"lambda\n", ":1: expected 'key = value'"},
        {"rate = nan\n", ":1: 'nan' of rate is not a number"},
    };
    char reason[512];
    settings s;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        write_text("bad.run", cases[i].text);
        settings_default(&s);
        assert_int_equal(settings_read("bad.run", &s, reason, sizeof reason), -1);
        if (!strstr(reason, cases[i].wanted)) fail_msg("got: %s", reason);
    }
}

static void test_refused_positions(void **state)
{
    (void)state;
    char reason[256];
    outcomes label = {{0.5f, 0, 0, 0.5f, 0, 0}};
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    sample good = sample_make(&board, &label, 0, 1), got;
    FILE *file = samples_append("p.dat", reason, sizeof reason);
    assert_non_null(file);
    fwrite(&good, sizeof good, 1, file);
    sample bad = good;
    bad.point[6] = 9;
    fwrite(&bad, sizeof bad, 1, file);
    fclose(file);
    size_t number = 0;
    file = samples_open("p.dat", reason, sizeof reason);
    assert_int_equal(samples_next(file, "p.dat", &number, &got, reason, sizeof reason),
                     1);
    assert_memory_equal(&got, &good, sizeof good);
    assert_int_equal(samples_next(file, "p.dat", &number, &got, reason, sizeof reason),
                     -1);
    assert_non_null(strstr(reason, "position 2"));
    fclose(file);
    write_text("p.txt", "not positions at all");
    assert_null(samples_open("p.txt", reason, sizeof reason));
    assert_null(samples_append("p.txt", reason, sizeof reason));
}

static void test_self_duel(void **state)
{
    (void)state;
    char reason[256] = "";
    duel_options o = {
        {"straight/latest.weights", "straight/latest.weights"}, NULL, 6, 2, 7, 0, 0};
    duel_result r;
    if (duel_play(&o, NULL, &r, reason, sizeof reason) != 0) fail_msg("%s", reason);
    assert_int_equal(r.games, 6);
    assert_true(r.plain == 0 && r.adjusted == 0);
    assert_true(r.plain_error == 0 && r.adjusted_error == 0);
    o.players[1] = "heuristic";
    if (duel_play(&o, NULL, &r, reason, sizeof reason) != 0) fail_msg("%s", reason);
    assert_true(r.plain_error > 0);
    o.cube = 1;
    o.games = 2; /* a look ahead costs */
    assert_int_equal(duel_play(&o, NULL, &r, reason, sizeof reason), -1);
    assert_non_null(strstr(reason, "plays no cube"));
    o.players[0] = o.players[1] = "embedded@0";
    if (duel_play(&o, NULL, &r, reason, sizeof reason) != 0) fail_msg("%s", reason);
    assert_true(r.plain == 0 && r.adjusted == 0);
    o.luck = "embedded@1"; /* looking ahead takes dice away, never points */
    if (duel_play(&o, NULL, &r, reason, sizeof reason) != 0) fail_msg("%s", reason);
    assert_true(r.plain == 0 && r.adjusted == 0);
    o.players[1] = "piece/latest.net@0";
    duel_result deep;
    if (duel_play(&o, NULL, &deep, reason, sizeof reason) != 0) fail_msg("%s", reason);
    o.luck = "embedded";
    if (duel_play(&o, NULL, &r, reason, sizeof reason) != 0) fail_msg("%s", reason);
    assert_true(deep.plain == r.plain && deep.adjusted != r.adjusted);
    o.luck = "heuristic";
    assert_int_equal(duel_play(&o, NULL, &r, reason, sizeof reason), -1);
    assert_non_null(strstr(reason, "a net is needed"));
    o.luck = NULL;
    o.cube = 0;
    o.players[1] = "embedded@9";
    assert_int_equal(duel_play(&o, NULL, &r, reason, sizeof reason), -1);
    assert_non_null(strstr(reason, "N from 0 to"));
    o.players[1] = "gnubg:nowhere";
    assert_int_equal(duel_play(&o, NULL, &r, reason, sizeof reason), -1);
    assert_non_null(strstr(reason, "expected gnubg:HOST:PORT"));
}

/* A file labelled by a net itself: that net loses nothing, the heuristic something. */
static void write_own_decisions(player *p, const char *path)
{
    const alea_play_rules rules = alea_play_rules_standard();
    static alea_board results[ALEA_MAX_PLAYS];
    static alea_probs values[ALEA_MAX_PLAYS];
    FILE *file = fopen(path, "w");
    random_stream r = random_open(4, 4);
    fprintf(file, "# own\n");
    for (int i = 0; i < 40; i++) {
        char id[ALEA_POSITION_ID_SIZE];
        alea_board board = family_deal((family)(i % FAMILIES), &r);
        alea_roll roll = alea_roll_at(i % ALEA_ROLLS);
        int count = alea_positions_after(&board, roll, &rules, results);
        judge_results(player_judge(p), &board, results, count, values);
        alea_position_id_write(&board, id);
        fprintf(file, "%s %s %d%d", decision_kind_name(decision_kind_of(&board)), id,
                roll.die[0], roll.die[1]);
        for (int k = 0; k < count; k++) {
            alea_board theirs = alea_board_swap(&results[k]);
            alea_position_id_write(&theirs, id);
            fprintf(file, " %s=%.9g%s", id, (double)alea_probs_equity(&values[k]),
                    k % 3 ? "" : "~");
        }
        fprintf(file, "\n");
    }
    fclose(file);
}

static double lost(const decision_list *list, player *p)
{
    static alea_probs values[ALEA_MAX_PLAYS];
    char reason[256];
    double sum = 0;
    alea_cube cubeless = alea_cube_money();
    cubeless.in_use = false;
    for (size_t i = 0; i < list->count; i++) {
        const decision *d = &list->item[i];
        int choice = player_choose(p, &d->board, &cubeless, d->roll, d->result,
                                   d->count, values, reason, sizeof reason);
        sum += decision_loss(d, choice);
    }
    return sum;
}

static void test_judge(void **state)
{
    (void)state;
    char reason[256] = "";
    decision_list list;
    player *net = player_open("straight/latest.weights", 0, reason, sizeof reason);
    assert_non_null(net);
    write_own_decisions(net, "own.txt");
    if (decisions_read("own.txt", &list, reason, sizeof reason) != 0)
        fail_msg("%s", reason);
    assert_int_equal(list.count, 40);
    assert_true(lost(&list, net) == 0);
    player *simple = player_open("heuristic", 0, reason, sizeof reason);
    assert_true(lost(&list, simple) > 0.01);
    player_close(simple);
    player_close(net);
    decisions_free(&list);
}

/* A net is no way off its own opinions, and some way off another's. */
static void test_loss(void **state)
{
    (void)state;
    char reason[256] = "";
    player *net = player_open("straight/latest.weights", 0, reason, sizeof reason);
    assert_non_null(net);
    net_set other;
    const int width[ALEA_NET_KINDS] = {32, 32, 32};
    assert_int_equal(net_set_new(&other, width, 32, 77), 0);
    judge stranger = {.slow = &other};
    FILE *file = samples_append("own.dat", reason, sizeof reason);
    assert_non_null(file);
    random_stream r = random_open(3, 3);
    double written = 0;
    for (int i = 0; i < 300; i++) {
        alea_board b = family_deal((family)(i % FAMILIES), &r);
        if (alea_board_phase(&b) == ALEA_PHASE_OVER) continue;
        outcomes said = judge_board(player_judge(net), &b);
        sample s = sample_make(&b, &said, 0, 1);
        assert_int_equal(fwrite(&s, sizeof s, 1, file), 1);
        written++;
    }
    assert_int_equal(fclose(file), 0);
    loss_tally own[LOSS_GROUPS], apart[LOSS_GROUPS];
    alea_pool *threads = NULL;
    assert_int_equal(alea_pool_open(&threads, 2), ALEA_OK);
    assert_int_equal(
        loss_measure(player_judge(net), threads, "own.dat", own, reason, sizeof reason),
        0);
    assert_int_equal(
        loss_measure(&stranger, threads, "own.dat", apart, reason, sizeof reason), 0);
    double n = 0;
    for (int g = 0; g < LOSS_GROUPS; g++) {
        n += own[g].n;
        assert_true(own[g].n == apart[g].n);
        assert_true(own[g].divergence <= 3e-4 * own[g].n); /* labels are rounded */
        assert_true(own[g].square <= 1e-6 * own[g].n);
        if (own[g].n > 0) assert_true(apart[g].divergence > 2e-3 * own[g].n);
    }
    assert_true(n == written);
    write_text("cut.dat", "ALEAPOS1");
    assert_int_equal(
        loss_measure(&stranger, threads, "cut.dat", own, reason, sizeof reason), -1);
    assert_non_null(strstr(reason, "cut.dat"));
    alea_pool_close(threads);
    net_set_free(&other);
    player_close(net);
}

static void test_refused_decisions(void **state)
{
    (void)state;
    static const struct {
        const char *text, *wanted;
    } cases[] = {
        {"\ncontact\n", ":2: expected KIND"},
        {"attack 4HPwATDgc/ABMA 36 x=1\n", "no kind of decision"},
        {"contact 4HPwATDgc/ABM? 36 x=1\n", "position"},
        {"contact 4HPwATDgc/ABMA 37 x=1\n", "no dice"},
        {"contact 4HPwATDgc/ABMA 36 x\n", "RESULT-ID=EQUITY"},
        {"contact 4HPwATDgc/ABMA 36 4HPwATDgc/ABMA=0.1\n", "not legal"},
        {"contact 4HPwATDgc/ABMA 36 4HPiQSDgc/ABMA=9\n", "no equity"},
        {"contact 4HPwATDgc/ABMA 36 4HPiQSDgc/ABMA=0.1\n", "missing"},
    };
    char reason[512];
    decision_list list;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        write_text("bad.txt", cases[i].text);
        assert_int_equal(decisions_read("bad.txt", &list, reason, sizeof reason), -1);
        if (!strstr(reason, cases[i].wanted)) fail_msg("case %zu: %s", i, reason);
    }
}

static void test_families(void **state)
{
    (void)state;
    random_stream r = random_open(1, 1);
    for (int i = 0; i < 20000; i++) {
        alea_board b = family_deal((family)(i % FAMILIES), &r);
        alea_error error;
        if (alea_board_check(&b, ALEA_CHECKERS, &error) != ALEA_OK)
            fail_msg("%s: %s", family_name((family)(i % FAMILIES)), error.reason);
    }
}

/* A position with `mine` and `theirs`: points and counts, each by its own numbering. */
static alea_board placed(const int mine[][2], const int theirs[][2])
{
    alea_board b;
    memset(&b, 0, sizeof b);
    for (int i = 0; mine[i][0] > 0; i++) b.point[mine[i][0]] = (int8_t)mine[i][1];
    for (int i = 0; theirs[i][0] > 0; i++)
        b.point[25 - theirs[i][0]] = (int8_t)-theirs[i][1];
    return b;
}

static void test_held(void **state)
{
    (void)state;
    enum { CASES = 7, MOST = 8 };
    static const struct {
        const char *name;
        int mine[MOST][2], theirs[MOST][2];
        int held;
    } cases[CASES] = {
        {"two deep points, far behind",
         {{24, 2}, {22, 3}, {13, 4}, {8, 3}, {6, 3}},
         {{6, 4}, {5, 4}, {4, 4}, {8, 3}},
         1},
        {"two deep points, level",
         {{24, 2}, {21, 2}, {6, 5}, {5, 3}, {4, 3}},
         {{24, 2}, {13, 4}, {8, 3}, {6, 4}, {5, 2}},
         0},
        {"behind six points",
         {{24, 1}, {6, 5}, {5, 5}, {4, 4}},
         {{4, 2}, {5, 2}, {6, 2}, {7, 2}, {8, 2}, {9, 2}, {13, 3}},
         1},
        {"before six points",
         {{10, 1}, {6, 5}, {5, 5}, {4, 4}},
         {{18, 1}, {9, 2}, {8, 2}, {7, 2}, {6, 2}, {5, 2}, {4, 4}},
         0},
        {"on the bar against a bear-off",
         {{25, 1}, {6, 5}, {5, 5}, {4, 4}},
         {{6, 3}, {5, 3}, {4, 3}},
         1},
        {"home, nobody back, the other has borne off",
         {{13, 1}, {6, 5}, {5, 5}, {4, 4}},
         {{15, 1}, {6, 3}, {5, 3}, {4, 3}},
         0},
        {"a race, the other has borne off",
         {{6, 5}, {5, 5}, {4, 5}},
         {{6, 3}, {5, 3}},
         0},
    };
    for (int i = 0; i < CASES; i++) {
        alea_board b = placed(cases[i].mine, cases[i].theirs), swapped;
        swapped = alea_board_swap(&b);
        if (position_is_held(&b) != cases[i].held ||
            position_is_held(&swapped) != cases[i].held)
            fail_msg("%s: not %d", cases[i].name, cases[i].held);
    }
    alea_board start = alea_board_start(ALEA_SETUP_BACKGAMMON);
    assert_int_equal(position_is_held(&start), 0);
}

/* Where the tables know the truth, a rollout finds it, with no noise left: luck is all
 * there is. */
static void test_rollout(void **state)
{
    (void)state;
    char reason[256] = "";
    player *p = player_open("embedded", 0, reason, sizeof reason);
    assert_non_null(p);
    table *scratch = malloc(sizeof *scratch);
    for (int i = 0; i < 2; i++) {
        alea_board board;
        memset(&board, 0, sizeof board);
        board.point[6] = 2;
        board.point[5] = 1;
        board.point[2] = (int8_t)(2 - i);
        board.point[19] = -1;
        board.point[21] = (int8_t)(-2 - i);
        board.point[24] = -2;
        float error[ALEA_OUTCOMES];
        outcomes truth = judge_board(player_judge(p), &board);
        outcomes found = rollout_label(player_judge(p), &board, 72, 3, scratch, error);
        for (int k = 0; k < ALEA_OUTCOMES; k++) {
            assert_true(found.share[k] - truth.share[k] < 2e-3f);
            assert_true(truth.share[k] - found.share[k] < 2e-3f);
            assert_true(error[k] < 1e-3f);
        }
    }
    free(scratch);
    player_close(p);
}

/* The largest difference of a share, over positions of all families. */
static float apart(const net_set *one, const net_set *two)
{
    float most = 0;
    random_stream r = random_open(2, 2);
    for (int i = 0; i < 200; i++) {
        alea_board b = family_deal((family)(i % FAMILIES), &r);
        if (alea_board_phase(&b) == ALEA_PHASE_OVER) continue;
        outcomes a = net_set_evaluate(one, &b), c = net_set_evaluate(two, &b);
        for (int k = 0; k < ALEA_OUTCOMES; k++) {
            float off = a.share[k] - c.share[k];
            most = off > most ? off : -off > most ? -off : most;
        }
    }
    return most;
}

/* More units, the same opinion; a second layer split in two, nearly the same. */
static void test_growth(void **state)
{
    (void)state;
    char reason[256];
    net_set small, large, split, back;
    const int width[ALEA_NET_KINDS] = {96, 64, 64};
    assert_int_equal(
        net_set_load(&small, "straight/latest.weights", reason, sizeof reason), 0);
    assert_int_equal(net_set_new(&large, width, 32, 9), 0);
    assert_int_equal(net_set_grow(&large, &small), 0);
    assert_true(apart(&small, &large) < 1e-5f);
    assert_int_equal(net_set_new(&split, width, 64, 9), 0);
    assert_int_equal(net_set_grow(&split, &small), 0);
    assert_true(apart(&small, &split) < 0.02f);
    assert_int_equal(net_set_save(&split, "split.weights", reason, sizeof reason), 0);
    assert_int_equal(net_set_load(&back, "split.weights", reason, sizeof reason), 0);
    assert_true(apart(&split, &back) == 0);
    assert_int_equal(net_set_grow(&large, &split), -1);
    net_set_free(&small);
    net_set_free(&large);
    net_set_free(&split);
    net_set_free(&back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_resume_overlapped),
        cmocka_unit_test(test_teacher),
        cmocka_unit_test(test_refused_weights),
        cmocka_unit_test(test_self_duel),
        cmocka_unit_test(test_judge),
        cmocka_unit_test(test_loss),
        cmocka_unit_test(test_rollout),
        cmocka_unit_test(test_growth),
        cmocka_unit_test(test_races_only),
        cmocka_unit_test(test_prune_only),
        cmocka_unit_test(test_refused_checkpoint),
        cmocka_unit_test(test_refused_settings),
        cmocka_unit_test(test_refused_positions),
        cmocka_unit_test(test_refused_decisions),
        cmocka_unit_test(test_families),
        cmocka_unit_test(test_held),
    };
    /* The others have one thread, and take minutes under that sanitizer. */
    if (FOR_RACES) cmocka_set_test_filter("test_resume*");
    return cmocka_run_group_tests(tests, enter, leave);
}
