#include "presence.h"

#include "server/socket/connections.h"
#include "server/storage/relations.h"

enum { GAMES_LOOKED_AT = 20 };

json_t *presence_json(const players_parts *s, const http_person *me, const char *user)
{
    const bool online = *me->user && !me->guest &&
                        connections_is_online(s->sockets, user) &&
                        relation_blocks(s->store, user, me->user) == ANSWER_ABSENT;
    storage_game found[GAMES_LOOKED_AT];
    json_t *game = json_null();
    const int count =
        online ? storage_games_of(s->store, user, false, 0, found, GAMES_LOOKED_AT) : 0;
    for (int i = 0; i < count && json_is_null(game); i++)
        if (found[i].stage == STAGE_PLAYING && found[i].listed &&
            connections_is_present(s->sockets, found[i].id, user))
            game = json_string(found[i].id);
    return json_pack("{s:b,s:o}", "online", online, "game", game);
}
