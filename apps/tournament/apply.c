#include "apply.h"

#include "arena.h"
#include "draw.h"
#include "event.h"
#include "groups.h"
#include "late.h"
#include "meeting.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tournament *tournament_new(void)
{
    return calloc(1, sizeof(tournament));
}

void tournament_free(tournament *t)
{
    if (t) free(t->match);
    free(t);
}

int tournament_player_of(const tournament *t, const char *user)
{
    for (int i = 0; i < t->players; i++)
        if (*user && strcmp(t->player[i].user, user) == 0) return i;
    return -1;
}

static alea_status refuse(tournament_refusal *r, const char *code, const char *format,
                          ...) __attribute__((format(printf, 3, 4)));

static alea_status refuse(tournament_refusal *r, const char *code, const char *format,
                          ...)
{
    va_list more;
    if (!r) return ALEA_ERROR_REFUSED;
    snprintf(r->code, sizeof r->code, "%s", code);
    va_start(more, format);
    vsnprintf(r->text, sizeof r->text, format, more);
    va_end(more);
    return ALEA_ERROR_REFUSED;
}

static alea_status refuse_begun(tournament_refusal *r)
{
    return refuse(r, "begun", "The tournament has begun.");
}

static int count_active(const tournament *t)
{
    int count = 0;
    for (int i = 0; i < t->players; i++) count += !t->player[i].withdrawn;
    return count;
}

/* ---- entries ---- */

static alea_status create(tournament *t, const tournament_event *e,
                          tournament_refusal *r)
{
    const char *fault = tournament_plan_fault(&e->plan);
    if (t->seq) return refuse(r, "not_now", "The tournament is there already.");
    if (fault) return refuse(r, "bad_plan", "%s", fault);
    t->plan = e->plan;
    t->created = e->time;
    return ALEA_OK;
}

static int find_name(const tournament *t, const char *name)
{
    for (int i = 0; i < t->players; i++)
        if (strcmp(t->player[i].name, name) == 0) return i;
    return -1;
}

/* Swiss, arena: a late player is paired next, and nothing drawn changes. */
static bool is_paired_as_it_goes(const tournament *t)
{
    return t->plan.kind == TOURNAMENT_SWISS || t->plan.kind == TOURNAMENT_ARENA;
}

/* Refuses what depends on the time alone. */
static alea_status refuse_closed(const tournament *t, int64_t time,
                                 tournament_refusal *r)
{
    if (t->stage == TOURNAMENT_ENTRY) return ALEA_OK;
    if (t->stage == TOURNAMENT_OVER) return refuse_begun(r);
    if (t->ends && time >= t->ends)
        return refuse(r, "over", "Nobody is paired any more.");
    const char *fault = is_paired_as_it_goes(t) ? NULL : late_fault(t);
    return fault ? refuse(r, "begun", "%s", fault) : ALEA_OK;
}

bool tournament_may_enter(const tournament *t, int64_t time)
{
    return refuse_closed(t, time, NULL) == ALEA_OK;
}

/* Who has this account or, without one, this name; -1 = nobody yet. */
static int find_entrant(const tournament *t, const tournament_player *p)
{
    return *p->user ? tournament_player_of(t, p->user) : find_name(t, p->name);
}

static alea_status refuse_entrant(const tournament *t, const tournament_event *e,
                                  tournament_refusal *r)
{
    const int known = find_entrant(t, &e->player), same = find_name(t, e->player.name);
    if (!tournament_name_is_good(e->player.name))
        return refuse(r, "bad_name", "A name is 1 to 32 characters on one line.");
    if (e->player.rating < 0 || e->player.rating > TOURNAMENT_RATING_MOST)
        return refuse(r, "bad_rating", "A rating is 0 to 9999.");
    if (same >= 0 && same != known)
        return refuse(r, "name_taken", "There is a player of that name.");
    if (known >= 0 && !t->player[known].withdrawn)
        return refuse(r, "entered", "This player is entered already.");
    if (known >= 0 && t->player[known].entries >= TOURNAMENT_ENTRIES)
        return refuse(r, "too_often", "This player has entered %d times.",
                      TOURNAMENT_ENTRIES);
    if (known >= 0 && t->player[known].seed && !is_paired_as_it_goes(t))
        return refuse(r, "withdrawn", "Who has left the draw does not come in again.");
    if (known < 0 && t->players == TOURNAMENT_PLAYERS)
        return refuse(r, "full", "The list of entries is full.");
    if (count_active(t) >= t->plan.players_most)
        return refuse(r, "full", "The tournament is full: %d players.",
                      t->plan.players_most);
    return ALEA_OK;
}

/* A late player of a Swiss tournament comes into the next round, one of an arena into
 * the next wave; in other forms, see late.h. */
static alea_status enter(tournament *t, const tournament_event *e,
                         tournament_refusal *r)
{
    alea_status status = refuse_closed(t, e->time, r);
    if (status == ALEA_OK) status = refuse_entrant(t, e, r);
    if (status != ALEA_OK) return status;
    const int known = find_entrant(t, &e->player), players = t->players;
    const bool is_late = t->stage == TOURNAMENT_RUNNING;
    tournament_player *p = &t->player[known >= 0 ? known : t->players++];
    const tournament_player before = *p;
    *p = e->player;
    p->pauses = before.pauses;
    p->withdrawn = false;
    p->entries = before.entries + 1;
    p->seed = before.seed;
    if (is_late && is_paired_as_it_goes(t)) {
        if (!p->seed) p->seed = (int)(p - t->player) + 1;
    } else if (is_late) {
        status = late_place(t, (int)(p - t->player));
    }
    if (status == ALEA_OK) return ALEA_OK;
    *p = before;
    t->players = players;
    return status;
}

static alea_status withdraw(tournament *t, const tournament_event *e,
                            tournament_refusal *r)
{
    if (e->who < 0 || e->who >= t->players || t->player[e->who].withdrawn)
        return refuse(r, "no_such_player", "There is no such player.");
    if (t->stage == TOURNAMENT_OVER)
        return refuse(r, "over", "The tournament is over.");
    t->player[e->who].withdrawn = true;
    if (t->stage == TOURNAMENT_RUNNING) decide_withdrawn(t, e->who);
    return ALEA_OK;
}

/* Who pauses plays on where he plays, and is not paired until he is back. */
static alea_status pause_player(tournament *t, const tournament_event *e,
                                tournament_refusal *r)
{
    const bool pauses = e->kind == TOURNAMENT_PAUSED;
    if (e->who < 0 || e->who >= t->players || t->player[e->who].withdrawn)
        return refuse(r, "no_such_player", "There is no such player.");
    tournament_player *p = &t->player[e->who];
    if (t->plan.kind != TOURNAMENT_ARENA || t->stage != TOURNAMENT_RUNNING)
        return refuse(r, "not_now", "One pauses in an arena that is running.");
    if (p->paused == pauses)
        return refuse(r, "not_now", "%s",
                      pauses ? "This player pauses already." : "This player is there.");
    if (pauses && p->pauses >= ARENA_PAUSES)
        return refuse(r, "too_often", "This player has paused %d times.", ARENA_PAUSES);
    p->paused = pauses;
    p->pauses += pauses;
    return ALEA_OK;
}

/* ---- the start ---- */

/* Is every player who is entered listed once, and nobody else? */
static bool is_whole_order(const tournament *t, const tournament_event *e)
{
    bool seen[TOURNAMENT_PLAYERS] = {false};
    if (e->count != count_active(t)) return false;
    for (int i = 0; i < e->count; i++) {
        const int player = e->order[i];
        if (player < 0 || player >= t->players || t->player[player].withdrawn ||
            seen[player])
            return false;
        seen[player] = true;
    }
    return true;
}

static alea_status start_bracket(tournament *t, const tournament_event *e)
{
    int line[TOURNAMENT_PLAYERS];
    const int size = bracket_size(e->count);
    const alea_status status = bracket_build(t, e->count);
    if (status != ALEA_OK) return status;
    bracket_lines(size, line);
    for (int i = 0; i < size; i++)
        decide_put(t, i, line[i] <= e->count ? e->order[line[i] - 1] : PLAYER_NOBODY);
    return ALEA_OK;
}

static alea_status start_league(tournament *t, const tournament_event *e)
{
    int place[TOURNAMENT_PLAYERS];
    const int each = e->count - 1 + e->count % 2;
    t->rounds = each * t->plan.cycles;
    for (int round = 0; round < t->rounds; round++) {
        const int pairs = league_round(e->count, round % each, place);
        const int length = bracket_length(&t->plan, PART_MAIN, round + 1, false);
        for (int i = 0; i < pairs; i++) {
            const int match = bracket_add(t, PART_MAIN, round + 1, i, length);
            if (match < 0) {
                t->matches = 0;
                return ALEA_ERROR_MEMORY;
            }
            const int back = round >= each; /* sides change in the second half */
            for (int side = 0; side < 2; side++)
                t->match[match].player[side] = e->order[place[2 * i + (side ^ back)]];
        }
    }
    return ALEA_OK;
}

static alea_status start(tournament *t, const tournament_event *e,
                         tournament_refusal *r)
{
    alea_status status = ALEA_OK;
    if (t->stage != TOURNAMENT_ENTRY) return refuse_begun(r);
    if (count_active(t) < 2)
        return refuse(r, "too_few", "A tournament needs two players.");
    if (!is_whole_order(t, e))
        return refuse(r, "bad_order", "The order has every player once.");
    const int needed = swiss_rounds_needed(e->count);
    if (t->plan.kind == TOURNAMENT_SWISS)
        t->rounds = t->plan.rounds ? t->plan.rounds : needed;
    else if (t->plan.kind == TOURNAMENT_ARENA)
        t->ends = e->time + (int64_t)t->plan.minutes * 60000;
    else if (t->plan.kind == TOURNAMENT_LEAGUE)
        status = start_league(t, e);
    else if (t->plan.kind == TOURNAMENT_GROUPS)
        status = groups_build(t, e);
    else
        status = start_bracket(t, e);
    if (status != ALEA_OK) return status;
    for (int i = 0; i < e->count; i++) t->player[e->order[i]].seed = i + 1;
    t->stage = TOURNAMENT_RUNNING;
    t->started = e->time;
    return ALEA_OK;
}

/* ---- rounds of a Swiss tournament ---- */

bool tournament_may_pair(const tournament *t)
{
    if (t->plan.kind != TOURNAMENT_SWISS || t->stage != TOURNAMENT_RUNNING ||
        t->round >= t->rounds)
        return false;
    for (int i = 0; i < t->matches; i++)
        if (t->match[i].outcome == OUTCOME_NONE) return false;
    return true;
}

static bool have_met(const tournament *t, int a, int b)
{
    for (int i = 0; i < t->matches; i++) {
        const int *p = t->match[i].player;
        if ((p[0] == a && p[1] == b) || (p[0] == b && p[1] == a)) return true;
    }
    return false;
}

static const char *pairs_fault(const tournament *t, const tournament_event *e)
{
    bool seen[TOURNAMENT_PLAYERS] = {false};
    int listed = 0, byes = 0;
    if (e->count < 1 || e->count > TOURNAMENT_PLAYERS) return "There are no pairs.";
    for (int i = 0; i < 2 * e->count; i++) {
        const int player = e->order[i];
        if (i % 2 && player == PLAYER_NOBODY) {
            byes++;
            continue;
        }
        if (player < 0 || player >= t->players || t->player[player].withdrawn)
            return "A pair has a player who is not in the tournament.";
        if (seen[player]) return "A player is paired twice.";
        seen[player] = true;
        listed++;
    }
    if (e->by_hand) return NULL;
    if (listed != count_active(t)) return "A player is not paired.";
    if (byes != listed % 2)
        return "An odd number of players has one bye, an even none.";
    for (int i = 0; i < e->count; i++)
        if (have_met(t, e->order[2 * i], e->order[2 * i + 1]))
            return "Two of a pair have met, or a player has had a bye before.";
    return NULL;
}

/* By hand a director may leave players out and let others meet again. */
static alea_status pair(tournament *t, const tournament_event *e, tournament_refusal *r)
{
    const int before = t->matches;
    const bool is_arena = t->plan.kind == TOURNAMENT_ARENA;
    if (is_arena ? t->stage != TOURNAMENT_RUNNING || e->time >= t->ends
                 : !tournament_may_pair(t))
        return refuse(r, "not_now", "No round can be paired now.");
    const char *fault = is_arena ? arena_pairs_fault(t, e) : pairs_fault(t, e);
    if (fault) return refuse(r, "bad_pairs", "%s", fault);
    const int length = bracket_length(&t->plan, PART_MAIN, is_arena ? 1 : t->round + 1,
                                      t->round + 1 == t->rounds);
    for (int i = 0; i < e->count; i++) {
        const int match = bracket_add(t, PART_MAIN, t->round + 1, i, length);
        if (match < 0) {
            t->matches = before;
            return ALEA_ERROR_MEMORY;
        }
        memcpy(t->match[match].player, &e->order[2 * i], sizeof t->match[match].player);
    }
    for (int i = before; i < t->matches; i++) decide_unplayed(t, i);
    t->round++;
    t->is_held = false;
    if (is_arena) t->paired = e->time;
    return ALEA_OK;
}

static alea_status unpair(tournament *t, tournament_refusal *r)
{
    int first = t->matches;
    if (t->plan.kind != TOURNAMENT_SWISS || t->round == 0)
        return refuse(r, "not_now", "There is no round to take back.");
    while (first > 0 && t->match[first - 1].round == t->round) first--;
    for (int i = first; i < t->matches; i++)
        if (*t->match[i].game ||
            (t->match[i].outcome != OUTCOME_NONE && t->match[i].outcome != OUTCOME_BYE))
            return refuse(r, "begun", "A match of this round has begun.");
    t->matches = first;
    t->round--;
    t->is_held = true;
    return ALEA_OK;
}

/* ---- results ---- */

/* The match of an event; NULL after a refusal. */
static tournament_match *match_of(tournament *t, const tournament_event *e,
                                  tournament_refusal *r)
{
    if (e->match < 0 || e->match >= t->matches || t->stage == TOURNAMENT_ENTRY) {
        refuse(r, "no_such_match", "There is no such match.");
        return NULL;
    }
    return &t->match[e->match];
}

static tournament_match *undecided(tournament *t, const tournament_event *e,
                                   tournament_refusal *r)
{
    tournament_match *m = match_of(t, e, r);
    if (m && m->outcome != OUTCOME_NONE) {
        refuse(r, "decided", "This match is decided: take its result back first.");
        return NULL;
    }
    if (m && (m->player[0] < 0 || m->player[1] < 0)) {
        refuse(r, "not_open", "The players of this match are not known yet.");
        return NULL;
    }
    return m;
}

/* The undecided match of which the event has a result that may be; NULL after a
 * refusal. */
static tournament_match *undecided_with_result(tournament *t, const tournament_event *e,
                                               tournament_refusal *r)
{
    tournament_match *m = undecided(t, e, r);
    if (!m) return NULL;
    if (e->winner < 0 || e->winner > 1) {
        refuse(r, "bad_result", "The winner is side 0 or 1.");
        return NULL;
    }
    const int won = e->score[e->winner], lost = e->score[1 - e->winner];
    if (!e->has_score ||
        (won >= m->length && won <= 999 && lost >= 0 && lost < m->length))
        return m;
    refuse(r, "bad_result", "A match of %d points ends when one side has them.",
           m->length);
    return NULL;
}

static void decide_played(tournament *t, const tournament_event *e)
{
    tournament_match *m = &t->match[e->match];
    m->has_score = e->has_score;
    if (e->has_score) memcpy(m->score, e->score, sizeof m->score);
    t->is_held = false;
    decide_match(t, e->match, OUTCOME_PLAYED, e->winner);
}

static alea_status result(tournament *t, const tournament_event *e,
                          tournament_refusal *r)
{
    if (!undecided_with_result(t, e, r)) return ALEA_ERROR_REFUSED;
    decide_played(t, e);
    return ALEA_OK;
}

/* A score that one of the two leaves out is no contradiction. */
static bool agree(const tournament_report *a, const tournament_report *b)
{
    return a->count && b->count && a->winner == b->winner &&
           (!a->has_score || !b->has_score ||
            memcmp(a->score, b->score, sizeof a->score) == 0);
}

/* Two reports that agree decide the match. */
static alea_status report(tournament *t, const tournament_event *e,
                          tournament_refusal *r)
{
    tournament_match *m = undecided_with_result(t, e, r);
    if (!m) return ALEA_ERROR_REFUSED;
    if (e->who < 0 || (m->player[0] != e->who && m->player[1] != e->who))
        return refuse(r, "not_yours", "Only its two players report a match.");
    if (!m->is_open)
        return refuse(r, "not_open", "This match is not to be played now.");
    const int side = m->player[0] == e->who ? 0 : 1;
    tournament_report *mine = &m->report[side];
    const tournament_report *other = &m->report[1 - side];
    if (mine->count >= TOURNAMENT_REPORTS)
        return refuse(r, "too_often", "You have reported this match %d times.",
                      TOURNAMENT_REPORTS);
    *mine = (tournament_report){.count = mine->count + 1,
                                .winner = e->winner,
                                .has_score = e->has_score,
                                .score = {e->score[0], e->score[1]},
                                .time = e->time};
    decide_mark(t, e->match);
    if (!agree(mine, other)) return ALEA_OK;
    const tournament_report *fuller = mine->has_score ? mine : other;
    const tournament_event agreed = {.match = e->match,
                                     .winner = e->winner,
                                     .has_score = fuller->has_score,
                                     .score = {fuller->score[0], fuller->score[1]}};
    decide_played(t, &agreed);
    return ALEA_OK;
}

static alea_status forfeit(tournament *t, const tournament_event *e,
                           tournament_refusal *r)
{
    if (!undecided(t, e, r)) return ALEA_ERROR_REFUSED;
    if (e->winner < -1 || e->winner > 1)
        return refuse(r, "bad_result", "The winner is side 0 or 1, or nobody.");
    t->is_held = false;
    decide_match(t, e->match, OUTCOME_FORFEIT, e->winner);
    for (int side = 0; side < 2 && e->absent; side++)
        if (t->plan.kind == TOURNAMENT_ARENA && side != e->winner)
            t->player[t->match[e->match].player[side]].paused = true;
    return ALEA_OK;
}

static alea_status undo(tournament *t, const tournament_event *e, tournament_refusal *r)
{
    const tournament_match *m = match_of(t, e, r);
    if (!m) return ALEA_ERROR_REFUSED;
    if (m->outcome != OUTCOME_PLAYED && m->outcome != OUTCOME_FORFEIT)
        return refuse(r, "not_decided", "This match has no result to take back.");
    if (m->player[0] >= 0 && m->player[1] >= 0 &&
        (t->player[m->player[0]].withdrawn || t->player[m->player[1]].withdrawn))
        return refuse(r, "withdrawn", "One of the two has withdrawn.");
    if (!decide_may_undo(t, e->match))
        return refuse(r, "depends", "A later match that depends on it has begun.");
    decide_undo(t, e->match);
    t->match[e->match].is_undone = true;
    return ALEA_OK;
}

static alea_status note_game(tournament *t, const tournament_event *e,
                             tournament_refusal *r)
{
    tournament_match *m = undecided(t, e, r);
    if (!m) return ALEA_ERROR_REFUSED;
    if (!m->is_open || !*e->game)
        return refuse(r, "not_open", "This match is not to be played now.");
    if (strcmp(m->game, e->instead) != 0)
        return refuse(r, "has_game", "There is a game for this match.");
    memcpy(m->game, e->game, sizeof m->game);
    m->games++;
    for (int side = 0; side < 2; side++)
        m->came[side] = m->player[side] == e->who ? e->time : 0;
    decide_mark(t, e->match);
    return ALEA_OK;
}

static alea_status come(tournament *t, const tournament_event *e, tournament_refusal *r)
{
    tournament_match *m = undecided(t, e, r);
    if (!m) return ALEA_ERROR_REFUSED;
    const int side = m->player[0] == e->who ? 0 : 1;
    if (m->player[side] != e->who)
        return refuse(r, "not_yours", "This is a match of others.");
    if (!m->is_open || !*m->game || m->came[side])
        return refuse(r, "not_now", "There is no game to come to.");
    m->came[side] = e->time;
    decide_mark(t, e->match);
    return ALEA_OK;
}

/* When the two of a match meet. */
static alea_status meet(tournament *t, const tournament_event *e, tournament_refusal *r)
{
    const char *code = "";
    tournament_match *m = undecided(t, e, r);
    if (!m) return ALEA_ERROR_REFUSED;
    const char *fault = meeting_fault(t, m, e, &code);
    if (fault) return refuse(r, code, "%s", fault);
    meeting_change(m, e);
    decide_mark(t, e->match);
    return ALEA_OK;
}

/* Ends a Swiss tournament early, or one that nobody started. In an arena nobody is
 * paired any more: what is being played counts. */
static alea_status close_early(tournament *t, const tournament_event *e,
                               tournament_refusal *r)
{
    if (t->stage == TOURNAMENT_OVER)
        return refuse(r, "over", "The tournament is over.");
    if (t->plan.kind == TOURNAMENT_ARENA && t->stage == TOURNAMENT_RUNNING) {
        if (e->time < t->ends) t->ends = e->time;
        decide_refresh(t, e->time);
        return ALEA_OK;
    }
    if (t->stage == TOURNAMENT_RUNNING && !tournament_may_pair(t))
        return refuse(r, "not_now",
                      "A Swiss tournament can be closed between two rounds.");
    t->rounds = t->round;
    t->stage = TOURNAMENT_OVER;
    return ALEA_OK;
}

static alea_status apply(tournament *t, const tournament_event *e,
                         tournament_refusal *r)
{
    switch (e->kind) {
    case TOURNAMENT_CREATED: return create(t, e, r);
    case TOURNAMENT_ENTERED: return enter(t, e, r);
    case TOURNAMENT_WITHDREW: return withdraw(t, e, r);
    case TOURNAMENT_STARTED: return start(t, e, r);
    case TOURNAMENT_PAIRED: return pair(t, e, r);
    case TOURNAMENT_UNPAIRED: return unpair(t, r);
    case TOURNAMENT_RESULT: return result(t, e, r);
    case TOURNAMENT_FORFEIT: return forfeit(t, e, r);
    case TOURNAMENT_UNDONE: return undo(t, e, r);
    case TOURNAMENT_GAME: return note_game(t, e, r);
    case TOURNAMENT_CLOSED: return close_early(t, e, r);
    case TOURNAMENT_REPORTED: return report(t, e, r);
    case TOURNAMENT_PAUSED:
    case TOURNAMENT_BACK: return pause_player(t, e, r);
    case TOURNAMENT_CAME: return come(t, e, r);
    case TOURNAMENT_PROPOSED:
    case TOURNAMENT_AGREED:
    case TOURNAMENT_CALLED_OFF: return meet(t, e, r);
    case TOURNAMENT_EVENTS: break;
    }
    return refuse(r, "bad_event", "There is no such event.");
}

alea_status tournament_apply(tournament *t, const tournament_event *e,
                             tournament_refusal *r)
{
    if (t->seq == 0 && e->kind != TOURNAMENT_CREATED)
        return refuse(r, "not_now", "A tournament begins with its plan.");
    const alea_status status = apply(t, e, r);
    if (status != ALEA_OK) return status;
    if (e->kind != TOURNAMENT_CLOSED) decide_refresh(t, e->time);
    t->changed = e->time;
    t->seq++;
    return ALEA_OK;
}
