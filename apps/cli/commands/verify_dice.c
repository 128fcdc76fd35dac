/* `alea verify-dice FILE`: do the rolls of a saved game follow from the seed that was
 * sealed before it began? */
#include "cli/io/args.h"
#include "cli/play/resume.h"
#include "cli/play/session.h"
#include "list.h"

#include <sodium.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

static int check_rolls(const char *path, const alea_record *record,
                       const dice_secret *secret, const char *what)
{
    uint64_t rolls = 0;
    const long long wrong = play_check_rolls(record, secret, &rolls);
    if (wrong >= 0) return say_wrong_roll(path, record, secret, (size_t)wrong);
    printf("%s: the dice hold: all %" PRIu64 " rolls follow from %s.\n", path, rolls,
           what);
    return EXIT_DONE;
}

static int verify_sealed(const char *path, const alea_record *record)
{
    dice_secret secret = {{0}, "", ""};
    char hex[DICE_SEED_HEX];
    const char *commitment = alea_record_tag_value(record, "dice_commitment");
    const char *seed = alea_record_tag_value(record, "dice_seed");
    if (!commitment)
        return refuse(path, "the dice do not hold: the save has no commitment.");
    if (!seed)
        return refuse(path,
                      "the dice cannot be checked yet: their seed is sealed until "
                      "the game ends, or 'abandon' gives it up.");
    if (!play_read_secret(record, &secret) || !dice_secret_read_hex(&secret, seed))
        return refuse(path,
                      "the dice do not hold: the seed or the game's identifier is "
                      "malformed.");
    dice_secret_commitment(&secret, hex);
    if (strcmp(hex, commitment) != 0)
        return refuse(path, "the dice do not hold: the seed is not the one whose "
                            "commitment was shown.");
    return check_rolls(path, record, &secret,
                       "the seed that was sealed before the first of them");
}

static int verify(const char *path, const alea_record *record)
{
    alea_error error = {0};
    dice_source dice;
    const char *spec = alea_record_tag_value(record, "dice");
    if (spec && strcmp(spec, "os") == 0) return verify_sealed(path, record);
    if (spec && strncmp(spec, "seed:", 5) == 0) {
        if (dice_source_start(&dice, spec, &error) != ALEA_OK)
            return refuse(path, "the dice do not hold: the number of the seed is "
                                "malformed.");
        const int status = check_rolls(path, record, &dice.secret, spec);
        dice_source_finish(&dice);
        return status;
    }
    return refuse(path, "there is nothing to check: these dice were not thrown by the "
                        "program.");
}

int cmd_verify_dice(int argc, char **argv)
{
    static const char about[] =
        "Recomputes every roll of a saved game from the seed that was sealed before "
        "it\n"
        "began, and says whether they hold (status 0) or not (status 1).\n"
        "docs/dice.md gives the construction.";
    const args_spec spec = {"FILE", about, NULL, 1, 1};
    alea_record record = {0};
    alea_error error = {0};
    bool cut = false;
    int operands = 0;
    const int parsed = args_parse(&spec, argc, argv, &operands);
    if (parsed != ARGS_RUN) return parsed;
    if (sodium_init() < 0) return EXIT_SYSTEM;
    const alea_status status = play_save_read(argv[1], &record, &cut, &error);
    if (status == ALEA_ERROR_FILE || status == ALEA_ERROR_MEMORY) {
        fprintf(stderr, "alea verify-dice: %s\n", error.reason);
        return EXIT_SYSTEM;
    }
    if (status != ALEA_OK) {
        printf("%s: the dice cannot be trusted: the save is damaged, line %zu: %s.\n",
               argv[1], error.line, error.reason);
        return EXIT_SOME_BAD;
    }
    const int answer = verify(argv[1], &record);
    alea_record_clear(&record);
    return answer;
}
