#include "connection.h"

void connection_hold(connection *w)
{
    transport *t = w->net;
    if (w->held) return;
    w->held = true;
    w->previous_held = NULL;
    w->next_held = t->held;
    if (w->next_held) w->next_held->previous_held = w;
    t->held = w;
}

void connection_unhold(connection *w)
{
    if (!w->held) return;
    *(w->previous_held ? &w->previous_held->next_held : &w->net->held) = w->next_held;
    if (w->next_held) w->next_held->previous_held = w->previous_held;
    w->held = false;
}
