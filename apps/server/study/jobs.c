/* Questions to the engine: plays, the cube, an evaluation, all scores, a rollout. The
 * loop's thread checks the request here; work.c runs it on a worker. */
#include "work.h"

#include "base/error.h"
#include "progress.h"
#include "routes.h"
#include "server/study/render/position_json.h"

#include <alea/rollout.h>

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    job_work *work;
    job_class class_;
    bool dice, no_dice; /* what the position must have */
} kinds[] = {
    {"plays", study_work_plays, JOB_ASKED, true, false},
    {"cube", study_work_cube, JOB_ASKED, false, true},
    {"eval", study_work_eval, JOB_ASKED, false, false},
    {"scores", study_work_scores, JOB_LONG, false, false},
    {"rollout", study_work_rollout, JOB_LONG, false, false},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int kind_of(const char *name)
{
    int i = 0;
    while (i < KINDS && (!name || strcmp(kinds[i].name, name) != 0)) i++;
    return i;
}

/* ---- plays that the request names ---- */

static bool judge_moves(study_question *q, const alea_move *moves, int count,
                        const char *text, http_reply *reply)
{
    const alea_decision *d = &q->decision;
    const alea_play_error fault = alea_play_judge(&d->board, d->roll, &d->rules, moves,
                                                  count, &q->play[q->plays], NULL);
    if (fault != ALEA_PLAY_LEGAL) {
        http_refuse(reply, 422, "illegal_play", "%.60s: %s", text,
                    alea_play_error_text(fault));
        return false;
    }
    q->plays++;
    return true;
}

static bool add_text(study_question *q, const json_t *value, http_reply *reply)
{
    alea_move moves[ALEA_MAX_MOVES];
    alea_error error = {0};
    int count;
    const char *text = json_string_value(value);
    if (!text) {
        http_refuse(reply, 400, "bad_moves", "A play is a text such as \"8/5 6/5\".");
        return false;
    }
    if (alea_moves_read(text, json_string_length(value), moves, &count, &error) !=
        ALEA_OK) {
        http_refuse(reply, 400, "bad_moves", "%s", error.reason);
        return false;
    }
    return judge_moves(q, moves, count, text, reply);
}

static bool add_pairs(study_question *q, const json_t *list, http_reply *reply)
{
    alea_move moves[ALEA_MAX_MOVES] = {0};
    const size_t count = json_array_size(list);
    bool good = count <= ALEA_MAX_MOVES;
    for (size_t i = 0; good && i < count; i++) {
        const json_t *pair = json_array_get(list, i);
        const json_t *from = json_array_get(pair, 0), *to = json_array_get(pair, 1);
        good = json_array_size(pair) == 2 && json_is_integer(from) &&
               json_is_integer(to) && json_integer_value(from) >= 1 &&
               json_integer_value(from) <= 25 && json_integer_value(to) >= 0 &&
               json_integer_value(to) <= 24;
        if (good)
            moves[i] = (alea_move){(int8_t)json_integer_value(from),
                                   (int8_t)json_integer_value(to), false};
    }
    if (good) return judge_moves(q, moves, (int)count, "This play", reply);
    http_refuse(reply, 400, "bad_moves", "Moves are pairs [from, to], four at most.");
    return false;
}

/* "move": "8/5 6/5", or "moves": [[8, 5], [6, 5]] (plays) or ["8/5 6/5", ...]
 * (rollout). */
static bool read_plays(study_question *q, const json_t *body, http_reply *reply)
{
    const json_t *move = json_object_get(body, "move");
    const json_t *moves = json_object_get(body, "moves");
    const size_t count = json_array_size(moves);
    if ((move || count) && !alea_roll_valid(q->decision.roll)) {
        http_refuse(reply, 422, "no_dice", "A play needs a position with dice.");
        return false;
    }
    if (move && !json_is_null(move)) return add_text(q, move, reply);
    if (!moves || json_is_null(moves)) return true;
    if (!json_is_array(moves) || count > ALEA_ROLLOUT_CANDIDATES) {
        http_refuse(reply, 400, "bad_moves", "\"moves\" is a list of %d at most.",
                    ALEA_ROLLOUT_CANDIDATES);
        return false;
    }
    if (q->one_play) return add_pairs(q, moves, reply);
    for (size_t i = 0; i < count; i++)
        if (!add_text(q, json_array_get(moves, i), reply)) return false;
    return true;
}

/* ---- the request ---- */

static bool read_depth(study_question *q, const json_t *body, http_reply *reply)
{
    const json_t *ply = json_object_get(body, "ply");
    const char *level = http_text(body, "level");
    q->plies = 2;
    q->rolled = ALEA_ROLLED_SHORT;
    if (ply) {
        const json_int_t plies = json_integer_value(ply);
        if (!json_is_integer(ply) || plies < 0 || plies > STUDY_PLIES) {
            http_refuse(reply, 400, "bad_request", "\"ply\" is 0 to %d.", STUDY_PLIES);
            return false;
        }
        q->plies = (int)plies;
    }
    if (json_object_get(body, "level")) {
        const alea_effort_info *effort =
            level ? alea_effort_get((alea_effort)alea_effort_find(level)) : NULL;
        if (!effort || effort->rolled == ALEA_ROLLED_NOT) {
            http_refuse(reply, 400, "bad_request", "\"level\" is deep or rollout.");
            return false;
        }
        q->rolled = effort->rolled;
    }
    return true;
}

static bool read_question(study_question *q, int kind, const json_t *body,
                          http_reply *reply)
{
    const char *id = http_text(body, "id");
    alea_position p;
    alea_error error = {0};
    if (!position_read(id ? id : "", &p, reply)) return false;
    q->decision = alea_decision_of_position(&p);
    if (kinds[kind].no_dice) q->decision.roll = (alea_roll){{0, 0}};
    q->one_play = strcmp(kinds[kind].name, "plays") == 0;
    snprintf(q->id, sizeof q->id, "%s", id);
    if (p.game_over || alea_board_phase(&p.board) == ALEA_PHASE_OVER) {
        http_refuse(reply, 422, "game_over", "The game is over in this position.");
        return false;
    }
    if (kinds[kind].dice && !alea_roll_valid(q->decision.roll)) {
        http_refuse(reply, 422, "no_dice", "The position needs dice.");
        return false;
    }
    if (alea_cube_check(&q->decision.cube, &q->met, &error) != ALEA_OK) {
        http_refuse(reply, 422, "impossible", "%s", error.reason);
        return false;
    }
    return read_depth(q, body, reply) && read_plays(q, body, reply);
}

/* ---- for a worker elsewhere ---- */

static void question_free(void *input)
{
    study_question *q = input;
    if (q) free(q->asked);
    free(q);
}

static json_t *question_write(const void *input)
{
    const study_question *q = input;
    return q->asked ? json_loads(q->asked, 0, NULL) : NULL;
}

static void *question_read(const json_t *body, alea_error *error)
{
    http_reply reply = {0};
    const int kind = kind_of(http_text(body, "kind"));
    study_question *q = kind < KINDS ? calloc(1, sizeof *q) : NULL;
    if (q) alea_met_default(&q->met);
    if (q && read_question(q, kind, body, &reply)) return q;
    alea_error_set(error, 0, 0, "no question of a known kind");
    http_reply_free(&reply);
    question_free(q);
    return NULL;
}

#define FORM(name_, work_)                                                             \
    .kind = (name_), .work = (work_), .free_input = question_free,                     \
    .write = question_write, .read = question_read
static const job_form forms[KINDS] = {{FORM("plays", study_work_plays)},
                                      {FORM("cube", study_work_cube)},
                                      {FORM("eval", study_work_eval)},
                                      {FORM("scores", study_work_scores)},
                                      {FORM("rollout", study_work_rollout),
                                       .share = study_rollout_share,
                                       .join = study_rollout_join}};

const job_form *study_question_form(const char *kind)
{
    const int i = kind_of(kind);
    return i < KINDS ? &forms[i] : NULL;
}

/* ---- doors ---- */

static void jobs_post(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    char id[ID_SIZE];
    json_t *body = http_json(request, reply);
    if (!body) return;
    const int kind = kind_of(http_text(body, "kind"));
    study_question *q = kind < KINDS ? calloc(1, sizeof *q) : NULL;
    if (q) alea_met_default(&q->met);
    if (kind == KINDS) {
        http_refuse(reply, 400, "bad_request",
                    "\"kind\" is plays, cube, eval, scores or rollout.");
    } else if (!q) {
        http_refuse(reply, 500, "no_memory", "The server is out of memory. Try again.");
    } else if (!read_question(q, kind, body, reply)) {
        /* refused */
    } else if (s->parts.is_rated_board &&
               s->parts.is_rated_board(s->parts.context, request->who.user,
                                       &q->decision.board)) {
        http_refuse(reply, 409, "rated", "You play this position in a rated game.");
    } else {
        job_order order = {.class_ = kinds[kind].class_,
                           .kind = kinds[kind].name,
                           .work = kinds[kind].work,
                           .input = q,
                           .free_input = question_free,
                           .form = &forms[kind]};
        q->asked = json_dumps(body, JSON_COMPACT);
        if (q->plies >= STUDY_PLIES) order.class_ = JOB_LONG;
        q = NULL;
        study_charge(s, &order, request->address);
        if (study_order(s, &order, request->who.user, NULL, id))
            http_answer(reply, 202, json_pack("{s:s}", "job", id));
        else
            study_refuse_full(reply);
    }
    question_free(q);
    json_decref(body);
}

static void job_get(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    json_t *said = jobs_describe(s->parts.work, request->id[0], request->who.user);
    if (said)
        http_answer(reply, 200, said);
    else
        http_refuse(reply, 404, "no_job", "You have no such job.");
}

static void job_delete(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    if (jobs_cancel(s->parts.work, request->id[0], request->who.user))
        http_answer(reply, 200,
                    jobs_describe(s->parts.work, request->id[0], request->who.user));
    else
        http_refuse(reply, 404, "no_job", "You have no such job.");
}

const http_route study_job_routes[] = {
    {HTTP_POST, "/api/jobs", ROUTE_CHANGE, jobs_post},
    {HTTP_GET, "/api/jobs/{id}", ROUTE_SESSION, job_get},
    {HTTP_DELETE, "/api/jobs/{id}", ROUTE_CHANGE, job_delete},
    {0},
};
