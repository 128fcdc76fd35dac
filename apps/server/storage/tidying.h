/* The thread of storage_tidy_behind. */
#ifndef ALEA_SERVER_STORAGE_TIDYING_H
#define ALEA_SERVER_STORAGE_TIDYING_H

typedef struct storage storage;

/* Blocks until it ends. */
void tidying_stop(storage *s);

#endif
