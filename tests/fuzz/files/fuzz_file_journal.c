/* Any bytes as a journal: as they are (the checksums refuse nearly all), and with the
 * checksum of every line mended, so that what stands behind it is reached. */
#include <string.h>

#include "file_target.h"
#include "formats/matches/journal/check.h"

static char *mend(const uint8_t *data, size_t size, size_t *length)
{
    size_t lines = 1;
    for (size_t i = 0; i < size; i++) lines += data[i] == '\n';
    char *out = malloc(size + lines * (JOURNAL_TAIL + 1) + 1);
    uint32_t check = 0;
    *length = 0;
    for (size_t start = 0; start < size;) {
        const uint8_t *newline = memchr(data + start, '\n', size - start);
        size_t n = newline ? (size_t)(newline - data) - start : size - start;
        const char *line = (const char *)data + start;
        start += n + 1;
        if (n > JOURNAL_TAIL && memcmp(line + n - JOURNAL_TAIL, ",\"crc\":\"", 8) == 0)
            n -= JOURNAL_TAIL;
        check = journal_check(check, line, n);
        memcpy(out + *length, line, n);
        journal_tail(check, out + *length + n);
        *length += n + JOURNAL_TAIL;
        out[(*length)++] = '\n';
    }
    return out;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    file_target_run(ALEA_FORMAT_JOURNAL, data, size);
    size_t length;
    char *mended = mend(data, size, &length);
    file_target_run(ALEA_FORMAT_JOURNAL, (const uint8_t *)mended, length);
    free(mended);
    return 0;
}
