/* Files that are one position: a lone identifier, or the text of eXtreme Gammon or
 * BGBlitz. */
#ifndef ALEA_FORMATS_IDS_POSITION_FILE_H
#define ALEA_FORMATS_IDS_POSITION_FILE_H

#include "formats/toolkit/exporter.h"
#include "formats/toolkit/importer.h"

alea_status id_import(importer *in);
alea_status xg_text_import(importer *in);
/* As an XGID, or as the identifier that `format` names. */
alea_status id_export(exporter *out, alea_format format);
alea_status xg_text_export(exporter *out);

#endif
