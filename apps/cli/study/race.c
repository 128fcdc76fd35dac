/* alea study race: the formulas that players use, beside the exact figures. */
#include "desk/shelves/race.h"
#include "base/error.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/question/question.h"
#include "list.h"
#include "json/shapes.h"
#include "json/text.h"

#include <alea/bearoff.h>

#include <math.h>
#include <stdio.h>

typedef struct races {
    alea_bearoff *one, *two;
    bool json;
} races;

typedef struct figures {
    int pips[2];
    race_keith keith;
    race_trice trice;
    double kleinman;
    double epc[2]; /* NAN beyond the tables */
    double win;    /* exact or from both distributions; NAN beyond them */
} figures;

static const char *yes_no(bool yes)
{
    return yes ? "yes" : "no";
}

static void print_text(const char *id, const figures *f)
{
    printf("%s\n%-26s %9s %9s\n", id, "", "you", "opponent");
    printf("%-26s %9d %9d\n", "Pips", f->pips[0], f->pips[1]);
    printf("%-26s %9d %9d\n", "Keith count (you: + 1/7)", f->keith.count[0],
           f->keith.count[1]);
    if (isnan(f->epc[0]))
        printf("Effective pips: beyond the tables (both sides must be home)\n");
    else
        printf("%-26s %9.2f %9.2f\n%-26s %9.2f %9.2f\n", "Effective pips, exact",
               f->epc[0], f->epc[1], "Wastage", f->epc[0] - f->pips[0],
               f->epc[1] - f->pips[1]);
    printf("%-26s %8s %9s %6s\n", "", "double", "redouble", "take");
    printf("%-26s %8s %9s %6s\n", "Keith", yes_no(f->keith.doubles),
           yes_no(f->keith.redoubles), yes_no(f->keith.takes));
    printf("%-26s %8s %9s %6s\n", "Trice, Rule 62", yes_no(f->trice.doubles),
           yes_no(f->trice.redoubles), yes_no(f->trice.takes));
    printf("Win: Kleinman %.2f%%", 100 * f->kleinman);
    if (!isnan(f->win)) printf(", tables %.2f%%", 100 * f->win);
    printf("\n");
}

static void print_json(const char *id, const figures *f)
{
    json_print_line(stdout,
                    json_pack("{s:s,s:[ii],s:{s:[ii],s:b,s:b,s:b},s:{s:i,s:b,s:b,s:b},"
                              "s:f,s:[oo],s:o}",
                              "id", id, "pips", f->pips[0], f->pips[1], "keith",
                              "count", f->keith.count[0], f->keith.count[1], "double",
                              f->keith.doubles, "redouble", f->keith.redoubles, "take",
                              f->keith.takes, "trice", "last_take", f->trice.last_take,
                              "double", f->trice.doubles, "redouble",
                              f->trice.redoubles, "take", f->trice.takes, "kleinman",
                              f->kleinman, "epc", number_json(f->epc[0]),
                              number_json(f->epc[1]), "win", number_json(f->win)));
}

static int answer(void *context, const question *q, refusal *why)
{
    const races *r = context;
    const alea_phase phase = alea_board_phase(&q->board);
    if (phase != ALEA_PHASE_RACE && phase != ALEA_PHASE_BEAROFF) {
        alea_error_fill(&why->error, ALEA_ERROR_POSITION, 0, 0,
                        "no race: the sides are still in contact, or the game is over");
        return refusal_set(why, "not_a_race");
    }
    const double unknown = (double)NAN;
    figures f = {.epc = {unknown, unknown}, .win = unknown};
    for (int i = 0; i < 2; i++) {
        f.pips[i] = alea_board_pips(&q->board, i == 0);
        const double rolls = alea_bearoff_mean_rolls(r->one, &q->board, i == 0);
        if (rolls >= 0) f.epc[i] = rolls * 49 / 6;
    }
    if (isnan(f.epc[0]) || isnan(f.epc[1])) f.epc[0] = f.epc[1] = unknown;
    alea_probs probs;
    if (alea_bearoff_probs(r->one, r->two, &q->board, &probs))
        f.win = (double)probs.win;
    f.keith = race_keith_of(&q->board);
    f.trice = race_trice_of(f.pips[0], f.pips[1]);
    f.kleinman = race_kleinman(f.pips[0], f.pips[1]);
    if (r->json)
        print_json(q->id, &f);
    else
        print_text(q->id, &f);
    return EXIT_DONE;
}

int verb_race(int argc, char **argv)
{
    races r = {0};
    const option_spec options[] = {
        FLAG_OPTION("json", 'j', "one JSON object per position", &r.json), {0}};
    const args_spec spec = {
        .operands = "ID...|-",
        .about =
            "Counts and rules for a race (Keith, Trice, Kleinman) beside effective pips and\n"
            "winning chances from the exact tables. Cube advice is for money.",
        .options = options,
        .least = 0,
        .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    alea_error error = {0};
    if (alea_bearoff_open_standard(ALEA_BEAROFF_ONE_SIDED, &r.one, &error) != ALEA_OK ||
        alea_bearoff_open_standard(ALEA_BEAROFF_TWO_SIDED, &r.two, &error) != ALEA_OK) {
        command_say("study", "%s", error.reason);
        status = EXIT_SYSTEM;
    } else {
        status = questions_run("study race", r.json, operands, argv, answer, &r);
    }
    alea_bearoff_close(r.one);
    alea_bearoff_close(r.two);
    return status;
}
