/* Any bytes as a text with many positions: the pieces follow one another within the
 * text, their lines rise, and each is read or refused with a reason. */
#include "fuzz/files/file_target.h"

#include <string.h>

static void read_piece(const alea_piece *piece)
{
    alea_record record;
    alea_error error = {0};
    const alea_import_options options = {.format = piece->format};
    if (alea_import(piece->bytes, piece->size, &options, &record, NULL, &error) !=
        ALEA_OK) {
        file_target_demand(error.reason[0] != '\0');
        return;
    }
    for (size_t i = 0; i < record.fileds; i++) {
        const alea_filed *f = &record.filed[i];
        file_target_demand(f->entry <= record.entries && f->made < f->candidates);
        file_target_demand(memchr(f->program, 0, sizeof f->program) != NULL);
        file_target_demand(memchr(f->level, 0, sizeof f->level) != NULL);
    }
    file_target_journal(&record);
    alea_record_clear(&record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *const text = (const char *)data;
    const char *end = text;
    alea_piece piece = {0};
    size_t line = 0;
    while (alea_piece_next(text, size, &piece)) {
        file_target_demand(piece.bytes >= end && piece.size > 0);
        file_target_demand(piece.bytes + piece.size <= text + size);
        file_target_demand(piece.line > line);
        end = piece.bytes + piece.size;
        line = piece.line;
        read_piece(&piece);
    }
    return 0;
}
