#include "answers.h"

#include "json/error.h"
#include "json/text.h"

enum { ID_CAP = 4096 };

void question_print_error(const char *id, const char *code, const alea_error *error)
{
    char shown[3 * ID_CAP + 1]; /* a byte that is not UTF-8 becomes three */
    json_t *answer = json_object();
    if (id) utf8_text(id, shown, sizeof shown);
    json_object_set_new(answer, "id", id ? json_string(shown) : json_null());
    json_object_set_new(answer, "error", error_json_at(code, error));
    json_print_line(stdout, answer);
}
