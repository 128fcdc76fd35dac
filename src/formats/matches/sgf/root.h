/* The root node of an SGF game: players, score, rules. */
#ifndef ALEA_FORMATS_MATCHES_SGF_ROOT_H
#define ALEA_FORMATS_MATCHES_SGF_ROOT_H

#include "scan.h"

/* Begins game number `game` (from 0), with the first one the record. *over: the match
 * was won before. */
alea_status sgf_begin_game(importer *in, const sgf_node *root, int game, bool *over);

#endif
