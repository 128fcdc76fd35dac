#include "person.h"
#include "cli/io/fail.h"
#include "print.h"

#include "cli/io/command.h"

#include <stdlib.h>
#include <string.h>

int person_find(storage *store, const char *name_or_id, storage_user *out)
{
    char shown[80];
    storage_answer found = storage_user_named(store, name_or_id, out);
    if (found == ANSWER_ABSENT && strlen(name_or_id) == ID_SIZE - 1)
        found = storage_user_get(store, name_or_id, out);
    if (found == ANSWER_FOUND) return EXIT_DONE;
    if (found == ANSWER_FAILED)
        return command_fail("admin", "the accounts cannot be read");
    return command_refuse("admin", "nobody has the name or the id \"%s\"",
                          print_plain(name_or_id, shown, sizeof shown));
}

/* Those that are over, or those that are not. */
static int read_games(storage *store, const char *id, bool finished, storage_game **out)
{
    for (int capacity = 256;; capacity *= 4) {
        storage_game *found = malloc((size_t)capacity * sizeof *found);
        const int count =
            found ? storage_games_of(store, id, finished, 0, found, capacity) : -1;
        if (count >= 0 && count < capacity) {
            *out = found;
            return count;
        }
        free(found);
        if (count < 0) return -1;
    }
}

int person_games(storage *store, const char *id, storage_game **out)
{
    storage_game *running = NULL, *over = NULL, *all = NULL;
    const int first = read_games(store, id, false, &running);
    const int second = first < 0 ? -1 : read_games(store, id, true, &over);
    if (second >= 0) all = malloc((size_t)(first + second + 1) * sizeof *all);
    if (all && first) memcpy(all, running, (size_t)first * sizeof *all);
    if (all && second) memcpy(all + first, over, (size_t)second * sizeof *all);
    free(running);
    free(over);
    *out = all;
    return all ? first + second : -1;
}

int person_seat(const storage_game *game, const char *id)
{
    if (game->stage == STAGE_UPLOADED) return -1;
    return strcmp(game->user[0], id) == 0 ? 0 : strcmp(game->user[1], id) == 0 ? 1 : -1;
}
