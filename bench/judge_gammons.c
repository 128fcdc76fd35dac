/* Plays in contact near a gammon under every definition of gammon and backgammon: what
 * alea's choice loses by rollout.
 *
 * judge_gammons [POSITIONS [PLY [TRIALS [NAME]]]]: positions come from alea's own games
 * under the definition, where one side is likely, but not certain, to lose more than a
 * single game. The best plays at 0-ply (four at most) and the choice are rolled out
 * with the same dice, without a cube, in two halves. The best play of one half compared
 * with the choice in the other half loses by noise as often as the choice does: its
 * mean is at most the true loss. The best of both halves together gains by noise: its
 * mean is at least the true loss. Prints both, each with its standard error. / */
#include <alea/alea.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYS = 4 };

/* Plays further behind at 0-ply are not rolled out. */
static const float behind = 0.08F;

typedef struct setting {
    alea_engine *engine;
    alea_rules rules;
    int plies, trials;
    uint32_t seed;
    alea_candidate *found;
} setting;

static uint32_t random_below(setting *s, uint32_t bound)
{
    s->seed = s->seed * 1664525 + 1013904223;
    return (s->seed >> 12) % bound;
}

static alea_decision decision_at(setting *s, const alea_board *board)
{
    alea_decision d = {.board = *board,
                       .cube = alea_cube_money(),
                       .rules = s->rules.play,
                       .endings = alea_endings_of_rules(&s->rules)};
    d.roll = (alea_roll){
        {(uint8_t)(1 + random_below(s, 6)), (uint8_t)(1 + random_below(s, 6))}};
    d.cube.in_use = false;
    return d;
}

/* Both levels of a loss are in doubt, and men of both sides have contact. */
static bool is_near(const alea_board *board, const alea_probs *p)
{
    const float mine = p->win_gammon, theirs = p->lose_gammon;
    return alea_board_phase(board) == ALEA_PHASE_CONTACT &&
           ((mine > 0.2F && mine < 0.8F) || (theirs > 0.2F && theirs < 0.8F));
}

/* The equity of a half of the trials, of every candidate. */
static bool roll_out(setting *s, const alea_decision *d, const alea_play *plays,
                     int count, uint64_t seed, double equity[PLAYS + 1])
{
    static alea_rollout rollout;
    alea_rollout_settings settings = alea_rollout_settings_default();
    settings.cubeful = false;
    settings.luck = false;
    settings.seed = seed;
    if (alea_rollout_plays(&rollout, s->engine, d, plays, count, &settings, NULL) !=
            ALEA_OK ||
        alea_rollout_run(s->engine, &rollout, 0, s->trials, NULL, NULL) != ALEA_OK)
        return false;
    for (int i = 0; i < count; i++) {
        alea_rollout_answer answer;
        alea_rollout_answer_of(&rollout, NULL, i, &answer);
        equity[i] = (double)answer.equity;
    }
    return true;
}

static int best_of(const double *equity, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (equity[i] > equity[best]) best = i;
    return best;
}

/* The loss of alea's choice; false if there is nothing to choose. */
static bool judge(setting *s, const alea_decision *d, uint64_t seed, double loss[2])
{
    alea_search_settings settings = alea_search_settings_default(0);
    alea_play plays[PLAYS + 1];
    double half[2][PLAYS + 1];
    int count, chosen = 0;
    if (alea_search_play(s->engine, d, &settings, s->found, ALEA_MAX_PLAYS, &count,
                         NULL) != ALEA_OK ||
        count < 2)
        return false;
    if (count > PLAYS) count = PLAYS;
    while (s->found[count - 1].equity < s->found[0].equity - behind) count--;
    for (int i = 0; i < count; i++) plays[i] = s->found[i].play;
    if (s->plies > 0) {
        int all;
        settings = alea_search_settings_default(s->plies);
        if (alea_search_play(s->engine, d, &settings, s->found, 1, &all, NULL) !=
            ALEA_OK)
            return false;
        while (chosen < count &&
               !alea_board_equal(&plays[chosen].board, &s->found[0].play.board))
            chosen++;
        if (chosen == count) plays[count++] = s->found[0].play;
    }
    loss[0] = loss[1] = 0;
    if (count == 1) return true;
    if (!roll_out(s, d, plays, count, seed * 2 + 1, half[0]) ||
        !roll_out(s, d, plays, count, seed * 2 + 2, half[1]))
        return false;
    for (int h = 0; h < 2; h++)
        loss[0] += (half[1 - h][best_of(half[h], count)] - half[1 - h][chosen]) / 2;
    for (int i = 0; i < count; i++) half[0][i] = (half[0][i] + half[1][i]) / 2;
    loss[1] = half[0][best_of(half[0], count)] - half[0][chosen];
    return true;
}

static void judge_all(setting *s, const char *name, int positions)
{
    double sum[2] = {0}, square[2] = {0};
    int judged = 0;
    s->seed = 77;
    for (uint64_t game = 0; judged < positions; game++) {
        alea_board board = alea_board_start(s->rules.setup);
        int taken = 0;
        for (int turn = 0; turn < 400 && judged < positions; turn++) {
            if (alea_board_phase(&board) == ALEA_PHASE_OVER) break;
            const alea_decision d = decision_at(s, &board);
            const alea_search_settings settings = alea_search_settings_default(0);
            int count;
            double loss[2];
            if (alea_search_play(s->engine, &d, &settings, s->found, 2, &count, NULL) !=
                ALEA_OK)
                return;
            const alea_candidate best = s->found[0];
            if (taken < 2 && turn > 10 && count > 1 && is_near(&board, &best.probs) &&
                random_below(s, 3) == 0 &&
                judge(s, &d, game * 512 + (uint64_t)turn, loss)) {
                for (int k = 0; k < 2; k++) {
                    sum[k] += loss[k];
                    square[k] += loss[k] * loss[k];
                }
                judged++;
                taken++;
            }
            board = alea_board_swap(&best.play.board);
        }
    }
    printf("%-56s %5d", name, judged);
    for (int k = 0; k < 2; k++) {
        const double mean = sum[k] / judged;
        printf("  %s %+.5f +- %.5f", k ? "at most" : "at least", mean,
               sqrt((square[k] / judged - mean * mean) / judged));
    }
    putchar('\n');
    fflush(stdout);
}

typedef struct definition {
    const char *gammon, *backgammon;
} definition;

static const definition definitions[] = {
    {"none_off", "none_off_and_bar_or_winner_home"},
    {"none_off", "bar_or_winner_home"},
    {"none_off", "winner_home"},
    {"none_off", "none_off_and_bar"},
    {"none_off", "never"},
    {"none_off_or_outside_home", "none_off_and_bar_or_winner_home"},
    {"none_off_or_outside_home", "bar_or_winner_home"},
    {"none_off_or_outside_home", "winner_home"},
    {"none_off_or_outside_home", "none_off_and_bar"},
    {"none_off_or_outside_home", "never"},
    {"never", "bar_or_winner_home"},
};

int main(int argc, char **argv)
{
    const int positions = argc > 1 ? atoi(argv[1]) : 500;
    setting s = {.plies = argc > 2 ? atoi(argv[2]) : 0,
                 .trials = argc > 3 ? atoi(argv[3]) : 144};
    alea_evaluator *evaluator;
    alea_error error;
    const alea_engine_options options = {.threads = 1, .cache_bytes = 1 << 22};
    s.found = malloc(ALEA_MAX_PLAYS * sizeof *s.found);
    if (!s.found || alea_evaluator_open(&evaluator, &error) != ALEA_OK ||
        alea_engine_open(&s.engine, evaluator, NULL, &options, &error) != ALEA_OK) {
        fputs("judge_gammons: cannot open the engine\n", stderr);
        return 1;
    }
    for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++) {
        char name[80];
        const definition *d = &definitions[i];
        snprintf(name, sizeof name, "%s %s", d->gammon, d->backgammon);
        if (argc > 4 && !strstr(name, argv[4])) continue;
        s.rules = alea_rules_default();
        if (alea_rules_set(&s.rules, "gammon_def", d->gammon, &error) != ALEA_OK ||
            alea_rules_set(&s.rules, "backgammon_def", d->backgammon, &error) !=
                ALEA_OK)
            return 1;
        judge_all(&s, name, positions);
    }
    alea_engine_close(s.engine);
    alea_evaluator_close(evaluator);
    free(s.found);
    return 0;
}
