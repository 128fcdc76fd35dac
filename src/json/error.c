#include "error.h"

#include "text.h"

const char *error_code(alea_status status)
{
    switch (status) {
    case ALEA_ERROR_MEMORY: return "no_memory";
    case ALEA_ERROR_FILE: return "file";
    case ALEA_ERROR_SYNTAX: return "syntax";
    case ALEA_ERROR_POSITION: return "bad_position";
    case ALEA_ERROR_REFUSED: return "refused";
    case ALEA_ERROR_VERSION: return "version";
    case ALEA_ERROR_CHECKSUM: return "damaged";
    case ALEA_ERROR_UNSUPPORTED: return "unsupported";
    case ALEA_ERROR_CANCELLED: return "cancelled";
    case ALEA_OK:
    case ALEA_ERROR_ARGUMENT: break;
    }
    return "bad_argument";
}

static json_t *text_json(const char *text)
{
    char clean[512];
    json_t *value = json_string(text);
    if (value) return value;
    utf8_text(text, clean, sizeof clean);
    return json_string(clean);
}

json_t *error_json(const char *code, const char *message)
{
    json_t *text = text_json(message);
    return json_pack("{s:s,s:o}", "code", code, "message", text);
}

static void set_place(json_t *object, const char *key, size_t number)
{
    if (number > 0) json_object_set_new(object, key, json_integer((json_int_t)number));
}

json_t *error_json_at(const char *code, const alea_error *error)
{
    const char *message = error->reason;
    if (!message[0]) message = alea_status_text(error->status);
    json_t *object = error_json(code, message);
    set_place(object, "line", error->line);
    set_place(object, "column", error->column);
    return object;
}

json_t *error_answer(json_t *error)
{
    return json_pack("{s:o}", "error", error);
}
