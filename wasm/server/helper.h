/* Long jobs of the module's server in other workers of the page. */
#ifndef ALEA_WASM_HELPER_H
#define ALEA_WASM_HELPER_H

#include "server/jobs/queue.h"

/* From now on the long jobs of `work` go to the host (host_bus), as many as it announces to
 * have room for. False without memory. Once. */
bool helper_use(jobs *work);
/* After the queue is closed. */
void helper_forget(void);

#endif
