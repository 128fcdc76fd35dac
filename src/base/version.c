#include <alea/status.h>

const char *alea_version(void)
{
    return ALEA_VERSION;
}
