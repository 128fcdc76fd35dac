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
                                              [WORD_MEETING] = "meeting"};
/* Seconds in which a word is worth something. */
static const int lives[WORD_KINDS] = {[WORD_TURN] = 86400,
                                      [WORD_MATCH] = 4 * 3600,
                                      [WORD_CHALLENGE] = 86400,
                                      [WORD_MEETING] = 86400};

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

/* Who has one, or is to have it (start_words), gets no second one before he looks. */
static alea_status read_due(word *w)
{
    storage_word *due = malloc(WORDS_TOLD * sizeof *due);
    alea_status status = due ? ALEA_OK : ALEA_ERROR_MEMORY;
    if (due && !tidy(w)) status = ALEA_ERROR_FILE;
    for (int told = 0; told < 2 && status == ALEA_OK; told++) {
        const int count = word_due_list(w->parts.store, told, due, WORDS_TOLD);
        if (count < 0) status = ALEA_ERROR_FILE;
        for (int i = 0; i < count; i++) {
            const uint64_t hash = hash_of(due[i].person, due[i].kind, due[i].about);
            w->told[hash % WORDS_TOLD] = hash;
        }
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
    w->start = server_ticks() + WORD_START_MS;
    w->opened = server_now();
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

/* After the next start there is no word about it. */
static void note_told(word *w, const char *user, word_kind kind, const char *id)
{
    const alea_status status = kind == WORD_TURN
                                   ? storage_turn_told(w->parts.store, id, user)
                                   : word_due_told(w->parts.store, user, kind, id);
    if (status != ALEA_OK) server_log("error", "storage", "call", "word_told", NULL);
}

static void note_seen(word *w, const char *user, const char *id)
{
    if (word_due_seen(w->parts.store, user, id) != ALEA_OK)
        server_log("error", "storage", "call", "word_due_seen", NULL);
}

/* Returns how many letters there were, sent or not. */
static int tell_devices(word *w, const word_due *d, const letter *blank)
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
        if (!l.text || !sender_add(w->out, &l)) w->dropped++;
    }
    free(device);
    return count;
}

static void tell(word *w, const word_due *d, bool is_there)
{
    storage_wishes wishes;
    letter blank = {.life_s = lives[d->kind], .kind = d->kind};
    int letters = 0;
    if (word_wishes_get(w->parts.store, d->user, &wishes) != ANSWER_FOUND) return;
    const int bit = 1 << d->kind;
    if (!((wishes.push | wishes.mail) & bit)) return;
    snprintf(blank.person, sizeof blank.person, "%s", d->user);
    snprintf(blank.about, sizeof blank.about, "%s", d->id);
    if (!is_there && wishes.push & bit) letters = tell_devices(w, d, &blank);
    if (!is_there && w->parts.smtp && wishes.mail & bit && *wishes.address) {
        letters = 1;
        if (!mail_word(w, &wishes, d, &blank)) w->dropped++;
    }
    if (letters == 0) note_told(w, d->user, d->kind, d->id);
}

/* Waits whether he is away, though he may have had one. */
static void add_due(word *w, const char *user, word_kind kind, const char *id)
{
    const uint64_t hash = hash_of(user, kind, id);
    if (w->count == WORDS_WAITING) {
        w->dropped++;
        return;
    }
    word_due *d = &w->due[(w->first + w->count++) % WORDS_WAITING];
    *d = (word_due){.kind = kind, .at = server_ticks() + WORD_AWAY_MS};
    snprintf(d->user, sizeof d->user, "%s", user);
    snprintf(d->id, sizeof d->id, "%s", id);
    w->told[hash % WORDS_TOLD] = hash;
}

void word_tell(word *w, const char *user, word_kind kind, const char *id)
{
    const uint64_t hash = hash_of(user, kind, id);
    if (*user && w->told[hash % WORDS_TOLD] != hash) add_due(w, user, kind, id);
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
    bool had_one = false;
    for (int kind = 0; kind < WORD_KINDS; kind++)
        if (kind != WORD_TURN) had_one |= forget_told(w, user, (word_kind)kind, id);
    if (had_one) note_seen(w, user, id);
    if (forget_told(w, user, WORD_TURN, id)) {
        word_due turn = {.kind = WORD_TURN};
        snprintf(turn.user, sizeof turn.user, "%s", user);
        snprintf(turn.id, sizeof turn.id, "%s", id);
        tell(w, &turn, true);
    }
    for (int i = 0; i < w->count; i++) {
        word_due *d = &w->due[(w->first + i) % WORDS_WAITING];
        if (strcmp(d->user, user) == 0 && strcmp(d->id, id) == 0) d->user[0] = '\0';
    }
}

static void on_ended(void *context, const letter *l, bool gone)
{
    word *w = context;
    if (gone && word_device_gone(w->parts.store, l->to) != ALEA_OK)
        server_log("error", "storage", "call", "word_device_gone", NULL);
    if (*l->person) note_told(w, l->person, l->kind, l->about);
}

/* Turns that nobody has had a word about: the server ended before it was sent. */
static bool tell_open_turns(word *w)
{
    storage_turn *turn = calloc(WORDS_OPEN_MOST, sizeof *turn);
    const int count = turn ? storage_turns_untold(w->parts.store, 1 << WORD_TURN, turn,
                                                  WORDS_OPEN_MOST)
                           : -1;
    for (int i = 0; i < count; i++)
        word_tell(w, turn[i].player, WORD_TURN, turn[i].game);
    free(turn);
    return count >= 0;
}

/* The same of other words. Those of since this server opened wait at the server that
 * stored them. */
static bool tell_due(word *w)
{
    storage_word *due = malloc(WORDS_OPEN_MOST * sizeof *due);
    const int64_t now = server_now();
    const int count =
        due ? word_due_list(w->parts.store, false, due, WORDS_OPEN_MOST) : -1;
    for (int i = 0; i < count; i++) {
        const storage_word *d = &due[i];
        if (d->time >= w->opened) continue;
        if (now - d->time < (int64_t)lives[d->kind] * 1000)
            add_due(w, d->person, d->kind, d->about);
        else
            note_told(w, d->person, d->kind, d->about);
    }
    free(due);
    return count >= 0;
}

/* False: some of them cannot be read. */
static bool start_words(word *w)
{
    const bool has_turns = tell_open_turns(w);
    return has_turns && tell_due(w);
}

void word_tick(word *w)
{
    const int64_t now = server_ticks();
    sender_poll(w->out, on_ended, w);
    recover_asked(w);
    if (w->start && now >= w->start) w->start = start_words(w) ? 0 : now + AGAIN_MS;
    if (now - w->tidied >= WORD_TIDY_MS && !tidy(w))
        server_log("error", "storage", "call", "word_due_tidy", NULL);
    for (int i = 0; i < AT_ONCE && w->count && w->due[w->first].at <= now; i++) {
        const word_due d = w->due[w->first];
        w->first = (w->first + 1) % WORDS_WAITING;
        w->count--;
        if (!*d.user) continue;
        const bool is_there = connections_is_online(w->parts.sockets, d.user);
        if (is_there) forget_told(w, d.user, d.kind, d.id);
        if (is_there && d.kind != WORD_TURN) note_seen(w, d.user, d.id);
        if (!is_there || d.kind == WORD_TURN) tell(w, &d, is_there);
    }
}
