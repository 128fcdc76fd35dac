/* Where the server's data is. */
#ifndef ALEA_CLI_IO_DATA_PLACE_H
#define ALEA_CLI_IO_DATA_PLACE_H

#include <stdbool.h>

enum { DATA_PATH_SIZE = 4096 };

/* `given` (--data) or $XDG_DATA_HOME/alea/alea.db, into `out`; with `make` its folder
 * is made where it is missing, for nobody else to read. False after a message. */
bool data_place(const char *command, const char *given, bool make,
                char out[DATA_PATH_SIZE]);

#endif
