/* The numbers of the default match equity table. */
#ifndef ALEA_ENGINE_CUBE_MET_DEFAULT_H
#define ALEA_ENGINE_CUBE_MET_DEFAULT_H

#include <alea/met.h>

enum { MET_DEFAULT_SIZE = 25 };

/* Fills the first MET_DEFAULT_SIZE rows and columns, and entries of `after`. */
void met_default_values(float before[][ALEA_MET_SIZE], float *after);

#endif
