/* The nodes of an SGF game as events of the record. */
#ifndef ALEA_FORMATS_MATCHES_SGF_NODE_H
#define ALEA_FORMATS_MATCHES_SGF_NODE_H

#include "scan.h"

/* White is the first player of the record, as the left column of match text is. */
static inline bool sgf_player(char c, alea_player *out)
{
    *out = c == 'B' || c == 'b' ? ALEA_B : ALEA_A;
    return c == 'B' || c == 'b' || c == 'W' || c == 'w';
}

/* Reads CV; false if it is absent or (with a warning) no power of two. */
bool sgf_cube(importer *in, const sgf_node *node, int *log2);
/* PL, AE/AW/AB, CV, CP, DI. */
bool sgf_is_setup(sgf_span name);
/* Keeps the comment of a node: with the last entry, or a first entry made for it. */
alea_status sgf_keep_comment(importer *in, const sgf_node *node);
/* A position set by hand: board, cube, dice. */
alea_status sgf_read_setup(importer *in, const sgf_node *node);

/* The move, cube action or position of a node, its comment, and whatever else it
 * has. */
alea_status sgf_apply_node(importer *in, const sgf_node *node);

/* The root node of an SGF game: players, score, rules. */

/* Begins game number `game`, from 0; game 0 begins the record, too. Sets *over if the
 * match was already won. */
alea_status sgf_begin_game(importer *in, const sgf_node *root, int game, bool *over);

#endif
