/* Desks of earlier versions of alea, one file each: FOLDER/USER.db. */
#ifndef ALEA_SERVER_DESK_MOVED_H
#define ALEA_SERVER_DESK_MOVED_H

#include "server/desk/bytes/images.h"

typedef struct desks_moved {
    int moved, left;
} desks_moved;

/* Brings every file of the folder into the storage, each in one transaction, if its
 * account is there and has no desk yet; the file is then called USER.db.moved. Any
 * other stays as it is, with a line in the log. At the start, before anybody asks for a
 * desk. */
desks_moved desk_files_move(desk_images *all, const char *folder);

#endif
