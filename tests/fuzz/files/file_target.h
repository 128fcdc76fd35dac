/* What every reader of files must hold to, whatever the bytes: no crash; a refusal has
 * a reason and leaves nothing behind; what was read can be written as a journal and
 * read again, and in every other format without a crash. */
#ifndef ALEA_TESTS_FUZZ_FILES_FILE_TARGET_H
#define ALEA_TESTS_FUZZ_FILES_FILE_TARGET_H

#include <stdlib.h>

#include <alea/file.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void file_target_demand(bool holds)
{
    if (!holds) abort();
}

static inline void file_target_journal(const alea_record *record)
{
    char *bytes;
    size_t size;
    if (alea_export(record, ALEA_FORMAT_JOURNAL, NULL, &bytes, &size, NULL) != ALEA_OK)
        return;
    alea_record again;
    file_target_demand(alea_import(bytes, size, NULL, &again, NULL, NULL) == ALEA_OK);
    file_target_demand(again.entries == record->entries);
    file_target_demand(alea_board_equal(&again.now.board, &record->now.board));
    alea_record_clear(&again);
    free(bytes);
}

static inline void file_target_run(alea_format format, const uint8_t *data, size_t size)
{
    for (int partial = 0; partial < 2; partial++) {
        alea_record record;
        alea_error error = {0};
        alea_import_options options = {
            .format = format, .partial = partial != 0, .resume = partial != 0};
        alea_import_report report;
        if (alea_import(data, size, &options, &record, &report, &error) != ALEA_OK) {
            file_target_demand(error.reason[0] != '\0');
            file_target_demand(record.entry == NULL && record.text == NULL);
            continue;
        }
        file_target_journal(&record);
        for (int f = ALEA_FORMAT_MAT; f < ALEA_FORMATS; f++) {
            char *bytes;
            size_t length;
            if (!alea_format_writable((alea_format)f)) continue;
            if (alea_export(&record, (alea_format)f, NULL, &bytes, &length, NULL))
                continue;
            alea_record again;
            alea_import_options same = {.format = (alea_format)f};
            if (alea_import(bytes, length, &same, &again, NULL, NULL) == ALEA_OK)
                alea_record_clear(&again);
            free(bytes);
        }
        alea_record_clear(&record);
    }
    (void)alea_format_sniff(data, size);
}

#endif
