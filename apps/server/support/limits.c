/* A set-associative table, like a CPU cache: a keyed hash selects the set, and the
 * least recently used entry of the set is replaced. Memory is fixed, and nobody can
 * choose whose entry is evicted. */
#include "limits.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* With 10,000 addresses at once a set is full with probability 1e-10; 7 MB in all. */
enum { SETS = 4096, WAYS = 16 };

typedef struct bucket {
    float tokens;
    int64_t filled_ms;
} bucket;
typedef struct entry {
    uint8_t key[16];
    bool used;
    int connections, websockets;
    int64_t seen_ms;
    bucket buckets[LIMIT_KINDS];
} entry;

struct limits {
    float scale; /* 0 = no limits */
    uint8_t hash_key[crypto_shorthash_KEYBYTES];
    entry (*table)[WAYS]; /* [SETS]; NULL without limits */
};

static const struct {
    float most, a_second;
} rates[LIMIT_KINDS] = {
    [LIMIT_REQUEST] = {240.0F, 4.0F},
    [LIMIT_LOGIN] = {10.0F, 10.0F / 60.0F},
    [LIMIT_GUEST] = {240.0F, 240.0F / 3600.0F},
    [LIMIT_UPGRADE] = {120.0F, 2.0F},
    [LIMIT_UPLOAD] = {120.0F, 120.0F / 3600.0F},
    [LIMIT_GAME] = {60.0F, 120.0F / 3600.0F},
    [LIMIT_STORED] = {9.0F * 1024.0F, 9.0F * 1024.0F / 86400.0F},
    [LIMIT_STORED_GUEST] = {6.0F * 1024.0F, 9.0F * 1024.0F / 86400.0F},
    [LIMIT_STORED_ACCOUNT] = {9.0F * 1024.0F, 9.0F * 1024.0F / 86400.0F},
};

/* KB that an address may store beyond its budget by what is not refused before. */
static const float stored_beyond = 2.0F * 1024.0F;

limits *limits_new(int sockets)
{
    limits *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    l->scale = (float)sockets / LIMIT_SOCKETS;
    crypto_shorthash_keygen(l->hash_key);
    if (!limits_are_on(l)) return l;
    l->table = calloc(SETS, sizeof *l->table);
    if (l->table) return l;
    free(l);
    return NULL;
}

void limits_free(limits *l)
{
    if (l) free(l->table);
    free(l);
}

static void key_of_address(const char *address, uint8_t key[16])
{
    struct in6_addr six;
    struct in_addr four;
    memset(key, 0, 16);
    if (strncmp(address, "::ffff:", 7) == 0) address += 7;
    if (inet_pton(AF_INET, address, &four) == 1) {
        key[0] = 4;
        memcpy(key + 1, &four, 4);
    } else if (inet_pton(AF_INET6, address, &six) == 1) {
        key[0] = 6;
        memcpy(key + 1, &six, 8);
    }
}

bool limits_are_on(const limits *l)
{
    return l && l->scale > 0;
}

void limits_network(const char *address, char *out, size_t size)
{
    struct in6_addr six;
    if (strncmp(address, "::ffff:", 7) == 0) address += 7;
    snprintf(out, size, "%s", address);
    if (inet_pton(AF_INET6, address, &six) != 1) return;
    memset(six.s6_addr + 8, 0, 8);
    if (!inet_ntop(AF_INET6, &six, out, (socklen_t)size)) *out = '\0';
}

static void key_of_user(const char *user, uint8_t key[16])
{
    memset(key, 0, 16);
    key[0] = 'u';
    memcpy(key + 1, user, strnlen(user, 15));
}

/* Finds or makes the entry of a key; NULL if its set is full of connected addresses. */
static entry *find_key(limits *l, const uint8_t key[16], int64_t now_ms)
{
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, key, 16, l->hash_key);
    entry *set = l->table[hash % SETS], *oldest = NULL;
    for (int i = 0; i < WAYS; i++) {
        entry *e = &set[i];
        if (e->used && memcmp(e->key, key, sizeof e->key) == 0) {
            if (now_ms > e->seen_ms) e->seen_ms = now_ms;
            return e;
        }
        if (e->used && (e->connections || e->websockets)) continue;
        if (!oldest || !e->used || (oldest->used && e->seen_ms < oldest->seen_ms))
            oldest = e;
    }
    if (!oldest) return NULL;
    *oldest = (entry){.used = true, .seen_ms = now_ms};
    memcpy(oldest->key, key, sizeof oldest->key);
    for (int k = 0; k < LIMIT_KINDS; k++)
        oldest->buckets[k] = (bucket){rates[k].most * l->scale, now_ms};
    return oldest;
}

static entry *find(limits *l, const char *address, int64_t now_ms)
{
    uint8_t key[16];
    key_of_address(address, key);
    return find_key(l, key, now_ms);
}

/* Returns the bucket, refilled up to now; NULL without an entry. */
static bucket *filled(limits *l, entry *e, limit_kind kind, int64_t now_ms)
{
    if (!e) return NULL;
    bucket *b = &e->buckets[kind];
    if (now_ms > b->filled_ms) {
        b->tokens +=
            (float)(now_ms - b->filled_ms) / 1000.0F * rates[kind].a_second * l->scale;
        b->filled_ms = now_ms;
    }
    if (b->tokens > rates[kind].most * l->scale)
        b->tokens = rates[kind].most * l->scale;
    return b;
}

/* Seconds until the bucket holds `amount`; 0 = it does. */
static int seconds_until(const limits *l, const bucket *b, limit_kind kind,
                         float amount)
{
    if (!b) return 60;
    if (amount > rates[kind].most * l->scale) amount = rates[kind].most * l->scale;
    if (b->tokens >= amount) return 0;
    return 1 + (int)((amount - b->tokens) / (rates[kind].a_second * l->scale));
}

bool limits_take(limits *l, const char *address, limit_kind kind, int64_t now_ms,
                 int *wait_s)
{
    return limits_take_both(l, address, kind, "", kind, 1, now_ms, wait_s);
}

bool limits_take_both(limits *l, const char *address, limit_kind of_address,
                      const char *user, limit_kind of_user, double amount,
                      int64_t now_ms, int *wait_s)
{
    if (!limits_are_on(l)) return true;
    bucket *taken[2] = {NULL, NULL};
    int wait = 0;
    if (*address) {
        taken[0] = filled(l, find(l, address, now_ms), of_address, now_ms);
        wait = seconds_until(l, taken[0], of_address, (float)amount);
    }
    if (*user && !wait) {
        uint8_t key[16];
        key_of_user(user, key);
        taken[1] = filled(l, find_key(l, key, now_ms), of_user, now_ms);
        wait = seconds_until(l, taken[1], of_user, (float)amount);
    }
    if (wait_s && wait) *wait_s = wait;
    if (wait) return false;
    for (int i = 0; i < 2; i++)
        if (taken[i]) taken[i]->tokens -= (float)amount;
    return true;
}

bool limits_take_storage(limits *l, const char *address, const char *user, bool guest,
                         double kilobytes, int64_t now_ms, int *wait_s)
{
    return limits_take_both(l, address, LIMIT_STORED, user,
                            guest ? LIMIT_STORED_GUEST : LIMIT_STORED_ACCOUNT,
                            kilobytes, now_ms, wait_s);
}

bool limits_take_beyond(limits *l, const char *address, double kilobytes,
                        int64_t now_ms, int *wait_s)
{
    if (!limits_are_on(l) || !*address) return true;
    bucket *b = filled(l, find(l, address, now_ms), LIMIT_STORED, now_ms);
    if (b && b->tokens - (float)kilobytes >= -stored_beyond * l->scale) {
        b->tokens -= (float)kilobytes;
        return true;
    }
    if (wait_s) *wait_s = seconds_until(l, b, LIMIT_STORED, 0);
    return false;
}

static void settle(const limits *l, bucket *b, limit_kind kind, float kilobytes)
{
    const float most = rates[kind].most * l->scale;
    if (!b) return;
    b->tokens -= kilobytes;
    if (b->tokens < -most) b->tokens = -most;
    if (b->tokens > most) b->tokens = most;
}

void limits_settle_storage(limits *l, const char *address, const char *user, bool guest,
                           double kilobytes, int64_t now_ms)
{
    const limit_kind kind = guest ? LIMIT_STORED_GUEST : LIMIT_STORED_ACCOUNT;
    if (!limits_are_on(l)) return;
    if (*address)
        settle(l, filled(l, find(l, address, now_ms), LIMIT_STORED, now_ms),
               LIMIT_STORED, (float)kilobytes);
    if (*user) {
        uint8_t key[16];
        key_of_user(user, key);
        settle(l, filled(l, find_key(l, key, now_ms), kind, now_ms), kind,
               (float)kilobytes);
    }
}

bool limits_count_connection(limits *l, const char *address, bool websocket,
                             int64_t now_ms)
{
    if (!limits_are_on(l)) return true;
    entry *e = find(l, address, now_ms);
    if (!e) return false;
    int *count = websocket ? &e->websockets : &e->connections;
    const float most =
        (float)(websocket ? LIMIT_SOCKETS : LIMIT_CONNECTIONS) * l->scale;
    if ((float)*count >= most) return false;
    ++*count;
    return true;
}

void limits_forget_connection(limits *l, const char *address, bool websocket)
{
    entry *e = limits_are_on(l) ? find(l, address, 0) : NULL;
    if (!e) return;
    int *count = websocket ? &e->websockets : &e->connections;
    if (*count > 0) --*count;
}
