#include "command.h"

bool command_may(const command *c, const game *g, int seat)
{
    return c->may && (seat >= 0 || (c->flags & COMMAND_OF_ALL)) &&
           c->may(g, seat, c->event);
}
