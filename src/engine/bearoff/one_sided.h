/* Makes one-sided tables. */
#ifndef ALEA_ENGINE_BEAROFF_ONE_SIDED_H
#define ALEA_ENGINE_BEAROFF_ONE_SIDED_H

#include "internal.h"

/* Table of a one-sided job with room for the header in front; *bytes is malloc'ed. */
alea_status bearoff_make_one_sided(const alea_bearoff_job *job, unsigned char **bytes,
                                   size_t *size);

#endif
