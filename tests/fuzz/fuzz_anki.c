/* Anki packages from anywhere, read into an empty desk. The first byte: 'z', an archive
 * follows; else the collection in one (an SQLite database), packed here, since no
 * fuzzer guesses a checksum. What was read is written again and read by another desk,
 * which then has the same cards. */
#include "desk/anki/package.h"
#include "desk/anki/zip.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) abort();
}

static void open_empty(desk *d)
{
    alea_error error;
    *d = (desk){0};
    require(desk_open(d, ":memory:", true, &error) == ALEA_OK);
}

/* Reads the package into a new desk and, if that went well, into a second one what the
 * first one writes. */
static void check(const void *bytes, size_t size)
{
    desk first, second;
    package_counts read, again;
    alea_error error = {0};
    void *written = NULL;
    size_t length = 0;
    int64_t cards = 0;
    open_empty(&first);
    const alea_status status = package_read(&first, bytes, size, &read, &error);
    if (status != ALEA_OK) {
        require(error.reason[0] != '\0');
    } else if (read.cards) {
        require(package_write(&first, &written, &length, &cards, &error) == ALEA_OK);
        require(cards == read.cards);
        open_empty(&second);
        require(package_read(&second, written, length, &again, &error) == ALEA_OK);
        require(again.cards == read.cards && again.reviews == read.reviews);
        desk_close(&second);
        free(written);
    }
    desk_close(&first);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    alea_error error;
    void *packed = NULL;
    size_t length = 0;
    if (size < 2) return 0;
    if (*data == 'z') {
        check(data + 1, size - 1);
    } else {
        const zip_member member = {"collection.anki2", data + 1, size - 1};
        require(zip_write(&member, 1, &packed, &length, &error) == ALEA_OK);
        check(packed, length);
        free(packed);
    }
    return 0;
}
