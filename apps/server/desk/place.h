/* Where the desks of accounts lie: one file for each in a folder. Any thread, except
 * where said. */
#ifndef ALEA_SERVER_DESK_PLACE_H
#define ALEA_SERVER_DESK_PLACE_H

#include "desk/store.h"
#include "server/support/system.h"

enum { DESK_PATH = 4096, DESK_SETTING = 256 };

/* What a desk file may grow to. */
extern const int64_t desk_bytes_account, desk_bytes_guest;

/* FOLDER/USER.db into `out`; false if it does not fit. */
bool desk_place(const char *folder, const char *user, char out[DESK_PATH]);
/* Opens it with its bound. With `make` folder and file are made; otherwise *exists says
 * whether there is a desk, and without one nothing is opened. Errors do not tell the
 * path. desk_close it in any case. */
alea_status desk_place_open(desk *d, const char *folder, const char *user, bool guest,
                            bool make, bool *exists, alea_error *error);
/* Bytes of the file and what lies beside it; 0 without one. */
int64_t desk_place_size(const char *folder, const char *user);
/* Removes the file, if there is one. */
void desk_place_remove(const char *folder, const char *user);

/* A text of the desk's settings, "" where there is none. */
alea_status desk_setting(desk *d, const char *name, char out[DESK_SETTING],
                         alea_error *error);
/* Sets it; one transaction. */
alea_status desk_set_setting(desk *d, const char *name, const char *value,
                             alea_error *error);

#endif
