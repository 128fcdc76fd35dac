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

const alea_tables_net *alea_tables_net_for(const alea_tables_rules *rules)
{
    const struct {
        const char *game;
        const unsigned char *start, *end;
    } nets[] = {
        {"portes", alea_net_portes_start, alea_net_portes_end},
        {"tavla", alea_net_portes_start, alea_net_portes_end},
        {"plakoto", alea_net_plakoto_start, alea_net_plakoto_end},
        {"fevga", alea_net_fevga_start, alea_net_fevga_end},
        {"nardi", alea_net_nardi_start, alea_net_nardi_end},
        {"gulbara", alea_net_gulbara_start, alea_net_gulbara_end},
        {"ur", alea_net_ur_start, alea_net_ur_end},
    };
    for (size_t i = 0; i < sizeof nets / sizeof *nets; i++) {
        if (strcmp(nets[i].game, rules->name) != 0) continue;
        const alea_tables_net *found =
            alea_tables_net_in(nets[i].start, (size_t)(nets[i].end - nets[i].start));
        return found && alea_tables_net_fits(found, rules) ? found : NULL;
    }
    return NULL;
}
