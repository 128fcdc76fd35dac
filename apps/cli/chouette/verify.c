#include "verify.h"

#include "record.h"

#include "base/file.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "dice/secret.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the comments of a record say of its dice; "" where one is missing. */
typedef struct seal {
    char commitment[DICE_HASH_HEX], game[DICE_ID_SIZE], seed[DICE_SEED_HEX];
    char key[DICE_HASH_HEX], signature[DICE_SIGNATURE_HEX];
    char time[24], rolls[24];
} seal;

/* The throws of a record against those of a secret. */
typedef struct throws {
    const dice_secret *secret;
    uint64_t rolls; /* of the secret used so far */
    size_t line;    /* of the first throw that does not follow; 0 = none */
    char wrong[96]; /* what it is and what it should be */
} throws;

static int refuse(const char *path, const char *sentence)
{
    printf("%s: %s\n", path, sentence);
    return EXIT_SOME_BAD;
}

bool chouette_record_is_one(const char *path)
{
    static const char title[] = "alea chouette ";
    return alea_file_begins(path, title, sizeof title - 1);
}

/* ---- the seal ---- */

/* The rest of the first line that begins with `name`; "" = there is none, or it is
 * longer than `size` - 1 bytes. */
static void read_fact(const char *text, const char *name, char *out, size_t size)
{
    const size_t length = strlen(name);
    *out = '\0';
    for (const char *at = text; at && *at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, name, length) != 0) continue;
        const size_t n = strcspn(at + length, "\r\n");
        if (n >= size) return;
        memcpy(out, at + length, n);
        out[n] = '\0';
        return;
    }
}

static void read_seal(const char *text, seal *s)
{
    read_fact(text, "# dice_commitment ", s->commitment, sizeof s->commitment);
    read_fact(text, "# dice_game ", s->game, sizeof s->game);
    read_fact(text, "# dice_seed ", s->seed, sizeof s->seed);
    read_fact(text, "# dice_key ", s->key, sizeof s->key);
    read_fact(text, "# dice_signature ", s->signature, sizeof s->signature);
    read_fact(text, "# dice_time ", s->time, sizeof s->time);
    read_fact(text, "# dice_rolls ", s->rolls, sizeof s->rolls);
}

static const char *fault_of_signature(const seal *s, const char *key)
{
    if (!*s->signature || !*s->key || !*s->time)
        return key ? "the dice do not hold: no server signed their seal." : NULL;
    if (key && strcmp(key, s->key) != 0)
        return "the dice do not hold: another key than yours signed their seal.";
    if (!dice_seal_verify(s->key, s->game, s->commitment, strtoll(s->time, NULL, 10),
                          s->signature))
        return "the dice do not hold: the signature of their seal is not valid.";
    return NULL;
}

/* NULL, or why the seed of the record is not the sealed one. */
static const char *fault_of_seal(const seal *s, const char *commitment, const char *key,
                                 dice_secret *secret)
{
    char hex[DICE_SEED_HEX];
    if (!*s->commitment && !*s->game && !*s->seed)
        return "there is nothing to check: no server threw these dice.";
    if (!*s->commitment) return "the dice do not hold: the record has no commitment.";
    if (commitment && strcmp(commitment, s->commitment) != 0)
        return "the dice do not hold: the commitment in the record is not the one that "
               "you were shown.";
    if (!*s->seed)
        return "the dice cannot be checked yet: their seed is sealed until the "
               "chouette is closed.";
    if (strlen(s->game) != DICE_ID_SIZE - 1 || !dice_secret_read_hex(secret, s->seed))
        return "the dice do not hold: the seed or the identifier is malformed.";
    memcpy(secret->game_id, s->game, sizeof secret->game_id);
    dice_secret_commitment(secret, hex);
    if (strcmp(hex, s->commitment) != 0)
        return "the dice do not hold: the seed is not the one whose commitment was "
               "shown.";
    return fault_of_signature(s, key);
}

/* ---- the throws ---- */

/* A throw for the places: each who throws has one die, two, or four, in the order of
 * the letters. */
static void check_places(throws *t, const alea_chouette *before,
                         const alea_chouette_event *e, size_t line)
{
    const bool is_four = before->rules.order_throw == ALEA_CHOUETTE_FOUR_DICE;
    const bool is_one = before->rules.order_throw == ALEA_CHOUETTE_ONE_DIE;
    const unsigned seats = alea_chouette_waits_for(before);
    for (int seat = 0; seat < ALEA_CHOUETTE_SEATS; seat++) {
        int sum = 0;
        if (!(seats >> seat & 1)) continue;
        for (int i = 0; i < 1 + is_four; i++) {
            const alea_roll r = dice_secret_roll(t->secret, t->rolls++);
            sum += r.die[0] + (is_one ? 0 : r.die[1]);
        }
        if (t->line || e->thrown[seat] == sum) continue;
        t->line = line;
        snprintf(t->wrong, sizeof t->wrong, "%c threw %d in the record, but %d",
                 'A' + seat, e->thrown[seat], sum);
    }
}

static void check_event(void *context, const alea_chouette *before,
                        const alea_chouette_event *e, size_t line)
{
    throws *t = context;
    if (e->type == ALEA_CHOUETTE_EVENT_THROW) check_places(t, before, e, line);
    if (e->type != ALEA_CHOUETTE_EVENT_ROLL && e->type != ALEA_CHOUETTE_EVENT_OPENING)
        return;
    const alea_roll r = dice_secret_roll(t->secret, t->rolls++);
    if (t->line || memcmp(r.die, e->roll.die, sizeof r.die) == 0) return;
    t->line = line;
    snprintf(t->wrong, sizeof t->wrong,
             "roll %" PRIu64 " is %d-%d in the record, but "
             "%d-%d",
             t->rolls, e->roll.die[0], e->roll.die[1], r.die[0], r.die[1]);
}

/* Does the record have all throws? Only the server knows how many there were. */
static bool is_complete(const seal *s, uint64_t rolls)
{
    char *end;
    const unsigned long long all = strtoull(s->rolls, &end, 10);
    return *s->rolls && !*end && all == rolls;
}

static int check_throws(const char *path, const char *text, size_t length,
                        const seal *s, const dice_secret *secret)
{
    alea_error error = {0};
    alea_chouette c;
    chouette_names names;
    throws t = {.secret = secret};
    if (chouette_record_read(text, length, &c, &names, NULL,
                             &(chouette_watch){check_event, &t}, &error) != ALEA_OK) {
        /* A throw changed first may be what makes a later line impossible. */
        if (!t.line) {
            printf("%s: the dice cannot be trusted: the record is damaged, line %zu: "
                   "%s.\n",
                   path, error.line, error.reason);
            return EXIT_SOME_BAD;
        }
    }
    if (t.line) {
        printf("%s: the dice do not hold: line %zu: %s follows from the seed.\n", path,
               t.line, t.wrong);
        return EXIT_SOME_BAD;
    }
    if (!is_complete(s, t.rolls)) {
        printf("%s: the file is incomplete: its %" PRIu64
               " rolls follow from the seed, but they are not all.\n",
               path, t.rolls);
        return EXIT_SOME_BAD;
    }
    printf("%s: the dice hold: all %" PRIu64
           " rolls follow from the seed that its commitment sealed.\n",
           path, t.rolls);
    return EXIT_DONE;
}

int chouette_verify_dice(const char *path, const char *commitment, const char *key)
{
    char *text = NULL;
    size_t length = 0;
    alea_error error = {0};
    seal s;
    dice_secret secret = {{0}, "", ""};
    if (alea_file_read(path, CHOUETTE_MOST_RECORD, &text, &length, &error) != ALEA_OK)
        return command_fail("verify-dice", "%s: %s", path, error.reason);
    read_seal(text, &s);
    const char *fault = fault_of_seal(&s, commitment, key, &secret);
    const int status =
        fault ? refuse(path, fault) : check_throws(path, text, length, &s, &secret);
    free(text);
    if (status != EXIT_DONE) return status;
    printf(commitment
               ? "commitment %s: the one that you gave, so the seed was fixed before "
                 "you noted it.\n"
               : "commitment %s: compare it with the one that you were shown before "
                 "the first throw (--commitment); the file alone cannot show that.\n",
           s.commitment);
    if (*s.signature && key)
        printf("signed by your key.\n");
    else if (*s.signature)
        printf("signed by the key %s: compare it with /api/dice-key of the server "
               "(--key).\n",
               s.key);
    return EXIT_DONE;
}
