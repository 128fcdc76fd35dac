/* Identifiers in files and as matches: what <alea/notation.h> does not show. */
#ifndef ALEA_FORMATS_IDS_FILES_H
#define ALEA_FORMATS_IDS_FILES_H

#include "formats/toolkit/exporter.h"
#include "formats/toolkit/importer.h"

#include <alea/notation.h>

typedef struct lone_id {
    alea_position position;
    char name[2][ALEA_FIBS_NAME_SIZE]; /* of A and B; "" = not stated */
} lone_id;

/* Reads any identifier of a file. *id must be zeroed; `line` is for warnings. */
alea_status lone_id_read(importer *in, const char *text, size_t length, size_t line,
                         lone_id *id, alea_error *why);
/* A file that is one position: a lone identifier. */
alea_status id_import(importer *in);
/* As an XGID, or as the identifier that `format` names. */
alea_status id_export(exporter *out, alea_format format);
/* The last position of the record, with a warning if there are others. */
alea_status export_last_position(exporter *out, alea_position *position);
/* The names of A and B, or "Player 1", "Player 2". */
void export_player_names(const alea_record *record, const char *names[2]);

/* A position as a match: the rules it needs and the events that lead to it. */
typedef struct position_events {
    alea_event event[7];
    int count;
} position_events;

/* Returns `base` with the rules that the position states. */
alea_rules position_rules(const alea_position *position, const alea_rules *base);
/* From a match just begun under those rules. */
position_events position_make_events(const alea_position *position,
                                     const alea_rules *rules);

/* A record that begins with one position. */

/* Begins the record under the rules that the position needs and appends the events that
 * lead to it. */
alea_status import_position(importer *in, const alea_position *position, size_t line);

/* OGID, as alea_position_read and the file reader use it. */

/* Reads an OGID as OpenGammon writes it. `turn_is_next`: without a ply number the turn
 * field names the player to act, not the one who acted last. `ambiguous` (may be NULL)
 * is set if that mattered. */
alea_status ogid_read(const char *text, size_t length, bool turn_is_next,
                      alea_position *position, bool *ambiguous, alea_error *error);
/* True if the text looks like an OGID without its prefix. */
bool ogid_looks_like(const char *text, size_t length);

/* Snowie position lines. */

/* A file of one such line. */
alea_status snowie_import(importer *in);
/* One line; `error` (may be NULL) gets no line number. */
alea_status snowie_read_line(const char *text, size_t length, alea_position *position,
                             alea_error *error);

#endif
