/* The assembler embeds the file: no generated source, and pages that are not read are
 * never loaded. CMake defines ALEA_NET_FILE and rebuilds this file when the net
 * changes. */
#include "file.h"

__asm__(".section .rodata\n"
        ".balign 64\n"
        ".hidden alea_embedded_net_start\n"
        ".hidden alea_embedded_net_end\n"
        ".global alea_embedded_net_start\n"
        ".global alea_embedded_net_end\n"
        "alea_embedded_net_start:\n"
        ".incbin \"" ALEA_NET_FILE "\"\n"
        "alea_embedded_net_end:\n"
        ".byte 0\n"
        ".previous\n");

extern const unsigned char alea_embedded_net_start[];
extern const unsigned char alea_embedded_net_end[];

const void *embedded_net(size_t *size)
{
    *size = (size_t)(alea_embedded_net_end - alea_embedded_net_start);
    return alea_embedded_net_start;
}
