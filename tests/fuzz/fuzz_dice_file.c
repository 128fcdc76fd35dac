/* A dice file: whatever it holds, the dice are 1 to 6 and as many as it has digits. */
#include "cli/save/dice_source.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t digits = 0, read = 0;
    int die;
    if (size == 0 || size > 100000) return 0;
    FILE *file = tmpfile();
    if (!file) return 0;
    if (fwrite(data, 1, size, file) == size) {
        rewind(file);
        for (size_t i = 0; i < size; i++) digits += data[i] >= '1' && data[i] <= '6';
        while ((die = dice_file_digit(file)) > 0) {
            if (die > 6) abort();
            read++;
        }
        if (die != 0 || read != digits) abort();
    }
    fclose(file);
    return 0;
}
