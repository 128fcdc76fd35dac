/* Files taken into the program (docs/adr/embedded-data.md). */
#ifndef ALEA_BASE_EMBED_H
#define ALEA_BASE_EMBED_H

/* The assembler takes `file` in: pages that are not read are never loaded. Declares
 * name_start[] and name_end[] of `type`; a zero follows the last byte. */
#define EMBED(type, name, file)                                                        \
    __asm__(".section .rodata\n"                                                       \
            ".balign 64\n"                                                             \
            ".hidden " #name "_start\n"                                                \
            ".hidden " #name "_end\n"                                                  \
            ".global " #name "_start\n"                                                \
            ".global " #name "_end\n" #name "_start:\n"                                \
            ".incbin \"" file "\"\n" #name "_end:\n"                                   \
            ".byte 0\n"                                                                \
            ".previous\n");                                                            \
    extern const type name##_start[], name##_end[]

#endif
