/* Any bytes as a file of this format: see file_target.h. */
#include "file_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    file_target_run(ALEA_FORMAT_BGF, data, size);
    return 0;
}
