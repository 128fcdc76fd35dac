/* Records of tables matches as text, short identifiers of positions, boards in letters.
 * docs/tables.md describes them. */
#ifndef ALEA_TABLES_RECORD_H
#define ALEA_TABLES_RECORD_H

#include <alea/tables_match.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ALEA_TABLES_EVENT_SIZE = 96, ALEA_TABLES_HEADER_SIZE = 4096 };

/* An event as one line without its end: "A play 24/21 24/23". `rules`: of the game in
 * progress. Returns the length. */
ALEA_API size_t alea_tables_event_write(const alea_tables_rules *rules,
                                        const alea_tables_event *event,
                                        char out[ALEA_TABLES_EVENT_SIZE]);
/* Reads such a line. The error has the column. */
ALEA_API alea_status alea_tables_event_read(const alea_tables_rules *rules,
                                            const char *text, size_t length,
                                            alea_tables_event *event,
                                            alea_error *error);

/* The first lines of a record: "alea tables 1", then for each game of the series its
 * name and the options that differ from its preset. Returns the length. */
ALEA_API size_t alea_tables_header_write(const alea_tables_series *series,
                                         char out[ALEA_TABLES_HEADER_SIZE]);

/* Called after each event of a record. */
typedef void alea_tables_visit(void *context, const alea_tables_match *after,
                               const alea_tables_event *event);
/* Reads a record and applies its events to *match, which is started anew. Empty lines
 * and those that begin with "#" are skipped. `visit` may be NULL. At the first bad or
 * refused line it returns with the error's line and reason; *match is then the state
 * before that line, or unchanged if the header is bad. */
ALEA_API alea_status alea_tables_record_read(const char *text, size_t length,
                                             alea_tables_match *match,
                                             alea_tables_turns *turns,
                                             alea_tables_visit *visit, void *context,
                                             alea_error *error);

/* "plakoto:" and at most 18 characters of base64url. The options of the rules are not
 * in it. */
enum { ALEA_TABLES_ID_SIZE = 48 };
/* Returns the length. `board` must be valid. */
ALEA_API size_t alea_tables_id_write(const alea_tables_rules *rules,
                                     const alea_tables_board *board,
                                     char out[ALEA_TABLES_ID_SIZE]);
/* Refuses the ID of another game. Every position has exactly one ID. */
ALEA_API alea_status alea_tables_id_read(const alea_tables_rules *rules,
                                         const char *text, size_t length,
                                         alea_tables_board *board, alea_error *error);

/* The board in letters, seen and numbered by the player to move: X is his, O the
 * opponent's, x and o are pinned. Five lines, then one for each side. */
enum { ALEA_TABLES_DIAGRAM_SIZE = 600 };
/* Returns the length. */
ALEA_API size_t alea_tables_diagram_write(const alea_tables_rules *rules,
                                          const alea_tables_board *board,
                                          char out[ALEA_TABLES_DIAGRAM_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
