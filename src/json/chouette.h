/* CHOUETTE of docs/json.md. Any thread. */
#ifndef ALEA_JSON_CHOUETTE_H
#define ALEA_JSON_CHOUETTE_H

#include <alea/chouette.h>

#include <jansson.h>

/* The state; players are letters. A new reference. */
json_t *chouette_json(const alea_chouette *c);

#endif
