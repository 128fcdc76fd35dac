#include "advice.h"
#include "cli/play/view/words.h"
#include "signals/stop.h"

#include <alea/analysis.h>
#include <alea/notation.h>
#include <alea/rollout.h>

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { USUAL_TRIALS = 1296, MOST_NAMED = 3 };

/* ---- work that a signal interrupts ---- */

/* Ends the work. Ctrl-C stopped only the work; any other signal ends the game. */
static void end_work(play_session *s, bool *stopped)
{
    stop_restore_signals();
    const int number = stop_take();
    console_progress(s->console, "");
    *stopped = number != 0;
    if (number != 0 && number != SIGINT) raise(number);
}

/* ---- rollout ---- */

typedef struct watch {
    play_session *session;
    int64_t all, told; /* trials; said at each doubling where lines are printed */
} watch;

static bool show_progress(void *context, const alea_rollout *rollout)
{
    watch *w = context;
    const int64_t done = alea_rollout_trials(rollout);
    char text[128];
    alea_rollout_answer a;
    alea_rollout_answer_of(rollout,
                           alea_engine_met(machine_engine(w->session->machine)), 0, &a);
    snprintf(text, sizeof text, "%lld of %lld games (Ctrl-C stops): %.40s %+.3f",
             (long long)done, (long long)w->all, rollout->candidate[0].label,
             (double)a.equity);
    if (console_drawn(w->session->console)) {
        console_progress(w->session->console, text);
    } else if (done >= 2 * w->told) {
        console_progress(w->session->console, text);
        w->told = done;
    }
    return !stop_requested();
}

/* The plays that the machine thinks best; false, with the reason said, if there is
 * nothing to compare. */
static bool begin_plays(play_session *s, machine *opinion, alea_rollout *rollout,
                        const alea_rollout_settings *settings, alea_error *error)
{
    const alea_match *m = &s->record.now;
    const alea_decision d = alea_decision_of_match(m);
    machine_play best[PLAY_CANDIDATES];
    alea_play plays[PLAY_CANDIDATES];
    const int count = machine_plays(opinion, m, best, PLAY_CANDIDATES);
    for (int i = 0; i < count; i++) {
        plays[i] = best[i].play;
        if (alea_board_phase(&plays[i].board) != ALEA_PHASE_OVER) continue;
        play_say_text(s, "This roll ends the game.");
        return false;
    }
    if (count == 0 || alea_rollout_plays(rollout, machine_engine(opinion), &d, plays,
                                         count, settings, error) != ALEA_OK) {
        play_say_text(s, *error->reason ? error->reason : "There is nothing to play.");
        return false;
    }
    for (int i = 0; i < count; i++)
        alea_play_write(&d.board, &plays[i], rollout->candidate[i].label);
    s->list->count = s->candidates = count;
    memcpy(s->list->play, plays, (size_t)count * sizeof *plays);
    s->candidate = s->list->play;
    return true;
}

static bool begin(play_session *s, machine *opinion, alea_rollout *rollout)
{
    const alea_match *m = &s->record.now;
    const alea_decision d = alea_decision_of_match(m);
    const alea_rollout_settings settings = alea_rollout_settings_default();
    alea_error error = {0};
    alea_status status;
    if (m->phase == ALEA_MATCH_TO_PLAY)
        return begin_plays(s, opinion, rollout, &settings, &error);
    if (m->phase != ALEA_MATCH_TO_ROLL && m->phase != ALEA_MATCH_DOUBLE_OFFERED) {
        play_say_text(s, "There is nothing to roll out now.");
        return false;
    }
    if (alea_cube_may_double(&d.cube) && !alea_cube_is_dead(&d.cube))
        status =
            alea_rollout_cube(rollout, machine_engine(opinion), &d, &settings, &error);
    else
        status = alea_rollout_position(rollout, machine_engine(opinion), &d, &settings,
                                       &error);
    if (status != ALEA_OK) console_say(s->console, "%s.", error.reason);
    return status == ALEA_OK;
}

static void say_candidate(play_session *s, const alea_rollout *rollout, int index)
{
    alea_rollout_answer a;
    char error[24] = "?", number[16] = "";
    alea_rollout_answer_of(rollout, alea_engine_met(machine_engine(s->machine)), index,
                           &a);
    if (isfinite(a.standard_error))
        snprintf(error, sizeof error, "%.3f", 1.96 * (double)a.standard_error);
    if (s->record.now.phase == ALEA_MATCH_TO_PLAY)
        snprintf(number, sizeof number, "%d. ", index + 1);
    console_say(s->console,
                "%s%s  equity %+.3f +- %s; wins %.1f%% (gammon "
                "%.1f%%), loses gammon %.1f%%",
                number, rollout->candidate[index].label, (double)a.equity, error,
                100 * (double)a.probs.win, 100 * (double)a.probs.win_gammon,
                100 * (double)a.probs.lose_gammon);
}

static void say_rollout(play_session *s, const alea_rollout *rollout, bool stopped)
{
    const alea_met *met = alea_engine_met(machine_engine(s->machine));
    const long long trials = alea_rollout_trials(rollout);
    alea_rollout_ruling ruling;
    if (!alea_rollout_verdict(rollout, met, &ruling)) {
        play_say_text(s, "Stopped before the first game was played.");
        return;
    }
    console_say(s->console, "%s%lld games each, played to the end:",
                stopped ? "Stopped after " : "", trials);
    for (int i = 0; i < rollout->candidates; i++) say_candidate(s, rollout, i);
    if (ruling.is_cube)
        console_say(s->console, "%s.", alea_cube_verdict_text(&ruling.cube));
    else if (ruling.second >= 0)
        console_say(s->console, "Best: %s, by %.3f +- %.3f.",
                    rollout->candidate[ruling.best].label, (double)ruling.margin,
                    1.96 * (double)ruling.margin_error);
}

play_end play_rollout(play_session *s, long trials)
{
    machine *opinion = play_opinion(s);
    alea_rollout *rollout = opinion ? calloc(1, sizeof *rollout) : NULL;
    if (!rollout) return PLAY_GOES_ON;
    if (begin(s, opinion, rollout)) {
        watch w = {.session = s, .all = trials > 0 ? trials : USUAL_TRIALS};
        const alea_rollout_stop stop = {.progress = show_progress, .context = &w};
        alea_error error = {0};
        bool stopped;
        stop_on_signals(SA_RESTART);
        const alea_status status =
            alea_rollout_run(machine_engine(opinion), rollout, 0, w.all, &stop, &error);
        end_work(s, &stopped);
        if (status == ALEA_OK || status == ALEA_ERROR_CANCELLED)
            say_rollout(s, rollout, status == ALEA_ERROR_CANCELLED);
        else
            console_say(s->console, "No rollout: %s.", error.reason);
    }
    free(rollout);
    return PLAY_GOES_ON;
}

/* ---- the game so far ---- */

static bool judged_one(void *context, size_t done, size_t all)
{
    play_session *s = context;
    char text[96];
    if (console_drawn(s->console)) {
        snprintf(text, sizeof text, "%zu of %zu events judged (Ctrl-C stops)", done,
                 all);
        console_progress(s->console, text);
    }
    return !stop_requested();
}

static void say_totals(play_session *s, const alea_analysis *analysis, alea_player who)
{
    alea_totals t;
    int marks[ALEA_MARKS] = {0};
    alea_analysis_totals(analysis, who, 0, &t);
    for (int kind = 0; kind < ALEA_JUDGED_KINDS; kind++)
        for (int mark = 0; mark < ALEA_MARKS; mark++)
            marks[mark] += t.marks[kind][mark];
    const char *name = strcasecmp(s->name[who], "you") == 0 ? "You" : s->name[who];
    if (t.all_decisions == 0) {
        console_say(s->console, "%s: no decision yet; luck %+.3f.", name, t.luck);
        return;
    }
    console_say(s->console,
                "%s: PR %.1f (%s), %d decision%s: %d blunder%s, %d error%s, %d "
                "doubtful; gave away %.3f; luck %+.3f.",
                name, t.pr, alea_rating_text(t.pr, t.all_decisions), t.all_decisions,
                t.all_decisions == 1 ? "" : "s", marks[ALEA_MARK_BLUNDER],
                marks[ALEA_MARK_BLUNDER] == 1 ? "" : "s", marks[ALEA_MARK_ERROR],
                marks[ALEA_MARK_ERROR] == 1 ? "" : "s", marks[ALEA_MARK_DOUBTFUL],
                t.all_loss, t.luck);
}

/* "ann, 3-1: 6/3 6/5 gave away 0.212; best 8/5 6/5." */
static void say_error(play_session *s, const alea_judgement *j)
{
    char what[ALEA_PLAY_TEXT_SIZE + 32], best[ALEA_PLAY_TEXT_SIZE];
    const alea_decision *d = &j->decision;
    if (j->kind == ALEA_JUDGED_PLAY) {
        char made[ALEA_PLAY_TEXT_SIZE];
        alea_play_write(&d->board, &j->made_candidate.play, made);
        alea_play_write(&d->board, &j->candidate[0].play, best);
        snprintf(what, sizeof what, "%d-%d %s", d->roll.die[0], d->roll.die[1], made);
    } else {
        snprintf(what, sizeof what, "%s",
                 j->made_event == ALEA_EVENT_ROLL ? "no double"
                                                  : alea_event_name(j->made_event));
        snprintf(best, sizeof best, "%s",
                 j->best_event == ALEA_EVENT_ROLL ? "no double"
                                                  : alea_event_name(j->best_event));
    }
    console_say(s->console, "Game %d, %s: %s gave away %.3f%s%s; better: %s.", j->game,
                s->name[j->by], what, (double)j->loss, j->mark ? ", " : "",
                alea_mark_name(j->mark), best);
}

static int by_loss(const void *a, const void *b)
{
    const alea_judgement *const *x = a, *const *y = b;
    if ((*x)->loss == (*y)->loss) return (*x)->entry < (*y)->entry ? -1 : 1;
    return (*x)->loss > (*y)->loss ? -1 : 1;
}

/* The costliest errors of persons, who learn from them. */
static void say_errors(play_session *s, const alea_analysis *analysis)
{
    const alea_judgement **found = calloc(analysis->judgements + 1, sizeof *found);
    size_t count = 0;
    if (!found) return;
    for (size_t i = 0; i < analysis->judgements; i++) {
        const alea_judgement *j = &analysis->judgement[i];
        if (s->person[j->by] && j->counted && j->mark != ALEA_MARK_NONE &&
            j->kind < ALEA_JUDGED_KINDS)
            found[count++] = j;
    }
    qsort(found, count, sizeof *found, by_loss);
    for (size_t i = 0; i < count && i < MOST_NAMED; i++) say_error(s, found[i]);
    free(found);
}

play_end play_stats(play_session *s)
{
    machine *opinion = play_opinion(s);
    alea_analysis_settings settings = alea_analysis_settings_default();
    alea_analysis *analysis = NULL;
    alea_error error = {0};
    bool stopped;
    if (!opinion) return PLAY_GOES_ON;
    settings.progress = judged_one;
    settings.context = s;
    stop_on_signals(SA_RESTART);
    const alea_status status =
        alea_analyse(machine_engine(opinion), &s->record, &settings, &analysis, &error);
    end_work(s, &stopped);
    if (status != ALEA_OK && status != ALEA_ERROR_CANCELLED) {
        console_say(s->console, "Not judged: %s.", error.reason);
        return PLAY_GOES_ON;
    }
    if (stopped) play_say_text(s, "Stopped: not all of it is judged.");
    for (int i = 0; i < 2; i++) say_totals(s, analysis, (alea_player)i);
    say_errors(s, analysis);
    const char *back = alea_record_tag_value(&s->record, "x-taken-back");
    if (back)
        console_say(s->console, "Turns taken back: %s. They are not in these figures.",
                    back);
    alea_analysis_free(analysis);
    return PLAY_GOES_ON;
}
