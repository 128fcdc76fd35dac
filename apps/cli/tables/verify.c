#include "verify.h"

#include "save.h"

#include "base/file.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"

#include <alea/tables_record.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int refuse(const char *path, const char *sentence)
{
    printf("%s: %s\n", path, sentence);
    return EXIT_SOME_BAD;
}

/* The match was lost by the clock, or left by a player: a comment before the seed. */
static bool ends_early(const char *text)
{
    static const char *const ends[] = {
        "\n# A " TABLES_OUT_OF_TIME "\n" TABLES_SEED_MARK,
        "\n# B " TABLES_OUT_OF_TIME "\n" TABLES_SEED_MARK,
        "\n# A " TABLES_CLOSED "\n" TABLES_SEED_MARK,
        "\n# B " TABLES_CLOSED "\n" TABLES_SEED_MARK,
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (strstr(text, ends[i])) return true;
    return false;
}

/* The dice of the text follow from `secret`; it must be a record to its end. */
static int check_throws(const char *path, const char *text, size_t length,
                        const dice_secret *secret, const char *what, bool must_end)
{
    alea_tables_match match;
    alea_error error = {0};
    tables_throws throws = {.secret = secret};
    alea_tables_turns *turns = malloc(sizeof *turns);
    if (!turns) return command_fail_memory("verify-dice");
    const alea_status status = alea_tables_record_read(
        text, length, &match, turns, tables_sealed_check, &throws, &error);
    free(turns);
    if (status != ALEA_OK) {
        printf("%s: the dice cannot be trusted: the save is damaged, line %zu: %s.\n",
               path, error.line, error.reason);
        return EXIT_SOME_BAD;
    }
    if (throws.wrong) {
        printf("%s: the dice do not hold: throw %" PRIu64
               " does not follow from the seed.\n",
               path, throws.wrong);
        return EXIT_SOME_BAD;
    }
    if (must_end && match.phase != ALEA_TABLES_PHASE_MATCH_OVER && !ends_early(text))
        return refuse(path, "the file is incomplete: the match does not end in it.");
    printf("%s: the dice hold: all %" PRIu64 " throws follow from %s.\n", path,
           throws.throws, what);
    return EXIT_DONE;
}

static int verify_sealed(const char *path, const char *text, size_t length,
                         const tables_saved *saved, const char *commitment)
{
    dice_secret secret;
    alea_error error = {0};
    if (!*saved->seal.commitment)
        return refuse(path, "the dice do not hold: the save has no commitment.");
    if (commitment && strcmp(commitment, saved->seal.commitment) != 0)
        return refuse(path, "the dice do not hold: the commitment in the save is not "
                            "the one that you were shown.");
    if (!*saved->seal.seed)
        return refuse(path,
                      "the dice cannot be checked yet: their seed is sealed until "
                      "the match ends.");
    if (!tables_sealed_load(path, &saved->seal, &secret, &error)) {
        printf("%s: the dice do not hold: %s.\n", path, error.reason);
        return EXIT_SOME_BAD;
    }
    const int status = check_throws(path, text, length, &secret,
                                    "the seed that its commitment sealed", true);
    if (status == EXIT_DONE)
        printf(commitment
                   ? "commitment %s: the one that you gave, so the seed was fixed "
                     "before you noted it.\n"
                   : "commitment %s: compare it with the one that you were shown "
                     "before the first throw (--commitment); the file alone "
                     "cannot show that.\n",
               saved->seal.commitment);
    return status;
}

int tables_verify_dice(const char *path, const char *commitment)
{
    char *text = NULL;
    size_t length = 0;
    alea_error error = {0};
    tables_saved saved = {0};
    dice_source dice;
    int status;
    if (alea_file_read(path, TABLES_MOST_RECORD, &text, &length, &error) != ALEA_OK)
        return command_fail("verify-dice", "%s: %s", path, error.reason);
    tables_save_facts(text, &saved);
    if (strcmp(saved.dice, "os") == 0) {
        status = verify_sealed(path, text, length, &saved, commitment);
    } else if (strncmp(saved.dice, "seed:", 5) != 0) {
        status =
            refuse(path, "there is nothing to check: these dice were not thrown by "
                         "the program.");
    } else if (dice_source_start(&dice, saved.dice, &error) != ALEA_OK) {
        status = refuse(path, "the dice do not hold: the number of the seed is "
                              "malformed.");
    } else {
        status = check_throws(path, text, length, &dice.secret, saved.dice, false);
        dice_source_finish(&dice);
    }
    free(text);
    return status;
}
