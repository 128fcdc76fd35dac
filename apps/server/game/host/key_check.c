#include "server_key.h"

#include "server/storage/chouette/kept.h"
#include "server/storage/family/family.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOKED_AT = 100 };

/* A game whose dice are not sealed (NULL) needs no key. */
static bool opens(const char *sealed, const char *id, const server_key *key)
{
    dice_secret secret = {{0}, "", ""};
    snprintf(secret.game_id, sizeof secret.game_id, "%s", id ? id : "");
    return !sealed || (key && server_key_unseal(key, sealed, &secret));
}

/* The seal and the identifier are in the head, a JSON object, under these names. */
static bool head_opens(const char *text, const char *seal, const char *id,
                       const server_key *key)
{
    json_t *head = json_loads(text, 0, NULL);
    const bool good = opens(json_string_value(json_object_get(head, seal)),
                            json_string_value(json_object_get(head, id)), key);
    json_decref(head);
    return good;
}

static alea_status check_stage(storage *store, game_stage stage, const server_key *key,
                               storage_game *found, int *unopened)
{
    const int count = storage_games_in(store, stage, false, found, LOOKED_AT);
    if (count < 0) return ALEA_ERROR_FILE;
    for (int i = 0; i < count; i++) {
        storage_game game;
        char *head = NULL;
        const storage_answer answer =
            storage_game_get(store, found[i].id, &game, &head);
        if (answer == ANSWER_FAILED) return ALEA_ERROR_FILE;
        if (answer == ANSWER_FOUND)
            *unopened += !head_opens(head, "dice_sealed", "dice_game", key);
        free(head);
    }
    return ALEA_OK;
}

static alea_status check_chouettes(storage *store, const server_key *key, int *unopened)
{
    char id[LOOKED_AT][ID_SIZE];
    const int count = storage_chouettes_due(store, INT64_MAX, 0, id, LOOKED_AT);
    if (count < 0) return ALEA_ERROR_FILE;
    for (int i = 0; i < count; i++) {
        storage_chouette row;
        const storage_answer answer = storage_chouette_get(store, id[i], &row);
        if (answer == ANSWER_FAILED) return ALEA_ERROR_FILE;
        if (answer == ANSWER_FOUND)
            *unopened += !head_opens(row.head, "sealed", "game", key);
    }
    return ALEA_OK;
}

/* Where a server has no key the seed stands there open. */
static alea_status check_families(storage *store, const server_key *key, int *unopened)
{
    storage_family *row = malloc(LOOKED_AT * sizeof *row);
    if (!row) return ALEA_ERROR_MEMORY;
    const int count = storage_families_running(store, row, LOOKED_AT);
    for (int i = 0; i < count; i++) {
        const bool sealed = strlen(row[i].dice) != DICE_SEED_HEX - 1;
        *unopened += !opens(sealed ? row[i].dice : NULL, row[i].dice_game, key);
    }
    free(row);
    return count < 0 ? ALEA_ERROR_FILE : ALEA_OK;
}

alea_status key_check(storage *store, const server_key *key, int *unopened)
{
    storage_game *found = malloc(LOOKED_AT * sizeof *found);
    *unopened = 0;
    if (!found) return ALEA_ERROR_MEMORY;
    alea_status status = check_stage(store, STAGE_WAITING, key, found, unopened);
    if (status == ALEA_OK)
        status = check_stage(store, STAGE_PLAYING, key, found, unopened);
    free(found);
    if (status == ALEA_OK) status = check_chouettes(store, key, unopened);
    if (status == ALEA_OK) status = check_families(store, key, unopened);
    return status;
}
