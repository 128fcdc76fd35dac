#include "row.h"

#include <alea/levels.h>

bool family_row_is_listable(const storage_family *row)
{
    return (int)row->seats >= FAMILY_HERE && row->seats <= FAMILY_OPEN &&
           (int)row->stage >= FAMILY_WAITS && row->stage <= FAMILY_CLOSED &&
           (int)row->clock >= FAMILY_NO_CLOCK && row->clock <= FAMILY_FISCHER;
}

static bool has_level(const storage_family *row)
{
    return alea_level_plays_tables((alea_level)row->level);
}

bool family_row_is_good(const storage_family *row)
{
    return family_row_is_listable(row) && has_level(row);
}

const char *family_row_level(const storage_family *row)
{
    return row->seats == FAMILY_MACHINE && has_level(row)
               ? alea_level_get((alea_level)row->level)->name
               : NULL;
}
