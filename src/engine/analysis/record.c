/* Walks a record and judges each decision on the way. */
#include <alea/analysis.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"

typedef struct walk {
    alea_engine *engine;
    const alea_record *record;
    alea_analysis *out;
    alea_match state; /* before the entry at hand */
    size_t entry;
    int turn;
    bool doubled; /* in this turn, which has not rolled yet */
    size_t judgement_capacity, roll_capacity, unjudged_capacity;
    alea_error error; /* of an engine call that ended the walk */
} walk;

/* The array with capacity for one more; NULL if there is no memory. */
static void *grow(void *array, size_t used, size_t *capacity, size_t size)
{
    if (used < *capacity) return array;
    size_t more = *capacity ? *capacity * 2 : 64;
    void *bigger = realloc(array, more * size);
    if (bigger) *capacity = more;
    return bigger;
}

static alea_status add_unjudged(walk *w, const char *reason)
{
    alea_analysis *a = w->out;
    void *grown =
        grow(a->unjudged, a->unjudgeds, &w->unjudged_capacity, sizeof *a->unjudged);
    if (!grown) return ALEA_ERROR_MEMORY;
    a->unjudged = grown;
    alea_unjudged *u = &a->unjudged[a->unjudgeds++];
    *u = (alea_unjudged){.entry = w->entry, .game = w->state.games_begun};
    snprintf(u->reason, sizeof u->reason, "%s", reason);
    return ALEA_OK;
}

static alea_status keep(walk *w, const alea_judgement *j)
{
    alea_analysis *a = w->out;
    void *grown =
        grow(a->judgement, a->judgements, &w->judgement_capacity, sizeof *a->judgement);
    if (!grown) return ALEA_ERROR_MEMORY;
    a->judgement = grown;
    a->judgement[a->judgements++] = *j;
    return ALEA_OK;
}

/* A play that is not the only one; a cube left alone where doubling was right or
 * close. */
static bool is_unforced(const walk *w, const alea_judgement *j)
{
    if (j->kind == ALEA_JUDGED_PLAY) return !j->forced;
    if (j->made_event != ALEA_EVENT_ROLL) return true;
    return j->loss > 0 || alea_doubling_costs(j) <= w->out->settings.close_cube;
}

/* The file's own judgement of the entry, if it is deep enough. */
static bool take_from_file(const walk *w, alea_judgement *j)
{
    const alea_analysis_settings *s = &w->out->settings;
    if (!s->use_filed) return false;
    const alea_filed *f = alea_filed_of(
        w->record, w->entry, alea_filed_depth_of_settings(s->plies, s->rolled));
    return f && alea_judge_filed(w->record, f, w->entry, &w->state,
                                 alea_engine_met(w->engine), j);
}

/* Computes the market facts that explain a wrong or a missed double. */
static void look_at_market(alea_engine *engine, alea_judgement *j)
{
    alea_roll_outlook rolls[ALEA_ROLLS];
    if (j->kind != ALEA_JUDGED_DOUBLE || j->mark == ALEA_MARK_NONE) return;
    j->market_known = alea_search_outlook(engine, &j->decision, rolls, &j->market_lost,
                                          NULL) == ALEA_OK;
}

static alea_search_settings search_of(const walk *w)
{
    alea_search_settings settings =
        alea_search_settings_default(w->out->settings.plies);
    settings.full = w->out->settings.candidates;
    settings.rolled = w->out->settings.rolled;
    return settings;
}

/* Judges an event and keeps the result. A position that the engine refuses is listed as
 * unjudged; an event that the rules refuse is left to the walk, which stops there. */
static alea_status judge_event(walk *w, const alea_event *event)
{
    const alea_search_settings settings = search_of(w);
    alea_judgement j;
    alea_error error = {0};
    if (event->type == ALEA_EVENT_PLAY && w->record->entry[w->entry].unknown_play)
        return add_unjudged(w, w->record->entry[w->entry].illegal_play
                                   ? "an illegal play"
                                   : "the record does not tell the play");
    if (w->state.phase == ALEA_MATCH_BEAVER_OFFERED)
        return add_unjudged(w, "an answer to a beaver");
    alea_status status = ALEA_OK;
    if (!take_from_file(w, &j))
        status =
            alea_judge_decision(w->engine, &w->state, event, &settings, &j, &error);
    if (status == ALEA_ERROR_REFUSED) return ALEA_OK;
    if (status == ALEA_ERROR_MEMORY || status == ALEA_ERROR_CANCELLED) {
        w->error = error;
        return status;
    }
    if (status != ALEA_OK) return add_unjudged(w, error.reason);
    j.entry = w->entry;
    j.game = w->state.games_begun;
    j.turn = w->turn;
    j.mark = alea_mark_of_loss(j.loss, w->out->settings.threshold);
    const bool hint = w->record->entry[w->entry].hinted;
    const bool counts = alea_judgement_counts(&j);
    j.unforced = !hint && is_unforced(w, &j);
    j.counted = !hint && counts;
    j.hinted = hint && counts;
    look_at_market(w->engine, &j);
    return keep(w, &j);
}

/* ---- rolls ---- */

/* The luck of the roll at hand as the file states it with the play behind it. */
static bool luck_in_file(const walk *w, float *luck)
{
    const size_t play = w->entry + 1;
    if (!w->out->settings.use_filed || play >= w->record->entries ||
        w->record->entry[play].event.type != ALEA_EVENT_PLAY)
        return false;
    const alea_filed *f = NULL;
    while ((f = alea_record_filed(w->record, play, f)))
        if (isfinite(f->luck)) {
            *luck = f->luck;
            return true;
        }
    return false;
}

static alea_status judge_roll(walk *w, const alea_event *event)
{
    alea_analysis *a = w->out;
    float luck;
    const bool filed = luck_in_file(w, &luck);
    if (!filed &&
        !alea_luck_of_roll(w->engine, &w->state, event, a->settings.luck_plies, &luck))
        return ALEA_OK;
    void *grown = grow(a->roll, a->rolls, &w->roll_capacity, sizeof *a->roll);
    if (!grown) return ALEA_ERROR_MEMORY;
    a->roll = grown;
    alea_player by = event->by;
    if (event->type == ALEA_EVENT_OPENING)
        by = event->roll.die[0] > event->roll.die[1] ? ALEA_A : ALEA_B;
    alea_cube cube = alea_cube_of_match(&w->state, by);
    const alea_met *met = alea_engine_met(w->engine);
    alea_roll_luck *r = &a->roll[a->rolls++];
    *r = (alea_roll_luck){.entry = w->entry,
                          .game = w->state.games_begun,
                          .turn = w->turn,
                          .by = by,
                          .roll = event->roll,
                          .filed = filed,
                          .luck = luck};
    if (a->match_length > 0)
        r->chance = alea_cube_chance_of_equity(&cube, met, luck) -
                    alea_cube_chance_of_equity(&cube, met, 0);
    else
        r->points = luck * (float)(1 << w->state.cube_log2);
    return ALEA_OK;
}

/* ---- the walk ---- */

/* A's chance to win the match as the score stands, between games. */
static float chance_at(const walk *w, const alea_match *m)
{
    if (w->out->match_length == 0) return 0;
    int a = alea_match_away(m, ALEA_A), b = alea_match_away(m, ALEA_B);
    bool post = (a == 1 || b == 1) && m->rules.crawford && !m->crawford_game;
    return alea_met_chance(alea_engine_met(w->engine), a, b, post);
}

static bool is_asked(const walk *w)
{
    const alea_analysis_settings *s = &w->out->settings;
    return w->entry >= s->from && (s->to == 0 || w->entry < s->to);
}

static alea_status judge_entry(walk *w, const alea_event *event)
{
    alea_status status = ALEA_OK;
    if (!is_asked(w)) return ALEA_OK;
    switch (event->type) {
    case ALEA_EVENT_OPENING: return judge_roll(w, event);
    case ALEA_EVENT_ROLL:
        if (w->state.phase == ALEA_MATCH_TO_ROLL &&
            alea_match_may_double(&w->state, event->by))
            status = judge_event(w, event);
        return status == ALEA_OK ? judge_roll(w, event) : status;
    case ALEA_EVENT_PLAY:
    case ALEA_EVENT_DOUBLE:
    case ALEA_EVENT_TAKE:
    case ALEA_EVENT_DROP:
    case ALEA_EVENT_BEAVER: return judge_event(w, event);
    case ALEA_EVENT_RACCOON:
    case ALEA_EVENT_RESIGN:
    case ALEA_EVENT_ACCEPT_RESIGN:
    case ALEA_EVENT_REJECT_RESIGN:
    case ALEA_EVENT_NEXT_GAME:
    case ALEA_EVENT_SET:
    case ALEA_EVENT_COCKED:
    case ALEA_EVENT_REQUIRE_LEGAL:
    case ALEA_EVENT_SETTLE: break;
    }
    return ALEA_OK;
}

/* A's points or chance gained by the game that has just ended. */
static void end_game(walk *w)
{
    const alea_match *m = &w->state;
    if (m->games_begun < 1 || m->games_begun > w->out->games) return;
    float *result = &w->out->result[m->games_begun - 1];
    if (w->out->match_length > 0) {
        float now = m->phase == ALEA_MATCH_MATCH_OVER
                        ? (m->match_winner == ALEA_A ? 1.0f : 0.0f)
                        : w->out->end_chance;
        alea_match next = *m;
        alea_event event = {.type = ALEA_EVENT_NEXT_GAME};
        if (alea_match_apply(&next, &event, NULL) == ALEA_ACCEPTED)
            now = chance_at(w, &next);
        *result = now - w->out->end_chance;
        w->out->end_chance = now;
    } else {
        *result =
            (float)(m->result.winner == ALEA_A ? m->result.points : -m->result.points);
    }
}

/* A double before the roll starts the turn; the roll continues it. An opening roll
 * starts one where its dice are played. */
static void count_turn(walk *w, const alea_event *event)
{
    bool opens = event->type == ALEA_EVENT_OPENING &&
                 w->state.rules.opening == ALEA_OPENING_USE_ROLLOFF &&
                 event->roll.die[0] != event->roll.die[1];
    bool rolls = opens || event->type == ALEA_EVENT_ROLL;
    bool doubles =
        event->type == ALEA_EVENT_DOUBLE && w->state.phase == ALEA_MATCH_TO_ROLL;
    if ((rolls || doubles) && !w->doubled) w->turn++;
    if (rolls || doubles) w->doubled = doubles;
    bool set = event->type == ALEA_EVENT_SET;
    if (event->type == ALEA_EVENT_NEXT_GAME || (set && event->set & ALEA_SET_SCORE))
        w->turn = 0;
    if (event->type == ALEA_EVENT_NEXT_GAME || set) w->doubled = false;
}

/* ---- a position ---- */

bool alea_record_is_position(const alea_record *record)
{
    bool board = false;
    for (size_t i = 0; i < record->entries; i++) {
        const alea_event *event = &record->entry[i].event;
        if (event->type == ALEA_EVENT_SET)
            board |= event->set & ALEA_SET_BOARD;
        else if (event->type != ALEA_EVENT_ROLL && event->type != ALEA_EVENT_DOUBLE)
            return false;
    }
    const alea_match *now = &record->now;
    return board && (now->phase == ALEA_MATCH_TO_PLAY ||
                     now->phase == ALEA_MATCH_DOUBLE_OFFERED ||
                     (now->phase == ALEA_MATCH_TO_ROLL &&
                      alea_match_may_double(now, now->to_act)));
}

/* Any choice that can be made there: the judgement of it names the best. */
static alea_status any_choice(const alea_match *state, alea_event *out)
{
    *out = (alea_event){.type = ALEA_EVENT_ROLL, .by = state->to_act};
    if (state->phase == ALEA_MATCH_DOUBLE_OFFERED) out->type = ALEA_EVENT_TAKE;
    if (state->phase != ALEA_MATCH_TO_PLAY) return ALEA_OK;
    alea_play_list *list = malloc(sizeof *list);
    if (!list) return ALEA_ERROR_MEMORY;
    const alea_board board = alea_match_board(state, state->to_act);
    alea_plays(&board, state->roll, &state->rules.play, list);
    out->type = ALEA_EVENT_PLAY;
    if (list->count > 0) {
        out->moves = list->play[0].count;
        memcpy(out->move, list->play[0].move, sizeof out->move);
    }
    free(list);
    return ALEA_OK;
}

/* The deepest analysis of the file, if it is deep enough. */
static bool take_open_from_file(const walk *w, alea_judgement *j)
{
    const alea_analysis_settings *s = &w->out->settings;
    const alea_filed *f = NULL, *best = NULL;
    int depth = alea_filed_depth_of_settings(s->plies, s->rolled) - 1;
    while (s->use_filed && (f = alea_record_filed(w->record, w->entry, f)))
        if (alea_filed_depth(f) > depth) {
            best = f;
            depth = alea_filed_depth(f);
        }
    return best && alea_judge_filed(w->record, best, w->entry, &w->state,
                                    alea_engine_met(w->engine), j);
}

static alea_status judge_open(walk *w)
{
    const alea_search_settings settings = search_of(w);
    alea_judgement j;
    alea_event event;
    w->state = w->record->now;
    w->entry = w->record->entries;
    if (!take_open_from_file(w, &j)) {
        alea_status status = any_choice(&w->state, &event);
        if (status != ALEA_OK) return status;
        status =
            alea_judge_decision(w->engine, &w->state, &event, &settings, &j, &w->error);
        if (status == ALEA_ERROR_MEMORY || status == ALEA_ERROR_CANCELLED)
            return status;
        if (status != ALEA_OK) return add_unjudged(w, w->error.reason);
        j.made_event = j.best_event;
        j.made = j.best;
        j.loss = j.chance_loss = 0;
        if (j.candidates > 0) j.made_candidate = j.candidate[0];
    }
    j.entry = w->entry;
    j.game = j.turn = 1;
    w->out->complete = true;
    return keep(w, &j);
}

static alea_status walk_record(walk *w)
{
    if (w->out->settings.open && alea_record_is_position(w->record))
        return judge_open(w);
    const alea_record *record = w->record;
    alea_analysis *a = w->out;
    if (alea_record_state(record, 0, &w->state) != ALEA_OK) return ALEA_ERROR_ARGUMENT;
    a->start_chance = a->end_chance = chance_at(w, &w->state);
    for (w->entry = 0; w->entry < record->entries; w->entry++) {
        const alea_event *event = &record->entry[w->entry].event;
        bool had_result = w->state.has_result;
        count_turn(w, event);
        alea_status status = judge_entry(w, event);
        if (status != ALEA_OK) return status;
        if (!record->entry[w->entry].unknown_play &&
            alea_match_apply(&w->state, event, NULL) != ALEA_ACCEPTED)
            return is_asked(w) ? add_unjudged(w, "the event does not follow from the "
                                                 "one before")
                               : ALEA_OK;
        if (event->type == ALEA_EVENT_SET && event->set & ALEA_SET_SCORE)
            a->start_chance = a->end_chance = chance_at(w, &w->state);
        if (w->state.has_result && !had_result) end_game(w);
        const alea_analysis_settings *s = &a->settings;
        if (s->progress && is_asked(w) &&
            !s->progress(s->context, w->entry + 1, record->entries))
            return ALEA_ERROR_CANCELLED;
    }
    a->complete = true;
    return ALEA_OK;
}

alea_analysis_settings alea_analysis_settings_default(void)
{
    return (alea_analysis_settings){.plies = 2,
                                    .candidates = ALEA_JUDGEMENT_CANDIDATES,
                                    .threshold = {0.020f, 0.040f, 0.080f},
                                    .use_filed = true,
                                    .close_cube = 0.160f};
}

static bool settings_valid(const alea_analysis_settings *s)
{
    bool ordered = s->threshold[0] > 0 && s->threshold[0] <= s->threshold[1] &&
                   s->threshold[1] <= s->threshold[2];
    return s->plies >= 0 && s->plies <= ALEA_MAX_PLIES && s->luck_plies >= 0 &&
           s->luck_plies <= ALEA_MAX_PLIES && ordered && s->close_cube >= 0 &&
           s->candidates >= 0 && s->candidates <= ALEA_JUDGEMENT_CANDIDATES;
}

alea_status alea_analyse(alea_engine *engine, const alea_record *record,
                         const alea_analysis_settings *settings, alea_analysis **out,
                         alea_error *error)
{
    const alea_analysis_settings usual = alea_analysis_settings_default();
    if (error) *error = (alea_error){0};
    if (!settings) settings = &usual;
    if (!settings_valid(settings)) {
        alea_error_set(error, 0, 0,
                       "plies must be 0 to %d, thresholds above 0 and in order",
                       ALEA_MAX_PLIES);
        return ALEA_ERROR_ARGUMENT;
    }
    walk w = {.engine = engine, .record = record};
    int games = alea_record_games(record);
    w.out = calloc(1, sizeof *w.out);
    float *result = calloc(games > 0 ? (size_t)games : 1, sizeof *result);
    alea_status status = ALEA_ERROR_MEMORY;
    if (w.out && result) {
        w.out->settings = *settings;
        w.out->match_length = record->rules.match_length;
        w.out->games = games;
        w.out->result = result;
        status = walk_record(&w);
    } else {
        free(result);
    }
    if (status == ALEA_OK || status == ALEA_ERROR_CANCELLED)
        *out = w.out;
    else
        alea_analysis_free(w.out);
    if (status == ALEA_ERROR_MEMORY) alea_error_no_memory(error);
    if (w.error.reason[0] && error) *error = w.error;
    return status;
}

void alea_analysis_free(alea_analysis *analysis)
{
    if (!analysis) return;
    free(analysis->judgement);
    free(analysis->roll);
    free(analysis->unjudged);
    free(analysis->result);
    free(analysis);
}
