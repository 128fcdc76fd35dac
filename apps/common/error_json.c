#include "error_json.h"
#include "utf8_text.h"

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

json_t *error_json(const alea_error *error)
{
    char message[sizeof error->reason * 3];
    utf8_text(error->reason, message, sizeof message);
    json_t *o =
        json_pack("{s:s,s:s}", "code", error_code(error->status), "message", message);
    if (error->line)
        json_object_set_new(o, "line", json_integer((json_int_t)error->line));
    if (error->line && error->column)
        json_object_set_new(o, "column", json_integer((json_int_t)error->column));
    return o;
}
