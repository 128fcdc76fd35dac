/* The events of a chouette as lines of text: "double B", "take A B", "roll B 31",
 * "play B 8/5 6/5" (docs/chouette.md). Thread-safe. */
#ifndef ALEA_CHOUETTE_TEXT_H
#define ALEA_CHOUETTE_TEXT_H

#include <alea/chouette.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ALEA_CHOUETTE_TEXT_SIZE = 160 };

/* Reads the next event of a chouette. Whether it may happen is not checked. The error
 * has the column. */
ALEA_API alea_status alea_chouette_event_read(const alea_chouette *chouette,
                                              const char *text, size_t length,
                                              alea_chouette_event *event,
                                              alea_error *error);
/* Writes an event that the chouette accepts, before it is applied. Returns the
 * length. */
ALEA_API size_t alea_chouette_event_write(const alea_chouette *chouette,
                                          const alea_chouette_event *event,
                                          char out[ALEA_CHOUETTE_TEXT_SIZE]);
/* The name of a pair: "C", an extra "D:C". Returns the length. */
ALEA_API size_t alea_chouette_pair_write(const alea_chouette *chouette, int pair,
                                         char out[4]);

#ifdef __cplusplus
}
#endif
#endif
