#include "echo.h"

#include "server/game/host/store.h"

#include <alea/file.h>

#include <stdlib.h>
#include <string.h>

enum { LOOKED_AT = 40 };

bool echo_copy_record(const alea_record *from, alea_record *to)
{
    alea_record_start(to, &from->rules, alea_memory_heap());
    for (size_t i = 0; i < from->entries; i++)
        if (alea_record_append(to, &from->entry[i].event, NULL, NULL) != ALEA_OK) {
            alea_record_clear(to);
            return false;
        }
    return true;
}

static bool is_of_echo(const game *g, int person)
{
    const game_seat *s = &g->seat[1 - person];
    return person >= 0 && s->kind == SEAT_MACHINE && s->level == ALEA_LEVEL_ECHO;
}

void echo_collect(games *all, const game *g, int person, echo_past *out)
{
    const char *user = g->seat[person].user;
    storage *store = all->parts.store;
    storage_game *found = malloc(LOOKED_AT * sizeof *found);
    const int count = found && *user ? storage_games_of(store, user, true, g->created,
                                                        found, LOOKED_AT)
                                     : 0;
    *out = (echo_past){0};
    for (int i = 0; i < count && out->count < ECHO_MATCHES; i++) {
        const int seat = strcmp(found[i].user[0], user) == 0 ? 0 : 1;
        alea_status status;
        if (strcmp(found[i].names[1 - seat], alea_level_get(ALEA_LEVEL_ECHO)->title))
            continue;
        game *before = game_load(store, all->parts.key, found[i].id, &status);
        if (!before) continue;
        if (is_of_echo(before, seat) &&
            echo_copy_record(&before->record, &out->record[out->count])) {
            out->person[out->count] = (alea_player)seat;
            out->count++;
        }
        live_game_free(before);
    }
    free(found);
}

void echo_judge(alea_engine *engine, const echo_past *past, alea_form *form)
{
    for (int i = 0; i < past->count; i++)
        alea_form_add(engine, &past->record[i], past->person[i], form);
}

void echo_clear(echo_past *past)
{
    for (int i = 0; i < past->count; i++) alea_record_clear(&past->record[i]);
    past->count = 0;
}
