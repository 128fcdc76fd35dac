/* Another program's analysis in a record as judgements. */
#include <alea/analysis.h>

#include <math.h>
#include <string.h>

/* ---- levels ---- */

/* "4-ply": the number in front. -1: another form. */
static int plies_in(const char *level)
{
    int plies = 0;
    const char *c = level;
    while (*c >= '0' && *c <= '9' && plies < 100) plies = plies * 10 + (*c++ - '0');
    return c > level && strncmp(c, "-ply", 4) == 0 ? plies : -1;
}

static bool is_xg(const alea_filed *f)
{
    return strcmp(f->program, "eXtreme Gammon") == 0;
}

static int depth_of_level(const alea_filed *f, const char *level)
{
    int plies = plies_in(level);
    if (plies >= 0) {
        if (is_xg(f) && plies > 0) plies--;
        return plies < ALEA_MAX_PLIES ? plies : ALEA_MAX_PLIES;
    }
    if (strncmp(level, "XG Roller+", 10) == 0) return ALEA_FILED_SHORT_ROLLOUT;
    if (strcmp(level, "XG Roller") == 0) return 3;
    if (strcmp(level, "deep") == 0) return ALEA_FILED_SHORT_ROLLOUT;
    if (strncmp(level, "roll", 4) == 0 || strncmp(level, "book", 4) == 0 ||
        strncmp(level, "Roll", 4) == 0)
        return ALEA_FILED_ROLLOUT;
    return -1;
}

int alea_filed_depth(const alea_filed *filed)
{
    const int depth = depth_of_level(filed, filed->level);
    return depth < 0 && filed->trials > 0 ? ALEA_FILED_ROLLOUT : depth;
}

int alea_filed_depth_of_settings(int plies, alea_rolled rolled)
{
    if (rolled == ALEA_ROLLED_LONG) return ALEA_FILED_ROLLOUT;
    return rolled == ALEA_ROLLED_SHORT ? ALEA_FILED_SHORT_ROLLOUT : plies;
}

const alea_filed *alea_filed_of(const alea_record *record, size_t entry, int depth)
{
    const alea_filed *best = NULL, *f = NULL;
    int deepest = depth - 1;
    const alea_event_type type = record->entry[entry].event.type;
    const alea_filed_kind kind =
        type == ALEA_EVENT_PLAY ? ALEA_FILED_PLAY : ALEA_FILED_CUBE;
    while ((f = alea_record_filed(record, entry, f)))
        if (f->kind == kind && alea_filed_depth(f) > deepest) {
            best = f;
            deepest = alea_filed_depth(f);
        }
    if (best || entry == 0) return best;
    const alea_event_type before = record->entry[entry - 1].event.type;
    const bool answers = type == ALEA_EVENT_TAKE || type == ALEA_EVENT_DROP;
    if (!answers || before != ALEA_EVENT_DOUBLE) return NULL;
    return alea_filed_of(record, entry - 1, depth);
}

/* ---- judgements ---- */

typedef struct conversion {
    const alea_record *record;
    const alea_filed *filed;
    const alea_match *state;
    const alea_met *met;
    alea_judgement *out;
} conversion;

static float equity_of(const conversion *c, float value)
{
    if (!c->filed->mwc) return value;
    return alea_cube_equity_of_chance(&c->out->decision.cube, c->met, value);
}

/* At this equity and loss; the loss in match-winning chance follows from them. */
static void set_loss(const conversion *c, float best, float loss)
{
    alea_judgement *j = c->out;
    const alea_cube *cube = &j->decision.cube;
    j->best = best;
    j->made = best - loss;
    j->loss = loss;
    if (cube->match_length > 0)
        j->chance_loss = fabsf(alea_cube_chance_of_equity(cube, c->met, best) -
                               alea_cube_chance_of_equity(cube, c->met, best - loss));
}

static bool probs_of(const float chance[5], alea_probs *out)
{
    for (int i = 0; i < 5; i++)
        if (!isfinite(chance[i])) return false;
    *out = (alea_probs){chance[0], chance[1], chance[2], chance[3], chance[4]};
    return true;
}

static bool convert_candidate(const conversion *c, int i, alea_candidate *out)
{
    const alea_filed *f = c->filed;
    const alea_filed_candidate *from =
        &c->record->filed_candidate[f->first + (size_t)i];
    const int depth = depth_of_level(f, from->level);
    *out = (alea_candidate){0};
    if (!isfinite(from->equity) ||
        alea_play_judge(&c->out->decision.board, c->state->roll, &c->state->rules.play,
                        from->move, from->moves, &out->play, NULL) != ALEA_PLAY_LEGAL)
        return false;
    if (!probs_of(from->chance, &out->probs)) out->probs = c->out->probs;
    out->equity = equity_of(c, from->equity);
    out->cubeless = alea_cube_dead_equity(&c->out->decision.cube, c->met, &out->probs);
    out->plies = depth >= 0 && plies_in(from->level) >= 0 ? depth : ALEA_ROLLED_OUT;
    return true;
}

/* The play made where the list does not have it: the file states its loss alone. */
static bool convert_unlisted(const conversion *c, const alea_event *event, float equity)
{
    alea_candidate *made = &c->out->made_candidate;
    *made = c->out->candidate[0];
    made->equity = equity;
    return alea_play_judge(&c->out->decision.board, c->state->roll,
                           &c->state->rules.play, event->move, event->moves,
                           &made->play, NULL) == ALEA_PLAY_LEGAL;
}

static bool convert_play(const conversion *c, const alea_event *event)
{
    const alea_filed *f = c->filed;
    alea_judgement *j = c->out;
    if (f->candidates < 1 || (f->made < 0 && !isfinite(f->loss))) return false;
    for (int i = 0; i < f->candidates && i < ALEA_JUDGEMENT_CANDIDATES; i++) {
        if (!convert_candidate(c, i, &j->candidate[i])) return false;
        if (i == 0) j->probs = j->candidate[0].probs;
        j->candidates++;
    }
    j->best_event = ALEA_EVENT_PLAY;
    j->plies = j->candidate[0].plies;
    j->forced = alea_positions_after_count(&j->decision.board, c->state->roll,
                                           &c->state->rules.play) <= 1;
    float best = j->candidate[0].equity;
    if (f->made >= 0 && !convert_candidate(c, f->made, &j->made_candidate))
        return false;
    float loss = f->made >= 0 ? best - j->made_candidate.equity : 0;
    if (isfinite(f->loss) && !f->mwc) loss = f->loss;
    if (!(loss > 0)) loss = 0;
    if (f->made < 0 && !convert_unlisted(c, event, best - loss)) return false;
    j->worst = best - loss;
    for (int i = 0; i < f->candidates; i++) {
        const float equity =
            equity_of(c, c->record->filed_candidate[f->first + (size_t)i].equity);
        if (equity < j->worst) j->worst = equity;
    }
    set_loss(c, best, loss);
    return true;
}

static bool convert_cube(const conversion *c)
{
    const alea_filed *f = c->filed;
    alea_judgement *j = c->out;
    alea_cube *cube = &j->decision.cube;
    if (!isfinite(f->no_double) || !isfinite(f->double_take) ||
        c->state->phase == ALEA_MATCH_BEAVER_OFFERED)
        return false;
    alea_cube_equities e = {.no_double = equity_of(c, f->no_double),
                            .double_take = equity_of(c, f->double_take),
                            .double_drop = 1};
    if (isfinite(f->double_drop)) e.double_drop = equity_of(c, f->double_drop);
    /* With beavers, the file's equity of a take is that of the better of take and
     * beaver. */
    cube->beavers = false;
    e.double_beaver = e.double_take;
    alea_cube_decide(cube, &e, &j->cube.verdict);
    if (!probs_of(f->chance[0], &j->cube.probs)) return false;
    j->probs = j->cube.probs;
    j->cube.cubeless = alea_cube_dead_equity(cube, c->met, &j->probs);
    const int depth = depth_of_level(f, f->level);
    j->plies = depth >= 0 && plies_in(f->level) >= 0 ? depth : ALEA_ROLLED_OUT;
    j->cube.plies = j->plies;
    if (cube->match_length > 0) {
        j->cube.chance[0] = alea_cube_chance_of_equity(cube, c->met, e.no_double);
        j->cube.chance[1] = alea_cube_chance_of_equity(cube, c->met, e.double_take);
        j->cube.chance[2] = alea_cube_chance_of_equity(cube, c->met, e.double_drop);
    }
    const alea_cube_cost cost = alea_cube_cost_of(&j->cube.verdict, j->made_event);
    const bool stated = isfinite(f->loss) && !f->mwc && f->by == j->by;
    j->best_event = cost.best_event;
    set_loss(c, cost.best, stated ? f->loss : cost.loss);
    return true;
}

/* Converts the filed analysis of `event` at an entry, whose play is `known`. */
static bool convert(conversion *c, const alea_event *event, bool known)
{
    alea_judgement *j = c->out;
    memset(j, 0, sizeof *j);
    j->by = event->by;
    j->made_event = event->type;
    j->decision = alea_decision_of_match(c->state);
    if (event->type == ALEA_EVENT_PLAY) {
        j->kind = ALEA_JUDGED_PLAY;
        return known && c->filed->kind == ALEA_FILED_PLAY && convert_play(c, event);
    }
    if (c->filed->kind != ALEA_FILED_CUBE) return false;
    const bool doubles =
        event->type == ALEA_EVENT_ROLL || event->type == ALEA_EVENT_DOUBLE;
    j->kind = doubles ? ALEA_JUDGED_DOUBLE : ALEA_JUDGED_TAKE;
    return (doubles || event->type == ALEA_EVENT_TAKE ||
            event->type == ALEA_EVENT_DROP) &&
           convert_cube(c);
}

/* The decision that the record ends with, as if the best choice had been made. */
static bool convert_open(conversion *c, alea_filed *as_best)
{
    const alea_match *state = c->state;
    alea_event event = {.by = state->to_act};
    *as_best = *c->filed;
    as_best->loss = 0;
    as_best->made = 0;
    c->filed = as_best;
    if (state->phase == ALEA_MATCH_TO_PLAY)
        event.type = ALEA_EVENT_PLAY;
    else if (state->phase == ALEA_MATCH_DOUBLE_OFFERED)
        event.type = ALEA_EVENT_TAKE;
    else if (state->phase == ALEA_MATCH_TO_ROLL)
        event.type = ALEA_EVENT_ROLL;
    else
        return false;
    if (!convert(c, &event, true)) return false;
    c->out->made_event = c->out->best_event;
    return true;
}

bool alea_judge_filed(const alea_record *record, const alea_filed *filed, size_t entry,
                      const alea_match *state, const alea_met *met, alea_judgement *out)
{
    alea_judgement j;
    alea_filed as_best;
    conversion c = {record, filed, state, met, &j};
    const bool good = entry == record->entries
                          ? convert_open(&c, &as_best)
                          : convert(&c, &record->entry[entry].event,
                                    !record->entry[entry].unknown_play);
    j.filed = (int32_t)(filed - record->filed) + 1;
    if (good) memcpy(out, &j, sizeof j);
    return good;
}
