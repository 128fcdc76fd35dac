#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "list.h"
#include "person.h"
#include "print.h"
#include "server/storage/desks.h"
#include "server/study/notes.h"

#include <alea/file.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- confirmation ---- */

/* Asks on the terminal for the name, or for the id of an account without one. */
static bool is_sure(const storage_user *user, int games, int64_t desk)
{
    char shown[400], typed[200];
    const char *name = *user->name ? user->name : user->id;
    print_plain(name, shown, sizeof shown);
    fprintf(stderr,
            "%s (%s): the account, %d games and matches, %lld KB of desk. What "
            "is erased is in backups alone.\n"
            "Type the name to erase it: ",
            shown, user->id, games, (long long)(desk + 1023) / 1024);
    if (!fgets(typed, sizeof typed, stdin)) return false;
    typed[strcspn(typed, "\r\n")] = '\0';
    return strcmp(typed, name) == 0;
}

/* ---- games that are over ---- */

/* The record without the name. */
static alea_status rename_journal(storage *store, const char *id, int seat)
{
    static const char *const tags[2] = {"player_a", "player_b"};
    char *bytes = NULL;
    size_t size;
    alea_error error;
    const storage_answer found = storage_blob_get(store, id, "journal", &bytes, &size);
    if (found != ANSWER_FOUND)
        return found == ANSWER_ABSENT ? ALEA_OK : ALEA_ERROR_FILE;
    alea_record *record = alea_record_new();
    alea_status status = record ? alea_import(bytes, size, NULL, record, NULL, &error)
                                : ALEA_ERROR_MEMORY;
    free(bytes);
    bytes = NULL;
    if (status == ALEA_OK) status = alea_record_set_tag(record, tags[seat], "somebody");
    if (status == ALEA_OK)
        status = alea_export(record, ALEA_FORMAT_JOURNAL, NULL, &bytes, &size, &error);
    if (status == ALEA_OK) status = storage_blob_put(store, id, "journal", bytes, size);
    free(bytes);
    alea_record_free(record);
    return status;
}

/* Removes analyses of the old record, because they hold the name; the server makes
 * them again. */
static alea_status forget_analysis(storage *store, const char *id)
{
    static const char *const kinds[] = {"analysis", "report", "annotated", "judged"};
    char *bytes = NULL;
    size_t size;
    const storage_answer found = storage_blob_get(store, id, "figures", &bytes, &size);
    if (found != ANSWER_FOUND)
        return found == ANSWER_ABSENT ? ALEA_OK : ALEA_ERROR_FILE;
    json_t *figures = json_loadb(bytes, size, 0, NULL);
    const char *level = json_string_value(json_object_get(figures, "level"));
    const int effort = level ? alea_effort_find(level) : -1;
    alea_status status = note_want(
        store, id, effort >= 0 ? (alea_effort)effort : ALEA_EFFORT_FAST, "", NULL);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && status == ALEA_OK; i++)
        status = storage_blob_remove(store, id, kinds[i]);
    json_decref(figures);
    free(bytes);
    return status;
}

/* Returns how many games could not be changed. */
static int anonymise(storage *store, const storage_game *game, int games,
                     const char *user, bool ended_since)
{
    int failed = 0;
    for (int i = 0; i < games; i++) {
        storage_game now = game[i];
        const int seat = person_seat(&game[i], user);
        storage_answer found = ANSWER_FOUND;
        if (ended_since && now.stage == STAGE_OVER) continue;
        if (ended_since) found = storage_game_get(store, game[i].id, &now, NULL);
        if (found == ANSWER_ABSENT ||
            (found == ANSWER_FOUND && now.stage != STAGE_OVER) || seat < 0)
            continue;
        if (found == ANSWER_FOUND && rename_journal(store, now.id, seat) == ALEA_OK &&
            forget_analysis(store, now.id) == ALEA_OK)
            continue;
        command_say("admin", "game %s: the name in its record was not erased",
                    game[i].id);
        failed++;
    }
    return failed;
}

/* ---- all of it ---- */

static int erase(storage *store, const storage_user *user, const storage_game *game,
                 int games)
{
    const int failed = anonymise(store, game, games, user->id, false);
    if (failed > 0) return command_fail("admin", "nothing else was erased: try again");
    if (storage_user_erase(store, user->id) != ALEA_OK)
        return command_fail("admin", "the account could not be erased: try again");
    return anonymise(store, game, games, user->id, true) == 0 ? EXIT_DONE : EXIT_SYSTEM;
}

int admin_erase(storage *store, const char *person, bool sure)
{
    storage_user user;
    storage_game *game = NULL;
    storage_desk desk;
    int status = person_find(store, person, &user);
    if (status != EXIT_DONE) return status;
    if (!sure && !isatty(STDIN_FILENO))
        return command_refuse("admin", "erase asks on a terminal; --yes answers");
    const int games = person_games(store, user.id, &game);
    if (games < 0 || storage_desk_head(store, user.id, &desk) == ANSWER_FAILED) {
        free(game);
        return command_fail("admin", "the data cannot be read");
    }
    if (sure || is_sure(&user, games, desk.stored))
        status = erase(store, &user, game, games);
    else
        status = command_fail("admin", "nothing was erased");
    free(game);
    return status;
}
