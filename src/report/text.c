#include "writers.h"

#include "filed.h"
#include "shared.h"
#include "sums.h"

#include <string.h>

static void line(FILE *to, const char *what, const char *a, const char *b)
{
    fprintf(to, "  %-28s %18.18s %18.18s\n", what, a, b);
}

static void line_numbers(FILE *to, const char *what, const char *format, double a,
                         double b)
{
    char left[32], right[32];
    snprintf(left, sizeof left,
             format[0] == 'i'   ? "%.0f"
             : format[0] == 's' ? "%+.3f"
             : format[0] == 'p' ? "%+.2f%%"
                                : "%.2f",
             a);
    snprintf(right, sizeof right,
             format[0] == 'i'   ? "%.0f"
             : format[0] == 's' ? "%+.3f"
             : format[0] == 'p' ? "%+.2f%%"
                                : "%.2f",
             b);
    line(to, what, left, right);
}

static void kind_lines(FILE *to, alea_judged kind, const char *name,
                       const alea_totals *t)
{
    char what[64], cell[2][48];
    if (t[0].decisions[kind] + t[1].decisions[kind] == 0) return;
    snprintf(what, sizeof what, "%s: counted, lost", name);
    for (int p = 0; p < 2; p++)
        snprintf(cell[p], sizeof cell[p], "%d, %.3f", t[p].decisions[kind],
                 t[p].loss[kind]);
    line(to, what, cell[0], cell[1]);
    snprintf(what, sizeof what, "%s: ?!  ?  ??", name);
    for (int p = 0; p < 2; p++)
        snprintf(cell[p], sizeof cell[p], "%d  %d  %d", t[p].marks[kind][1],
                 t[p].marks[kind][2], t[p].marks[kind][3]);
    line(to, what, cell[0], cell[1]);
}

static void class_lines(const report *r, int game, FILE *to)
{
    int count[REPORT_CLASSES][2] = {{0}};
    double loss[REPORT_CLASSES][2] = {{0}};
    const alea_analysis *a = r->analysis;
    for (size_t i = 0; i < a->judgements; i++) {
        const alea_judgement *j = &a->judgement[i];
        if (game > 0 && j->game != game) continue;
        const report_class c = report_class_of(j);
        if (!j->counted || j->mark == ALEA_MARK_NONE) continue;
        count[c][j->by]++;
        loss[c][j->by] += (double)j->loss;
    }
    for (int c = 1; c < REPORT_CLASSES; c++) {
        char what[64], cell[2][48];
        if (count[c][0] + count[c][1] == 0) continue;
        snprintf(what, sizeof what, "  %s", report_class_name((report_class)c));
        for (int p = 0; p < 2; p++)
            snprintf(cell[p], sizeof cell[p], "%d, %.3f", count[c][p], loss[c][p]);
        line(to, what, cell[0], cell[1]);
    }
}

/* The PR by the analysis in the file. */
static void filed_line(const report *r, FILE *to)
{
    report_filed_totals t;
    char what[64];
    report_filed_sum(r->record, r->met, &t);
    if (!*t.program) return;
    snprintf(what, sizeof what, "PR by %.20s", t.program);
    line_numbers(to, what, "f", t.pr[0], t.pr[1]);
}

/* By whose figures, where they are not all alea's. */
static void judge_lines(const report *r, int game, FILE *to)
{
    report_share share[REPORT_JUDGES];
    const int count = report_shares(r, game, share);
    if (count == 1 && strcmp(share[0].program, "alea") == 0) return;
    for (int i = 0; i < count; i++) {
        char what[64];
        snprintf(what, sizeof what, "  judged by %s", share[i].program);
        line_numbers(to, what, "i", share[i].decisions[0], share[i].decisions[1]);
    }
}

static void totals(const report *r, int game, FILE *to)
{
    alea_totals t[2];
    bool match = r->analysis->match_length > 0;
    for (int p = 0; p < 2; p++)
        alea_analysis_totals(r->analysis, (alea_player)p, game, &t[p]);
    line(to, "", r->names[0], r->names[1]);
    line_numbers(to, "Decisions counted", "i", t[0].all_decisions, t[1].all_decisions);
    if (t[0].hinted || t[1].hinted)
        line_numbers(to, "With a hint, not counted", "i", t[0].hinted, t[1].hinted);
    line_numbers(to, "PR (500 x loss a decision)", "f", t[0].pr, t[1].pr);
    if (game == 0) filed_line(r, to);
    judge_lines(r, game, to);
    line_numbers(to, "Error rate (1000 x)", "f", t[0].error_rate, t[1].error_rate);
    line(to, "Rating", alea_rating_text(t[0].pr, t[0].all_decisions),
         alea_rating_text(t[1].pr, t[1].all_decisions));
    if (match && game == 0)
        line_numbers(to, "Rating estimate (FIBS)", "i",
                     report_rating(t[0].chance_loss, r->analysis->match_length),
                     report_rating(t[1].chance_loss, r->analysis->match_length));
    line_numbers(to, "Equity lost", "f", t[0].all_loss, t[1].all_loss);
    if (match)
        line_numbers(to, "Match-winning chance lost, %", "f", 100 * t[0].chance_loss,
                     100 * t[1].chance_loss);
    kind_lines(to, ALEA_JUDGED_PLAY, "Plays", t);
    kind_lines(to, ALEA_JUDGED_DOUBLE, "Doubles", t);
    kind_lines(to, ALEA_JUDGED_TAKE, "Takes", t);
    class_lines(r, game, to);
    if (match)
        line_numbers(to, "Luck, match-winning chance", "p", 100 * t[0].luck_chance,
                     100 * t[1].luck_chance);
    else
        line_numbers(to, "Luck, points", "s", t[0].luck_points, t[1].luck_points);
    double result = alea_analysis_result(r->analysis, game);
    double adjusted = alea_analysis_adjusted(r->analysis, game);
    const char *format = match ? "p" : "s";
    double unit = match ? 100 : 1;
    line_numbers(to, match ? "Result, chance gained" : "Result, points", format,
                 unit * result, -unit * result);
    line_numbers(to, "Luck-adjusted result", format, unit * adjusted, -unit * adjusted);
}

static void candidates(const alea_judgement *j, FILE *to)
{
    for (int i = 0; i < j->candidates; i++) {
        const alea_candidate *c = &j->candidate[i];
        char play[ALEA_PLAY_TEXT_SIZE];
        bool made = alea_board_equal(&c->play.board, &j->made_candidate.play.board);
        report_play(j, &c->play, play);
        char behind[32], depth[REPORT_DEPTH];
        /* Equities of different depths are not compared. */
        if (c->plies == j->candidate[0].plies)
            snprintf(behind, sizeof behind, "(%+.3f)",
                     (double)(c->equity - j->candidate[0].equity));
        else
            snprintf(behind, sizeof behind, "(%s) ", report_depth(c->plies, depth));
        fprintf(to, "    %c %-24s %+.3f  %s  win %.1f%%, gammon %.1f%%\n",
                made ? '*' : ' ', play, (double)c->equity, behind,
                100 * (double)c->probs.win, 100 * (double)c->probs.win_gammon);
    }
}

static void cube(const alea_judgement *j, FILE *to)
{
    const alea_cube_equities *e = &j->cube.verdict.equity;
    fprintf(to, "      no double %+.3f, double/take %+.3f, double/drop %+.3f: %s\n",
            (double)e->no_double, (double)e->double_take, (double)e->double_drop,
            alea_cube_verdict_text(&j->cube.verdict));
}

static void decision(const report *r, const alea_judgement *j, FILE *to)
{
    char made[REPORT_WORDS_SIZE], best[REPORT_WORDS_SIZE], why[ALEA_EXPLAIN_SIZE];
    char xgid[ALEA_XGID_SIZE] = "", dice[8] = "", context[REPORT_CONTEXT_SIZE],
         judge[REPORT_JUDGE_SIZE];
    alea_position position;
    report_made(j, made);
    report_best(j, best);
    report_why(r, j, why);
    if (j->kind == ALEA_JUDGED_PLAY)
        snprintf(dice, sizeof dice, " %d%d", j->decision.roll.die[0],
                 j->decision.roll.die[1]);
    fprintf(to, "\n  Game %d, turn %d, %s%s: %s%s%s", j->game, j->turn, r->names[j->by],
            dice, made, j->mark ? " " : "", alea_mark_symbol(j->mark));
    if (j->loss > 0) fprintf(to, "   loses %.3f to %s", (double)j->loss, best);
    if (j->chance_loss > 0)
        fprintf(to, " (%.2f%% match-winning chance)", 100 * (double)j->chance_loss);
    if (*report_class_name(report_class_of(j)))
        fprintf(to, "; %s", report_class_name(report_class_of(j)));
    fputc('\n', to);
    report_context(r, j, context);
    if (*context) fprintf(to, "    %s\n", context);
    if (j->filed)
        fprintf(to, "    judged by %s, in the file\n", report_judge(r, j, judge));
    if (report_position(r, j, &position) && alea_xgid_write(&position, xgid) == ALEA_OK)
        fprintf(to, "    %s\n", xgid);
    if (j->kind == ALEA_JUDGED_PLAY && !j->filed)
        candidates(j, to);
    else if (!j->filed)
        cube(j, to);
    alea_match before;
    if (alea_record_state(r->record, j->entry, &before) == ALEA_OK)
        report_filed_text(r->record, j->entry, &before, 4, to);
    if (why[0]) fprintf(to, "    %s\n", why);
    if (*report_comment(r, j)) fprintf(to, "    \"%s\"\n", report_comment(r, j));
}

void report_text(const report *r, bool all, FILE *to)
{
    const alea_analysis *a = r->analysis;
    if (a->match_length > 0)
        fprintf(to, "%s: match to %d, %d game%s", r->path, a->match_length, a->games,
                a->games == 1 ? "" : "s");
    else
        fprintf(to, "%s: money session, %d game%s", r->path, a->games,
                a->games == 1 ? "" : "s");
    char judges[REPORT_JUDGES_SIZE];
    fprintf(to, ", %s%s\n\n", report_judges(r, judges),
            r->stopped    ? " (what could be read of it)"
            : a->complete ? ""
                          : " (stopped before the end)");
    if (r->approximate) fprintf(to, "  Approximate: %s.\n\n", r->approximate);
    totals(r, 0, to);
    report_sums_text(r, to);
    for (int game = 1; a->games > 1 && game <= a->games; game++) {
        fprintf(to, "\nGame %d\n", game);
        totals(r, game, to);
    }
    fprintf(to, "\n%s\n", all ? "Decisions" : "Errors");
    for (size_t i = 0; i < r->listed_count; i++)
        decision(r, &a->judgement[r->listed[i]], to);
    if (r->listed_count == 0) fprintf(to, "  none\n");
    for (size_t i = 0; i < a->unjudgeds; i++) {
        char words[REPORT_UNJUDGED_SIZE];
        report_unjudged(r, &a->unjudged[i], words);
        fprintf(to, "%s  Not judged: %s\n", i == 0 ? "\n" : "", words);
    }
}
