#include "event.h"

#include <stddef.h>
#include <string.h>

const char *const tournament_kind_names[TOURNAMENT_KINDS] = {
    "single", "double", "swiss", "league", "arena", "groups"};
const char *const tournament_stage_names[3] = {"entry", "running", "over"};
const char *const tournament_outcome_names[5] = {"", "played", "forfeit", "bye",
                                                 "void"};
const char *const tournament_part_names[4] = {"main", "second", "final", "group"};
static const char *const seeding_names[SEEDINGS] = {"order", "rating", "random"};
static const char *const consolation_names[CONSOLATIONS] = {"none", "first",
                                                            "progressive", "rest"};
static const char *const absence_names[ABSENCES] = {"wait", "none"};
static const char *const clock_names[3] = {"none", "delay", "fischer"};
static const char *const event_names[TOURNAMENT_EVENTS] = {
    "created", "entered", "withdrew", "started",  "paired", "unpaired",
    "result",  "forfeit", "undone",   "game",     "closed", "reported",
    "paused",  "back",    "came",     "proposed", "agreed", "called_off"};

static int find_word(const json_t *value, const char *const *words, int count)
{
    const char *text = json_string_value(value);
    for (int i = 0; text && i < count; i++)
        if (strcmp(words[i], text) == 0) return i;
    return -1;
}

/* ---- the plan ---- */

/* A field of the plan: where its number stands, or its word. */
typedef struct plan_field {
    const char *name;
    size_t offset;
    const char *const *words; /* NULL: a whole number */
    int count;                /* of words */
    bool is_switch;
} plan_field;

#define NUMBER(field)                                                                  \
    {                                                                                  \
#field, offsetof(tournament_plan, field), NULL, 0, false                       \
    }
#define SWITCH(field)                                                                  \
    {                                                                                  \
#field, offsetof(tournament_plan, field), NULL, 0, true                        \
    }
static const plan_field fields[] = {
    {"kind", offsetof(tournament_plan, kind), tournament_kind_names, TOURNAMENT_KINDS,
     false},
    {"seeding", offsetof(tournament_plan, seeding), seeding_names, SEEDINGS, false},
    {"consolation", offsetof(tournament_plan, consolation), consolation_names,
     CONSOLATIONS, false},
    {"clock", offsetof(tournament_plan, clock), clock_names, 3, false},
    NUMBER(final_length),
    NUMBER(second_length),
    NUMBER(rounds),
    NUMBER(cycles),
    NUMBER(group_size),
    NUMBER(advance),
    NUMBER(minutes),
    NUMBER(no_show),
    NUMBER(players_most),
    NUMBER(deadline_h),
    NUMBER(reserve_s),
    NUMBER(step_s),
    SWITCH(automatic),
    SWITCH(by_clock),
    SWITCH(late),
    SWITCH(online),
    SWITCH(rated),
    NUMBER(week_h),
    {"nobody", offsetof(tournament_plan, nobody), absence_names, ABSENCES, false},
};
enum { FIELDS = sizeof fields / sizeof *fields };

static int number_of(const tournament_plan *plan, const plan_field *f)
{
    int value = 0;
    bool flag = false;
    const char *at = (const char *)plan + f->offset;
    memcpy(f->is_switch ? (void *)&flag : (void *)&value, at,
           f->is_switch ? sizeof flag : sizeof value);
    return f->is_switch ? flag : value;
}

static void set_number(tournament_plan *plan, const plan_field *f, int value)
{
    const bool flag = value != 0;
    char *at = (char *)plan + f->offset;
    memcpy(at, f->is_switch ? (const void *)&flag : (const void *)&value,
           f->is_switch ? sizeof flag : sizeof value);
}

json_t *tournament_plan_json(const tournament_plan *plan, bool with_seed)
{
    json_t *out = json_pack("{ss}", "name", plan->name), *lengths = json_array();
    for (int i = 0; i < plan->lengths; i++)
        json_array_append_new(lengths, json_integer(plan->length[i]));
    json_object_set_new(out, "lengths", lengths);
    for (int i = 0; i < FIELDS; i++) {
        const int value = number_of(plan, &fields[i]);
        json_object_set_new(out, fields[i].name,
                            fields[i].words       ? json_string(fields[i].words[value])
                            : fields[i].is_switch ? json_boolean(value)
                                                  : json_integer(value));
    }
    if (with_seed) {
        json_object_set_new(out, "director", json_string(plan->director));
        json_object_set_new(out, "seed", json_string(plan->seed));
    }
    return out;
}

static bool read_text(const json_t *value, char *out, size_t size)
{
    const char *text = json_string_value(value);
    if (!text || json_string_length(value) >= size ||
        strlen(text) != json_string_length(value))
        return false;
    strcpy(out, text);
    return true;
}

static bool read_number(const json_t *value, int *out)
{
    const json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < -1000000 || number > 1000000) return false;
    *out = (int)number;
    return true;
}

static const char *read_lengths(const json_t *value, tournament_plan *plan)
{
    const size_t count = json_array_size(value);
    if (count < 1 || count > TOURNAMENT_LENGTHS)
        return "'lengths' are 1 to 16 match lengths, round by round.";
    for (size_t i = 0; i < count; i++)
        if (!read_number(json_array_get(value, i), &plan->length[i]))
            return "'lengths' are whole numbers.";
    plan->lengths = (int)count;
    return NULL;
}

static const char *read_field(const char *name, const json_t *value,
                              tournament_plan *plan)
{
    int i = 0, number = 0;
    while (i < FIELDS && strcmp(fields[i].name, name) != 0) i++;
    if (i == FIELDS) return "Unknown field in the plan.";
    const plan_field *f = &fields[i];
    if (f->is_switch) {
        if (!json_is_boolean(value))
            return "'automatic', 'by_clock', 'online' and 'rated' are true or false.";
        number = json_is_true(value);
    } else if (f->words) {
        number = find_word(value, f->words, f->count);
        if (number < 0)
            return "'kind', 'seeding', 'consolation', 'clock' or 'nobody' has an "
                   "unknown word.";
    } else if (!read_number(value, &number)) {
        return "A number of the plan is no whole number.";
    }
    set_number(plan, f, number);
    return NULL;
}

const char *tournament_plan_read(const json_t *json, tournament_plan *plan)
{
    const char *name, *fault = NULL;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)json, name, value)
    {
        if (strcmp(name, "name") == 0)
            fault = read_text(value, plan->name, sizeof plan->name)
                        ? NULL
                        : "'name' is a text of at most 32 characters.";
        else if (strcmp(name, "lengths") == 0)
            fault = read_lengths(value, plan);
        else if (!json_is_null(value))
            fault = read_field(name, value, plan);
        if (fault) return fault;
    }
    return NULL;
}

/* ---- events ---- */

static json_t *order_json(const tournament_event *e)
{
    json_t *order = json_array();
    const int values = e->kind == TOURNAMENT_PAIRED ? 2 * e->count : e->count;
    for (int i = 0; i < values; i++)
        json_array_append_new(order, json_integer(e->order[i]));
    return order;
}

json_t *tournament_event_json(const tournament_event *e)
{
    json_t *out = json_pack("{ss}", "event", event_names[e->kind]);
    switch (e->kind) {
    case TOURNAMENT_CREATED:
        json_object_set_new(out, "plan", tournament_plan_json(&e->plan, true));
        break;
    case TOURNAMENT_ENTERED:
        json_object_set_new(out, "name", json_string(e->player.name));
        json_object_set_new(out, "user", json_string(e->player.user));
        json_object_set_new(out, "rating", json_integer(e->player.rating));
        break;
    case TOURNAMENT_WITHDREW:
    case TOURNAMENT_PAUSED:
    case TOURNAMENT_BACK:
        json_object_set_new(out, "player", json_integer(e->who));
        break;
    case TOURNAMENT_STARTED:
    case TOURNAMENT_PAIRED:
        json_object_set_new(out, "order", order_json(e));
        json_object_set_new(out, "by_hand", json_boolean(e->by_hand));
        break;
    case TOURNAMENT_REPORTED:
        json_object_set_new(out, "player", json_integer(e->who));
        /* fall through */
    case TOURNAMENT_RESULT:
        if (e->has_score)
            json_object_set_new(out, "score",
                                json_pack("[ii]", e->score[0], e->score[1]));
        /* fall through */
    case TOURNAMENT_FORFEIT:
        if (e->absent) json_object_set_new(out, "absent", json_true());
        json_object_set_new(out, "winner", json_integer(e->winner));
        /* fall through */
    case TOURNAMENT_UNDONE:
        json_object_set_new(out, "match", json_integer(e->match));
        break;
    case TOURNAMENT_GAME:
        json_object_set_new(out, "match", json_integer(e->match));
        json_object_set_new(out, "game", json_string(e->game));
        json_object_set_new(out, "instead", json_string(e->instead));
        json_object_set_new(out, "player", json_integer(e->who));
        break;
    case TOURNAMENT_CAME:
        json_object_set_new(out, "match", json_integer(e->match));
        json_object_set_new(out, "player", json_integer(e->who));
        break;
    case TOURNAMENT_PROPOSED:
    case TOURNAMENT_AGREED:
        json_object_set_new(out, "meets", json_integer((json_int_t)e->meets));
        /* fall through */
    case TOURNAMENT_CALLED_OFF:
        json_object_set_new(out, "match", json_integer(e->match));
        json_object_set_new(out, "player", json_integer(e->who));
        break;
    case TOURNAMENT_UNPAIRED:
    case TOURNAMENT_CLOSED:
    case TOURNAMENT_EVENTS: break;
    }
    return out;
}

static bool read_plan(const json_t *json, tournament_event *out)
{
    json_t *plan = json_deep_copy(json_object_get(json, "plan"));
    out->plan = tournament_plan_default();
    bool good =
        json_is_object(plan) &&
        read_text(json_object_get(plan, "director"), out->plan.director,
                  sizeof out->plan.director) &&
        read_text(json_object_get(plan, "seed"), out->plan.seed, sizeof out->plan.seed);
    if (good) {
        json_object_del(plan, "director");
        json_object_del(plan, "seed");
        good = tournament_plan_read(plan, &out->plan) == NULL;
    }
    json_decref(plan);
    return good;
}

static bool read_player(const json_t *json, tournament_player *out)
{
    return read_text(json_object_get(json, "name"), out->name, sizeof out->name) &&
           read_text(json_object_get(json, "user"), out->user, sizeof out->user) &&
           read_number(json_object_get(json, "rating"), &out->rating);
}

static bool read_order(const json_t *json, tournament_event *out)
{
    const json_t *order = json_object_get(json, "order");
    const size_t values = json_array_size(order);
    const bool is_paired = out->kind == TOURNAMENT_PAIRED;
    if (values > (is_paired ? 2 : 1) * TOURNAMENT_PLAYERS || (is_paired && values % 2))
        return false;
    for (size_t i = 0; i < values; i++)
        if (!read_number(json_array_get(order, i), &out->order[i])) return false;
    out->count = (int)values / (is_paired ? 2 : 1);
    out->by_hand = json_is_true(json_object_get(json, "by_hand"));
    return true;
}

static bool read_decision(const json_t *json, tournament_event *out)
{
    const json_t *score = json_object_get(json, "score");
    if (!read_number(json_object_get(json, "match"), &out->match)) return false;
    if (out->kind == TOURNAMENT_UNDONE) return true;
    if (out->kind == TOURNAMENT_CAME)
        return read_number(json_object_get(json, "player"), &out->who);
    if (out->kind == TOURNAMENT_GAME && /* the first ones had no player */
        !read_number(json_object_get(json, "player"), &out->who))
        out->who = -1;
    if (out->kind == TOURNAMENT_GAME)
        return read_text(json_object_get(json, "game"), out->game, sizeof out->game) &&
               read_text(json_object_get(json, "instead"), out->instead,
                         sizeof out->instead);
    if (out->kind == TOURNAMENT_REPORTED &&
        !read_number(json_object_get(json, "player"), &out->who))
        return false;
    out->absent = json_is_true(json_object_get(json, "absent"));
    out->has_score = out->kind != TOURNAMENT_FORFEIT && score;
    if (out->has_score && (json_array_size(score) != 2 ||
                           !read_number(json_array_get(score, 0), &out->score[0]) ||
                           !read_number(json_array_get(score, 1), &out->score[1])))
        return false;
    return read_number(json_object_get(json, "winner"), &out->winner);
}

static bool read_meeting(const json_t *json, tournament_event *out)
{
    const json_t *meets = json_object_get(json, "meets");
    out->meets = json_integer_value(meets);
    return read_number(json_object_get(json, "match"), &out->match) &&
           read_number(json_object_get(json, "player"), &out->who) &&
           (out->kind == TOURNAMENT_CALLED_OFF || json_is_integer(meets));
}

bool tournament_event_read(const json_t *json, tournament_event *out)
{
    const int kind =
        find_word(json_object_get(json, "event"), event_names, TOURNAMENT_EVENTS);
    if (kind < 0) return false;
    *out = (tournament_event){.kind = (tournament_event_kind)kind};
    switch (out->kind) {
    case TOURNAMENT_CREATED: return read_plan(json, out);
    case TOURNAMENT_ENTERED: return read_player(json, &out->player);
    case TOURNAMENT_WITHDREW:
    case TOURNAMENT_PAUSED:
    case TOURNAMENT_BACK:
        return read_number(json_object_get(json, "player"), &out->who);
    case TOURNAMENT_STARTED:
    case TOURNAMENT_PAIRED: return read_order(json, out);
    case TOURNAMENT_RESULT:
    case TOURNAMENT_FORFEIT:
    case TOURNAMENT_UNDONE:
    case TOURNAMENT_REPORTED:
    case TOURNAMENT_CAME:
    case TOURNAMENT_GAME: return read_decision(json, out);
    case TOURNAMENT_PROPOSED:
    case TOURNAMENT_AGREED:
    case TOURNAMENT_CALLED_OFF: return read_meeting(json, out);
    case TOURNAMENT_UNPAIRED:
    case TOURNAMENT_CLOSED:
    case TOURNAMENT_EVENTS: break;
    }
    return true;
}
