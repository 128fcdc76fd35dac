#include "sealed.h"

#include "base/error.h"
#include "cli/save/place.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int tables_sealed_rolls(const alea_tables_rules *rules, alea_tables_event_type type)
{
    const int binary = rules->dice == 1;
    if (type == ALEA_TABLES_EVENT_OPENING) return binary ? 4 : 2;
    return type == ALEA_TABLES_EVENT_ROLL ? 2 : 0;
}

void tables_sealed_dice(const alea_tables_rules *rules, alea_tables_event_type type,
                        const alea_roll roll[TABLES_MOST_ROLLS],
                        uint8_t out[ALEA_TABLES_MAX_DICE])
{
    const int rolls = tables_sealed_rolls(rules, type);
    memset(out, 0, ALEA_TABLES_MAX_DICE);
    for (int side = 0; rules->dice == 1 && side < rolls / 2; side++) {
        int marks = 0;
        for (int i = 0; i < 4; i++) marks += roll[2 * side + i / 2].die[i % 2] % 2;
        out[side] = (uint8_t)alea_tables_marks(rules, marks);
    }
    if (rules->dice == 1) return;
    out[0] = roll[0].die[0];
    out[1] = roll[0].die[1];
    if (rules->dice == 3 && type == ALEA_TABLES_EVENT_ROLL) out[2] = roll[1].die[0];
}

void tables_sealed_check(void *context, const alea_tables_match *after,
                         const alea_tables_event *event)
{
    tables_throws *t = context;
    const alea_tables_rules *rules = alea_tables_match_rules(after);
    const int rolls = tables_sealed_rolls(rules, event->type);
    if (!rolls) return;
    t->throws++;
    if (t->secret && !t->wrong) {
        alea_roll roll[TABLES_MOST_ROLLS] = {{{0}}};
        uint8_t right[ALEA_TABLES_MAX_DICE];
        const int dice = event->type == ALEA_TABLES_EVENT_OPENING ? 2 : rules->dice;
        for (int i = 0; i < rolls; i++)
            roll[i] = dice_secret_roll(t->secret, t->rolls + (uint64_t)i);
        tables_sealed_dice(rules, event->type, roll, right);
        if (memcmp(right, event->die, (size_t)dice) != 0) t->wrong = t->throws;
    }
    t->rolls += (uint64_t)rolls;
}

void tables_sealed_spec(const dice_source *dice, char *out, size_t size)
{
    char commitment[DICE_SEED_HEX];
    dice_secret_commitment(&dice->secret, commitment);
    snprintf(out, size, "os\n%s%s\n%s%s", TABLES_COMMITMENT_MARK, commitment,
             TABLES_DICE_GAME_MARK, dice->secret.game_id);
}

void tables_sealed_drop(const char *path)
{
    char seed[SAVE_PATH_SIZE];
    save_seed_path(path, seed);
    unlink(seed);
}

bool tables_sealed_load(const char *path, const tables_seal *seal, dice_secret *secret,
                        alea_error *error)
{
    char hex[DICE_SEED_HEX + 2];
    *secret = (dice_secret){{0}, "", ""};
    snprintf(secret->game_id, sizeof secret->game_id, "%s", seal->game);
    if (*seal->seed)
        snprintf(hex, sizeof hex, "%s", seal->seed);
    else if (play_save_load_seed(path, hex, sizeof hex, error) != ALEA_OK)
        return false;
    if (!dice_secret_read_hex(secret, hex) || !*secret->game_id) {
        alea_error_fill(error, ALEA_ERROR_POSITION, 0, 0,
                        "the seed or the identifier of the dice is malformed");
        return false;
    }
    dice_secret_commitment(secret, hex);
    if (strcmp(hex, seal->commitment) == 0) return true;
    alea_error_fill(error, ALEA_ERROR_POSITION, 0, 0,
                    "the seed of the dice is not the one whose commitment was shown");
    return false;
}
