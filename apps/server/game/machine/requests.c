#include "machine.h"

#include <stdlib.h>

bool engine_request_add(games *all, const job_order *order,
                        const engine_request *request)
{
    engine_request *kept = malloc(sizeof *kept);
    if (!kept) {
        order->free_input(order->input);
        return false;
    }
    *kept = *request;
    if (!jobs_add(all->parts.work, order, kept->id)) {
        free(kept);
        return false;
    }
    if (id_map_add(&all->requests, kept)) return true;
    jobs_cancel(all->parts.work, kept->id, order->user);
    free(kept);
    return false;
}

engine_request *engine_request_take(games *all, const char *id)
{
    engine_request *request = id_map_find(&all->requests, id);
    if (request) id_map_remove(&all->requests, id);
    return request;
}
