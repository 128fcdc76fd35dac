/* alea bearoff show. */
#include "list.h"

#include "base/error.h"
#include "cli/io/args.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "cli/question/question.h"
#include "json/shapes.h"
#include "json/text.h"

#include <alea/bearoff.h>
#include <alea/notation.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The mean of a roll in the race, doubles counted twice. */
static const double pips_per_roll = 49.0 / 6;

typedef struct tables {
    alea_bearoff *one, *two;
} tables;

typedef struct facts {
    double mean[2];
    bool has_cubeless, has_cubeful;
    double cubeless;
    alea_bearoff_equity equity;
    alea_probs probs;
} facts;

/* False with a reason when a side is not in reach of any table. */
static bool look_up(const tables *t, const alea_board *board, facts *f,
                    alea_error *error)
{
    *f = (facts){0};
    alea_phase phase = alea_board_phase(board);
    const char *why = NULL;
    if (phase == ALEA_PHASE_OVER)
        why = "the game is over: one side has no checker left";
    else if (phase == ALEA_PHASE_CONTACT)
        why = "not a bear-off: the sides still have contact";
    for (int side = 0; side < 2 && !why; side++) {
        f->mean[side] = alea_bearoff_mean_rolls(t->one, board, side == 0);
        if (f->mean[side] < 0)
            why = side == 0
                      ? "not a bear-off: the player on roll has checkers outside the "
                        "table's points"
                      : "not a bear-off: the opponent has checkers outside the "
                        "table's points";
    }
    if (why) {
        alea_error_set(error, 0, 0, "%s", why);
        return false;
    }
    f->has_cubeful = alea_bearoff_equities(t->two, board, &f->equity);
    f->has_cubeless = alea_bearoff_probs(t->one, t->two, board, &f->probs);
    /* No backgammons here: a side that bears off has left the winner's home board. */
    f->cubeless = f->has_cubeful
                      ? (double)f->equity.cubeless
                      : 2 * (double)f->probs.win - 1 + (double)f->probs.win_gammon -
                            (double)f->probs.lose_gammon;
    return true;
}

static void print_json(const char *id, const facts *f)
{
    const double unknown = (double)NAN;
    const bool cubeful = f->has_cubeful;
    json_t *equity = json_pack(
        "{s:o,s:o,s:o,s:o}", "cubeless",
        number_json(f->has_cubeless ? f->cubeless : unknown), "owned",
        number_json(cubeful ? (double)f->equity.owned : unknown), "centred",
        number_json(cubeful ? (double)f->equity.centred : unknown), "opponent",
        number_json(cubeful ? (double)f->equity.opponent : unknown));
    json_print_line(stdout, json_pack("{s:s,s:o,s:[o,o],s:[o,o]}", "id", id, "equity",
                                      equity, "mean_rolls", number_json(f->mean[0]),
                                      number_json(f->mean[1]), "epc",
                                      number_json(f->mean[0] * pips_per_roll),
                                      number_json(f->mean[1] * pips_per_roll)));
}

/* Best action with this equity before doubling, where a take is worth `taken`. */
static const char *cube_action(double no_double, double taken)
{
    double doubled = taken < 1 ? taken : 1;
    if (doubled <= no_double + 1e-7)
        return taken > 1 ? "no double, drop if doubled" : "no double, take";
    return taken > 1 ? "double, drop" : "double, take";
}

static void print_distribution(const tables *t, const alea_board *board, bool mine)
{
    float p[ALEA_BEAROFF_MAX_ROLLS];
    int count;
    if (!alea_bearoff_rolls(t->one, board, mine, p, &count)) return;
    printf("  %s off in", mine ? "You" : "Opponent");
    for (int k = 0; k < count; k++)
        if (p[k] >= 5e-5F) printf(" %d: %.2f%%", k, 100 * (double)p[k]);
    putchar('\n');
}

static void print_text(const tables *t, const char *id, const alea_board *board,
                       const facts *f)
{
    printf("%s\n", id);
    printf("  Mean rolls: you %.4f, opponent %.4f\n", f->mean[0], f->mean[1]);
    printf("  Effective pips: you %.3f (pip count %d), opponent %.3f (pip count %d)\n",
           f->mean[0] * pips_per_roll, alea_board_pips(board, true),
           f->mean[1] * pips_per_roll, alea_board_pips(board, false));
    print_distribution(t, board, true);
    print_distribution(t, board, false);
    if (f->has_cubeless)
        printf("  Win %.3f%%, gammon %.3f%%; lose gammon %.3f%%\n",
               100 * (double)f->probs.win, 100 * (double)f->probs.win_gammon,
               100 * (double)f->probs.lose_gammon);
    printf("  Cubeless equity %+.5f%s\n", f->cubeless,
           f->has_cubeful ? " (exact)" : " (from both sides' distributions)");
    if (!f->has_cubeful) {
        printf("  Cube: beyond the two-sided table\n");
        return;
    }
    double taken = 2 * (double)f->equity.opponent;
    printf(
        "  Before doubling: you own the cube %+.5f, centred %+.5f, opponent's %+.5f\n",
        (double)f->equity.owned, (double)f->equity.centred, (double)f->equity.opponent);
    printf("  Double, take %+.5f; double, drop +1\n", taken);
    printf("  Centred cube: %s; your cube: %s\n",
           cube_action((double)f->equity.centred, taken),
           cube_action((double)f->equity.owned, taken));
}

typedef struct show_run {
    tables tables;
    bool json;
} show_run;

static int answer(void *context, const question *q, refusal *why)
{
    const show_run *run = context;
    facts f;
    if (!look_up(&run->tables, &q->board, &f, &why->error))
        return refusal_set(why, "not_a_bearoff");
    if (run->json)
        print_json(q->id, &f);
    else
        print_text(&run->tables, q->id, &q->board, &f);
    return EXIT_DONE;
}

static int open_tables(tables *t, const option_list *files)
{
    alea_error error = {0};
    for (size_t i = 0; i < files->count; i++) {
        alea_bearoff *table;
        if (alea_bearoff_open_file(files->value[i], true, &table, &error) != ALEA_OK)
            return command_fail("bearoff", "%s: %s", files->value[i], error.reason);
        alea_bearoff **place = alea_bearoff_table_kind(table) == ALEA_BEAROFF_TWO_SIDED
                                   ? &t->two
                                   : &t->one;
        alea_bearoff_close(*place);
        *place = table;
    }
    alea_status one = ALEA_OK, two = ALEA_OK;
    if (!t->one)
        one = alea_bearoff_open_standard(ALEA_BEAROFF_ONE_SIDED, &t->one, &error);
    if (!t->two)
        two = alea_bearoff_open_standard(ALEA_BEAROFF_TWO_SIDED, &t->two, &error);
    if (one == ALEA_OK && two == ALEA_OK) return EXIT_DONE;
    return command_fail("bearoff", "%s", error.reason);
}

int bearoff_show(int argc, char **argv)
{
    show_run run = {0};
    tables *t = &run.tables;
    option_list files = {0};
    const option_spec options[] = {
        FLAG_OPTION("json", 'j', "one JSON object per position", &run.json),
        LIST_OPTION("table", 't', "FILE", "use this table instead of the built-in one",
                    &files),
        {0}};
    const args_spec spec = {
        .operands = "ID...|-",
        .about =
            "Mean rolls, effective pip counts, distributions, exact equities and cube\n"
            "action of bear-off positions (XGID or Position ID). - reads one per line from\n"
            "standard input. Equities are for money, of the player on roll, with no double\n"
            "offered this turn; null in JSON where no table reaches.",
        .options = options,
        .least = 1,
        .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    status = open_tables(t, &files);
    if (status == EXIT_DONE)
        status = questions_run("bearoff", run.json, operands, argv, answer, &run);
    alea_bearoff_close(t->one);
    alea_bearoff_close(t->two);
    return status;
}
