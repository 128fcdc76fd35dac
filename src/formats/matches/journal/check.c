#include "check.h"

#include <stdio.h>
#include <zlib.h>

uint32_t journal_check(uint32_t before, const char *bytes, size_t length)
{
    return (uint32_t)crc32(before, (const Bytef *)bytes, (uInt)length);
}

void journal_tail(uint32_t check, char out[JOURNAL_TAIL + 1])
{
    snprintf(out, JOURNAL_TAIL + 1, ",\"crc\":\"%08x\"}", (unsigned)check);
}
