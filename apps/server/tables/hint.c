/* What the machine would play in the place of a player who asks. */
#include "routes.h"

#include "host.h"
#include "look.h"
#include "timeouts.h"

#include "server/study/later.h"
#include "json/shapes.h"

#include <stdlib.h>
#include <string.h>

enum { BEST = 5 };

typedef struct hint {
    alea_tables_match match;
    int plies;
    int64_t seq;
    json_t *plays; /* NULL: no memory */
} hint;

static json_t *liked_json(const alea_tables_match *m, const alea_tables_turns *turns,
                          int index, const alea_tables_opinion *opinion)
{
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    const alea_tables_board board = alea_tables_match_board(m, m->to_act);
    char text[ALEA_TABLES_MOVES_SIZE];
    alea_tables_move move[ALEA_TABLES_MAX_STEPS];
    const int moves = alea_tables_turns_moves(turns, index, move);
    alea_tables_moves_mark(rules, &board, move, moves);
    alea_tables_moves_write(rules, move, moves, text);
    return json_pack("{s:s,s:o,s:i,s:b,s:b}", "move", text, "equity",
                     number_json((double)opinion->points), "ply", opinion->plies,
                     "exact", opinion->exact, "rough", opinion->rough);
}

static void make(void *work, alea_engine *engine)
{
    hint *h = work;
    const alea_tables_match *m = &h->match;
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    const alea_tables_board board = alea_tables_match_board(m, m->to_act);
    alea_tables_turns *turns = malloc(sizeof *turns);
    tables_mind *mind = malloc(sizeof *mind);
    (void)engine;
    if (turns && mind) {
        int best[BEST];
        alea_tables_turns_list(rules, &board, m->dice, alea_tables_match_first(m),
                               turns);
        const int found =
            tables_machine_best(rules, m->dice, turns, h->plies, BEST, mind, best);
        h->plays = json_array();
        for (int i = 0; i < found; i++)
            json_array_append_new(h->plays,
                                  liked_json(m, turns, best[i], &mind->opinion[i]));
    }
    free(turns);
    free(mind);
}

static void answer(void *work, http_reply *reply)
{
    const hint *h = work;
    if (h->plays)
        http_answer(
            reply, 200,
            json_pack("{s:I,s:O}", "seq", (json_int_t)h->seq, "plays", h->plays));
    else
        http_refuse(reply, 503, "no_memory", "The server is out of memory. Try again.");
}

static void free_hint(void *work)
{
    hint *h = work;
    json_decref(h->plays);
    free(h);
}

static const later_kind hint_kind = {.class_ = JOB_ASKED,
                                     .name = "hint",
                                     .make = make,
                                     .answer = answer,
                                     .free_work = free_hint};

/* May he ask here and now? *plies: how deep. */
static bool may_ask(const live_family *live, const http_request *request, int *plies,
                    http_reply *reply)
{
    const storage_family *row = &live->row;
    char asked[8];
    *plies = 1;
    if (http_query(request, "ply", asked, sizeof asked)) {
        if (strcmp(asked, "0") != 0 && strcmp(asked, "1") != 0) {
            http_refuse(reply, 400, "bad_ply", "'ply' is 0 or 1.");
            return false;
        }
        *plies = *asked - '0';
    }
    if (!family_seats_of(row, request->who.user))
        http_refuse(reply, 403, "not_yours", "You have no seat at this table.");
    else if (row->seats != FAMILY_HERE && row->seats != FAMILY_MACHINE)
        http_refuse(reply, 409, "no_hints",
                    "Hints are for tables at one screen and against the machine.");
    else if (row->stage != FAMILY_PLAYS ||
             live->match.phase != ALEA_TABLES_PHASE_TO_PLAY ||
             live->match.to_act != family_seat_to_act(live, request->who.user))
        http_refuse(reply, 409, "wrong_phase", "It is not your turn to play.");
    else
        return true;
    return false;
}

static void hint_get(void *part, http_request *request, http_reply *reply)
{
    families *all = part;
    int plies;
    const live_family *live = family_asked_for(all, request, reply);
    if (!live || !may_ask(live, request, &plies, reply)) return;
    hint *h = malloc(sizeof *h);
    if (!h) {
        http_refuse(reply, 503, "no_memory", "The server is out of memory. Try again.");
        return;
    }
    *h = (hint){live->match, plies, live->row.last, NULL};
    study_answer_later(all->parts.study, request, &hint_kind, h, sizeof *h, false,
                       reply);
}

const http_route family_hint_routes[] = {
    {HTTP_GET, "/api/tables/{id}/hint", ROUTE_OPEN, hint_get},
    {0},
};
