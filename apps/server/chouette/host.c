#include "host.h"

#include "next.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t day_ms = 24LL * 3600 * 1000;

/* ---- out of the storage ---- */

static void drop(live_chouette *live)
{
    crew_free(live->t);
    live->t = NULL;
    live->opened = false;
    live->asked = 0;
}

void chouettes_drop(chouettes *all)
{
    for (int i = 0; i < CHOUETTES_KEPT; i++) {
        drop(&all->kept[i]);
        all->kept[i].row.id[0] = '\0';
    }
}

/* The place of that chouette, or the one used the longest ago. */
static live_chouette *find_place(chouettes *all, const char *id)
{
    live_chouette *oldest = &all->kept[0];
    for (int i = 0; i < CHOUETTES_KEPT; i++) {
        live_chouette *live = &all->kept[i];
        if (strcmp(live->row.id, id) == 0) return live;
        if (live->used < oldest->used) oldest = live;
    }
    drop(oldest);
    return oldest;
}

static bool read_options(json_t *options, alea_chouette_rules *rules)
{
    const char *name;
    json_t *value;
    alea_error error;
    *rules = alea_chouette_rules_default();
    json_object_foreach(options, name, value)
    {
        const char *text = json_string_value(value);
        if (!text || alea_chouette_set(rules, name, text, &error) != ALEA_OK)
            return false;
    }
    return json_is_object(options) &&
           alea_chouette_rules_check(rules, &error) == ALEA_OK;
}

static bool read_text(const json_t *object, const char *name, char *out, size_t size)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text && snprintf(out, size, "%s", text) < (int)size;
}

/* Rules and dice. */
static bool read_head(chouettes *all, live_chouette *live)
{
    alea_chouette_rules rules;
    json_t *head = json_loads(live->row.head, 0, NULL);
    const char *sealed = json_string_value(json_object_get(head, "sealed"));
    memset(&live->secret, 0, sizeof live->secret);
    const bool is_good =
        read_options(json_object_get(head, "options"), &rules) && sealed &&
        read_text(head, "game", live->secret.game_id, sizeof live->secret.game_id) &&
        read_text(head, "commitment", live->commitment, sizeof live->commitment) &&
        read_text(head, "key", live->signer, sizeof live->signer) &&
        read_text(head, "signature", live->signature, sizeof live->signature);
    if (is_good) {
        live->opened = server_key_unseal(all->parts.key, sealed, &live->secret);
        if (!live->opened)
            server_log("error", "chouette_sealed", "chouette", live->row.id, NULL);
        live->t = crew_new(&rules);
    }
    json_decref(head);
    return is_good && live->t;
}

typedef struct event_reader {
    crew *t;
    bool is_good;
} event_reader;

static bool take_event(void *context, const storage_chouette_event *stored)
{
    event_reader *r = context;
    r->is_good = stored->seq == r->t->seq + 1 && stored->text &&
                 crew_apply(r->t, stored, NULL) == ALEA_OK;
    return r->is_good;
}

/* Reads what is stored after the events in memory. False: it cannot be read. */
static bool read_on(chouettes *all, live_chouette *live)
{
    if (live->t || read_head(all, live)) {
        event_reader r = {.t = live->t, .is_good = true};
        if (storage_chouette_events(all->parts.store, live->row.id, r.t->seq,
                                    take_event, &r) == ALEA_OK &&
            r.is_good && r.t->seq > 0)
            return true;
    }
    server_log("error", "chouette_unread", "chouette", live->row.id, NULL);
    drop(live);
    return false;
}

static storage_answer reread(chouettes *all, live_chouette *live)
{
    char id[ID_SIZE];
    memcpy(id, live->row.id, sizeof id);
    const storage_answer answer =
        storage_chouette_get(all->parts.store, id, &live->row);
    if (answer != ANSWER_FOUND) return answer;
    if (live->t && live->t->seq >= live->row.last) return ANSWER_FOUND;
    return read_on(all, live) ? ANSWER_FOUND : ANSWER_FAILED;
}

live_chouette *chouettes_fetch(chouettes *all, const char *id, storage_answer *answer)
{
    live_chouette *live = find_place(all, id);
    snprintf(live->row.id, sizeof live->row.id, "%s", id);
    *answer = reread(all, live);
    live->used = server_ticks();
    if (*answer == ANSWER_FOUND) return live;
    drop(live);
    live->row.id[0] = '\0';
    return NULL;
}

/* ---- into the storage ---- */

static void fill_row(const crew *t, storage_chouette *row)
{
    row->stage = (int)t->stage;
    row->players = crew_count_in(t);
    row->games = t->stage == CREW_GATHERING ? 0 : t->c.game;
    row->changed = t->time;
    row->last = t->seq;
    const int64_t next = crew_due(t);
    row->due = t->stage == CREW_OVER ? 0
               : next                ? next
                                     : t->time + CHOUETTE_DAYS * day_ms;
}

/* Those options that are not the usual ones, and all of the dice. False: too long, or
 * no memory. */
static bool write_head(const chouettes *all, const alea_chouette_rules *rules,
                       storage_chouette *row)
{
    char value[48], usual[48], sealed[SERVER_KEY_SEALED], commitment[DICE_SEED_HEX],
        signature[DICE_SIGNATURE_HEX];
    const alea_chouette_rules plain = alea_chouette_rules_default();
    dice_secret secret;
    dice_secret_draw(&secret);
    dice_secret_commitment(&secret, commitment);
    server_key_seal(all->parts.key, &secret, sealed);
    dice_seal_sign(all->parts.key->sign, secret.game_id, commitment, row->created,
                   signature);
    json_t *options = json_object();
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0;; i++) {
            const char *name = kind ? alea_chouette_option(i) : alea_rules_option(i);
            if (!name) break;
            if (!kind && strcmp(name, "cube") == 0) continue;
            if (alea_chouette_get(rules, name, value, sizeof value) == ALEA_OK &&
                alea_chouette_get(&plain, name, usual, sizeof usual) == ALEA_OK &&
                strcmp(value, usual) != 0)
                json_object_set_new(options, name, json_string(value));
        }
    json_t *head = json_pack("{s:o,s:s,s:s,s:s,s:s,s:s}", "options", options, "sealed",
                             sealed, "game", secret.game_id, "commitment", commitment,
                             "key", all->parts.key->public_hex, "signature", signature);
    char *text = json_dumps(head, JSON_COMPACT);
    const bool fits = text && strlen(text) < sizeof row->head;
    if (fits) strcpy(row->head, text);
    free(text);
    json_decref(head);
    return fits;
}

alea_status chouettes_make(chouettes *all, const alea_chouette_rules *rules,
                           storage_chouette *row, storage_chouette_event *event,
                           int events)
{
    alea_status status = ALEA_OK;
    crew *t = crew_new(rules);
    server_new_id(row->id);
    row->created = server_now();
    if (!t || !write_head(all, rules, row)) status = ALEA_ERROR_MEMORY;
    for (int i = 0; i < events && status == ALEA_OK; i++) {
        event[i].seq = i + 1;
        event[i].time = row->created;
        status = crew_apply(t, &event[i], NULL);
    }
    if (status == ALEA_OK) {
        fill_row(t, row);
        status = storage_chouette_make(all->parts.store, row, event, events);
    }
    crew_free(t);
    return status;
}

static alea_status store(chouettes *all, live_chouette *live,
                         const storage_chouette_event *e)
{
    storage_chouette after = live->row;
    fill_row(live->t, &after);
    const alea_status status = storage_chouette_append(all->parts.store, &after, e);
    if (status == ALEA_OK) live->row = after;
    return status;
}

static alea_status moved_on(crew_refusal *refusal)
{
    crew_refuse(refusal, "moved_on", "The game has moved on: look again.");
    return ALEA_ERROR_REFUSED;
}

static void tell(const chouettes *all, const char *id, int64_t seq)
{
    char text[24];
    chouettes_tell_here(all, id, seq);
    if (!all->parts.bus || !bus_is_shared(all->parts.bus)) return;
    snprintf(text, sizeof text, "%lld", (long long)seq);
    bus_publish(all->parts.bus, "chouette", id, text, strlen(text));
}

/* Applies and stores the event once. ALEA_ERROR_REFUSED with *again: another was
 * first, and what it stored has been read. */
static alea_status try_commit(chouettes *all, live_chouette *live,
                              storage_chouette_event *e, crew_refusal *refusal,
                              bool *again)
{
    const int64_t now = server_now();
    e->time = now > live->t->time ? now : live->t->time;
    e->seq = live->t->seq + 1;
    alea_status status = crew_apply(live->t, e, refusal);
    if (status != ALEA_OK) return status;
    status = store(all, live, e);
    if (status == ALEA_OK) {
        tell(all, live->row.id, live->t->seq);
        return ALEA_OK;
    }
    /* Memory is ahead of what is stored. */
    drop(live);
    *again = status == ALEA_ERROR_REFUSED && reread(all, live) == ANSWER_FOUND;
    if (!*again) live->row.id[0] = '\0';
    return *again ? ALEA_ERROR_REFUSED : ALEA_ERROR_FILE;
}

alea_status chouettes_commit(chouettes *all, live_chouette *live,
                             storage_chouette_event *e, int64_t at,
                             crew_refusal *refusal)
{
    enum { TRIES = 4 };
    const int64_t moved = at ? at : live->t->moved;
    for (int i = 0; i < TRIES; i++) {
        bool again = false;
        if (live->t->moved > moved) break;
        const alea_status status = try_commit(all, live, e, refusal, &again);
        if (!again) return status;
    }
    return moved_on(refusal);
}

bool chouettes_roll(const live_chouette *live, int ahead, alea_roll *out)
{
    if (!live->opened) return false;
    *out = dice_secret_roll(&live->secret, (uint64_t)(live->t->rolls + ahead));
    return true;
}

/* ---- telling ---- */

void chouettes_tell_here(const chouettes *all, const char *id, int64_t seq)
{
    static const char *const nobody[2] = {"", ""};
    char text[120];
    const int size = snprintf(
        text, sizeof text, "{\"type\":\"chouette\",\"chouette\":\"%s\",\"seq\":%lld}",
        id, (long long)seq);
    connections_tell(all->parts.sockets, id, nobody, CONNECTIONS_AUDIENCES - 1, text,
                     (size_t)size);
}
