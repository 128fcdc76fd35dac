#include "writers.h"

#include "filed.h"
#include "shared.h"
#include "sums.h"
#include "json/shapes.h"
#include "json/text.h"

#include <jansson.h>
#include <string.h>

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static void set_text(json_t *object, const char *key, const char *text)
{
    char clean[1024];
    utf8_text(text, clean, sizeof clean);
    set(object, key, json_string(clean));
}

static json_t *kind_totals(const alea_totals *t, alea_judged kind)
{
    json_t *o = json_object();
    set(o, "decisions", json_integer(t->decisions[kind]));
    set(o, "loss", number_json(t->loss[kind]));
    set(o, "doubtful", json_integer(t->marks[kind][ALEA_MARK_DOUBTFUL]));
    set(o, "errors", json_integer(t->marks[kind][ALEA_MARK_ERROR]));
    set(o, "blunders", json_integer(t->marks[kind][ALEA_MARK_BLUNDER]));
    return o;
}

/* Counted decisions by the program whose figures they have. */
static json_t *judges(const report *r, alea_player player, int game)
{
    report_share share[REPORT_JUDGES];
    const int count = report_shares(r, game, share);
    json_t *list = json_array();
    for (int i = 0; i < count; i++) {
        json_t *o = json_object();
        set_text(o, "program", share[i].program);
        set(o, "decisions", json_integer(share[i].decisions[player]));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *totals(const report *r, alea_player player, int game)
{
    alea_totals t;
    json_t *o = json_object();
    alea_analysis_totals(r->analysis, player, game, &t);
    set_text(o, "player", r->names[player]);
    set(o, "decisions", json_integer(t.all_decisions));
    set(o, "hinted", json_integer(t.hinted));
    set(o, "loss", number_json(t.all_loss));
    set(o, "error_rate", number_json(t.error_rate));
    set(o, "pr", number_json(t.pr));
    set_text(o, "rating", alea_rating_text(t.pr, t.all_decisions));
    set(o, "unforced",
        json_pack("{s:i,s:o}", "decisions", t.unforced, "pr",
                  number_json(t.unforced_pr)));
    set(o, "plays", kind_totals(&t, ALEA_JUDGED_PLAY));
    set(o, "judges", judges(r, player, game));
    set(o, "doubles", kind_totals(&t, ALEA_JUDGED_DOUBLE));
    set(o, "takes", kind_totals(&t, ALEA_JUDGED_TAKE));
    set(o, "luck", number_json(t.luck));
    report_sums sums;
    report_sums_of(r, game, &sums);
    json_object_update_new(o, report_sums_json(&sums, player));
    if (r->analysis->match_length > 0) {
        set(o, "chance_loss", number_json(t.chance_loss));
        if (game == 0)
            set(o, "rating_estimate",
                number_json(report_rating(t.chance_loss, r->analysis->match_length)));
        set(o, "luck_chance", number_json(t.luck_chance));
    } else {
        set(o, "luck_points", number_json(t.luck_points));
    }
    return o;
}

static json_t *both(const report *r, int game)
{
    json_t *list = json_array();
    for (int p = 0; p < 2; p++)
        json_array_append_new(list, totals(r, (alea_player)p, game));
    return list;
}

static json_t *cube(const alea_judgement *j)
{
    json_t *o = verdict_json(&j->decision.cube, &j->cube.verdict);
    set(o, "probabilities", probs_json(&j->probs));
    if (j->market_known) set(o, "market_lost", number_json((double)j->market_lost));
    return o;
}

/* The plays looked at; those of a file have its own levels. */
static json_t *plays_json(const report *r, const alea_judgement *j,
                          const alea_filed *by, const char *level)
{
    json_t *plays = json_array();
    for (int i = 0; i < j->candidates; i++) {
        char clean[64];
        const alea_candidate *c = &j->candidate[i];
        const char *its = c->plies == ALEA_ROLLED_OUT ? level : NULL;
        if (by) {
            utf8_text(r->record->filed_candidate[by->first + (size_t)i].level, clean,
                      sizeof clean);
            its = clean;
        }
        json_array_append_new(plays, play_json(&j->decision.board, c, j->best, its));
    }
    return plays;
}

static json_t *decision(const report *r, const alea_judgement *j)
{
    char made[REPORT_WORDS_SIZE], best[REPORT_WORDS_SIZE], why[ALEA_EXPLAIN_SIZE];
    char xgid[ALEA_XGID_SIZE], context[REPORT_CONTEXT_SIZE];
    alea_position position;
    json_t *o = json_object();
    report_made(j, made);
    report_best(j, best);
    report_why(r, j, why);
    set(o, "game", json_integer(j->game));
    set(o, "turn", json_integer(j->turn));
    set(o, "player", json_integer(j->by));
    set_text(o, "kind", alea_judged_name(j->kind));
    if (report_position(r, j, &position) && alea_xgid_write(&position, xgid) == ALEA_OK)
        set_text(o, "id", xgid);
    set_text(o, "made", made);
    set_text(o, "best", best);
    set(o, "equity_made", number_json((double)j->made));
    set(o, "equity_best", number_json((double)j->best));
    set(o, "loss", number_json((double)j->loss));
    if (r->analysis->match_length > 0)
        set(o, "chance_loss", number_json((double)j->chance_loss));
    set_text(o, "mark", alea_mark_name(j->mark));
    set_text(o, "symbol", alea_mark_symbol(j->mark));
    if (report_class_of(j) != REPORT_NO_CLASS)
        set_text(o, "class", report_class_key(report_class_of(j)));
    report_context(r, j, context);
    set_text(o, "context", context);
    set(o, "forced", json_boolean(j->forced));
    set(o, "counted", json_boolean(j->counted));
    if (j->hinted) set(o, "hinted", json_true());
    const alea_filed *by = report_filed_of(r, j);
    const char *level = by                            ? by->level
                        : j->plies == ALEA_ROLLED_OUT ? report_level(r->analysis)
                                                      : NULL;
    set_text(o, "judge", by ? by->program : "alea");
    if (level)
        set_text(o, "level", level);
    else
        set(o, "plies", json_integer(j->plies));
    if (j->kind == ALEA_JUDGED_PLAY) {
        set(o, "plays", plays_json(r, j, by, level));
        set(o, "moves_made", moves_json(&j->made_candidate.play));
    } else {
        set(o, "cube", cube(j));
    }
    if (why[0]) set_text(o, "explanation", why);
    if (*report_comment(r, j)) set_text(o, "comment", report_comment(r, j));
    json_t *filed = report_filed_json(r->record, j->entry);
    if (filed) set(o, "filed", filed);
    return o;
}

static json_t *games(const report *r)
{
    json_t *list = json_array();
    for (int game = 1; game <= r->analysis->games; game++) {
        json_t *o = json_object();
        set(o, "game", json_integer(game));
        set(o, "result", number_json(alea_analysis_result(r->analysis, game)));
        set(o, "luck_adjusted", number_json(alea_analysis_adjusted(r->analysis, game)));
        set(o, "totals", both(r, game));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *rolls(const alea_analysis *a)
{
    json_t *list = json_array();
    for (size_t i = 0; i < a->rolls; i++) {
        const alea_roll_luck *r = &a->roll[i];
        json_t *o = json_object();
        set(o, "game", json_integer(r->game));
        set(o, "turn", json_integer(r->turn));
        set(o, "player", json_integer(r->by));
        set(o, "dice", json_pack("[ii]", r->roll.die[0], r->roll.die[1]));
        set(o, "luck", number_json((double)r->luck));
        if (r->filed) set(o, "filed", json_true());
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *unjudged(const report *r)
{
    const alea_analysis *a = r->analysis;
    json_t *list = json_array();
    for (size_t i = 0; i < a->unjudgeds; i++) {
        json_t *o = json_object();
        set(o, "event", json_integer((json_int_t)a->unjudged[i].entry + 1));
        set(o, "game", json_integer(a->unjudged[i].game));
        set_text(o, "reason", a->unjudged[i].reason);
        char play[ALEA_PLAY_TEXT_SIZE];
        report_illegal_play(r, a->unjudged[i].entry, play);
        if (*play) set_text(o, "play", play);
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *settings(const alea_analysis_settings *s)
{
    json_t *o = json_object(), *thresholds = json_array();
    for (int i = 0; i < 3; i++)
        json_array_append_new(thresholds, number_json((double)s->threshold[i]));
    set(o, "plies", json_integer(s->plies));
    if (s->rolled != ALEA_ROLLED_NOT)
        set_text(o, "rolled", s->rolled == ALEA_ROLLED_LONG ? "long" : "short");
    set(o, "use_filed", json_boolean(s->use_filed));
    set(o, "luck_plies", json_integer(s->luck_plies));
    set(o, "candidates", json_integer(s->candidates));
    set(o, "thresholds", thresholds);
    set(o, "close_cube", number_json((double)s->close_cube));
    return o;
}

/* The players' figures by the analysis in the file; NULL: it has none. */
static json_t *filed_totals(const report *r)
{
    report_filed_totals t;
    report_filed_sum(r->record, r->met, &t);
    if (!*t.program) return NULL;
    json_t *o = json_object(), *players = json_array();
    set_text(o, "program", t.program);
    for (int p = 0; p < 2; p++)
        json_array_append_new(
            players, json_pack("{s:i,s:o,s:o}", "decisions", t.decisions[p], "loss",
                               number_json(t.loss[p]), "pr", number_json(t.pr[p])));
    set(o, "players", players);
    return o;
}

json_t *report_value(const report *r)
{
    const alea_analysis *a = r->analysis;
    json_t *o = json_object(), *players = json_array(), *decisions = json_array();
    set_text(o, "file", r->path);
    set_text(o, "format", alea_format_name(r->format));
    set(o, "match_length", json_integer(a->match_length));
    for (int p = 0; p < 2; p++) {
        json_t *name = json_string(r->names[p]);
        json_array_append_new(players, name ? name : json_string("?"));
    }
    set(o, "players", players);
    set(o, "settings", settings(&a->settings));
    set(o, "complete", json_boolean(a->complete));
    if (r->approximate) set_text(o, "approximate", r->approximate);
    set(o, "result", number_json(alea_analysis_result(a, 0)));
    set(o, "luck_adjusted", number_json(alea_analysis_adjusted(a, 0)));
    set(o, "totals", both(r, 0));
    json_t *filed = filed_totals(r);
    if (filed) set(o, "filed", filed);
    set(o, "games", games(r));
    const size_t listed = r->listed ? r->listed_count : a->judgements;
    for (size_t i = 0; i < listed; i++)
        json_array_append_new(decisions,
                              decision(r, &a->judgement[r->listed ? r->listed[i] : i]));
    set(o, "decisions", decisions);
    set(o, "rolls", rolls(a));
    set(o, "unjudged", unjudged(r));
    set(o, "warnings", json_integer((json_int_t)r->warnings));
    if (r->stopped)
        set(o, "stopped",
            json_pack("{s:I,s:s}", "line", (json_int_t)r->stopped->line, "reason",
                      r->stopped->reason));
    return o;
}

bool report_json(const report *r, FILE *to)
{
    json_t *o = report_value(r);
    const bool ok = o != NULL;
    json_print_line(to, o);
    return ok && !ferror(to);
}
