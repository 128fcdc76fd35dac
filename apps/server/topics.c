/* lobby    open games have changed
 * asked    another server wants the game
 * people   an account or its sessions have changed
 *
 * All of it is in the database too, where each server looks from time to time: a message
 * makes it look at once, and so does a gap, in which messages may have been lost. */
#include "topics.h"

#include "server/bus/bus.h"
#include "server/game/games.h"
#include "server/net/transport.h"

#include <string.h>
#include <unistd.h>

static void wake(void *context)
{
    server *s = context;
    s->up.wake(s);
}

alea_status topics_open(server *s, alea_error *error)
{
    const char *name = s->options.front ? s->options.front : "alea";
    return bus_open(&s->bus, s->options.bus, s->options.bus_key, name, wake, s, error);
}

static void on_lobby(void *context, const bus_message *message)
{
    const server *s = context;
    (void)message;
    games_lobby_elsewhere(s->play);
}

static void on_asked(void *context, const bus_message *message)
{
    const server *s = context;
    (void)message;
    if (!s->stopping) games_asked_for(s->play);
}

static void on_people(void *context, const bus_message *message)
{
    server *s = context;
    if (message->text && s->net) transport_check_sessions(s->net, message->audience);
    s->people_checked = 0; /* the next tick looks for changes that others made */
}

void topics_follow(server *s)
{
    bus_subscribe(s->bus, "lobby", NULL, on_lobby, s);
    bus_subscribe(s->bus, "asked", NULL, on_asked, s);
    bus_subscribe(s->bus, "people", NULL, on_people, s);
}

void topics_person_changed(server *s, const char *user)
{
    if (s->bus && bus_is_shared(s->bus)) bus_publish(s->bus, "people", user, "", 0);
}
