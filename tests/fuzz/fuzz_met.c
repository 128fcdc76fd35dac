/* Any bytes as a match equity table: read or refused, and what is read is sound. */
#include <alea/met.h>

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static alea_met met;
    alea_error error;
    if (alea_met_read((const char *)data, size, &met, &error) != ALEA_OK) return 0;
    if (alea_met_check(&met, &error) != ALEA_OK) return 0;
    if (alea_met_extend(&met, &error) != ALEA_OK) return 0;
    if (met.size != ALEA_MET_SIZE || alea_met_check(&met, &error) != ALEA_OK) abort();
    return 0;
}
