/* Any bytes as a rollout file: read or refused; what is read is written as the same
 * bytes. */
#include <alea/rollout.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static alea_rollout rollout, again;
    static char out[1 << 16];
    alea_error error;
    if (alea_rollout_read((const char *)data, size, &rollout, &error) != ALEA_OK)
        return 0;
    size_t length = alea_rollout_write(&rollout, out, sizeof out);
    if (length >= sizeof out) abort();
    if (alea_rollout_read(out, length, &again, &error) != ALEA_OK) abort();
    return 0;
}
