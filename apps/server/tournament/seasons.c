/* Seasons of leagues: made, looked at, and the next one out of the last. A season is a
 * list of tournaments, its divisions; who directs all of them directs it. */
#include "routes.h"

#include "ask.h"
#include "look.h"
#include "own.h"

#include "server/storage/clubs/seasons.h"
#include "server/support/csv.h"
#include "tournament/event.h"
#include "tournament/promotion.h"
#include "tournament/standings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_USUAL = 50, LIST_MOST = 200, NAME_MOST = 20, PLAYERS_LEAST = 4 };

/* A season with what its divisions are now. */
typedef struct season_state {
    storage_season season;
    int left[STORAGE_DIVISIONS]; /* players who have not withdrawn */
    bool directs, is_over;       /* all of them */
    bool has_removed;            /* one of them */
    /* For the next season: */
    tournament_plan plan[STORAGE_DIVISIONS];
    storage_tournament row[STORAGE_DIVISIONS];
    promotion_division before[STORAGE_DIVISIONS], after[STORAGE_DIVISIONS];
} season_state;

/* ---- reading ---- */

static const char *reader(const http_request *request)
{
    return request->who.guest ? "" : request->who.user;
}

/* The season and its divisions as they are now. */
static storage_answer read_state(tournaments *all, const char *id, const char *user,
                                 season_state *out)
{
    storage_answer answer = storage_season_get(all->parts.store, id, &out->season);
    if (answer != ANSWER_FOUND) return answer;
    out->directs = out->is_over = true;
    out->has_removed = false;
    for (int i = 0; i < out->season.divisions; i++) {
        const live_tournament *live =
            tournaments_fetch(all, out->season.division[i], &answer);
        if (!live) return ANSWER_FAILED;
        const storage_answer directs = tournament_is_director(all, &live->row, user);
        if (directs == ANSWER_FAILED) return ANSWER_FAILED;
        out->directs = out->directs && directs == ANSWER_FOUND;
        out->is_over = out->is_over && live->t->stage == TOURNAMENT_OVER;
        out->has_removed = out->has_removed || live->row.removed;
        out->plan[i] = live->t->plan;
        out->row[i] = live->row;
        promotion_read(live->t, &out->before[i]);
        out->left[i] = out->before[i].players;
    }
    return ANSWER_FOUND;
}

static json_t *id_json(const char *id)
{
    return *id ? json_string(id) : json_null();
}

static json_t *facts_json(const storage_season *s)
{
    return json_pack("{s:s,s:s,s:o,s:i,s:I,s:o,s:o}", "season", s->id, "name", s->name,
                     "club", id_json(s->club), "moves", s->moves, "created",
                     (json_int_t)s->created, "previous", id_json(s->previous), "next",
                     id_json(s->next));
}

/* How many change places between division i and the next; 0 after the last. */
static int moves_after(const season_state *state, int i)
{
    const storage_season *s = &state->season;
    return i >= 0 && i + 1 < s->divisions
               ? promotion_count(state->left[i], state->left[i + 1], s->moves)
               : 0;
}

/* NULL: it cannot be read. */
static json_t *state_json(tournaments *all, const season_state *state)
{
    json_t *divisions = json_array(), *out = facts_json(&state->season);
    for (int i = 0; i < state->season.divisions; i++) {
        storage_answer answer;
        const live_tournament *live =
            tournaments_fetch(all, state->season.division[i], &answer);
        if (!live) {
            json_decref(divisions);
            json_decref(out);
            return NULL;
        }
        json_t *one = tournament_table_json(live->t);
        json_object_set_new(one, "division", json_integer(i + 1));
        json_object_set_new(one, "facts", tournament_row_json(&live->row));
        json_object_set_new(one, "up", json_integer(moves_after(state, i - 1)));
        json_object_set_new(one, "down", json_integer(moves_after(state, i)));
        json_array_append_new(divisions, one);
    }
    json_object_set_new(out, "director", json_boolean(state->directs));
    json_object_set_new(out, "over",
                        json_boolean(state->is_over && !state->has_removed));
    json_object_set_new(out, "divisions", divisions);
    return out;
}

/* The season that the path names; NULL after filling the reply. To be freed. */
static season_state *find(tournaments *all, const http_request *request,
                          http_reply *reply)
{
    season_state *state = calloc(1, sizeof *state);
    const storage_answer found =
        state ? read_state(all, request->id[0], reader(request), state) : ANSWER_FAILED;
    if (found == ANSWER_FOUND) return state;
    free(state);
    if (found == ANSWER_FAILED)
        http_refuse_storage(reply);
    else
        http_refuse(reply, 404, "no_such_season", "There is no such season.");
    return NULL;
}

/* Answers with the season of that identifier. */
static void answer_season(tournaments *all, const char *id, const http_request *request,
                          int status, http_reply *reply)
{
    season_state *state = calloc(1, sizeof *state);
    json_t *json = NULL;
    if (state && read_state(all, id, reader(request), state) == ANSWER_FOUND)
        json = state_json(all, state);
    if (json)
        http_answer(reply, status, json);
    else
        http_refuse_storage(reply);
    free(state);
}

static void list_get(void *part, http_request *request, http_reply *reply)
{
    tournaments *all = part;
    char club[ID_SIZE] = "";
    int64_t limit;
    if (!http_query_number(request, "limit", LIST_USUAL, 1, LIST_MOST, &limit)) {
        http_refuse(reply, 400, "bad_limit", "'limit' is 1 to %d.", LIST_MOST);
        return;
    }
    if (strstr(request->query, "club=") &&
        !http_query(request, "club", club, sizeof club)) {
        http_refuse(reply, 400, "bad_club", "'club' is the identifier of a club.");
        return;
    }
    storage_season *found = calloc((size_t)limit, sizeof *found);
    const int count =
        found ? storage_seasons_in(all->parts.store, club, found, (int)limit) : -1;
    json_t *listed = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(listed, facts_json(&found[i]));
    free(found);
    if (count >= 0) {
        http_answer(reply, 200, json_pack("{s:o}", "seasons", listed));
        return;
    }
    json_decref(listed);
    http_refuse_storage(reply);
}

static void season_get(void *part, http_request *request, http_reply *reply)
{
    season_state *state = find(part, request, reply);
    json_t *json = state ? state_json(part, state) : NULL;
    if (json)
        http_answer(reply, 200, json);
    else if (state)
        http_refuse_storage(reply);
    free(state);
}

/* ---- its table as CSV ---- */

static void put_table(FILE *out, int division, const tournament *t)
{
    tournament_row *row = calloc(TOURNAMENT_PLAYERS, sizeof *row);
    const int count = row ? tournament_standings(t, row) : 0;
    for (int i = 0; i < count; i++) {
        fprintf(out, "%d,%d,", division, row[i].rank);
        csv_text(out, t->player[row[i].player].name);
        fprintf(out, ",%d,%d,%d,%d,%d,%s\r\n", row[i].won, row[i].lost,
                row[i].sonneborn, row[i].points[0], row[i].points[1],
                row[i].withdrawn ? "yes" : "");
    }
    free(row);
}

static void table_get(void *part, http_request *request, http_reply *reply)
{
    season_state *state = find(part, request, reply);
    char *text = NULL;
    size_t size = 0;
    FILE *out = state ? open_memstream(&text, &size) : NULL;
    bool is_good = out != NULL;
    if (out)
        fputs("division,rank,name,won,lost,sonneborn,points_won,points_lost,withdrawn"
              "\r\n",
              out);
    for (int i = 0; is_good && i < state->season.divisions; i++) {
        storage_answer answer;
        const live_tournament *live =
            tournaments_fetch(part, state->season.division[i], &answer);
        is_good = live != NULL;
        if (live) put_table(out, i + 1, live->t);
    }
    if (out && fclose(out) != 0) is_good = false;
    if (is_good) {
        *reply = (http_reply){.status = 200,
                              .type = "text/csv; charset=utf-8",
                              .body = text,
                              .size = size};
        snprintf(reply->disposition, sizeof reply->disposition,
                 "attachment; filename=\"%s-table.csv\"", state->season.id);
    } else {
        free(text);
        if (state) http_refuse_storage(reply);
    }
    free(state);
}

/* ---- making one ---- */

/* What is stored of a new season. */
typedef struct season_draft {
    storage_season season;
    tournament_draft division[STORAGE_DIVISIONS];
    storage_new_tournament made[STORAGE_DIVISIONS];
    tournament_event e; /* scratch */
} season_draft;

static void free_draft(season_draft *draft)
{
    for (int i = 0; draft && i < STORAGE_DIVISIONS; i++)
        tournaments_draft_free(&draft->division[i]);
    free(draft);
}

/* Takes a division of that plan into the draft, whose row of it has what is announced;
 * `number` from 0. */
static alea_status draft_division(season_draft *draft, int number,
                                  const tournament_plan *plan,
                                  const promotion_division *players)
{
    tournament_draft *d = &draft->division[number];
    draft->e = (tournament_event){.kind = TOURNAMENT_CREATED, .plan = *plan};
    own_draw_seed(draft->e.plan.seed);
    snprintf(draft->e.plan.name, sizeof draft->e.plan.name, "%.110s, division %d",
             draft->season.name, number + 1);
    const alea_status status = tournaments_draft(
        &draft->e, players ? players->player : NULL, players ? players->players : 0, d);
    draft->made[number] = (storage_new_tournament){&d->row, d->event, d->events};
    return status;
}

static alea_status store(tournaments *all, season_draft *draft)
{
    draft->season.created = server_now();
    server_new_id(draft->season.id);
    return storage_season_make(all->parts.store, &draft->season, draft->made);
}

static int count_characters(const char *text)
{
    int count = 0;
    for (; *text; text++) count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

/* False after filling the reply. */
static bool take_name(const char *name, storage_season *season, http_reply *reply)
{
    if (name && tournament_name_is_good(name) && count_characters(name) <= NAME_MOST) {
        snprintf(season->name, sizeof season->name, "%s", name);
        return true;
    }
    http_refuse(reply, 422, "bad_name",
                "The name of a season is 1 to %d characters on one line.", NAME_MOST);
    return false;
}

static bool read_whole(const json_t *body, const char *name, int least, int most,
                       int *out)
{
    const json_t *given = json_object_get(body, name);
    const json_int_t number = json_integer_value(given);
    if (!json_is_integer(given) || number < least || number > most) return false;
    *out = (int)number;
    return true;
}

/* The plan of every division: a league of 4 to 16. */
static bool read_division_plan(const json_t *body, tournament_plan *plan,
                               http_reply *reply)
{
    json_t *given = json_deep_copy(json_object_get(body, "plan"));
    json_t *whole = json_object();
    if (json_is_object(given)) {
        if (!json_object_get(given, "players_most"))
            json_object_set_new(given, "players_most", json_integer(DIVISION_PLAYERS));
        json_object_set_new(given, "name", json_string("Season"));
        json_object_set_new(given, "kind", json_string("league"));
    }
    json_object_set_new(whole, "plan", given ? given : json_null());
    const bool is_good = own_read_plan(whole, plan, reply);
    json_decref(whole);
    if (!is_good) return false;
    if (plan->players_most >= PLAYERS_LEAST && plan->players_most <= DIVISION_PLAYERS)
        return true;
    http_refuse(reply, 422, "bad_plan", "A division has %d to %d players.",
                PLAYERS_LEAST, DIVISION_PLAYERS);
    return false;
}

static bool read_new(tournaments *all, const http_request *request, json_t *body,
                     season_draft *draft, tournament_plan *plan, http_reply *reply)
{
    static const char *const known[] = {"name", "plan", "divisions",    "moves",
                                        "text", "club", "members_only", NULL};
    storage_season *season = &draft->season;
    if (!own_has_only(body, known)) {
        http_refuse(reply, 400, "bad_request", "Unknown field in the request.");
        return false;
    }
    if (!read_whole(body, "divisions", 1, STORAGE_DIVISIONS, &season->divisions) ||
        !read_whole(body, "moves", 0, SEASON_MOVES, &season->moves)) {
        http_refuse(reply, 422, "bad_season",
                    "'divisions' is 1 to %d, 'moves' (up and down) 0 to %d.",
                    STORAGE_DIVISIONS, SEASON_MOVES);
        return false;
    }
    storage_tournament *row = &draft->division[0].row;
    const bool is_good = take_name(http_text(body, "name"), season, reply) &&
                         own_read_announcement(body, row, reply) &&
                         read_division_plan(body, plan, reply) &&
                         own_may_direct(all, request, reply) &&
                         own_read_club(all, request, body, row, reply);
    if (!is_good) return false;
    memcpy(row->maker, request->who.user, sizeof row->maker);
    memcpy(season->club, row->club, sizeof season->club);
    for (int i = 1; i < season->divisions; i++) draft->division[i].row = *row;
    return ask_may_store(all, request,
                         (strlen(row->text) + 1024) * (size_t)season->divisions, reply);
}

static void list_post(void *part, http_request *request, http_reply *reply)
{
    tournaments *all = part;
    json_t *body = http_json(request, reply);
    season_draft *draft = body ? calloc(1, sizeof *draft) : NULL;
    tournament_plan plan;
    alea_status status = ALEA_OK;
    if (draft && read_new(all, request, body, draft, &plan, reply)) {
        for (int i = 0; i < draft->season.divisions && status == ALEA_OK; i++)
            status = draft_division(draft, i, &plan, NULL);
        if (status == ALEA_OK) status = store(all, draft);
        if (status == ALEA_OK)
            answer_season(all, draft->season.id, request, 201, reply);
    }
    if (body && !reply->status) http_refuse_storage(reply);
    free_draft(draft);
    json_decref(body);
}

/* ---- the next one ---- */

/* "Autumn 3" after "Autumn 2", and after "Autumn" "Autumn 2". */
static void name_after(const char *before, char out[TOURNAMENT_NAME])
{
    enum { DIGITS = 4 };
    size_t size = strlen(before), digits = 0;
    while (digits < DIGITS && digits + 1 < size && before[size - digits - 1] >= '0' &&
           before[size - digits - 1] <= '9')
        digits++;
    const int number = digits ? atoi(before + size - digits) + 1 : 2;
    snprintf(out, TOURNAMENT_NAME, "%.*s%s%d", (int)(size - digits), before,
             digits ? "" : " ", number);
}

static bool may_go_on(const season_state *state, http_reply *reply)
{
    if (!state->directs)
        http_refuse(reply, 403, "not_director",
                    "Only a director of all its divisions can do that.");
    else if (state->has_removed)
        http_refuse(reply, 409, "removed", "A division was removed: put it back.");
    else if (!state->is_over)
        http_refuse(reply, 409, "not_over", "A division is not over yet.");
    else
        return true;
    return false;
}

/* Fills the draft from the final tables; false after filling the reply. */
static bool draft_next(tournaments *all, const http_request *request,
                       season_state *state, const json_t *body, season_draft *draft,
                       http_reply *reply)
{
    const storage_season *before = &state->season;
    storage_season *season = &draft->season;
    char name[TOURNAMENT_NAME];
    const json_t *given = json_object_get(body, "name");
    name_after(before->name, name);
    if (!take_name(given ? json_string_value(given) : name, season, reply) ||
        !own_may_direct(all, request, reply))
        return false;
    season->divisions = before->divisions;
    season->moves = before->moves;
    memcpy(season->club, before->club, sizeof season->club);
    memcpy(season->previous, before->id, sizeof season->previous);
    promotion_next(state->before, before->divisions, before->moves, state->after);
    size_t bytes = 0;
    alea_status status = ALEA_OK;
    for (int i = 0; i < season->divisions && status == ALEA_OK; i++) {
        storage_tournament *row = &draft->division[i].row;
        memcpy(row->text, state->row[i].text, sizeof row->text);
        memcpy(row->club, state->row[i].club, sizeof row->club);
        memcpy(row->maker, request->who.user, sizeof row->maker);
        row->members_only = state->row[i].members_only;
        bytes += strlen(row->text) + 1024 + 512 * (size_t)state->after[i].players;
        status = draft_division(draft, i, &state->plan[i], &state->after[i]);
    }
    if (status != ALEA_OK) http_refuse_storage(reply);
    return status == ALEA_OK && ask_may_store(all, request, bytes, reply);
}

/* Answers with the season that follows; asked again, with the same. */
static void make_next(tournaments *all, const http_request *request,
                      season_state *state, const json_t *body, http_reply *reply)
{
    storage_season *before = &state->season;
    season_draft *draft = calloc(1, sizeof *draft);
    if (!draft) {
        http_refuse_storage(reply);
    } else if (draft_next(all, request, state, body, draft, reply)) {
        const alea_status status = store(all, draft);
        if (status == ALEA_OK)
            answer_season(all, draft->season.id, request, 201, reply);
        else if (status == ALEA_ERROR_REFUSED &&
                 storage_season_get(all->parts.store, before->id, before) ==
                     ANSWER_FOUND &&
                 *before->next)
            answer_season(all, before->next, request, 200, reply);
        else
            http_refuse_storage(reply);
    }
    free_draft(draft);
}

static void next_post(void *part, http_request *request, http_reply *reply)
{
    static const char *const known[] = {"name", NULL};
    json_t *body = http_json(request, reply);
    season_state *state = body ? find(part, request, reply) : NULL;
    if (state && request->who.guest)
        http_refuse(reply, 403, "guest",
                    "Tournaments are for accounts: choose a name first.");
    else if (state && !own_has_only(body, known))
        http_refuse(reply, 400, "bad_request", "Unknown field in the request.");
    else if (state && state->directs && *state->season.next)
        answer_season(part, state->season.next, request, 200, reply);
    else if (state && may_go_on(state, reply))
        make_next(part, request, state, body, reply);
    free(state);
    json_decref(body);
}

const http_route tournament_season_routes[] = {
    {HTTP_GET, "/api/seasons", ROUTE_OPEN, list_get},
    {HTTP_POST, "/api/seasons", ROUTE_CHANGE, list_post},
    {HTTP_GET, "/api/seasons/{id}", ROUTE_OPEN, season_get},
    {HTTP_GET, "/api/seasons/{id}/table.csv", ROUTE_OPEN, table_get},
    {HTTP_POST, "/api/seasons/{id}/next", ROUTE_CHANGE, next_post},
    {0},
};
