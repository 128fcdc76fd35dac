/* The nets of data/tables, taken in by the assembler. CMake defines ALEA_TABLES_NETS,
 * the folder, and compiles this file again when a net changes. */
#include <alea/tables_net.h>

#include "base/embed.h"

#include <string.h>

EMBED(unsigned char, alea_net_portes, ALEA_TABLES_NETS "/portes.net");
EMBED(unsigned char, alea_net_plakoto, ALEA_TABLES_NETS "/plakoto.net");
EMBED(unsigned char, alea_net_fevga, ALEA_TABLES_NETS "/fevga.net");
EMBED(unsigned char, alea_net_nardi, ALEA_TABLES_NETS "/nardi.net");
EMBED(unsigned char, alea_net_gulbara, ALEA_TABLES_NETS "/gulbara.net");
EMBED(unsigned char, alea_net_ur, ALEA_TABLES_NETS "/ur.net");
EMBED(unsigned char, alea_net_tawla31, ALEA_TABLES_NETS "/tawla31.net");
EMBED(unsigned char, alea_net_aceydeucey, ALEA_TABLES_NETS "/aceydeucey.net");
EMBED(unsigned char, alea_net_russian, ALEA_TABLES_NETS "/russian.net");
EMBED(unsigned char, alea_net_tawula, ALEA_TABLES_NETS "/tawula.net");
EMBED(unsigned char, alea_net_tabula, ALEA_TABLES_NETS "/tabula.net");
EMBED(unsigned char, alea_net_senet, ALEA_TABLES_NETS "/senet.net");

/* A game, the game whose net judges it, and that net. The rules of the two differ in
 * little: what borrowed nets win is in docs/training.md. */
static const struct {
    const char *game, *of;
    const unsigned char *start, *end;
} nets[] = {
    {"portes", "portes", alea_net_portes_start, alea_net_portes_end},
    {"tavla", "portes", alea_net_portes_start, alea_net_portes_end},
    {"sugoroku", "portes", alea_net_portes_start, alea_net_portes_end},
    {"irish", "portes", alea_net_portes_start, alea_net_portes_end},
    {"plakoto", "plakoto", alea_net_plakoto_start, alea_net_plakoto_end},
    {"tapa", "plakoto", alea_net_plakoto_start, alea_net_plakoto_end},
    {"mahbusa", "plakoto", alea_net_plakoto_start, alea_net_plakoto_end},
    {"pingame", "plakoto", alea_net_plakoto_start, alea_net_plakoto_end},
    {"fevga", "fevga", alea_net_fevga_start, alea_net_fevga_end},
    {"moultezim", "fevga", alea_net_fevga_start, alea_net_fevga_end},
    {"nardi", "nardi", alea_net_nardi_start, alea_net_nardi_end},
    {"gulbara", "gulbara", alea_net_gulbara_start, alea_net_gulbara_end},
    {"ur", "ur", alea_net_ur_start, alea_net_ur_end},
    {"tawla31", "tawla31", alea_net_tawla31_start, alea_net_tawla31_end},
    {"aceydeucey", "aceydeucey", alea_net_aceydeucey_start, alea_net_aceydeucey_end},
    {"russian", "russian", alea_net_russian_start, alea_net_russian_end},
    {"tawula", "tawula", alea_net_tawula_start, alea_net_tawula_end},
    {"tabula", "tabula", alea_net_tabula_start, alea_net_tabula_end},
    {"senet", "senet", alea_net_senet_start, alea_net_senet_end},
};

const alea_tables_net *alea_tables_net_for(const alea_tables_rules *rules)
{
    for (size_t i = 0; i < sizeof nets / sizeof *nets; i++) {
        alea_tables_rules like = *rules, of;
        if (strcmp(nets[i].game, rules->name) != 0) continue;
        const alea_tables_net *found =
            alea_tables_net_in(nets[i].start, (size_t)(nets[i].end - nets[i].start));
        if (!found || alea_tables_find(nets[i].of, &of, NULL) != ALEA_OK) return NULL;
        /* The inputs are the same from another start (pingame). */
        memcpy(like.start, of.start, sizeof like.start);
        return alea_tables_net_fits(found, &like) ? found : NULL;
    }
    return NULL;
}
