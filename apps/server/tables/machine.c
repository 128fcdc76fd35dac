#include "machine.h"

#include <stdlib.h>
#include <string.h>

static bool looks_ahead(int level)
{
    return alea_level_get((alea_level)level)->plies > 0;
}

static void list_turns(const alea_tables_match *m, alea_tables_turns *turns)
{
    const alea_tables_board board = alea_tables_match_board(m, m->to_act);
    alea_tables_turns_list(alea_tables_match_rules(m), &board, m->dice,
                           alea_tables_match_first(m), turns);
}

/* The highest double that the rules let it name. */
static void name_double(families *all, const alea_tables_match *match,
                        alea_tables_event *event)
{
    for (event->die[0] = 6; event->die[0] > 1; event->die[0]--) {
        alea_tables_match copy = *match;
        if (alea_tables_match_apply(&copy, event, all->turns, NULL) ==
            ALEA_TABLES_ACCEPTED)
            return;
    }
}

void family_machine_choose(families *all, const alea_tables_match *m, int level,
                           alea_tables_event *event)
{
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    const alea_tables_board board = alea_tables_match_board(m, m->to_act);
    *event = (alea_tables_event){.by = m->to_act, .type = ALEA_TABLES_EVENT_ROLL};
    switch (m->phase) {
    case ALEA_TABLES_PHASE_TO_NAME:
        event->type = ALEA_TABLES_EVENT_NAME;
        name_double(all, m, event);
        break;
    case ALEA_TABLES_PHASE_TO_PLAY:
        event->type = ALEA_TABLES_EVENT_PLAY;
        if (looks_ahead(level)) level = ALEA_LEVEL_EXPERT;
        list_turns(m, all->turns);
        event->moves = (uint8_t)alea_tables_turns_moves(
            all->turns,
            tables_machine_choose(m, all->turns, (alea_level)level, all->mind),
            event->move);
        break;
    case ALEA_TABLES_PHASE_DOUBLE_OFFERED: event->type = ALEA_TABLES_EVENT_TAKE; break;
    case ALEA_TABLES_PHASE_RESIGN_OFFERED:
        /* All that could be won, or one point from a side that has borne off. */
        event->type = alea_tables_match_resigned(m) >= alea_tables_most_points(rules) ||
                              board.count[1][ALEA_TABLES_OFF] > 0
                          ? ALEA_TABLES_EVENT_ACCEPT
                          : ALEA_TABLES_EVENT_REJECT;
        break;
    case ALEA_TABLES_PHASE_OPENING:
    case ALEA_TABLES_PHASE_TO_ROLL:
    case ALEA_TABLES_PHASE_GAME_OVER:
    case ALEA_TABLES_PHASE_MATCH_OVER: break;
    }
}

/* ---- on a worker ---- */

bool family_machine_thinks(families *all, const alea_tables_match *match, int level)
{
    if (match->phase != ALEA_TABLES_PHASE_TO_PLAY || !looks_ahead(level)) return false;
    list_turns(match, all->turns);
    return all->turns->count > 1;
}

typedef struct question {
    alea_tables_match match;
    alea_level level;
} question;

/* The table that waits for the answer. */
typedef struct request {
    families *all;
    char id[ID_SIZE];
    int64_t seq;
    family_thought *thought;
} request;

static json_t *think(job *j, alea_engine *engine, void *input, alea_error *error)
{
    const question *q = input;
    const alea_tables_rules *rules = alea_tables_match_rules(&q->match);
    alea_tables_turns *turns = malloc(sizeof *turns);
    tables_mind *mind = malloc(sizeof *mind);
    char text[ALEA_TABLES_MOVES_SIZE] = "";
    (void)j, (void)engine, (void)error;
    if (turns && mind) {
        alea_tables_move move[ALEA_TABLES_MAX_STEPS];
        list_turns(&q->match, turns);
        const int chosen = tables_machine_choose(&q->match, turns, q->level, mind);
        const int moves = alea_tables_turns_moves(turns, chosen, move);
        alea_tables_moves_write(rules, move, moves, text);
    }
    free(turns);
    free(mind);
    return *text ? json_string(text) : NULL;
}

static void thought(void *context, const char *id, job_status status, json_t *result,
                    const alea_error *error)
{
    request *r = context;
    (void)id, (void)error;
    if (!r->all->stopping)
        r->thought(r->all, r->id, r->seq,
                   status == JOB_DONE ? json_string_value(result) : NULL);
    free(r);
}

bool family_machine_ask(families *all, const live_family *live, family_thought *done)
{
    char id[ID_SIZE];
    question *q = malloc(sizeof *q);
    request *r = malloc(sizeof *r);
    if (!q || !r) {
        free(q);
        free(r);
        return false;
    }
    *q = (question){live->match, (alea_level)live->row.level};
    *r = (request){.all = all, .seq = live->row.last, .thought = done};
    memcpy(r->id, live->row.id, sizeof r->id);
    job_order order = {.class_ = JOB_MACHINE,
                       .kind = "machine",
                       .work = think,
                       .input = q,
                       .free_input = free,
                       .ended = thought,
                       .context = r};
    memcpy(order.user, live->row.user[0], sizeof order.user);
    if (jobs_add(all->parts.study->parts.work, &order, id)) return true;
    free(r);
    return false;
}
