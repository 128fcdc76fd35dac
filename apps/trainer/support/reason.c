#include "reason.h"

#include <alea/status.h>

#include <stdio.h>

int reason_no_memory(char *reason, size_t size)
{
    snprintf(reason, size, "%s", alea_status_text(ALEA_ERROR_MEMORY));
    return -1;
}

int reason_no_threads(char *reason, size_t size)
{
    snprintf(reason, size, "%s or threads", alea_status_text(ALEA_ERROR_MEMORY));
    return -1;
}
