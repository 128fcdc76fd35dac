#include "json.h"
#include "common/utf8_text.h"
#include "shared.h"

#include <jansson.h>
#include <string.h>

/* Numbers rounded so that the text is short and the same everywhere. */
static json_t *number(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.6f", value);
    return json_real(strtod(text, NULL));
}

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
    set(o, "loss", number(t->loss[kind]));
    set(o, "doubtful", json_integer(t->marks[kind][ALEA_MARK_DOUBTFUL]));
    set(o, "errors", json_integer(t->marks[kind][ALEA_MARK_ERROR]));
    set(o, "blunders", json_integer(t->marks[kind][ALEA_MARK_BLUNDER]));
    return o;
}

static json_t *totals(const report *r, alea_player player, int game)
{
    alea_totals t;
    json_t *o = json_object();
    alea_analysis_totals(r->analysis, player, game, &t);
    set_text(o, "player", r->names[player]);
    set(o, "decisions", json_integer(t.all_decisions));
    set(o, "loss", number(t.all_loss));
    set(o, "error_rate", number(t.error_rate));
    set(o, "pr", number(t.pr));
    set_text(o, "rating", alea_rating_text(t.pr, t.all_decisions));
    set(o, "unforced",
        json_pack("{s:i,s:o}", "decisions", t.unforced, "pr", number(t.unforced_pr)));
    set(o, "plays", kind_totals(&t, ALEA_JUDGED_PLAY));
    set(o, "doubles", kind_totals(&t, ALEA_JUDGED_DOUBLE));
    set(o, "takes", kind_totals(&t, ALEA_JUDGED_TAKE));
    set(o, "luck", number(t.luck));
    if (r->analysis->match_length > 0) {
        set(o, "chance_loss", number(t.chance_loss));
        set(o, "luck_chance", number(t.luck_chance));
    } else {
        set(o, "luck_points", number(t.luck_points));
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

static json_t *probabilities(const alea_probs *p)
{
    json_t *o = json_object();
    set(o, "win", number((double)p->win));
    set(o, "win_gammon", number((double)p->win_gammon));
    set(o, "win_backgammon", number((double)p->win_backgammon));
    set(o, "lose_gammon", number((double)p->lose_gammon));
    set(o, "lose_backgammon", number((double)p->lose_backgammon));
    return o;
}

static json_t *moves(const alea_play *play)
{
    json_t *list = json_array();
    for (int i = 0; i < play->count; i++)
        json_array_append_new(list,
                              json_pack("[ii]", play->move[i].from, play->move[i].to));
    return list;
}

static json_t *candidate(const alea_judgement *j, const alea_candidate *c)
{
    char play[ALEA_PLAY_TEXT_SIZE];
    json_t *o = json_object();
    alea_play_write(&j->decision.board, &c->play, play);
    set_text(o, "move", play);
    set(o, "moves", moves(&c->play));
    set(o, "equity", number((double)c->equity));
    set(o, "plies", json_integer(c->plies));
    set(o, "probabilities", probabilities(&c->probs));
    return o;
}

static json_t *cube(const alea_judgement *j)
{
    json_t *o = json_object(), *equity = json_object();
    const alea_cube_verdict *v = &j->cube.verdict;
    set_text(o, "action", alea_cube_action_name(v->action));
    set(equity, "no_double", number((double)v->equity.no_double));
    set(equity, "double_take", number((double)v->equity.double_take));
    set(equity, "double_drop", number((double)v->equity.double_drop));
    set(o, "equity", equity);
    set(o, "beaver", json_boolean(v->beaver));
    set(o, "probabilities", probabilities(&j->probs));
    return o;
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
    set(o, "equity_made", number((double)j->made));
    set(o, "equity_best", number((double)j->best));
    set(o, "loss", number((double)j->loss));
    if (r->analysis->match_length > 0)
        set(o, "chance_loss", number((double)j->chance_loss));
    set_text(o, "mark", alea_mark_name(j->mark));
    set_text(o, "symbol", alea_mark_symbol(j->mark));
    if (report_class_of(j) != REPORT_NO_CLASS)
        set_text(o, "class", report_class_key(report_class_of(j)));
    report_context(r, j, context);
    set_text(o, "context", context);
    set(o, "forced", json_boolean(j->forced));
    set(o, "counted", json_boolean(j->counted));
    set(o, "plies", json_integer(j->plies));
    if (j->kind == ALEA_JUDGED_PLAY) {
        json_t *plays = json_array();
        for (int i = 0; i < j->candidates; i++)
            json_array_append_new(plays, candidate(j, &j->candidate[i]));
        set(o, "plays", plays);
        set(o, "moves_made", moves(&j->made_candidate.play));
    } else {
        set(o, "cube", cube(j));
    }
    if (why[0]) set_text(o, "explanation", why);
    return o;
}

static json_t *games(const report *r)
{
    json_t *list = json_array();
    for (int game = 1; game <= r->analysis->games; game++) {
        json_t *o = json_object();
        set(o, "game", json_integer(game));
        set(o, "result", number(alea_analysis_result(r->analysis, game)));
        set(o, "luck_adjusted", number(alea_analysis_adjusted(r->analysis, game)));
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
        set(o, "luck", number((double)r->luck));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *unjudged(const alea_analysis *a)
{
    json_t *list = json_array();
    for (size_t i = 0; i < a->unjudgeds; i++) {
        json_t *o = json_object();
        set(o, "event", json_integer((json_int_t)a->unjudged[i].entry + 1));
        set(o, "game", json_integer(a->unjudged[i].game));
        set_text(o, "reason", a->unjudged[i].reason);
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *settings(const alea_analysis_settings *s)
{
    json_t *o = json_object(), *thresholds = json_array();
    for (int i = 0; i < 3; i++)
        json_array_append_new(thresholds, number((double)s->threshold[i]));
    set(o, "plies", json_integer(s->plies));
    set(o, "luck_plies", json_integer(s->luck_plies));
    set(o, "candidates", json_integer(s->candidates));
    set(o, "thresholds", thresholds);
    set(o, "close_cube", number((double)s->close_cube));
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
    set(o, "result", number(alea_analysis_result(a, 0)));
    set(o, "luck_adjusted", number(alea_analysis_adjusted(a, 0)));
    set(o, "totals", both(r, 0));
    set(o, "games", games(r));
    const size_t listed = r->listed ? r->listed_count : a->judgements;
    for (size_t i = 0; i < listed; i++)
        json_array_append_new(decisions,
                              decision(r, &a->judgement[r->listed ? r->listed[i] : i]));
    set(o, "decisions", decisions);
    set(o, "rolls", rolls(a));
    set(o, "unjudged", unjudged(a));
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
    bool ok = o && json_dumpf(o, to, JSON_COMPACT | JSON_REAL_PRECISION(9)) == 0;
    fputc('\n', to);
    json_decref(o);
    return ok;
}
