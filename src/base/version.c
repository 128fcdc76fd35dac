#include <alea/version.h>

const char *alea_version(void)
{
    return ALEA_VERSION;
}
