/* `alea verify-dice FILE`: do the rolls of a saved game follow from the seed in it, and
 * is that the seed whose commitment was shown before the game? */
#include "cli/chouette/verify.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/play/prompt/session.h"
#include "cli/play/resume.h"
#include "cli/tables/save.h"
#include "cli/tables/verify.h"
#include "list.h"

#include <sodium.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The user's notes from before the game; NULL where not given. */
typedef struct noted {
    const char *commitment, *key, *words;
} noted;

static int refuse(const char *path, const char *sentence)
{
    printf("%s: %s\n", path, sentence);
    return EXIT_SOME_BAD;
}

static int say_wrong_roll(const char *path, const alea_record *record,
                          const dice_secret *secret, size_t entry)
{
    uint64_t number = 0;
    for (size_t i = 0; i < entry; i++)
        number += record->entry[i].event.type == ALEA_EVENT_OPENING ||
                  record->entry[i].event.type == ALEA_EVENT_ROLL;
    const alea_roll said = record->entry[entry].event.roll;
    const alea_roll right = dice_secret_roll(secret, number);
    printf("%s: the dice do not hold: roll %" PRIu64 " is %d-%d in the save, but %d-%d "
           "follows from the seed.\n",
           path, number + 1, said.die[0], said.die[1], right.die[0], right.die[1]);
    return EXIT_SOME_BAD;
}

/* Does the game end in this file? Of a server's journal the number of rolls is
 * known. */
static bool is_complete(const alea_record *record, uint64_t rolls)
{
    const char *count = alea_record_tag_value(record, "dice_rolls");
    const alea_match_phase phase = record->now.phase;
    if (count) return strtoull(count, NULL, 10) == rolls;
    return alea_record_tag_value(record, "x-given-up") ||
           alea_record_tag_value(record, "x-ended") || phase == ALEA_MATCH_MATCH_OVER ||
           (record->rules.match_length == 0 && phase == ALEA_MATCH_GAME_OVER);
}

static int check_rolls(const char *path, const alea_record *record,
                       const dice_secret *secret, const char *what, bool must_end)
{
    uint64_t rolls = 0;
    const long long wrong = play_check_rolls(record, secret, &rolls);
    if (wrong >= 0) return say_wrong_roll(path, record, secret, (size_t)wrong);
    if (must_end && !is_complete(record, rolls)) {
        printf("%s: the file is incomplete: its %" PRIu64 " rolls follow from %s, but "
               "the game does not end in it.\n",
               path, rolls, what);
        return EXIT_SOME_BAD;
    }
    printf("%s: the dice hold: %s%" PRIu64 " roll%s from %s.\n", path,
           rolls == 1 ? "the " : "all ", rolls, rolls == 1 ? " follows" : "s follow",
           what);
    return EXIT_DONE;
}

/* The contributions are those that the players committed to, where they did. */
static bool keeps_commitments(const alea_record *record, const dice_secret *secret)
{
    static const char *const tags[2] = {"dice_commit_a", "dice_commit_b"};
    const char *bar = strchr(secret->player_entropy, '|');
    for (int i = 0; i < 2; i++) {
        const char *committed = alea_record_tag_value(record, tags[i]);
        char words[DICE_ENTROPY_SIZE], hash[DICE_HASH_HEX];
        if (!committed) continue;
        if (!bar) return false;
        if (i == 0)
            snprintf(words, sizeof words, "%.*s", (int)(bar - secret->player_entropy),
                     secret->player_entropy);
        else
            snprintf(words, sizeof words, "%s", bar + 1);
        dice_words_hash(secret->game_id, words, hash);
        if (strcmp(hash, committed) != 0) return false;
    }
    return true;
}

typedef struct signature {
    const char *key, *text;
    int64_t time;
} signature;

static bool read_signature(const alea_record *record, signature *s)
{
    const char *time = alea_record_tag_value(record, "dice_time");
    s->key = alea_record_tag_value(record, "dice_key");
    s->text = alea_record_tag_value(record, "dice_signature");
    s->time = time ? strtoll(time, NULL, 10) : 0;
    return s->key && s->text && time;
}

/* NULL, or why the signature is not what it should be. */
static const char *fault_of_signature(const alea_record *record, const noted *from,
                                      const dice_secret *secret, const char *commitment)
{
    signature s = {NULL, NULL, 0};
    if (!read_signature(record, &s))
        return from->key ? "the dice do not hold: no server signed their seal." : NULL;
    if (from->key && strcmp(from->key, s.key) != 0)
        return "the dice do not hold: another key than yours signed their seal.";
    if (!dice_seal_verify(s.key, secret->game_id, commitment, s.time, s.text))
        return "the dice do not hold: the signature of their seal is not valid.";
    return NULL;
}

/* Says what the user must compare, because the file alone cannot show it. */
static void say_to_compare(const alea_record *record, const noted *from,
                           const char *commitment)
{
    signature s = {NULL, NULL, 0};
    printf(
        from->commitment
            ? "commitment %s: the one that you gave, so the seed was fixed before you "
              "noted it.\n"
            : "commitment %s: compare it with the one that you were shown before the "
              "first roll (--commitment); the file alone cannot show that.\n",
        commitment);
    if (!read_signature(record, &s)) return;
    const time_t seconds = (time_t)(s.time / 1000);
    struct tm parts;
    char text[32] = "?";
    if (gmtime_r(&seconds, &parts)) strftime(text, sizeof text, "%FT%TZ", &parts);
    printf(from->key ? "signed by your key on %.0s%s.\n"
                     : "signed by the key %s on %s: compare it with /api/dice-key of "
                       "the server (--key).\n",
           s.key, text);
}

/* NULL, or why the seed of the file is not the sealed one. */
static const char *fault_of_seal(const alea_record *record, const noted *from,
                                 dice_secret *secret)
{
    char hex[DICE_SEED_HEX];
    const char *commitment = alea_record_tag_value(record, "dice_commitment");
    const char *seed = alea_record_tag_value(record, "dice_seed");
    if (!commitment) return "the dice do not hold: the save has no commitment.";
    if (from->commitment && strcmp(from->commitment, commitment) != 0)
        return "the dice do not hold: the commitment in the save is not the one that "
               "you were shown.";
    if (!seed)
        return "the dice cannot be checked yet: their seed is sealed until the game "
               "ends, or 'abandon' gives it up.";
    if (!play_read_secret(record, secret) || !dice_secret_read_hex(secret, seed))
        return "the dice do not hold: the seed or the game's identifier is malformed.";
    dice_secret_commitment(secret, hex);
    if (strcmp(hex, commitment) != 0)
        return "the dice do not hold: the seed is not the one "
               "whose commitment was shown.";
    if (from->words && strcmp(from->words, secret->player_entropy) != 0)
        return "the dice do not hold: the contributions are not those that you noted.";
    if (!keeps_commitments(record, secret))
        return "the dice do not hold: a contribution is not the one that its player "
               "committed to.";
    return fault_of_signature(record, from, secret, commitment);
}

static int verify_sealed(const char *path, const alea_record *record, const noted *from)
{
    dice_secret secret = {{0}, "", ""};
    const char *fault = fault_of_seal(record, from, &secret);
    if (fault) return refuse(path, fault);
    const int status =
        check_rolls(path, record, &secret, "the seed that its commitment sealed", true);
    if (status == EXIT_DONE)
        say_to_compare(record, from, alea_record_tag_value(record, "dice_commitment"));
    return status;
}

static int verify(const char *path, const alea_record *record, const noted *from)
{
    alea_error error = {0};
    dice_source dice;
    const char *spec = alea_record_tag_value(record, "dice");
    if (spec && strcmp(spec, "os") == 0) return verify_sealed(path, record, from);
    if (spec && strncmp(spec, "seed:", 5) == 0) {
        if (dice_source_start(&dice, spec, &error) != ALEA_OK)
            return refuse(path, "the dice do not hold: "
                                "the number of the seed is malformed.");
        const int status = check_rolls(path, record, &dice.secret, spec, false);
        dice_source_finish(&dice);
        return status;
    }
    return refuse(path, "there is nothing to check: these dice were not "
                        "thrown by the program.");
}

/* NULL, or 64 lower-case hexadecimal digits. */
static bool is_hex(const char *const *text)
{
    return !*text || (strlen(*text) == DICE_HASH_HEX - 1 &&
                      strspn(*text, "0123456789abcdef") == DICE_HASH_HEX - 1);
}

int cmd_verify_dice(int argc, char **argv)
{
    static const char about[] =
        "Recomputes every roll of a saved game from the seed in it, and says whether they\n"
        "hold (status 0) or not (status 1; an incomplete file too). A file can be forged:\n"
        "give the commitment that you noted before the first roll, and the key of the\n"
        "server. docs/dice.md gives the construction, and what is proven against whom.";
    noted from = {NULL, NULL, NULL};
    const option_spec options[] = {
        TEXT_OPTION("commitment", 0, "HEX", "the commitment shown before the game",
                    &from.commitment),
        TEXT_OPTION("key", 0, "HEX", "the server's key, from /api/dice-key", &from.key),
        TEXT_OPTION("words", 0, "TEXT", "the contributions, \"A's|B's\"", &from.words),
        {0}};
    const args_spec spec = {"FILE", about, options, 1, 1};
    alea_record record = {0};
    alea_error error = {0};
    bool cut = false;
    int operands = 0;
    const int parsed = args_parse(&spec, argc, argv, &operands);
    if (parsed != ARGS_RUN) return parsed;
    if (sodium_init() < 0) return EXIT_SYSTEM;
    if (!is_hex(&from.commitment) || !is_hex(&from.key))
        return args_refuse("verify-dice", "--commitment and --key are 64 digits 0 to 9 "
                                          "and a to f");
    if (tables_save_is_one(argv[1])) {
        if (from.key || from.words)
            return args_refuse("verify-dice",
                               "--key and --words are of a server's matches");
        return tables_verify_dice(argv[1], from.commitment);
    }
    if (chouette_record_is_one(argv[1])) {
        if (from.words)
            return args_refuse("verify-dice", "--words is of a server's matches");
        return chouette_verify_dice(argv[1], from.commitment, from.key);
    }
    const alea_status status = play_save_read(argv[1], &record, &cut, &error);
    if (status == ALEA_ERROR_FILE || status == ALEA_ERROR_MEMORY)
        return command_fail("verify-dice", "%s", error.reason);
    if (status != ALEA_OK) {
        printf("%s: the dice cannot be trusted: the save is damaged, line %zu: %s.\n",
               argv[1], error.line, error.reason);
        return EXIT_SOME_BAD;
    }
    const int answer = verify(argv[1], &record, &from);
    alea_record_clear(&record);
    return answer;
}
