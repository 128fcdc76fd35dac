#include "filed.h"
#include "shared.h"
#include "writers.h"

#include <alea/diagram.h>

#include <stdlib.h>
#include <string.h>

static const char head[] =
    "<style>"
    ":root{color-scheme:light dark;--ink:#1d1b18;--paper:#fbf9f5;--line:#cfc7b8;"
    "--soft:#6b645a;--a:#1f6fb2;--b:#b2501f}"
    "@media(prefers-color-scheme:dark){:root{--ink:#ece7dd;--paper:#1d1b18;"
    "--line:#4a443b;--soft:#a79f92;--a:#6db3ee;--b:#ee9a6d}}"
    "body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);"
    "margin:0 auto;max-width:64rem;padding:1rem}"
    "table{border-collapse:collapse;margin:.5rem 0}"
    "th,td{padding:.2rem .7rem;text-align:right;border-bottom:1px solid var(--line)}"
    "th:first-child,td:first-child{text-align:left}"
    "th button{font:inherit;font-weight:bold;color:inherit;background:none;border:0;"
    "cursor:pointer;padding:0}"
    "th[aria-sort=ascending] button::after{content:' \\25B2'}"
    "th[aria-sort=descending] button::after{content:' \\25BC'}"
    "th.l,.l{text-align:left}"
    ".m3{color:#c0182b;font-weight:bold}.m2{color:#b35c00}.m1{color:#80700a}"
    "@media(prefers-color-scheme:dark){"
    ".m3{color:#ff8a8a}.m2{color:#ffb469}.m1{color:#e4d36c}}"
    "article{display:grid;grid-template-columns:minmax(0,26rem) 1fr;gap:1rem;"
    "border-top:1px solid var(--line);padding:1rem 0}"
    "article svg{width:100%;height:auto}"
    "article h3{margin:0;grid-column:1/-1}"
    ".id{font:12px monospace;color:var(--soft);overflow-wrap:anywhere}"
    ".scroll{overflow-x:auto}"
    "@media(max-width:44rem){article{grid-template-columns:1fr}}"
    ".curve{width:100%;height:auto}"
    ".curve text{font:11px sans-serif;fill:var(--soft)}"
    "</style>";

/* Sorts a table by the column whose head is clicked. */
static const char script[] =
    "<script>"
    "document.querySelectorAll('table.sort th').forEach(function(th,col){"
    "th.firstElementChild.addEventListener('click',function(){"
    "var up=th.getAttribute('aria-sort')==='descending',"
    "body=th.closest('table').tBodies[0];"
    "th.parentNode.querySelectorAll('th').forEach("
    "function(t){t.removeAttribute('aria-sort')});"
    "th.setAttribute('aria-sort',up?'ascending':'descending');"
    "var key=function(r){var c=r.cells[col];"
    "return c.dataset.v===undefined?c.textContent:parseFloat(c.dataset.v)};"
    "Array.from(body.rows).sort(function(a,b){var x=key(a),y=key(b);"
    "return (x<y?-1:x>y?1:0)*(up?1:-1)}).forEach(function(r){body.appendChild(r)})})});"
    "</script>";

static void row(FILE *to, const char *what, const char *format, double a, double b)
{
    fprintf(to, "<tr><td>%s</td><td>", what);
    fprintf(to, format[0] == 'i' ? "%.0f" : format[0] == 's' ? "%+.3f" : "%.2f", a);
    fputs("</td><td>", to);
    fprintf(to, format[0] == 'i' ? "%.0f" : format[0] == 's' ? "%+.3f" : "%.2f", b);
    fputs("</td></tr>", to);
}

/* By whose figures, where they are not all alea's. */
static void judge_rows(const report *r, int game, FILE *to)
{
    report_share share[REPORT_JUDGES];
    const int count = report_shares(r, game, share);
    if (count == 1 && strcmp(share[0].program, "alea") == 0) return;
    for (int i = 0; i < count; i++) {
        fputs("<tr><td>\xc2\xa0 judged by ", to);
        report_html_text(to, share[i].program);
        fprintf(to, "</td><td>%d</td><td>%d</td></tr>", share[i].decisions[0],
                share[i].decisions[1]);
    }
}

static void totals(const report *r, int game, FILE *to)
{
    alea_totals t[2];
    bool match = r->analysis->match_length > 0;
    double result = alea_analysis_result(r->analysis, game);
    double adjusted = alea_analysis_adjusted(r->analysis, game);
    fputs("<div class=\"scroll\"><table><thead><tr><th></th>", to);
    for (int p = 0; p < 2; p++) {
        alea_analysis_totals(r->analysis, (alea_player)p, game, &t[p]);
        fputs("<th>", to);
        report_html_text(to, r->names[p]);
        fputs("</th>", to);
    }
    fputs("</tr></thead><tbody>", to);
    row(to, "PR", "f", t[0].pr, t[1].pr);
    report_filed_totals filed;
    report_filed_sum(r->record, r->met, &filed);
    if (game == 0 && *filed.program)
        fprintf(to, "<tr><td>PR by %s in the file</td><td>%.2f</td><td>%.2f</td></tr>",
                strcmp(filed.program, "eXtreme Gammon") == 0 ? "eXtreme Gammon"
                                                             : "the analysis",
                filed.pr[0], filed.pr[1]);
    fprintf(to, "<tr><td>Rating</td><td>%s</td><td>%s</td></tr>",
            alea_rating_text(t[0].pr, t[0].all_decisions),
            alea_rating_text(t[1].pr, t[1].all_decisions));
    row(to, "Decisions counted", "i", t[0].all_decisions, t[1].all_decisions);
    if (t[0].hinted || t[1].hinted)
        row(to, "With a hint, not counted", "i", t[0].hinted, t[1].hinted);
    judge_rows(r, game, to);
    row(to, "Equity lost: plays", "f", t[0].loss[0], t[1].loss[0]);
    row(to, "Equity lost: doubles", "f", t[0].loss[1], t[1].loss[1]);
    row(to, "Equity lost: takes", "f", t[0].loss[2], t[1].loss[2]);
    for (int m = ALEA_MARK_DOUBTFUL; m < ALEA_MARKS; m++) {
        int n[2] = {0, 0};
        char what[32];
        for (int p = 0; p < 2; p++)
            for (int k = 0; k < ALEA_JUDGED_KINDS; k++) n[p] += t[p].marks[k][m];
        snprintf(what, sizeof what, "%s %s", alea_mark_name((alea_mark)m),
                 alea_mark_symbol((alea_mark)m));
        row(to, what, "i", n[0], n[1]);
    }
    if (match) {
        row(to, "Luck, % of the match", "s", 100 * t[0].luck_chance,
            100 * t[1].luck_chance);
        row(to, "Result, % of the match", "s", 100 * result, -100 * result);
        row(to, "Luck-adjusted, %", "s", 100 * adjusted, -100 * adjusted);
    } else {
        row(to, "Luck, points", "s", t[0].luck_points, t[1].luck_points);
        row(to, "Result, points", "s", result, -result);
        row(to, "Luck-adjusted, points", "s", adjusted, -adjusted);
    }
    fputs("</tbody></table></div>", to);
}

/* A's chance to win the match, or the game in money play, after each decision as one
 * line, with a rule between games. */
static void curve(const report *r, FILE *to)
{
    const alea_analysis *a = r->analysis;
    if (a->judgements < 2) return;
    fprintf(to,
            "<figure><svg class=\"curve\" viewBox=\"0 0 1000 220\" role=\"img\">"
            "<title>Winning chances, decision by decision</title>"
            "<line x1=\"30\" x2=\"1000\" y1=\"110\" y2=\"110\" stroke=\"var(--line)\"/>"
            "<text x=\"0\" y=\"16\">100</text><text x=\"0\" y=\"114\">50</text>"
            "<text x=\"0\" y=\"212\">0 %%</text>"
            "<polyline fill=\"none\" stroke=\"var(--a)\" stroke-width=\"2\" points=\"");
    for (size_t i = 0; i < a->judgements; i++) {
        const alea_judgement *j = &a->judgement[i];
        double x = 30 + 970.0 * (double)i / (double)(a->judgements - 1);
        fprintf(to, "%.1f,%.1f ", x, 210 - 200 * report_chance(r, j));
    }
    fputs("\"/>", to);
    for (size_t i = 1; i < a->judgements; i++)
        if (a->judgement[i].game != a->judgement[i - 1].game) {
            double x = 30 + 970.0 * ((double)i - .5) / (double)(a->judgements - 1);
            fprintf(to,
                    "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"10\" y2=\"210\" "
                    "stroke=\"var(--line)\" stroke-dasharray=\"4\"/>"
                    "<text x=\"%.1f\" y=\"22\">game %d</text>",
                    x, x, x + 4, a->judgement[i].game);
        }
    fputs("</svg><figcaption>Chance of ", to);
    report_html_text(to, r->names[0]);
    fprintf(to, " to win the %s, after each decision.</figcaption></figure>",
            a->match_length > 0 ? "match" : "game");
}

static void error_list(const report *r, FILE *to)
{
    static const char *const columns[] = {"#",    "Game", "Turn", "Player", "Kind",
                                          "Made", "Best", "Loss", "Mark"};
    const alea_analysis *a = r->analysis;
    fputs("<h2>Errors</h2><div class=\"scroll\"><table class=\"sort\"><thead><tr>", to);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        fprintf(to, "<th%s><button type=\"button\">%s</button></th>",
                i >= 3 && i <= 6 ? " class=\"l\"" : "", columns[i]);
    fputs("</tr></thead><tbody>", to);
    for (size_t k = 0; k < r->listed_count; k++) {
        const size_t i = r->listed[k];
        const alea_judgement *j = &a->judgement[i];
        char made[REPORT_WORDS_SIZE], best[REPORT_WORDS_SIZE];
        report_made(j, made);
        report_best(j, best);
        fprintf(to,
                "<tr><td data-v=\"%zu\"><a href=\"#d%zu\">%zu</a></td>"
                "<td data-v=\"%d\">%d</td><td data-v=\"%d\">%d</td><td class=\"l\">",
                i, i, i + 1, j->game, j->game, j->turn, j->turn);
        report_html_text(to, r->names[j->by]);
        fprintf(
            to,
            "</td><td class=\"l\">%s</td><td class=\"l\">%s</td><td class=\"l\">%s</td>"
            "<td data-v=\"%.6f\">%.3f</td><td class=\"m%d\" data-v=\"%d\">%s</td></tr>",
            alea_judged_name(j->kind), made, best, (double)j->loss, (double)j->loss,
            (int)j->mark, (int)j->mark, alea_mark_symbol(j->mark));
    }
    fputs("</tbody></table></div>", to);
}

static void board(const report *r, const alea_judgement *j, FILE *to)
{
    alea_position position;
    char svg[ALEA_DIAGRAM_SVG_SIZE], xgid[ALEA_XGID_SIZE];
    alea_diagram options = {.view = j->by, .names = {r->names[0], r->names[1]}};
    if (!report_position(r, j, &position)) return;
    if (j->kind == ALEA_JUDGED_PLAY) {
        options.moves = j->candidate[0].play.move;
        options.move_count = j->candidate[0].play.count;
        options.mover = j->by;
    }
    fputs("<div>", to);
    if (alea_diagram_svg(&position, &options, svg, sizeof svg) < sizeof svg)
        fputs(svg, to);
    if (alea_xgid_write(&position, xgid) == ALEA_OK)
        fprintf(to, "<div class=\"id\">%s</div>", xgid);
    fputs("</div>", to);
}

static void choices(const alea_judgement *j, FILE *to)
{
    fputs("<div class=\"scroll\"><table>", to);
    if (j->kind == ALEA_JUDGED_PLAY)
        fputs("<thead><tr><th class=\"l\">Play</th><th>Equity</th><th></th><th>Win</th>"
              "<th>Gammon</th><th>Lost gammon</th></tr></thead>",
              to);
    fputs("<tbody>", to);
    for (int i = 0; j->kind == ALEA_JUDGED_PLAY && i < j->candidates; i++) {
        const alea_candidate *c = &j->candidate[i];
        char play[ALEA_PLAY_TEXT_SIZE], depth[REPORT_DEPTH];
        report_play(j, &c->play, play);
        bool made = alea_board_equal(&c->play.board, &j->made_candidate.play.board);
        fprintf(to, "<tr><td>%s%s</td><td>%+.3f</td>", play, made ? " (made)" : "",
                (double)c->equity);
        /* Equities of different depths are not compared. */
        if (c->plies == j->candidate[0].plies)
            fprintf(to, "<td>%+.3f</td>", (double)(c->equity - j->candidate[0].equity));
        else
            fprintf(to, "<td>%s</td>", report_depth(c->plies, depth));
        fprintf(to, "<td>%.1f%%</td><td>%.1f%%</td><td>%.1f%%</td></tr>",
                100 * (double)c->probs.win, 100 * (double)c->probs.win_gammon,
                100 * (double)c->probs.lose_gammon);
    }
    if (j->kind != ALEA_JUDGED_PLAY) {
        const alea_cube_equities *e = &j->cube.verdict.equity;
        fprintf(to,
                "<tr><td>No double</td><td>%+.3f</td></tr>"
                "<tr><td>Double, take</td><td>%+.3f</td></tr>"
                "<tr><td>Double, drop</td><td>%+.3f</td></tr>",
                (double)e->no_double, (double)e->double_take, (double)e->double_drop);
    }
    fputs("</tbody></table></div>", to);
}

static void details(const report *r, FILE *to)
{
    const alea_analysis *a = r->analysis;
    for (size_t k = 0; k < r->listed_count; k++) {
        const size_t i = r->listed[k];
        const alea_judgement *j = &a->judgement[i];
        char made[REPORT_WORDS_SIZE], best[REPORT_WORDS_SIZE], why[ALEA_EXPLAIN_SIZE],
            context[REPORT_CONTEXT_SIZE];
        report_made(j, made);
        report_best(j, best);
        report_why(r, j, why);
        fprintf(to, "<article id=\"d%zu\"><h3>%zu. Game %d, turn %d, ", i, i + 1,
                j->game, j->turn);
        report_html_text(to, r->names[j->by]);
        fprintf(to, ": %s <span class=\"m%d\">%s %.3f</span></h3>", made, (int)j->mark,
                alea_mark_symbol(j->mark), (double)j->loss);
        board(r, j, to);
        fputs("<div>", to);
        report_context(r, j, context);
        if (*context) {
            fputs("<p class=\"context\">", to);
            report_html_text(to, context);
            fputs("</p>", to);
        }
        if (*report_class_name(report_class_of(j)))
            fprintf(to, "<p>%s</p>", report_class_name(report_class_of(j)));
        fprintf(to, "<p>Best: <strong>%s</strong></p>", best);
        if (!j->filed) choices(j, to);
        report_filed_html(r->record, j->entry, to);
        if (*report_comment(r, j)) {
            fputs("<blockquote>", to);
            report_html_text(to, report_comment(r, j));
            fputs("</blockquote>", to);
        }
        fputs("<p>", to);
        report_html_text(to, why);
        fputs("</p></div></article>", to);
    }
}

void report_html(const report *r, FILE *to)
{
    const alea_analysis *a = r->analysis;
    char judges[REPORT_JUDGES_SIZE];
    fputs("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
          "<meta name=\"viewport\" "
          "content=\"width=device-width,initial-scale=1\"><title>",
          to);
    report_html_text(to, r->names[0]);
    fputs(" - ", to);
    report_html_text(to, r->names[1]);
    fprintf(to, "</title>%s</head><body><h1>", head);
    report_html_text(to, r->names[0]);
    fputs(" against ", to);
    report_html_text(to, r->names[1]);
    fputs("</h1><p>", to);
    if (a->match_length > 0)
        fprintf(to, "Match to %d", a->match_length);
    else
        fputs("Money session", to);
    fprintf(to, ", %d game%s, ", a->games, a->games == 1 ? "" : "s");
    report_html_text(to, report_judges(r, judges));
    fprintf(to, "%s.</p>",
            r->stopped    ? " (what could be read of it)"
            : a->complete ? ""
                          : " (stopped before the end)");
    if (r->approximate) {
        fputs("<p>Approximate: ", to);
        report_html_text(to, r->approximate);
        fputs(".</p>", to);
    }
    totals(r, 0, to);
    curve(r, to);
    error_list(r, to);
    details(r, to);
    for (int game = 1; a->games > 1 && game <= a->games; game++) {
        fprintf(to, "<h2>Game %d</h2>", game);
        totals(r, game, to);
    }
    if (a->unjudgeds > 0) fputs("<h2>Not judged</h2><ul>", to);
    for (size_t i = 0; i < a->unjudgeds; i++) {
        char words[REPORT_UNJUDGED_SIZE];
        report_unjudged(r, &a->unjudged[i], words);
        fputs("<li>E", to);
        report_html_text(to, words + 1);
        fputs("</li>", to);
    }
    if (a->unjudgeds > 0) fputs("</ul>", to);
    fprintf(to, "%s</body></html>\n", script);
}
