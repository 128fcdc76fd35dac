#include "stream.h"

#include "base/error.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "json/error.h"
#include "json/text.h"

#include <stdio.h>
#include <unistd.h>

enum { LINE_CAP = 4096 };

bool tables_refuse(const char *code, alea_error *error, const line_reader *reader)
{
    error->line = reader->number;
    json_print_line(stdout, error_answer(error_json_at(code, error)));
    return false;
}

static bool answer_line(line_result result, tables_answer *answer, void *context,
                        const line_reader *reader)
{
    if (result == LINE_READ) return answer(context, reader);
    alea_error error = {0};
    alea_error_set(&error, 0, 0, "%s", line_result_text(result));
    return tables_refuse("bad_line", &error, reader);
}

int tables_stream(const char *name, tables_answer *answer, void *context)
{
    line_reader reader;
    int status = EXIT_DONE;
    line_reader_start(&reader, STDIN_FILENO, LINE_CAP);
    for (;;) {
        if (!output_works()) {
            status = EXIT_SYSTEM;
            break;
        }
        if (!line_reader_has_line(&reader)) fflush(stdout);
        const line_result result = line_reader_next(&reader);
        if (result == LINE_INTERRUPTED) continue;
        if (result == LINE_END) break;
        if (result == LINE_FAILED) {
            status = command_fail_file(name, "standard input");
            break;
        }
        if (!answer_line(result, answer, context, &reader)) status = EXIT_SOME_BAD;
    }
    line_reader_finish(&reader);
    return status;
}
