#include "reply.h"

#include "server/game/host/fetch.h"

void reply_json(http_reply *reply, int status, json_out *o)
{
    if (!out_text_of(o)) {
        out_clear(o);
        http_refuse(reply, 503, "memory", "The server is out of memory. Try again.");
        return;
    }
    reply->status = status;
    reply->body = o->text;
    reply->size = o->size;
}

game *reply_find(games *all, const http_request *request, http_reply *reply)
{
    alea_status status;
    game *g = games_fetch(all, request->id[0], &status);
    if (status == ALEA_ERROR_ARGUMENT)
        http_refuse(reply, 404, "no_such_game", "There is no such game.");
    else if (status == ALEA_ERROR_REFUSED) {
        if (*all->elsewhere) storage_ask(all->parts.store, request->id[0]);
        http_refuse(reply, 503, "elsewhere",
                    "Another server has this game; it has been requested. Try again.");
        reply->retry_after_s = 1;
    } else if (!g)
        http_refuse(reply, 503, "not_readable",
                    "The server cannot read this game now.");
    return g;
}
