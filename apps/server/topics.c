/* lobby       open games have changed
 * asked       another server wants the game
 * people      an account or its sessions have changed
 * vacation    an account has gone on vacation, or is back
 * tournament  a tournament has changed
 * club        a club has changed
 * tables      a table of the family's games has changed
 * chouette    a chouette has changed
 *
 * All of it is in the database too, where each server looks from time to time: a
 * message makes it look at once, and so does a gap, in which messages may have been
 * lost. */
#include "topics.h"

#include <stdlib.h>

static void on_lobby(void *context, const bus_message *message)
{
    const topics_events *on = context;
    (void)message;
    on->lobby(on->context);
}

static void on_asked(void *context, const bus_message *message)
{
    const topics_events *on = context;
    (void)message;
    on->asked(on->context);
}

static void on_people(void *context, const bus_message *message)
{
    const topics_events *on = context;
    on->people(on->context, message->text ? message->audience : NULL);
}

static void on_vacation(void *context, const bus_message *message)
{
    const topics_events *on = context;
    if (message->text) on->vacation(on->context, message->audience);
}

static void on_tournament(void *context, const bus_message *message)
{
    const topics_events *on = context;
    if (message->text)
        on->tournament(on->context, message->audience,
                       strtoll(message->text, NULL, 10));
}

static void on_club(void *context, const bus_message *message)
{
    const topics_events *on = context;
    if (message->text)
        on->club(on->context, message->audience, strtoll(message->text, NULL, 10));
}

static void on_tables(void *context, const bus_message *message)
{
    const topics_events *on = context;
    if (message->text)
        on->tables(on->context, message->audience, strtoll(message->text, NULL, 10));
}

static void on_chouette(void *context, const bus_message *message)
{
    const topics_events *on = context;
    if (message->text)
        on->chouette(on->context, message->audience, strtoll(message->text, NULL, 10));
}

void topics_follow(bus *b, const topics_events *on)
{
    void *context = (void *)(uintptr_t)on;
    bus_subscribe(b, "lobby", NULL, on_lobby, context);
    bus_subscribe(b, "asked", NULL, on_asked, context);
    bus_subscribe(b, "people", NULL, on_people, context);
    bus_subscribe(b, "vacation", NULL, on_vacation, context);
    bus_subscribe(b, "tournament", NULL, on_tournament, context);
    bus_subscribe(b, "club", NULL, on_club, context);
    bus_subscribe(b, "tables", NULL, on_tables, context);
    bus_subscribe(b, "chouette", NULL, on_chouette, context);
}

void topics_person_changed(bus *b, const char *user)
{
    if (b && bus_is_shared(b)) bus_publish(b, "people", user, "", 0);
}

void topics_vacation_changed(bus *b, const char *user)
{
    if (b && bus_is_shared(b)) bus_publish(b, "vacation", user, "", 0);
}
