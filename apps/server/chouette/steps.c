#include "steps.h"

#include "host.h"
#include "next.h"

#include "base/error.h"
#include "machine/crew.h"

#include <alea/play_tree.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned machine_doublers(const crew *t, const int *level)
{
    unsigned seats = crew_may_double(t);
    const int mover = alea_chouette_mover(&t->c);
    if (t->c.phase == ALEA_CHOUETTE_TO_ROLL && mover >= 0) seats |= 1u << mover;
    for (int i = 0; i < ALEA_CHOUETTE_SEATS; i++)
        if (level[i] < 0) seats &= ~(1u << i);
    return seats;
}

/* ---- on a worker's thread ---- */

typedef struct question {
    alea_chouette c;
    int level[ALEA_CHOUETTE_SEATS];
    unsigned doublers; /* seats, a bit each: only they are asked, if any */
} question;

static bool decide(machine *m, const question *q, alea_chouette_event *e)
{
    int level[ALEA_CHOUETTE_SEATS];
    for (int i = 0; i < ALEA_CHOUETTE_SEATS; i++)
        level[i] = q->doublers >> i & 1 ? q->level[i] : -1;
    if (crew_reply(m, &q->c, q->level, e)) return true;
    if (q->doublers) return crew_double(m, &q->c, level, e);
    if (q->c.phase == ALEA_CHOUETTE_ANSWERS) return crew_answer(m, &q->c, q->level, e);
    return q->c.phase == ALEA_CHOUETTE_TO_PLAY && crew_move(m, &q->c, q->level, e);
}

/* {"event": text}, or {}: nothing is done. */
static json_t *answer_question(job *j, alea_engine *engine, void *input,
                               alea_error *error)
{
    (void)j;
    const question *q = input;
    machine *m = NULL;
    alea_chouette_event e;
    char text[ALEA_CHOUETTE_TEXT_SIZE];
    if (machine_over(&m, engine) != ALEA_OK) {
        alea_error_no_memory(error);
        return NULL;
    }
    json_t *result = json_object();
    if (decide(m, q, &e) && crew_may(&q->c, &e)) {
        alea_chouette_event_write(&q->c, &e, text);
        json_object_set_new(result, "event", json_string(text));
    }
    machine_close(m);
    return result;
}

/* ---- on the loop's thread ---- */

typedef struct request {
    chouettes *all;
    char id[ID_SIZE];
    int64_t moved;
    unsigned doublers;
} request;

static alea_status commit(chouettes *all, live_chouette *live, const char *text)
{
    storage_chouette_event e = {
        .actor = "", .person = "", .name = "", .said = "", .text = text};
    return chouettes_commit(all, live, &e, 0, NULL);
}

static alea_status commit_event(chouettes *all, live_chouette *live,
                                const alea_chouette_event *event)
{
    char text[ALEA_CHOUETTE_TEXT_SIZE];
    alea_chouette_event_write(&live->t->c, event, text);
    return commit(all, live, text);
}

/* Without a decision: something legal that lets the game go on. False: nothing is. */
static bool choose_any(const crew *t, alea_chouette_event *e)
{
    static const alea_chouette_type types[] = {
        ALEA_CHOUETTE_EVENT_REJECT, ALEA_CHOUETTE_EVENT_TAKE, ALEA_CHOUETTE_EVENT_DROP,
        ALEA_CHOUETTE_EVENT_BEAVER};
    int level[ALEA_CHOUETTE_SEATS];
    crew_levels(t, level);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        for (int pair = 0; pair < t->c.pairs; pair++)
            for (int seat = 0; seat < t->seats; seat++) {
                *e =
                    (alea_chouette_event){.type = types[i], .seat = seat, .pair = pair};
                if (level[seat] >= 0 && crew_would(t, e)) return true;
            }
    const int mover = alea_chouette_mover(&t->c);
    if (t->c.phase != ALEA_CHOUETTE_TO_PLAY || mover < 0 || level[mover] < 0)
        return false;
    const alea_match *m = alea_chouette_board(&t->c);
    const alea_board board = alea_match_board(m, m->turn);
    alea_play_tree *tree = malloc(sizeof *tree);
    if (!tree) return false;
    *e = (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_PLAY, .seat = mover};
    alea_play_tree_of(&board, m->roll, &m->rules.play, tree);
    for (int at = 0; tree->node[at].moves > 0;) {
        const alea_tree_move *move = &tree->move[tree->node[at].first_move];
        e->move[e->moves++] =
            (alea_move){(int8_t)move->from, (int8_t)move->to, move->hit};
        at = move->node;
    }
    free(tree);
    return crew_would(t, e);
}

static void throw_for_team(chouettes *all, live_chouette *live, int mover)
{
    alea_chouette_event e = {.type = ALEA_CHOUETTE_EVENT_ROLL, .seat = mover};
    if (chouettes_roll(live, 0, &e.roll)) commit_event(all, live, &e);
}

/* The machine players turn no cube: those who were asked pass, or he who throws
 * throws. */
static void turn_none(chouettes *all, live_chouette *live, unsigned doublers)
{
    char text[8 + ALEA_CHOUETTE_SEATS] = "pass ";
    int level[ALEA_CHOUETTE_SEATS];
    const crew *t = live->t;
    const int mover = alea_chouette_mover(&t->c);
    const unsigned others = crew_may_double(t) & doublers;
    size_t n = strlen(text);
    for (int i = 0; i < ALEA_CHOUETTE_SEATS; i++)
        if (others >> i & 1) text[n++] = (char)('A' + i);
    text[n] = '\0';
    crew_levels(t, level);
    if (others)
        commit(all, live, text);
    else if (t->c.phase == ALEA_CHOUETTE_TO_ROLL && mover >= 0 && level[mover] >= 0 &&
             !crew_must_wait(t, server_now()))
        throw_for_team(all, live, mover);
}

static void take_answer(chouettes *all, live_chouette *live, const request *r,
                        const json_t *result)
{
    const char *text = json_string_value(json_object_get(result, "event"));
    alea_chouette_event any;
    if (text && commit(all, live, text) == ALEA_OK) return;
    if (!live->t || live->t->moved != r->moved) return;
    if (!text && r->doublers) {
        turn_none(all, live, r->doublers);
        return;
    }
    server_log("error", "machine_without_opinion", "chouette", live->row.id, NULL);
    if (choose_any(live->t, &any)) commit_event(all, live, &any);
}

static void answered(void *context, const char *id, job_status status, json_t *result,
                     const alea_error *error)
{
    request *r = context;
    chouettes *all = r->all;
    storage_answer answer;
    (void)id;
    (void)error;
    live_chouette *live = all->stopping ? NULL : chouettes_fetch(all, r->id, &answer);
    if (live && live->t->moved == r->moved) {
        live->asked = 0;
        if (status != JOB_CANCELLED) {
            take_answer(all, live, r, result);
            if (live->t) steps_go_on(all, live);
        }
    }
    free(r);
}

static void ask(chouettes *all, live_chouette *live)
{
    const crew *t = live->t;
    char id[ID_SIZE];
    if (live->asked == t->moved) return;
    question *q = calloc(1, sizeof *q);
    request *r = calloc(1, sizeof *r);
    if (!q || !r) {
        free(q);
        free(r);
        return;
    }
    q->c = t->c;
    crew_levels(t, q->level);
    q->doublers = machine_doublers(t, q->level);
    *r = (request){.all = all, .moved = t->moved, .doublers = q->doublers};
    memcpy(r->id, live->row.id, sizeof r->id);
    job_order order = {.class_ = JOB_MACHINE,
                       .kind = "machine",
                       .work = answer_question,
                       .input = q,
                       .free_input = free,
                       .ended = answered,
                       .context = r};
    memcpy(order.user, live->row.maker, sizeof order.user);
    live->asked = t->moved;
    if (jobs_add(all->parts.work, &order, id)) return;
    live->asked = 0; /* the queue is full: the next tick tries again */
    free(r);
}

static bool throw_dice(chouettes *all, live_chouette *live)
{
    const crew *t = live->t;
    const bool is_order = t->c.phase == ALEA_CHOUETTE_ORDER;
    const bool is_four = t->rules.order_throw == ALEA_CHOUETTE_FOUR_DICE;
    const bool is_one = t->rules.order_throw == ALEA_CHOUETTE_ONE_DIE;
    alea_chouette_event e = {.type = is_order ? ALEA_CHOUETTE_EVENT_THROW
                                              : ALEA_CHOUETTE_EVENT_OPENING};
    const unsigned seats = alea_chouette_waits_for(&t->c);
    int ahead = 0;
    for (int seat = 0; is_order && seat < ALEA_CHOUETTE_SEATS; seat++)
        for (int i = 0; seats >> seat & 1 && i < 1 + is_four; i++) {
            alea_roll r;
            if (!chouettes_roll(live, ahead++, &r)) return false;
            e.thrown[seat] =
                (uint8_t)(e.thrown[seat] + r.die[0] + (is_one ? 0 : r.die[1]));
        }
    if (!is_order && !chouettes_roll(live, 0, &e.roll)) return false;
    return commit_event(all, live, &e) == ALEA_OK;
}

void steps_close_text(const live_chouette *live, char out[80])
{
    char seed[DICE_SEED_HEX] = "";
    if (live->opened) dice_secret_hex(&live->secret, seed);
    snprintf(out, 80, "close %s", seed);
}

void steps_go_on(chouettes *all, live_chouette *live)
{
    enum { STEPS_MOST = 40 };
    char text[80];
    for (int i = 0; i < STEPS_MOST && live->t; i++) {
        const step next = crew_next(live->t);
        const int64_t now = server_now();
        bool is_done = false;
        if (next.at > now) return;
        switch (next.kind) {
        case STEP_NONE:
            if (live->t->stage == CREW_OVER ||
                now < live->t->time + CHOUETTE_DAYS * (int64_t)(24 * 3600 * 1000))
                return;
            /* nobody has done anything for days */
            steps_close_text(live, text);
            is_done = commit(all, live, text) == ALEA_OK;
            break;
        case STEP_DICE: is_done = throw_dice(all, live); break;
        case STEP_EVENT:
            is_done = commit_event(all, live, &next.event) == ALEA_OK;
            break;
        case STEP_CLOSE:
            steps_close_text(live, text);
            is_done = commit(all, live, text) == ALEA_OK;
            break;
        case STEP_ASK: ask(all, live); return;
        }
        if (!is_done) return;
    }
}

void steps_tick(chouettes *all, int64_t now)
{
    enum { AT_ONCE = 20, MOST = 400 };
    char found[AT_ONCE][ID_SIZE];
    int count = AT_ONCE, standing = 0; /* these do not go on: others are behind them */
    for (int looked = 0; count == AT_ONCE && looked < MOST; looked += count) {
        if (all->stopping) return;
        count = storage_chouettes_due(all->parts.store, now, standing, found, AT_ONCE);
        for (int i = 0; i < count; i++) {
            storage_answer answer;
            live_chouette *live = chouettes_fetch(all, found[i], &answer);
            if (live) steps_go_on(all, live);
            standing += !live || live->row.due <= now;
        }
    }
}
