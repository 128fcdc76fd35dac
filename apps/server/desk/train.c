/* Training, and the study plan (desk/plan/plan.h) of the desk's owner. Cards are sent
 * without their answer; the choice is judged here, and the review is stored with it. */
#include "routes.h"

#include "analysis.h"
#include "ask.h"
#include "own.h"

#include "base/clock.h"
#include "base/error.h"
#include "desk/plan/paper.h"
#include "desk/plan/plan.h"
#include "desk/views/daily.h"
#include "desk/views/quiz.h"
#include "json/shapes.h"

#include <alea/notation.h>

#include <stdlib.h>
#include <string.h>

enum { NEW_USUAL = 5, NEW_MOST = 1000 };
static const double usual_loss = 0.08;

static alea_status fill_argument(alea_error *error, const char *text)
{
    return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0, "%s", text);
}

/* [[from, to], ...] of a play, null for a word such as "double". */
static json_t *choice_moves(const alea_decision *d, const char *text)
{
    alea_move moves[ALEA_MAX_MOVES];
    alea_play play;
    int count;
    if (!alea_roll_valid(d->roll) ||
        alea_moves_read(text, strlen(text), moves, &count, NULL) != ALEA_OK ||
        alea_play_judge(&d->board, d->roll, &d->rules, moves, count, &play, NULL) !=
            ALEA_PLAY_LEGAL)
        return json_null();
    return moves_json(&play);
}

/* The card as a question, without the parts that give the answer away. */
static json_t *question_json(const quiz *q)
{
    alea_position p;
    alea_decision d = {0};
    if (alea_position_read(q->card.position, strlen(q->card.position), &p, NULL) ==
        ALEA_OK)
        d = alea_decision_of_position(&p);
    json_t *choices = json_array();
    for (int i = 0; i < q->choices; i++)
        json_array_append_new(choices,
                              json_pack("{s:s,s:o}", "text", q->text[i], "moves",
                                        choice_moves(&d, q->text[i])));
    char situation[QUIZ_LINE], hint[QUIZ_LINE];
    quiz_situation(q, situation);
    quiz_hint(q, hint);
    return json_pack("{s:I,s:s,s:O,s:s,s:s,s:o,s:i}", "card", (json_int_t)q->card.id,
                     "id", q->card.position, "front", q->front, "situation", situation,
                     "hint", hint, "choices", choices, "reviews", q->card.reviews);
}

/* The next card of this month's plan (a->by "plan", a->offset the item), or of the
 * deck. */
static alea_status next_card(desk *d, desk_ask *a, int64_t now, deck_card *out,
                             bool *found, alea_error *error)
{
    char me[DESK_SETTING], month[PLAN_MONTH];
    if (strcmp(a->by, "plan") != 0)
        return deck_next(d, now, a->limit, out, found, error);
    const alea_status status = desk_me(d, me, error);
    if (status != ALEA_OK) return status;
    plan_month_of(now, month);
    return plan_next(d, me, month, a->offset, now, out, found, error);
}

/* {"card", "deck"}: the next card or the day's card, null without one. */
static json_t *show(desk *d, desk_ask *a, quiz *q, alea_error *error)
{
    const int64_t now = alea_wall_clock_ms();
    deck_counts c = {0};
    json_t *card = json_null();
    bool found = false;
    if (a->flag)
        a->status = daily_card(d, now, &q->card, &found, error);
    else if (d)
        a->status = next_card(d, a, now, &q->card, &found, error);
    if (d && a->status == ALEA_OK) a->status = deck_count(d, now, a->limit, &c, error);
    if (a->status != ALEA_OK) return NULL;
    if (found) {
        if (quiz_open(q)) card = question_json(q);
        quiz_close(q);
    }
    return json_pack("{s:o,s:o}", "card", card, "deck", quiz_counts_json(&c));
}

/* Puts a damaged card far into the future, so that it does not block those behind
 * it. */
static alea_status pass_damaged(desk *d, desk_ask *a, quiz *q, alea_error *error)
{
    const int64_t now = alea_wall_clock_ms();
    for (int i = 0; d && !a->flag && i < 50; i++) {
        bool found = false;
        fsrs_card after;
        alea_status status = next_card(d, a, now, &q->card, &found, error);
        if (status != ALEA_OK || !found) return status;
        const bool usable = quiz_open(q);
        quiz_close(q);
        if (usable) return ALEA_OK;
        status = deck_answer(d, q->card.id, FSRS_EASY, now, &after, error);
        if (status != ALEA_OK) return status;
    }
    return ALEA_OK;
}

static json_t *run_next(desk *d, desk_ask *a, alea_error *error)
{
    json_t *o = NULL;
    quiz *q = calloc(1, sizeof *q);
    if (!q) return NULL;
    a->status = pass_damaged(d, a, q, error);
    if (a->status == ALEA_OK) o = show(d, a, q, error);
    free(q);
    return o;
}

static void desk_train_get(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    char text[16];
    int64_t fresh, thing;
    desk_ask *a = desk_ask_new(s, request, reply);
    if (!a) return;
    a->run = run_next;
    if (http_query(request, "plan", text, sizeof text)) {
        if (!http_query_number(request, "plan", 0, 0, PLAN_THINGS, &thing)) {
            http_refuse(reply, 400, "bad_request",
                        "\"plan\" is 1 to %d, a thing of the plan, or 0 for all.",
                        PLAN_THINGS);
            desk_ask_free(a);
            return;
        }
        snprintf(a->by, sizeof a->by, "plan");
        a->offset = (int)thing;
    }
    a->flag = http_query(request, "daily", text, sizeof text) && *text == '1';
    if (http_query_number(request, "new", NEW_USUAL, 0, NEW_MOST, &fresh)) {
        a->limit = (int)fresh;
        if (desk_ask_pull(a, desk_analysis_follow, reply))
            desk_ask_send(a, request, reply);
        else
            desk_ask_free(a);
        return;
    }
    http_refuse(reply, 400, "bad_request", "\"new\" is 0 to %d.", NEW_MOST);
    desk_ask_free(a);
}

/* ---- answers ---- */

static json_t *graded_json(const quiz *q, int chosen, fsrs_grade grade,
                           const fsrs_card *after)
{
    json_t *choices = json_array();
    for (int i = 0; i < q->choices; i++)
        json_array_append_new(choices, json_pack("{s:s,s:f}", "text", q->text[i],
                                                 "equity", q->equity[i]));
    return json_pack(
        "{s:b,s:s,s:s,s:s,s:f,s:o,s:i,s:I}", "right", chosen == q->best, "best",
        q->text[q->best], "made", q->made < 0 ? "" : q->text[q->made], "why",
        quiz_text(q->back, "why"), "loss", q->equity[q->best] - q->equity[chosen],
        "choices", choices, "grade", (int)grade, "due", (json_int_t)after->due);
}

static int chosen_of(const quiz *q, const char *text)
{
    int i = 0;
    while (i < q->choices && strcmp(q->text[i], text) != 0) i++;
    return i;
}

static json_t *judge(desk *d, desk_ask *a, quiz *q, alea_error *error)
{
    const int64_t now = alea_wall_clock_ms();
    const char *position = http_text(a->body, "id");
    int64_t id = json_integer_value(json_object_get(a->body, "card"));
    const bool hinted = json_is_true(json_object_get(a->body, "hint"));
    deck_counts c;
    fsrs_card after;
    if (id == 0 && position) a->status = daily_keep(d, position, &id, error);
    if (a->status == ALEA_OK) a->status = deck_card_of(d, id, &q->card, error);
    if (a->status != ALEA_OK) return NULL;
    if (!quiz_open(q)) {
        a->status = fill_argument(error, "the card is damaged");
        return NULL;
    }
    const int chosen = chosen_of(q, http_text(a->body, "choice"));
    if (chosen == q->choices) {
        a->status = fill_argument(error, "\"choice\" is the text of "
                                         "one of the card's choices");
        return NULL;
    }
    const fsrs_grade grade = chosen != q->best ? FSRS_AGAIN
                             : hinted          ? FSRS_HARD
                                               : FSRS_GOOD;
    a->status = deck_answer(d, id, grade, now, &after, error);
    if (a->status == ALEA_OK) a->status = deck_count(d, now, a->limit, &c, error);
    if (a->status != ALEA_OK) return NULL;
    json_t *o = graded_json(q, chosen, grade, &after);
    json_object_set_new(o, "deck", quiz_counts_json(&c));
    return o;
}

static json_t *run_answer(desk *d, desk_ask *a, alea_error *error)
{
    if (!d) {
        a->status = fill_argument(error, "there is no such card: the desk is empty");
        return NULL;
    }
    quiz *q = calloc(1, sizeof *q);
    if (!q) return NULL;
    json_t *o = judge(d, a, q, error);
    quiz_close(q);
    free(q);
    return o;
}

/* A request with a body, ready to be sent; NULL after refusing. */
static desk_ask *with_body(study *s, http_request *request, http_reply *reply)
{
    json_t *body = http_json(request, reply);
    desk_ask *a = body ? desk_ask_new(s, request, reply) : NULL;
    if (a)
        a->body = body;
    else
        json_decref(body);
    return a;
}

static void desk_train_post(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    desk_ask *a = with_body(s, request, reply);
    if (!a) return;
    a->run = run_answer;
    a->writes = true;
    a->make = json_integer_value(json_object_get(a->body, "card")) == 0 &&
              http_text(a->body, "id");
    a->limit = NEW_USUAL;
    if (json_is_integer(json_object_get(a->body, "card")) &&
        http_text(a->body, "choice")) {
        desk_ask_send(a, request, reply);
        return;
    }
    http_refuse(reply, 400, "bad_request",
                "\"card\" is its number, \"choice\" the text of a choice.");
    desk_ask_free(a);
}

/* ---- making cards ---- */

static json_t *run_make(desk *d, desk_ask *a, alea_error *error)
{
    const char *q = http_text(a->body, "q"), *within = http_text(a->body, "within");
    const json_t *loss = json_object_get(a->body, "least_loss");
    int64_t made = 0;
    deck_counts c = {0};
    if (d)
        a->status =
            desk_make_cards(d, within ? within : "", q ? q : "",
                            loss ? json_number_value(loss) : usual_loss, &made, error);
    if (d && a->status == ALEA_OK)
        a->status = deck_count(d, alea_wall_clock_ms(), NEW_USUAL, &c, error);
    if (a->status != ALEA_OK) return NULL;
    return json_pack("{s:I,s:o}", "made", (json_int_t)made, "deck",
                     quiz_counts_json(&c));
}

static void desk_deck_post(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    desk_ask *a = with_body(s, request, reply);
    if (!a) return;
    const char *q = http_text(a->body, "q"), *within = http_text(a->body, "within");
    const json_t *loss = json_object_get(a->body, "least_loss");
    a->run = run_make;
    a->writes = true;
    if ((q && strlen(q) >= DESK_WORDS) || (within && strlen(within) >= DESK_WORDS) ||
        (loss && (!json_is_number(loss) || json_number_value(loss) < 0 ||
                  json_number_value(loss) > 10))) {
        http_refuse(reply, 400, "bad_request",
                    "\"q\" and \"within\" are searches, \"least_loss\" 0 to 10.");
        desk_ask_free(a);
        return;
    }
    desk_ask_send(a, request, reply);
}

/* ---- the study plan of a month ---- */

/* {"player", "this_month", "months", "plan"}; takes over `plan` (NULL: there is
 * none). */
static json_t *plan_answer(desk *d, desk_ask *a, const char *me, json_t *plan,
                           alea_error *error)
{
    char month[PLAN_MONTH];
    json_t *months = NULL;
    plan_month_of(alea_wall_clock_ms(), month);
    if (d)
        a->status = plan_months(d, me, &months, error);
    else
        months = json_array();
    if (a->status == ALEA_OK)
        return json_pack("{s:s,s:s,s:o,s:o}", "player", me, "this_month", month,
                         "months", months, "plan", plan ? plan : json_null());
    json_decref(months);
    json_decref(plan);
    return NULL;
}

static json_t *run_plan(desk *d, desk_ask *a, alea_error *error)
{
    char me[DESK_SETTING] = "";
    json_t *plan = NULL;
    if (d) a->status = desk_me(d, me, error);
    if (!*a->text) {
        char month[PLAN_MONTH];
        plan_month_of(alea_wall_clock_ms(), month);
        snprintf(a->text, sizeof a->text, "%s", month);
    }
    if (d && a->status == ALEA_OK) a->status = plan_read(d, me, a->text, &plan, error);
    return a->status == ALEA_OK ? plan_answer(d, a, me, plan, error) : NULL;
}

/* The plan on paper. */
static json_t *run_plan_paper(desk *d, desk_ask *a, alea_error *error)
{
    json_t *answer = run_plan(d, a, error);
    const json_t *plan = json_object_get(answer, "plan");
    if (answer && !json_is_object(plan)) {
        a->status = alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                                    "there is no plan of %.10s", a->text);
    } else if (answer) {
        a->status = plan_paper(d, plan, &a->file, &a->file_size, error);
        a->file_type = "application/pdf";
        snprintf(a->file_name, sizeof a->file_name, "study-plan-%.10s.pdf", a->text);
    }
    if (a->status == ALEA_OK) return answer;
    json_decref(answer);
    return NULL;
}

static void get_plan(void *part, http_request *request, http_reply *reply,
                     desk_run_ask *run)
{
    study *s = part;
    char month[16];
    desk_ask *a = desk_ask_new(s, request, reply);
    if (!a) return;
    a->run = run;
    if (http_query(request, "month", month, sizeof month) && !plan_month_is(month)) {
        http_refuse(reply, 400, "bad_request", "\"month\" is YYYY-MM.");
        desk_ask_free(a);
        return;
    }
    if (http_query(request, "month", month, sizeof month))
        snprintf(a->text, sizeof a->text, "%s", month);
    desk_ask_send(a, request, reply);
}

static void desk_plan_get(void *part, http_request *request, http_reply *reply)
{
    get_plan(part, request, reply, run_plan);
}

static void desk_plan_paper_get(void *part, http_request *request, http_reply *reply)
{
    get_plan(part, request, reply, run_plan_paper);
}

static json_t *run_plan_make(desk *d, desk_ask *a, alea_error *error)
{
    char me[DESK_SETTING] = "", month[PLAN_MONTH];
    json_t *plan = NULL;
    const int64_t now = alea_wall_clock_ms();
    if (!d) {
        alea_error_set(error, 0, 0, "the desk is empty");
        a->status = ALEA_ERROR_ARGUMENT;
        return NULL;
    }
    plan_month_of(now, month);
    a->status = desk_me(d, me, error);
    if (a->status == ALEA_OK) a->status = plan_make(d, me, month, now, &plan, error);
    return a->status == ALEA_OK ? plan_answer(d, a, me, plan, error) : NULL;
}

static void desk_plan_post(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    desk_ask *a = desk_ask_new(s, request, reply);
    if (!a) return;
    a->run = run_plan_make;
    a->writes = true;
    desk_ask_send(a, request, reply);
}

const http_route desk_train_routes[] = {
    {HTTP_GET, "/api/desk/train", ROUTE_SESSION, desk_train_get},
    {HTTP_POST, "/api/desk/train", ROUTE_CHANGE, desk_train_post},
    {HTTP_POST, "/api/desk/deck", ROUTE_CHANGE, desk_deck_post},
    {HTTP_GET, "/api/desk/plan", ROUTE_SESSION, desk_plan_get},
    {HTTP_GET, "/api/desk/plan.pdf", ROUTE_SESSION, desk_plan_paper_get},
    {HTTP_POST, "/api/desk/plan", ROUTE_CHANGE, desk_plan_post},
    {0},
};
