/* The page of a game or a match, with the words and the picture that other programs show
 * beside a link to it (Open Graph). */
#ifndef ALEA_SERVER_LINK_CARD_H
#define ALEA_SERVER_LINK_CARD_H

#include "server/http/request.h"

http_handler link_card_get; /* /g/{id}, /m/{id}, /m/{id}/{n}/{n} */

#endif
