#include <alea/status.h>

const char *alea_status_text(alea_status status)
{
    switch (status) {
    case ALEA_OK: return "ok";
    case ALEA_ERROR_ARGUMENT: return "value out of range";
    case ALEA_ERROR_MEMORY: return "out of memory";
    case ALEA_ERROR_FILE: return "file error";
    case ALEA_ERROR_SYNTAX: return "malformed text";
    case ALEA_ERROR_POSITION: return "impossible position";
    case ALEA_ERROR_REFUSED: return "refused by the rules";
    case ALEA_ERROR_VERSION: return "unreadable version";
    case ALEA_ERROR_CHECKSUM: return "damaged data";
    case ALEA_ERROR_UNSUPPORTED: return "not supported";
    case ALEA_ERROR_CANCELLED: return "cancelled";
    }
    return "unknown status";
}
