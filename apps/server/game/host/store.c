#include "store.h"

#include "registry.h"

#include "server/game/model/apply.h"
#include "server/storage/results.h"
#include "server/support/system.h"

#include <alea/file.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const opponent_names[] = {"machine", "link", "open"};
static const char *const clock_names[] = {"none", "delay", "fischer", "days"};

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

char *game_head(const game *g, const server_key *key)
{
    const game_plan *p = &g->plan;
    char seed[SERVER_KEY_SEALED];
    json_t *seats = json_array();
    if (key)
        server_key_seal(key, &g->secret, seed);
    else
        dice_secret_hex(&g->secret, seed);
    for (int i = 0; i < 2; i++)
        json_array_append_new(seats, json_pack("{sisisb}", "kind", (int)g->seat[i].kind,
                                               "level", (int)g->seat[i].level, "guest",
                                               g->seat[i].guest));
    json_t *head = json_pack(
        "{sososssssbsbsbsssIsIsssss[ii]si}", "rules", rules_json(&p->rules), "seats",
        seats, "opponent", opponent_names[p->opponent], "host", g->host, "rated",
        p->rated, "tutor", p->tutor, "spectators", p->spectators, "clock",
        clock_names[p->clock], "reserve_ms", (json_int_t)p->reserve_ms, "step_ms",
        (json_int_t)p->step_ms, key ? "dice_sealed" : "dice_seed", seed, "dice_game",
        g->secret.game_id, "rating_range", p->rating_range[0], p->rating_range[1],
        "delay_s", p->delay_s);
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

static bool read_dice(const json_t *head, const server_key *key, game *g)
{
    const char *seed = json_string_value(json_object_get(head, "dice_seed"));
    const char *sealed = json_string_value(json_object_get(head, "dice_sealed"));
    const char *id = json_string_value(json_object_get(head, "dice_game"));
    if (!id || strlen(id) != DICE_ID_SIZE - 1) return false;
    memcpy(g->secret.game_id, id, DICE_ID_SIZE);
    if (sealed ? !key || !server_key_unseal(key, sealed, &g->secret)
               : !seed || !dice_secret_read_hex(&g->secret, seed))
        return false;
    dice_secret_commitment(&g->secret, g->commitment);
    return true;
}

static bool read_head(const json_t *head, const server_key *key, game *g)
{
    game_plan *p = &g->plan;
    const int opponent =
        find_word(json_object_get(head, "opponent"), opponent_names, 3);
    const int clock = find_word(json_object_get(head, "clock"), clock_names, 4);
    const char *host = json_string_value(json_object_get(head, "host"));
    if (!read_rules(json_object_get(head, "rules"), &p->rules) || opponent < 0 ||
        clock < 0 || !host || !read_dice(head, key, g))
        return false;
    p->opponent = (game_opponent)opponent;
    p->clock = (clock_kind)clock;
    snprintf(g->host, sizeof g->host, "%s", host);
    p->rated = json_is_true(json_object_get(head, "rated"));
    p->tutor = json_is_true(json_object_get(head, "tutor"));
    p->spectators = json_is_true(json_object_get(head, "spectators"));
    p->reserve_ms = json_integer_value(json_object_get(head, "reserve_ms"));
    p->step_ms = json_integer_value(json_object_get(head, "step_ms"));
    p->delay_s = (int)json_integer_value(json_object_get(head, "delay_s"));
    for (size_t i = 0; i < 2; i++)
        p->rating_range[i] = (int)json_integer_value(
            json_array_get(json_object_get(head, "rating_range"), i));
    for (int i = 0; i < 2; i++) {
        const json_t *s = json_array_get(json_object_get(head, "seats"), (size_t)i);
        const json_int_t kind = json_integer_value(json_object_get(s, "kind"));
        const json_int_t level = json_integer_value(json_object_get(s, "level"));
        if (kind < SEAT_FREE || kind > SEAT_MACHINE || level < 0 ||
            level >= ALEA_LEVELS)
            return false;
        g->seat[i].kind = (seat_kind)kind;
        g->seat[i].level = (alea_level)level;
        g->seat[i].guest = json_is_true(json_object_get(s, "guest"));
        g->seat[i].reserve_ms = p->reserve_ms;
    }
    return true;
}

/* ---- ratings ---- */

static bool is_between_accounts(const game *g)
{
    for (int i = 0; i < 2; i++)
        if (g->seat[i].kind != SEAT_PERSON || g->seat[i].guest || !*g->seat[i].user)
            return false;
    return true;
}

static bool may_count(const game *g)
{
    return g->plan.rated && g->record.now.rules.setup == ALEA_SETUP_BACKGAMMON &&
           is_between_accounts(g) && !g->pair_is_full;
}

/* Whether the ended game counts: backgammon of two accounts, each of which has made a
 * play, with a winner, or a money session that ended level. Not after the daily number
 * of results of the same two people. */
static bool is_counted(const game *g, int winner)
{
    const alea_match *m = &g->record.now;
    if (g->stage != STAGE_OVER || !g->has_played[0] || !g->has_played[1] ||
        !may_count(g))
        return false;
    return winner >= 0 || (m->rules.match_length == 0 && m->has_result);
}

static int winner_of(const game *g)
{
    return g->ended != ENDED_NOT ? g->winner : (int)g->record.now.match_winner;
}

void game_look_at_rating(storage *store, game *g)
{
    if (!g->plan.rated) return;
    g->pair_is_full = is_between_accounts(g) &&
                      results_recent(store, g->seat[0].user, g->seat[1].user,
                                     server_now() - RESULTS_DAY_MS) >= RESULTS_OF_PAIR;
    const bool counts =
        g->stage == STAGE_OVER ? is_counted(g, winner_of(g)) : may_count(g);
    g->counts = counts ? COUNTS_YES : COUNTS_NO;
}

/* The same for a game that was read from the storage: if it is over, whether its result
 * was counted. */
static void look_back_at_rating(storage *store, game *g)
{
    if (!g->plan.rated || g->stage != STAGE_OVER) {
        game_look_at_rating(store, g);
        return;
    }
    const storage_answer found = results_has(store, g->id);
    g->counts = found == ANSWER_FOUND    ? COUNTS_YES
                : found == ANSWER_ABSENT ? COUNTS_NO
                                         : COUNTS_UNKNOWN;
}

/* ---- the list fields ---- */

void game_list_fields(const game *g, storage_game *out)
{
    const alea_match *m = &g->record.now;
    const char *preset = alea_preset_name(m->rules.preset);
    *out = (storage_game){.stage = g->stage,
                          .created = g->created,
                          .changed = g->changed,
                          .match_length = m->rules.match_length,
                          .score = {m->score[0], m->score[1]},
                          .winner =
                              g->ended != ENDED_NOT ? g->winner : (int)m->match_winner,
                          .pr = {(double)NAN, (double)NAN},
                          .luck = (double)NAN};
    memcpy(out->id, g->id, sizeof out->id);
    for (int i = 0; i < 2; i++) {
        memcpy(out->user[i], g->seat[i].user, sizeof out->user[i]);
        memcpy(out->names[i], g->seat[i].name, sizeof out->names[i]);
    }
    snprintf(out->preset, sizeof out->preset, "%s", preset ? preset : "");
    if (is_counted(g, out->winner))
        snprintf(out->pool, sizeof out->pool, "%s", game_pool(g));
    out->listed = (g->stage == STAGE_WAITING && g->plan.opponent == OPPONENT_OPEN &&
                   (g->seat[0].kind == SEAT_FREE || g->seat[1].kind == SEAT_FREE)) ||
                  (g->stage == STAGE_PLAYING && !game_is_machine_game(g) &&
                   g->plan.spectators && !game_is_by_days(g));
}

alea_status game_put(storage *store, const game *g, const server_key *key)
{
    storage_game fields;
    char *head = game_head(g, key);
    if (!head) return ALEA_ERROR_MEMORY;
    game_list_fields(g, &fields);
    const alea_status status = storage_game_put(store, &fields, head);
    free(head);
    return status;
}

/* ---- reading back ---- */

typedef struct event_reader {
    game *g;
    bool good;
} event_reader;

static bool take_event(void *context, int64_t seq, int64_t time, const char *json)
{
    event_reader *reader = context;
    game *g = reader->g;
    game_event e;
    json_t *event = json_loads(json, 0, NULL);
    reader->good = event && seq == g->seq + 1 && event_read(event, &e);
    if (reader->good) {
        e.time = time;
        reader->good = game_apply(g, &e, 0, NULL, NULL) == ALEA_OK;
    }
    json_decref(event);
    return reader->good;
}

void game_sign(game *g, const server_key *key)
{
    if (!key) return;
    memcpy(g->signer, key->public_hex, sizeof g->signer);
    dice_seal_sign(key->sign, g->secret.game_id, g->commitment, g->created,
                   g->signature);
}

game *game_load_head(storage *store, const server_key *key, const char *id)
{
    storage_game fields;
    char *text = NULL;
    if (storage_game_get(store, id, &fields, &text) != ANSWER_FOUND) return NULL;
    json_t *head =
        text && fields.stage != STAGE_UPLOADED ? json_loads(text, 0, NULL) : NULL;
    game *g = head ? live_game_new(id) : NULL;
    const bool good = g && read_head(head, key, g);
    free(text);
    json_decref(head);
    if (!good) {
        live_game_free(g);
        return NULL;
    }
    g->created = g->changed = fields.created;
    game_sign(g, key);
    for (int i = 0; i < 2; i++) {
        memcpy(g->seat[i].user, fields.user[i], sizeof g->seat[i].user);
        memcpy(g->seat[i].name, fields.names[i], sizeof g->seat[i].name);
        if (g->seat[i].kind == SEAT_MACHINE) g->seat[i].contributed = true;
    }
    alea_record_start(&g->record, &g->plan.rules, alea_memory_heap());
    return g;
}

game *game_load(storage *store, const server_key *key, const char *id,
                alea_status *status)
{
    storage_game fields;
    game *g = game_load_head(store, key, id);
    event_reader reader = {.g = g, .good = true};
    *status = ALEA_OK;
    if (g && storage_events(store, id, 0, take_event, &reader) == ALEA_OK &&
        reader.good) {
        look_back_at_rating(store, g);
        return g;
    }
    /* An uploaded match is stored too, but is not a game. */
    const storage_answer found =
        g ? ANSWER_FOUND : storage_game_get(store, id, &fields, NULL);
    const bool exists = g || found == ANSWER_FAILED ||
                        (found == ANSWER_FOUND && fields.stage != STAGE_UPLOADED);
    *status = exists ? ALEA_ERROR_FILE : ALEA_ERROR_ARGUMENT;
    if (exists) server_log("error", "game_not_readable", "game", id, NULL);
    live_game_free(g);
    return NULL;
}

/* ---- as a file ---- */

static void set_date(game *g)
{
    char text[16];
    const time_t seconds = (time_t)(g->created / 1000);
    struct tm day;
    if (!gmtime_r(&seconds, &day)) return;
    strftime(text, sizeof text, "%Y-%m-%d", &day);
    alea_record_set_tag(&g->record, "date", text);
}

void game_tag(game *g)
{
    static const char *const names[2] = {"player_a", "player_b"};
    static const char *const levels[2] = {"x-level-a", "x-level-b"};
    static const char *const commits[2] = {"dice_commit_a", "dice_commit_b"};
    char number[24];
    alea_record *record = &g->record;
    for (int i = 0; i < 2; i++) {
        const game_seat *s = &g->seat[i];
        const char *level = alea_level_get(s->level)->name;
        alea_record_set_tag(record, names[i], *s->name ? s->name : "somebody");
        if (s->kind == SEAT_MACHINE) alea_record_set_tag(record, levels[i], level);
    }
    set_date(g);
    alea_record_set_tag(record, "dice", "os");
    alea_record_set_tag(record, "dice_commitment", g->commitment);
    alea_record_set_tag(record, "dice_game", g->secret.game_id);
    if (*g->secret.player_entropy)
        alea_record_set_tag(record, "dice_stir", g->secret.player_entropy);
    for (int i = 0; i < 2; i++)
        if (*g->seat[i].committed)
            alea_record_set_tag(record, commits[i], g->seat[i].committed);
    if (*g->signature) {
        snprintf(number, sizeof number, "%lld", (long long)g->created);
        alea_record_set_tag(record, "dice_time", number);
        alea_record_set_tag(record, "dice_key", g->signer);
        alea_record_set_tag(record, "dice_signature", g->signature);
    }
    if (g->ended == ENDED_TIMEOUT) alea_record_set_tag(record, "x-ended", "timeout");
    if (g->ended == ENDED_ABORTED) alea_record_set_tag(record, "x-ended", "aborted");
    if (!g->opened) return;
    snprintf(number, sizeof number, "%llu", (unsigned long long)game_rolls(g));
    alea_record_set_tag(record, "dice_rolls", number);
    char seed[DICE_SEED_HEX];
    dice_secret_hex(&g->secret, seed);
    alea_record_set_tag(record, "dice_seed", seed);
}

alea_status game_journal(game *g, char **bytes, size_t *size)
{
    game_tag(g);
    return alea_export(&g->record, ALEA_FORMAT_JOURNAL, NULL, bytes, size, NULL);
}
