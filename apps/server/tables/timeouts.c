#include "timeouts.h"

#include "clock.h"
#include "host.h"

#include <stdlib.h>

enum {
    LOOK_MS = 1000,
    GAP_MS = 10000, /* without a look: no server was there */
    AT_ONCE = 64,
    PASS_MS = 60000, /* between passes over the machine's turns */
    TURNS = 4        /* of the machine at a look, so that its queue does not fill */
};

static void begin(families *all, live_family *live)
{
    family_refusal why;
    alea_tables_event e = {.by = ALEA_TABLES_A,
                           .type = live->match.phase == ALEA_TABLES_PHASE_OPENING
                                       ? ALEA_TABLES_EVENT_OPENING
                                       : ALEA_TABLES_EVENT_NEXT};
    if (families_commit(all, live, &e, &why) == ALEA_ERROR_REFUSED)
        server_log("error", "family_clock", "table", live->row.id, NULL);
}

static void lose(families *all, live_family *live, int seat)
{
    storage_family after = live->row;
    after.stage = FAMILY_OVER;
    after.lost = seat + 1;
    families_remark(all, live, &after,
                    seat ? "B " TABLES_OUT_OF_TIME : "A " TABLES_OUT_OF_TIME);
}

static void end(families *all, const char *id, int64_t now)
{
    storage_answer answer;
    live_family *live = families_fetch(all, id, &answer);
    if (!live || !live->row.due || live->row.due > now) return;
    const int awaited = family_clock_awaits(&live->row, &live->match);
    if (awaited == FAMILY_PAUSE)
        begin(all, live);
    else if (awaited >= 0)
        lose(all, live, awaited);
}

void family_timeouts_look(families *all)
{
    storage_family *found = calloc(AT_ONCE, sizeof *found);
    const int64_t now = server_now();
    bool was_away;
    const int count =
        found ? storage_families_due(all->parts.store, found, AT_ONCE) : -1;
    /* Nobody loses on a look after which it turns out that no server was there. */
    if (count > 0 &&
        storage_families_beat(all->parts.store, now, GAP_MS, &was_away) == ALEA_OK &&
        !was_away)
        for (int i = 0; i < count && found[i].due <= now; i++)
            end(all, found[i].id, now);
    free(found);
}

/* A turn that a server was thinking of when it ended is nobody's until a table is
 * fetched. */
static void resume_machines(families *all)
{
    const int64_t ticks = server_ticks();
    storage_answer answer;
    if (all->machines_passed && ticks - all->machines_passed < PASS_MS) return;
    storage_family *found = calloc(TURNS, sizeof *found);
    const int count = found ? storage_families_machine(
                                  all->parts.store, all->machines_after, found, TURNS)
                            : -1;
    for (int i = 0; i < count; i++) {
        all->machines_after = found[i].changed;
        families_fetch(all, found[i].id, &answer);
    }
    if (count >= 0) all->machines_passed = count < TURNS ? ticks : 0;
    if (all->machines_passed) all->machines_after = 0;
    free(found);
}

void family_timeouts_tick(families *all)
{
    const int64_t now = server_now();
    if (now - all->looked < LOOK_MS && now >= all->looked) return;
    all->looked = now;
    family_timeouts_look(all);
    resume_machines(all);
}

live_family *family_asked_for(families *all, const http_request *request,
                              http_reply *reply)
{
    storage_answer answer;
    live_family *live = families_fetch(all, request->id[0], &answer);
    /* A clock that has run out since the last tick, or while no server was there. */
    if (live && live->row.due && live->row.due <= server_now()) {
        family_timeouts_look(all);
        live = families_fetch(all, request->id[0], &answer);
    }
    if (answer == ANSWER_FAILED)
        http_refuse_storage(reply);
    else if (answer == ANSWER_ABSENT)
        http_refuse(reply, 404, "no_such_table", "There is no such table.");
    return live;
}
