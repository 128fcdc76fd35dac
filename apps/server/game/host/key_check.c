#include "server_key.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum { LOOKED_AT = 100 };

/* A game whose dice are not sealed needs no key. */
static bool opens(const char *text, const server_key *key)
{
    dice_secret secret = {{0}, "", ""};
    json_t *head = json_loads(text, 0, NULL);
    const char *sealed = json_string_value(json_object_get(head, "dice_sealed"));
    const char *id = json_string_value(json_object_get(head, "dice_game"));
    snprintf(secret.game_id, sizeof secret.game_id, "%s", id ? id : "");
    const bool good = !sealed || (key && server_key_unseal(key, sealed, &secret));
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
        if (answer == ANSWER_FOUND) *unopened += !opens(head, key);
        free(head);
    }
    return ALEA_OK;
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
    return status;
}
