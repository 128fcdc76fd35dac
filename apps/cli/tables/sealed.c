#include "sealed.h"

#include "base/error.h"
#include "cli/save/place.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
