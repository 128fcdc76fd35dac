/* CMake defines ALEA_TABLES_NETS, the folder of the nets, and compiles this file again
 * when one of them changes. */
#include <alea/tables_net.h>

const alea_tables_net *alea_tables_net_for(const alea_tables_rules *rules)
{
    (void)rules;
    return NULL;
}
