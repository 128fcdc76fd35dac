#include "word.h"

#include "base/error.h"
#include "late/curl.h"
#include "mail.h"
#include "recover.h"
#include "vapid.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    AT_ONCE = 20, /* words for which the storage is asked in one tick */
    AGAIN_MS = 1000,
    OLDEST_MS = 24 * 3600 * 1000 /* the longest of lives */
};

static const char *const names[WORD_KINDS] = {[WORD_TURN] = "turn",
                                              [WORD_MATCH] = "match",
                                              [WORD_CHALLENGE] = "challenge",
                                              [WORD_MEETING] = "meeting",
                                              [WORD_TABLE] = "table"};
/* Seconds in which a word is worth something. */
static const int lives[WORD_KINDS] = {[WORD_TURN] = 86400,
                                      [WORD_MATCH] = 4 * 3600,
                                      [WORD_CHALLENGE] = 86400,
                                      [WORD_MEETING] = 86400,
                                      [WORD_TABLE] = 86400};

const char *word_kind_name(word_kind kind)
{
    return names[kind];
}

static uint64_t hash_of(const char *user, word_kind kind, const char *id)
{
    static const uint8_t key[crypto_shorthash_KEYBYTES] = "who has a word ";
    uint8_t bytes[2 * ID_SIZE + 1] = {0}, hash[crypto_shorthash_BYTES];
    uint64_t number;
    memcpy(bytes, user, strnlen(user, ID_SIZE));
    memcpy(bytes + ID_SIZE, id, strnlen(id, ID_SIZE));
    bytes[2 * ID_SIZE] = (uint8_t)kind;
    crypto_shorthash(hash, bytes, sizeof bytes, key);
    memcpy(&number, hash, sizeof number);
    return number ? number : 1;
}

/* ---- opening ---- */

static alea_status read_key(storage *store, uint8_t secret[CURVE_SECRET],
                            uint8_t point[CURVE_POINT])
{
    storage_answer answer = word_key_get(store, secret);
    if (answer == ANSWER_ABSENT) {
        if (!curve_make(secret, point)) return ALEA_ERROR_MEMORY;
        if (word_key_put(store, secret) != ALEA_OK) return ALEA_ERROR_FILE;
        /* Another server of the database may have been first. */
        answer = word_key_get(store, secret);
    }
    if (answer != ANSWER_FOUND) return ALEA_ERROR_FILE;
    return curve_point(secret, point) ? ALEA_OK : ALEA_ERROR_CHECKSUM;
}

/* Splits "USER:PASSWORD". */
static void read_login(const char *login, char *out, size_t size,
                       sender_options *options)
{
    snprintf(out, size, "%s", login);
    char *colon = strchr(out, ':');
    if (!colon) return;
    *colon = '\0';
    options->user = out;
    options->password = colon + 1;
}

static alea_status open_sender(word *w)
{
    char login[512];
    uint8_t point[CURVE_POINT];
    sender_options options = {.anywhere = w->parts.anywhere,
                              .smtp = w->parts.smtp,
                              .from = w->parts.from,
                              .wake = w->parts.wake,
                              .context = w->parts.context};
    alea_status status = read_key(w->parts.store, options.secret, point);
    if (w->parts.from)
        snprintf(options.contact, sizeof options.contact, "mailto:%s", w->parts.from);
    else if (w->parts.site)
        snprintf(options.contact, sizeof options.contact, "%s", w->parts.site);
    if (w->parts.login) read_login(w->parts.login, login, sizeof login, &options);
    if (status == ALEA_OK) {
        vapid_public_text(point, w->public_key);
        status = sender_open(&w->out, &options);
    }
    sodium_memzero(login, sizeof login);
    sodium_memzero(&options, sizeof options);
    return status;
}

static bool tidy(word *w)
{
    w->tidied = server_ticks();
    return word_due_tidy(w->parts.store, server_now() - OLDEST_MS) == ALEA_OK;
}

static void fill_told(word *w, const storage_word *list, int count)
{
    for (int i = 0; i < count; i++) {
        const uint64_t hash = hash_of(list[i].person, list[i].kind, list[i].about);
        w->told[hash % WORDS_TOLD] = hash;
    }
}

/* Who has one, or is to have it (look), gets no second one before he looks. */
static alea_status read_due(word *w)
{
    storage_word *due = malloc(WORDS_TOLD * sizeof *due);
    alea_status status = due ? ALEA_OK : ALEA_ERROR_MEMORY;
    if (due && !tidy(w)) status = ALEA_ERROR_FILE;
    if (status == ALEA_OK) {
        const int had = word_due_had(w->parts.store, due, WORDS_TOLD);
        if (had < 0) status = ALEA_ERROR_FILE;
        fill_told(w, due, had);
    }
    if (status == ALEA_OK) {
        const int wait =
            word_due_free(w->parts.store, w->claimer, true, due, WORDS_TOLD);
        if (wait < 0) status = ALEA_ERROR_FILE;
        fill_told(w, due, wait);
    }
    free(due);
    return status;
}

alea_status word_open(word **out, const word_parts *parts, alea_error *error)
{
    *out = NULL;
    const alea_status there = late_curl_load(error);
    if (there != ALEA_OK) return there;
    word *w = calloc(1, sizeof *w);
    if (!w) return alea_error_no_memory(error);
    w->parts = *parts;
    w->look_at = server_ticks() + WORD_LOOK_MS;
    w->all = true;
    if (storage_is_shared(parts->store))
        snprintf(w->claimer, sizeof w->claimer, "%s", storage_holder(parts->store));
    else
        server_new_id(w->claimer);
    alea_status status = read_due(w);
    if (status == ALEA_OK) status = open_sender(w);
    w->parts.login = NULL;
    if (status == ALEA_OK) {
        *out = w;
        return ALEA_OK;
    }
    free(w);
    if (status == ALEA_ERROR_MEMORY) return alea_error_no_memory(error);
    return alea_error_fill(
        error, status, 0, 0,
        "the key for push services, or the words that wait, cannot be "
        "read or stored");
}

void word_close(word *w)
{
    if (!w) return;
    sender_close(w->out);
    free(w);
}

/* ---- a word ---- */

static void note_failed(alea_status status, const char *call)
{
    if (status != ALEA_OK) server_log("error", "storage", "call", call, NULL);
}

/* A claimed word was sent, or could not be. */
static void note_sent(word *w, const char *user, word_kind kind, const char *id)
{
    note_failed(kind == WORD_TURN ? storage_turn_sent(w->parts.store, id, user)
                                  : word_due_sent(w->parts.store, user, kind, id),
                "word_sent");
}

/* A claimed word cannot be sent now: it is looked for again. */
static void give_back(word *w, const word_due *d)
{
    w->all = true;
    note_failed(
        d->kind == WORD_TURN
            ? storage_turn_return(w->parts.store, w->claimer, d->id, d->user)
            : word_due_return(w->parts.store, w->claimer, d->user, d->kind, d->id),
        "word_return");
}

static void note_seen(word *w, const char *user, const char *id)
{
    note_failed(word_due_seen(w->parts.store, user, id), "word_due_seen");
}

/* How many letters a word has, and how many the sender took. */
typedef struct letters {
    int count, taken;
} letters;

/* False: the devices cannot be read. */
static bool tell_devices(word *w, const word_due *d, const letter *blank, letters *n)
{
    storage_device *device = calloc(WORD_DEVICES, sizeof *device);
    const int count =
        device ? word_devices_of(w->parts.store, d->user, device, WORD_DEVICES) : -1;
    for (int i = 0; i < count; i++) {
        char text[LETTER_PUSH];
        letter l = *blank;
        snprintf(text, sizeof text, "{\"kind\":\"%s\",\"link\":\"%s%s\"}",
                 names[d->kind], mail_place(d->kind), d->id);
        snprintf(l.to, sizeof l.to, "%s", device[i].endpoint);
        snprintf(l.topic, sizeof l.topic, "%s-%s", names[d->kind], d->id);
        memcpy(l.reader.point, device[i].point, sizeof l.reader.point);
        memcpy(l.reader.auth, device[i].auth, sizeof l.reader.auth);
        l.text = strdup(text);
        n->count++;
        n->taken += l.text && sender_add(w->out, &l);
    }
    free(device);
    return count >= 0;
}

/* A claimed word goes out. */
static void send_word(word *w, const word_due *d, const storage_wishes *wishes)
{
    const int bit = 1 << d->kind;
    letter blank = {.life_s = lives[d->kind], .kind = d->kind};
    letters n = {0};
    snprintf(blank.person, sizeof blank.person, "%s", d->user);
    snprintf(blank.about, sizeof blank.about, "%s", d->id);
    const bool is_read = !(wishes->push & bit) || tell_devices(w, d, &blank, &n);
    if (w->parts.smtp && wishes->mail & bit && *wishes->address) {
        n.count++;
        n.taken += mail_word(w, wishes, d, &blank);
    }
    w->dropped += n.count - n.taken;
    if (n.taken) return; /* on_ended */
    if (is_read && n.count == 0)
        note_sent(w, d->user, d->kind, d->id);
    else
        give_back(w, d);
}

/* Whether this server is to send it. A turn of a game by the minute has no row: who
 * holds the game sends it. */
static storage_answer claim(word *w, const word_due *d)
{
    storage_turn turn;
    storage *store = w->parts.store;
    if (d->kind != WORD_TURN)
        return word_due_claim(store, w->claimer, d->user, d->kind, d->id);
    storage_answer answer = storage_turn_claim(store, w->claimer, d->id, d->user);
    if (answer != ANSWER_ABSENT || d->again) return answer;
    answer = storage_turn_get(store, d->id, &turn);
    if (answer == ANSWER_FAILED) return answer;
    return answer == ANSWER_ABSENT ? ANSWER_FOUND : ANSWER_ABSENT;
}

/* False: the storage cannot say whether he wants it. */
static bool wants(word *w, const word_due *d, storage_wishes *wishes, bool *out)
{
    const storage_answer answer = word_wishes_get(w->parts.store, d->user, wishes);
    const int bit = 1 << d->kind;
    *out = answer == ANSWER_FOUND && (wishes->push | wishes->mail) & bit;
    return answer != ANSWER_FAILED;
}

/* False: the storage fails, and the word has to wait. */
static bool tell(word *w, const word_due *d)
{
    bool wanted;
    storage_wishes wishes;
    if (!wants(w, d, &wishes, &wanted)) return false;
    if (!wanted) return true;
    const storage_answer answer = claim(w, d);
    if (answer == ANSWER_FOUND) send_word(w, d, &wishes);
    return answer != ANSWER_FAILED;
}

/* He looks at his turn. */
static void tell_seen(word *w, const char *user, const char *id)
{
    bool wanted;
    storage_wishes wishes;
    word_due d = {.kind = WORD_TURN};
    snprintf(d.user, sizeof d.user, "%s", user);
    if (wants(w, &d, &wishes, &wanted) && wanted)
        note_failed(storage_turn_told(w->parts.store, id, user), "turn_told");
}

/* Waits whether he is away, though he may have had one. */
static void add_due(word *w, const word_due *given)
{
    const uint64_t hash = hash_of(given->user, given->kind, given->id);
    w->told[hash % WORDS_TOLD] = hash;
    if (w->count == WORDS_WAITING) {
        w->all = true;
        w->dropped++;
        return;
    }
    word_due *d = &w->due[(w->first + w->count++) % WORDS_WAITING];
    *d = *given;
    d->at = server_ticks() + WORD_AWAY_MS;
}

static void add(word *w, const char *user, word_kind kind, const char *id, bool again)
{
    word_due d = {.kind = kind, .again = again};
    snprintf(d.user, sizeof d.user, "%s", user);
    snprintf(d.id, sizeof d.id, "%s", id);
    add_due(w, &d);
}

/* Where there are several servers he may have looked at another: the storage knows. */
void word_tell(word *w, const char *user, word_kind kind, const char *id)
{
    const uint64_t hash = hash_of(user, kind, id);
    const bool again = w->told[hash % WORDS_TOLD] == hash;
    if (*user && (!again || storage_is_shared(w->parts.store)))
        add(w, user, kind, id, again);
}

/* He may have one again. Returns whether he had one. */
static bool forget_told(word *w, const char *user, word_kind kind, const char *id)
{
    const uint64_t hash = hash_of(user, kind, id);
    if (w->told[hash % WORDS_TOLD] != hash) return false;
    w->told[hash % WORDS_TOLD] = 0;
    return true;
}

void word_seen(word *w, const char *user, const char *id)
{
    const bool is_shared = storage_is_shared(w->parts.store);
    bool had_one = false;
    for (int kind = 0; kind < WORD_KINDS; kind++)
        if (kind != WORD_TURN) had_one |= forget_told(w, user, (word_kind)kind, id);
    if (had_one ||
        (is_shared && word_due_there(w->parts.store, user, id) == ANSWER_FOUND))
        note_seen(w, user, id);
    if (forget_told(w, user, WORD_TURN, id) || is_shared) tell_seen(w, user, id);
    for (int i = 0; i < w->count; i++) {
        word_due *d = &w->due[(w->first + i) % WORDS_WAITING];
        if (strcmp(d->user, user) == 0 && strcmp(d->id, id) == 0) d->user[0] = '\0';
    }
}

static void on_ended(void *context, const letter *l, bool gone, bool done)
{
    word *w = context;
    if (gone) note_failed(word_device_gone(w->parts.store, l->to), "word_device_gone");
    if (*l->person && done) note_sent(w, l->person, l->kind, l->about);
}

/* Turns that no living server tells: the one that was to has ended. */
static bool look_for_turns(word *w, bool all)
{
    storage_turn *turn = calloc(WORDS_OPEN_MOST, sizeof *turn);
    const int count = turn ? storage_turns_untold(w->parts.store, w->claimer, all,
                                                  1 << WORD_TURN, turn, WORDS_OPEN_MOST)
                           : -1;
    for (int i = 0; i < count; i++)
        add(w, turn[i].player, WORD_TURN, turn[i].game, true);
    free(turn);
    return count >= 0;
}

/* The same of other words. */
static bool look_for_due(word *w, bool all)
{
    storage_word *due = malloc(WORDS_OPEN_MOST * sizeof *due);
    const int64_t now = server_now();
    const int count =
        due ? word_due_free(w->parts.store, w->claimer, all, due, WORDS_OPEN_MOST) : -1;
    for (int i = 0; i < count; i++) {
        const storage_word *d = &due[i];
        if (now - d->time < (int64_t)lives[d->kind] * 1000)
            add(w, d->person, d->kind, d->about, true);
        else if (word_due_claim(w->parts.store, w->claimer, d->person, d->kind,
                                d->about) == ANSWER_FOUND)
            note_sent(w, d->person, d->kind, d->about);
    }
    free(due);
    return count >= 0;
}

/* False: some of them cannot be read. */
static bool look(word *w)
{
    const bool all = w->all;
    if (!all && !storage_is_shared(w->parts.store)) return true;
    w->all = false;
    const bool has_turns = look_for_turns(w, all), has_due = look_for_due(w, all);
    w->all = w->all || (all && !(has_turns && has_due));
    return has_turns && has_due;
}

/* A server that was late has another name: others may send what it had claimed. */
static void keep_name(word *w)
{
    if (!storage_is_shared(w->parts.store)) return;
    sender_may_until(w->out, storage_held_until(w->parts.store));
    if (strcmp(w->claimer, storage_holder(w->parts.store)) == 0) return;
    snprintf(w->claimer, sizeof w->claimer, "%s", storage_holder(w->parts.store));
    sender_drop(w->out);
}

/* What the first one of the ring became. False: the storage fails. */
static bool tell_first(word *w)
{
    const word_due d = w->due[w->first];
    w->first = (w->first + 1) % WORDS_WAITING;
    w->count--;
    if (!*d.user) return true;
    if (connections_is_online(w->parts.sockets, d.user)) {
        forget_told(w, d.user, d.kind, d.id);
        if (d.kind == WORD_TURN)
            tell_seen(w, d.user, d.id);
        else
            note_seen(w, d.user, d.id);
        return true;
    }
    if (tell(w, &d)) return true;
    add_due(w, &d);
    return false;
}

void word_tick(word *w)
{
    const int64_t now = server_ticks();
    sender_poll(w->out, on_ended, w);
    recover_asked(w);
    keep_name(w);
    if (!storage_holds(w->parts.store)) return;
    if (now >= w->look_at) w->look_at = now + (look(w) ? WORD_LOOK_MS : AGAIN_MS);
    if (now - w->tidied >= WORD_TIDY_MS && !tidy(w))
        note_failed(ALEA_ERROR_FILE, "word_due_tidy");
    for (int i = 0; i < AT_ONCE && w->count && w->due[w->first].at <= now; i++)
        if (!tell_first(w)) break;
}

void word_stop(word *w)
{
    sender_stop(w->out);
    sender_poll(w->out, on_ended, w);
}
