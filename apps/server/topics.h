/* What this server tells the others over the bus, and what it does when they tell. */
#ifndef ALEA_SERVER_TOPICS_H
#define ALEA_SERVER_TOPICS_H

#include "server/support/state.h"

/* Opens s->bus. */
alea_status topics_open(server *s, alea_error *error);
/* Subscribes; the parts of the server must be open. */
void topics_follow(server *s);
/* Sessions of the user have ended, or the account is gone: it is in the database. */
void topics_person_changed(server *s, const char *user);

#endif
