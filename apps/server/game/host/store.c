/* A room in the storage: what it is (the head), how it stands (the list fields), and
 * everything that happened (the events), out of which it is rebuilt. */
#include "server/game/model/game.h"

#include <alea/file.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const opponent_names[] = {"machine", "link", "open"};
static const char *const clock_names[] = {"none", "delay", "fischer"};

/* ---- the head ---- */

static json_t *rules_json(const alea_rules *rules)
{
    json_t *all = json_object();
    for (int i = 0; alea_rules_option(i); i++) {
        char value[64];
        if (alea_rules_get(rules, alea_rules_option(i), value, sizeof value) == ALEA_OK)
            json_object_set_new(all, alea_rules_option(i), json_string(value));
    }
    return all;
}

char *room_head(const room *r)
{
    const room_plan *p = &r->plan;
    char seed[DICE_SEED_HEX];
    json_t *seats = json_array();
    dice_secret_hex(&r->secret, seed);
    for (int i = 0; i < 2; i++)
        json_array_append_new(seats, json_pack("{sisi}", "kind", (int)r->seat[i].kind,
                                               "level", (int)r->seat[i].level));
    json_t *head = json_pack(
        "{sososssssbsbsbsssIsIssss}", "rules", rules_json(&p->rules), "seats", seats,
        "opponent", opponent_names[p->opponent], "host", r->host, "rated", p->rated,
        "tutor", p->tutor, "spectators", p->spectators, "clock", clock_names[p->clock],
        "reserve_ms", (json_int_t)p->reserve_ms, "step_ms", (json_int_t)p->step_ms,
        "dice_seed", seed, "dice_game", r->secret.game_id);
    char *text = head ? json_dumps(head, JSON_COMPACT) : NULL;
    json_decref(head);
    return text;
}

static int find_word(const json_t *value, const char *const *words, int count)
{
    const char *text = json_string_value(value);
    for (int i = 0; text && i < count; i++)
        if (strcmp(words[i], text) == 0) return i;
    return -1;
}

static bool read_rules(const json_t *all, alea_rules *rules)
{
    *rules = alea_rules_default();
    for (int i = 0; alea_rules_option(i); i++) {
        const char *value =
            json_string_value(json_object_get(all, alea_rules_option(i)));
        if (!value || alea_rules_set(rules, alea_rules_option(i), value, NULL))
            return false;
    }
    return alea_rules_check(rules, NULL) == ALEA_OK;
}

static bool read_dice(const json_t *head, room *r)
{
    const char *seed = json_string_value(json_object_get(head, "dice_seed"));
    const char *game = json_string_value(json_object_get(head, "dice_game"));
    if (!seed || !game || strlen(game) != DICE_ID_SIZE - 1 ||
        !dice_secret_read_hex(&r->secret, seed))
        return false;
    memcpy(r->secret.game_id, game, DICE_ID_SIZE);
    dice_secret_commitment(&r->secret, r->commitment);
    return true;
}

static bool read_head(const json_t *head, room *r)
{
    room_plan *p = &r->plan;
    const int opponent =
        find_word(json_object_get(head, "opponent"), opponent_names, 3);
    const int clock = find_word(json_object_get(head, "clock"), clock_names, 3);
    const char *host = json_string_value(json_object_get(head, "host"));
    if (!read_rules(json_object_get(head, "rules"), &p->rules) || opponent < 0 ||
        clock < 0 || !host || !read_dice(head, r))
        return false;
    p->opponent = (room_opponent)opponent;
    p->clock = (clock_kind)clock;
    snprintf(r->host, sizeof r->host, "%s", host);
    p->rated = json_is_true(json_object_get(head, "rated"));
    p->tutor = json_is_true(json_object_get(head, "tutor"));
    p->spectators = json_is_true(json_object_get(head, "spectators"));
    p->reserve_ms = json_integer_value(json_object_get(head, "reserve_ms"));
    p->step_ms = json_integer_value(json_object_get(head, "step_ms"));
    for (int i = 0; i < 2; i++) {
        const json_t *s = json_array_get(json_object_get(head, "seats"), (size_t)i);
        const json_int_t kind = json_integer_value(json_object_get(s, "kind"));
        const json_int_t level = json_integer_value(json_object_get(s, "level"));
        if (kind < SEAT_FREE || kind > SEAT_MACHINE || level < 0 ||
            level >= ALEA_LEVELS)
            return false;
        r->seat[i].kind = (seat_kind)kind;
        r->seat[i].level = (alea_level)level;
        r->seat[i].reserve_ms = p->reserve_ms;
    }
    return true;
}

/* ---- the list fields ---- */

void room_list_fields(const room *r, storage_game *out)
{
    const alea_match *m = &r->record.now;
    const char *preset = alea_preset_name(m->rules.preset);
    *out = (storage_game){.stage = r->stage,
                          .created = r->created,
                          .changed = r->changed,
                          .match_length = m->rules.match_length,
                          .score = {m->score[0], m->score[1]},
                          .winner =
                              r->ended != ENDED_NOT ? r->winner : (int)m->match_winner,
                          .pr = {(double)NAN, (double)NAN},
                          .luck = (double)NAN};
    memcpy(out->id, r->id, sizeof out->id);
    for (int i = 0; i < 2; i++) {
        memcpy(out->user[i], r->seat[i].user, sizeof out->user[i]);
        memcpy(out->names[i], r->seat[i].name, sizeof out->names[i]);
    }
    snprintf(out->preset, sizeof out->preset, "%s", preset ? preset : "");
    out->listed =
        (r->stage == STAGE_WAITING && r->plan.opponent == OPPONENT_OPEN &&
         (r->seat[0].kind == SEAT_FREE || r->seat[1].kind == SEAT_FREE)) ||
        (r->stage == STAGE_PLAYING && !room_is_machine_game(r) && r->plan.spectators);
}

alea_status room_put(games *g, const room *r)
{
    storage_game fields;
    char *head = room_head(r);
    if (!head) return ALEA_ERROR_MEMORY;
    room_list_fields(r, &fields);
    const alea_status status = storage_game_put(g->server->store, &fields, head);
    free(head);
    return status;
}

/* ---- reading back ---- */

typedef struct loading {
    room *r;
    bool good;
} loading;

static bool take_event(void *context, int64_t seq, int64_t time, const char *json)
{
    loading *l = context;
    room *r = l->r;
    happening h;
    json_t *event = json_loads(json, 0, NULL);
    l->good = event && seq == r->seq + 1 && event_read(event, &h);
    if (l->good) {
        h.time = time;
        l->good = room_apply(r, &h, NULL, NULL) == ALEA_OK;
    }
    if (l->good) {
        clock_after(r, &h, time);
        r->seq = seq;
    }
    json_decref(event);
    return l->good;
}

room *room_load_head(games *g, const char *id)
{
    storage_game fields;
    char *text = NULL;
    if (!storage_game_get(g->server->store, id, &fields, &text)) return NULL;
    json_t *head =
        text && fields.stage != STAGE_UPLOADED ? json_loads(text, 0, NULL) : NULL;
    room *r = head ? room_new(id) : NULL;
    const bool good = r && read_head(head, r);
    free(text);
    json_decref(head);
    if (!good) {
        room_free(r);
        return NULL;
    }
    r->created = r->changed = fields.created;
    for (int i = 0; i < 2; i++) {
        memcpy(r->seat[i].user, fields.user[i], sizeof r->seat[i].user);
        memcpy(r->seat[i].name, fields.names[i], sizeof r->seat[i].name);
        if (r->seat[i].kind == SEAT_MACHINE) r->seat[i].contributed = true;
    }
    alea_record_start(&r->record, &r->plan.rules, alea_memory_heap());
    return r;
}

room *room_load(games *g, const char *id)
{
    room *r = room_load_head(g, id);
    loading l = {.r = r, .good = true};
    if (!r) return NULL;
    if (storage_events(g->server->store, id, 0, take_event, &l) != ALEA_OK || !l.good) {
        server_log(g->server, "error", "game_not_readable", "game", id, NULL);
        room_free(r);
        return NULL;
    }
    /* While the server was away nobody's time ran. */
    r->accounted = r->touched = server_now();
    return r;
}

/* ---- as a file ---- */

static void set_date(room *r)
{
    char text[16];
    const time_t seconds = (time_t)(r->created / 1000);
    struct tm day;
    if (!gmtime_r(&seconds, &day)) return;
    strftime(text, sizeof text, "%Y-%m-%d", &day);
    alea_record_set_tag(&r->record, "date", text);
}

void room_tag(room *r)
{
    static const char *const names[2] = {"player_a", "player_b"};
    static const char *const levels[2] = {"x-level-a", "x-level-b"};
    alea_record *record = &r->record;
    for (int i = 0; i < 2; i++) {
        const room_seat *s = &r->seat[i];
        const char *level = alea_level_get(s->level)->name;
        alea_record_set_tag(record, names[i], *s->name ? s->name : "somebody");
        if (s->kind == SEAT_MACHINE) alea_record_set_tag(record, levels[i], level);
    }
    set_date(r);
    alea_record_set_tag(record, "dice", "os");
    alea_record_set_tag(record, "dice_commitment", r->commitment);
    alea_record_set_tag(record, "dice_game", r->secret.game_id);
    if (*r->secret.stir) alea_record_set_tag(record, "dice_stir", r->secret.stir);
    if (r->ended == ENDED_TIMEOUT) alea_record_set_tag(record, "x-ended", "timeout");
    if (r->ended == ENDED_ABORTED) alea_record_set_tag(record, "x-ended", "aborted");
    if (!r->opened) return;
    char seed[DICE_SEED_HEX];
    dice_secret_hex(&r->secret, seed);
    alea_record_set_tag(record, "dice_seed", seed);
}

alea_status room_journal(room *r, char **bytes, size_t *size)
{
    room_tag(r);
    return alea_export(&r->record, ALEA_FORMAT_JOURNAL, NULL, bytes, size, NULL);
}
