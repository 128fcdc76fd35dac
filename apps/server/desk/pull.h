/* Brings the ended games and imported matches of a person into the person's desk. The
 * loop lists them and reads their journals, a worker adds what the desk has not. A game
 * that was brought in is noted in the desk, in the storage of the desk itself, so that
 * a crash loses nothing and doubles nothing. */
#ifndef ALEA_SERVER_DESK_PULL_H
#define ALEA_SERVER_DESK_PULL_H

#include "desk/store.h"
#include "server/http/request.h"
#include "server/storage/interface.h"
#include "server/study/parts.h"

typedef struct desk_pull desk_pull;

/* Loop's thread. *out is NULL where the person has no such game; ALEA_ERROR_FILE: the
 * storage could not be read. */
alea_status desk_pull_open(storage *store, const http_person *who, desk_pull **out);
void desk_pull_free(desk_pull *p);
/* Loop's thread: reads the journals of some of the games that are missing, and the
 * judgements of those that the server has analysed and the desk has not.
 * ALEA_ERROR_FILE: the storage could not be read. */
alea_status desk_pull_load(desk_pull *p, const study *s);
/* Whether anything is loaded, so that the desk will change. */
bool desk_pull_writes(const desk_pull *p);
/* On a worker: adds the loaded games and looks for missing ones; *more: some are to
 * be loaded. `d` is NULL if the person has no desk. May be called again for a fresh
 * desk. */
alea_status desk_pull_run(desk_pull *p, desk *d, bool *more, alea_error *error);
/* Whether games were added to the desk that still need an analysis: the server has no
 * judgements of them and is not making any. */
bool desk_pull_wants_analysis(const desk_pull *p);

#endif
