/* Files taken into the program (docs/adr/embedded-data.md). */
#ifndef ALEA_BASE_EMBED_H
#define ALEA_BASE_EMBED_H

/* How the assembler begins, names and ends data: for WebAssembly a symbol has a kind
 * and a size, and a section of its own. */
#if defined(__wasm__)
#define EMBED_BEGIN(name)      ".section .rodata." name ",\"\",@\n"
#define EMBED_KIND(name)       ".type " name ",@object\n"
#define EMBED_SIZE(name, size) ".size " name "," size "\n"
#define EMBED_END              ""
#else
#define EMBED_BEGIN(name)      ".section .rodata\n"
#define EMBED_KIND(name)       ""
#define EMBED_SIZE(name, size) ""
#define EMBED_END              ".previous\n"
#endif
#define EMBED_NAME(name) EMBED_KIND(name) ".hidden " name "\n.global " name "\n"

/* The assembler takes `file` in: pages that are not read are never loaded. Declares
 * name_start[] and name_end[] of `type`; a zero follows the last byte. */
#define EMBED(type, name, file)                                                        \
    __asm__(EMBED_BEGIN(#name) ".balign 64\n" EMBED_NAME(#name "_start")               \
                EMBED_NAME(#name "_end") #name                                         \
            "_start:\n"                                                                \
            ".incbin \"" file "\"\n" #name "_end:\n"                                   \
            ".byte 0\n" EMBED_SIZE(#name "_start", #name "_end-" #name "_start")       \
                EMBED_SIZE(#name "_end", "1") EMBED_END);                              \
    extern const type name##_start[], name##_end[]

#endif
