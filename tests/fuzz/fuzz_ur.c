/* Any bytes as the header of a table of the game of Ur: refused with a reason, or one
 * whose claims fit together. First byte 'h': the bytes as they are; else they are a
 * header with a good sum. Four bytes follow, the size of the file, then the header. */
#include "engine/ur/table.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ur_header header = {0};
    uint32_t whole;
    alea_error error = {0};
    if (size < 5) return 0;
    memcpy(&whole, data + 1, sizeof whole);
    const size_t given = size - 5 < sizeof header ? size - 5 : sizeof header;
    memcpy(&header, data + 5, given);
    if (data[0] != 'h') ur_header_seal(&header);
    if (ur_header_check(&header, whole, &error) != ALEA_OK) {
        require(*error.reason);
        return 0;
    }
    require(header.men >= 1 && header.men <= UR_MOST_MEN);
    require(header.data_size + sizeof header == whole);
    require(header.progress.layer <= ur_layers((int)header.men));
    require(memchr(header.made_by, 0, sizeof header.made_by));
    return 0;
}
