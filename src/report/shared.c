/* Facts that every form of the report shares. */
#include "shared.h"

#include <stdlib.h>
#include <string.h>

/* The first reason, over all decisions, why the rules make the analysis approximate, or
 * NULL. Static. */
static const char *approximate(const alea_engine *engine, const alea_analysis *analysis)
{
    for (size_t i = 0; i < analysis->judgements; i++) {
        const char *what =
            alea_decision_approximate(engine, &analysis->judgement[i].decision);
        if (what) return what;
    }
    return NULL;
}

void report_begin(report *r, const alea_analysis *analysis, const alea_record *record,
                  const alea_engine *engine, const alea_import_report *import)
{
    const char *a = alea_record_tag_value(record, "player_a");
    const char *b = alea_record_tag_value(record, "player_b");
    *r = (report){.path = "",
                  .record = record,
                  .analysis = analysis,
                  .names = {a && *a ? a : "Player A", b && *b ? b : "Player B"}};
    if (engine) {
        r->met = alea_engine_met(engine);
        r->approximate = approximate(engine, analysis);
    }
    if (!import) return;
    r->format = import->format;
    r->warnings = import->warnings;
    r->stopped = import->stopped ? &import->where : NULL;
}

void report_html_text(FILE *to, const char *text)
{
    for (; *text; text++)
        if (*text == '&')
            fputs("&amp;", to);
        else if (*text == '<')
            fputs("&lt;", to);
        else if (*text == '>')
            fputs("&gt;", to);
        else if (*text == '"')
            fputs("&quot;", to);
        else
            fputc(*text, to);
}

const char *report_comment(const report *r, const alea_judgement *j)
{
    const int32_t handle = r->record->entry[j->entry].comment;
    return handle == ALEA_NO_TEXT ? "" : alea_record_text(r->record, handle);
}

const char *report_depth(int plies, char out[REPORT_DEPTH])
{
    if (plies == ALEA_ROLLED_OUT)
        snprintf(out, REPORT_DEPTH, "rolled out");
    else
        snprintf(out, REPORT_DEPTH, "%d-ply", plies);
    return out;
}

const char *report_level(const alea_analysis *analysis)
{
    const bool all = analysis->settings.rolled == ALEA_ROLLED_LONG;
    return alea_effort_get(all ? ALEA_EFFORT_ROLLOUT : ALEA_EFFORT_DEEP)->name;
}

const alea_filed *report_filed_of(const report *r, const alea_judgement *j)
{
    const size_t index = (size_t)j->filed;
    return j->filed > 0 && index <= r->record->fileds ? &r->record->filed[index - 1]
                                                      : NULL;
}

const char *report_judge(const report *r, const alea_judgement *j,
                         char out[REPORT_JUDGE_SIZE])
{
    const alea_filed *f = report_filed_of(r, j);
    char depth[REPORT_DEPTH];
    snprintf(out, REPORT_JUDGE_SIZE, "%s, %s", f ? f->program : "alea",
             f ? f->level : report_depth(j->plies, depth));
    return out;
}

int report_shares(const report *r, int game, report_share out[REPORT_JUDGES])
{
    report_share own = {.program = "alea"};
    int count = 0;
    for (size_t i = 0; i < r->analysis->judgements; i++) {
        const alea_judgement *j = &r->analysis->judgement[i];
        const alea_filed *f = report_filed_of(r, j);
        if (!j->counted || (game > 0 && j->game != game)) continue;
        report_share *share = &own;
        if (f && strcmp(f->program, own.program) != 0) {
            int k = 0;
            while (k < count && strcmp(out[k].program, f->program) != 0) k++;
            /* More programs than there is room for share the last place. */
            if (k == REPORT_JUDGES - 1) k--;
            if (k == count) out[count++] = (report_share){.program = f->program};
            share = &out[k];
        }
        share->decisions[j->by]++;
    }
    if (count == 0 || own.decisions[0] + own.decisions[1] > 0) out[count++] = own;
    return count;
}

const char *report_judges(const report *r, char out[REPORT_JUDGES_SIZE])
{
    report_share share[REPORT_JUDGES];
    const int count = report_shares(r, 0, share);
    const alea_analysis_settings *s = &r->analysis->settings;
    const char *rolled = s->rolled == ALEA_ROLLED_NOT ? "" : ", with rollouts";
    char depth[REPORT_DEPTH];
    report_depth(s->plies, depth);
    if (count == 1 && strcmp(share[0].program, "alea") == 0) {
        snprintf(out, REPORT_JUDGES_SIZE, "analysed by alea, %s%s", depth, rolled);
        return out;
    }
    int used = snprintf(out, REPORT_JUDGES_SIZE, "judged by ");
    for (int i = 0; i < count && used < REPORT_JUDGES_SIZE; i++) {
        const bool own = strcmp(share[i].program, "alea") == 0;
        char many[16] = "";
        if (count > 1)
            snprintf(many, sizeof many, " (%d)",
                     share[i].decisions[0] + share[i].decisions[1]);
        used += snprintf(out + used, REPORT_JUDGES_SIZE - (size_t)used, "%s%s%s%s%s%s",
                         i ? " and by " : "", share[i].program, own ? ", " : "",
                         own ? depth : " in the file", own ? rolled : "", many);
    }
    return out;
}

const char *report_candidate_level(const report *r, const alea_judgement *j, int i,
                                   char out[REPORT_LEVEL_SIZE])
{
    const alea_filed *f = report_filed_of(r, j);
    const size_t at = f ? f->first + (size_t)i : 0;
    char depth[REPORT_DEPTH];
    if (f && i < f->candidates && at < r->record->filed_candidates)
        snprintf(out, REPORT_LEVEL_SIZE, "%s", r->record->filed_candidate[at].level);
    else
        snprintf(out, REPORT_LEVEL_SIZE, "%s",
                 report_depth(j->candidate[i].plies, depth));
    return out;
}

void report_play(const alea_judgement *j, const alea_play *play,
                 char out[ALEA_PLAY_TEXT_SIZE])
{
    if (play->count == 0)
        snprintf(out, ALEA_PLAY_TEXT_SIZE, "(no play)");
    else
        alea_play_write(&j->decision.board, play, out);
}

void report_illegal_play(const report *r, size_t entry, char out[ALEA_PLAY_TEXT_SIZE])
{
    const alea_record_entry *e =
        entry < r->record->entries ? &r->record->entry[entry] : NULL;
    out[0] = '\0';
    if (e && e->illegal_play) alea_moves_write(e->event.move, e->event.moves, out);
}

void report_unjudged(const report *r, const alea_unjudged *u,
                     char out[REPORT_UNJUDGED_SIZE])
{
    char play[ALEA_PLAY_TEXT_SIZE];
    alea_match before;
    const int used = snprintf(out, REPORT_UNJUDGED_SIZE, "event %zu of game %d: %s",
                              u->entry + 1, u->game, u->reason);
    report_illegal_play(r, u->entry, play);
    if (!*play || alea_record_state(r->record, u->entry, &before) != ALEA_OK) return;
    snprintf(out + used, REPORT_UNJUDGED_SIZE - (size_t)used, ", %.60s %d%d: %s",
             r->names[before.turn], before.roll.die[0], before.roll.die[1], play);
}

void report_made(const alea_judgement *j, char out[REPORT_WORDS_SIZE])
{
    char play[ALEA_PLAY_TEXT_SIZE];
    const char *words = alea_event_name(j->made_event);
    if (j->kind == ALEA_JUDGED_PLAY) {
        report_play(j, &j->made_candidate.play, play);
        words = play;
    } else if (j->made_event == ALEA_EVENT_ROLL) {
        words = "no double";
    }
    snprintf(out, REPORT_WORDS_SIZE, "%s", words);
}

void report_best(const alea_judgement *j, char out[REPORT_WORDS_SIZE])
{
    char play[ALEA_PLAY_TEXT_SIZE];
    const alea_cube_verdict *v = &j->cube.verdict;
    const char *words = "no double";
    if (j->kind == ALEA_JUDGED_PLAY) {
        report_play(j, &j->candidate[0].play, play);
        words = play;
    } else if (j->kind == ALEA_JUDGED_TAKE) {
        words = v->beaver ? "beaver" : v->take ? "take" : "drop";
    } else if (v->action == ALEA_CUBE_DOUBLE_TAKE ||
               v->action == ALEA_CUBE_DOUBLE_DROP) {
        words = v->redouble ? "redouble" : "double";
    } else if (v->action == ALEA_CUBE_TOO_GOOD) {
        words = "no double (too good)";
    }
    snprintf(out, REPORT_WORDS_SIZE, "%s", words);
}

void report_why(const report *r, const alea_judgement *j, char out[ALEA_EXPLAIN_SIZE])
{
    out[0] = '\0';
    if (j->mark == ALEA_MARK_NONE) return;
    if (j->kind == ALEA_JUDGED_PLAY) {
        char best[ALEA_PLAY_TEXT_SIZE], made[ALEA_PLAY_TEXT_SIZE];
        const alea_candidate *b = &j->candidate[0], *m = &j->made_candidate;
        report_play(j, &b->play, best);
        report_play(j, &m->play, made);
        alea_explain_side sides[2] = {{best, b->play.board, b->probs, b->equity},
                                      {made, m->play.board, m->probs, m->equity}};
        alea_explain_play(&j->decision.board, &sides[0], &sides[1], out);
        return;
    }
    const alea_explain_double what = {.board = &j->decision.board,
                                      .cube = &j->decision.cube,
                                      .met = r->met,
                                      .verdict = &j->cube.verdict,
                                      .probs = &j->probs,
                                      .answer = j->kind == ALEA_JUDGED_TAKE,
                                      .market_known = j->market_known,
                                      .market_lost = j->market_lost};
    alea_explain_cube(&what, out);
}

bool report_position(const report *r, const alea_judgement *j, alea_position *position)
{
    alea_match state;
    if (alea_record_state(r->record, j->entry, &state) != ALEA_OK) return false;
    alea_position_of_match(&state, position);
    return true;
}

/* ---- which decisions ---- */

typedef struct place {
    float loss;
    size_t index;
} place;

static int by_loss(const void *a, const void *b)
{
    const place *x = a, *y = b;
    if (x->loss != y->loss) return x->loss > y->loss ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* 0 or 1, 2 for both, -1 for a name that nobody has. */
static int player_of(const report *r, const char *name)
{
    if (!name) return 2;
    for (int p = 0; p < 2; p++)
        if (strcmp(name, r->names[p]) == 0) return p;
    if (strcmp(name, "A") == 0 || strcmp(name, "B") == 0) return *name - 'A';
    return -1;
}

int report_list(report *r, const report_choice *choice)
{
    const alea_analysis *a = r->analysis;
    const int player = player_of(r, choice->player);
    if (player < 0) return 0;
    place *found = malloc((a->judgements + 1) * sizeof *found);
    size_t count = 0;
    r->listed = malloc((a->judgements + 1) * sizeof *r->listed);
    if (!r->listed || !found) {
        free(found);
        return -1;
    }
    for (size_t i = 0; i < a->judgements; i++) {
        const alea_judgement *j = &a->judgement[i];
        if ((player < 2 && (int)j->by != player) || (double)j->loss < choice->min_loss)
            continue;
        if (!choice->all && (!j->counted || j->mark == ALEA_MARK_NONE)) continue;
        found[count++] = (place){j->loss, i};
    }
    if (choice->by_loss) qsort(found, count, sizeof *found, by_loss);
    for (size_t i = 0; i < count; i++) r->listed[i] = found[i].index;
    r->listed_count = count;
    free(found);
    return 1;
}

/* ---- the decision in words ---- */

static void put_stakes(const report *r, const alea_match *m, alea_player by, char *out,
                       size_t size)
{
    const char *us = r->names[by];
    int mine = m->score[by], theirs = m->score[alea_opponent(by)];
    if (m->rules.match_length > 0)
        snprintf(out, size, "%d-point match, %.60s %d-%d (%d away, %d away)%s",
                 m->rules.match_length, us, mine, theirs, alea_match_away(m, by),
                 alea_match_away(m, alea_opponent(by)),
                 m->crawford_game ? ", Crawford game" : "");
    else
        snprintf(out, size, "money, %.60s %+d", us, mine - theirs);
}

void report_context(const report *r, const alea_judgement *j,
                    char out[REPORT_CONTEXT_SIZE])
{
    alea_match m;
    char stakes[160], cube[96] = "no cube";
    out[0] = '\0';
    if (alea_record_state(r->record, j->entry, &m) != ALEA_OK) return;
    put_stakes(r, &m, j->by, stakes, sizeof stakes);
    alea_board board = alea_match_board(&m, j->by);
    if (m.rules.cube) {
        const alea_cube owned = alea_cube_of_match(&m, j->by);
        const char *whose = owned.owner == ALEA_CUBE_CENTRED ? "in the middle"
                            : owned.owner == ALEA_CUBE_MINE
                                ? r->names[j->by]
                                : r->names[alea_opponent(j->by)];
        snprintf(cube, sizeof cube, "cube %d (%.60s)", alea_match_cube(&m), whose);
    }
    snprintf(out, REPORT_CONTEXT_SIZE, "%s, %s, pips %d-%d", stakes, cube,
             alea_board_pips(&board, true), alea_board_pips(&board, false));
}

report_class report_class_of(const alea_judgement *j)
{
    if (j->loss <= 0) return REPORT_NO_CLASS;
    const alea_cube_action action = j->cube.verdict.action;
    if (j->kind == ALEA_JUDGED_DOUBLE && j->made_event == ALEA_EVENT_ROLL)
        return action == ALEA_CUBE_DOUBLE_DROP ? REPORT_MISSED_DOUBLE_ABOVE
                                               : REPORT_MISSED_DOUBLE_BELOW;
    if (j->kind == ALEA_JUDGED_DOUBLE)
        return action == ALEA_CUBE_TOO_GOOD ? REPORT_WRONG_DOUBLE_ABOVE
                                            : REPORT_WRONG_DOUBLE_BELOW;
    if (j->kind == ALEA_JUDGED_TAKE && j->made_event == ALEA_EVENT_DROP)
        return REPORT_WRONG_DROP;
    return j->kind == ALEA_JUDGED_TAKE && j->best_event == ALEA_EVENT_DROP
               ? REPORT_WRONG_TAKE
               : REPORT_NO_CLASS;
}

static const struct {
    const char *key, *name;
} classes[REPORT_CLASSES] = {
    {"", ""},
    {"missed_double_below", "missed double (below cash point)"},
    {"missed_double_above", "missed double (above cash point)"},
    {"wrong_double_below", "wrong double (below double point)"},
    {"wrong_double_above", "wrong double (too good)"},
    {"wrong_take", "wrong take"},
    {"wrong_drop", "wrong drop"},
};

const char *report_class_name(report_class c)
{
    return classes[c].name;
}

const char *report_class_key(report_class c)
{
    return classes[c].key;
}

double report_chance(const report *r, const alea_judgement *j)
{
    bool doubler = j->kind == ALEA_JUDGED_TAKE; /* `decision` is the doubler's */
    bool as_a = (j->by == ALEA_A) != doubler;
    float chance =
        j->kind == ALEA_JUDGED_PLAY ? j->made_candidate.probs.win : j->probs.win;
    if (j->decision.cube.match_length > 0)
        chance = alea_cube_chance_of_equity(&j->decision.cube, r->met,
                                            doubler ? -j->made : j->made);
    return as_a ? (double)chance : 1 - (double)chance;
}
