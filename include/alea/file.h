/* Reads and writes match and position files of many programs. The content decides the
 * format, never the file's name. Functions take and return bytes; none opens a file.
 * Thread-safe: all state belongs to the caller. docs/formats.md lists what each format
 * keeps and loses. */
#ifndef ALEA_FILE_H
#define ALEA_FILE_H

#include <alea/notation.h>
#include <alea/record.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum alea_format {
    ALEA_FORMAT_UNKNOWN = 0,
    ALEA_FORMAT_JOURNAL,  /* alea's own: JSON lines, keeps everything */
    ALEA_FORMAT_MAT,      /* match text (.mat, .txt) */
    ALEA_FORMAT_SGF,      /* GM[6] */
    ALEA_FORMAT_XG,       /* eXtreme Gammon binary (.xg, .xgp); read only */
    ALEA_FORMAT_XG_TEXT,  /* XG text position or analysis */
    ALEA_FORMAT_BGBLITZ,  /* BGBlitz text position; read only */
    ALEA_FORMAT_SNOWIE,   /* Snowie position line; read only */
    ALEA_FORMAT_GAM,      /* Jellyfish .gam; read only */
    ALEA_FORMAT_OLDMOVES, /* FIBS oldmoves; read only */
    ALEA_FORMAT_BGAMMON,  /* bgammon.org replay (.match); read only */
    ALEA_FORMAT_ID,       /* a lone identifier, any of these four; written as an XGID */
    ALEA_FORMAT_GNUBG_ID, /* Position ID:Match ID; found as ALEA_FORMAT_ID */
    ALEA_FORMAT_OGID,     /* OpenGammon's; found as ALEA_FORMAT_ID */
    ALEA_FORMAT_FIBS,     /* "board:You:..."; found as ALEA_FORMAT_ID */
    ALEA_FORMAT_JAVAFIBS, /* JavaFIBS (.match); read only */
    ALEA_FORMAT_GIBBON,   /* Gibbon Match Dump (.gmd); read only */
    ALEA_FORMAT_OGXM,     /* HedgeHog's and OpenGammon's OGXM 2; read only */
    ALEA_FORMAT_BGF,      /* BGBlitz' binary match files (.bgf); read only */
    ALEA_FORMATS          /* how many */
} alea_format;

/* Largest file any reader takes, and the most memory it may use for the record. */
enum { ALEA_FILE_MAX_BYTES = 32 << 20, ALEA_FILE_MAX_MEMORY = 48 << 20 };

/* "journal", "mat", "sgf", "xg", ...; NULL past the end. Static storage. */
ALEA_API const char *alea_format_name(alea_format format);
/* The format with that name ("txt" is "mat", "xgid" is "id"), or
 * ALEA_FORMAT_UNKNOWN. */
ALEA_API alea_format alea_format_find(const char *name);
/* The usual suffix without its dot. Static storage. */
ALEA_API const char *alea_format_suffix(alea_format format);
ALEA_API bool alea_format_writable(alea_format format);
/* The format of these bytes, or ALEA_FORMAT_UNKNOWN. */
ALEA_API alea_format alea_format_sniff(const void *bytes, size_t size);

/* Called for each problem that a reader worked around; `line` counts from 1, 0 = not
 * known. `text` is one sentence, valid during the call. */
typedef void alea_warn(void *context, size_t line, const char *text);

/* A rule of a file: taken from the file, or overridden by the caller. */
typedef enum alea_rule_choice {
    ALEA_RULE_AS_FILE = 0,
    ALEA_RULE_ON,
    ALEA_RULE_OFF
} alea_rule_choice;

/* Value of alea_import_options.match_length for money play. */
enum { ALEA_LENGTH_MONEY = -1 };

/* All zero is valid: detect the format, require whole files, use the heap and the
 * file's rules. */
typedef struct alea_import_options {
    alea_format format; /* ALEA_FORMAT_UNKNOWN: by content */
    bool partial;       /* keep what was read before the first error */
    bool resume;        /* journal: a last line cut short is dropped, not refused */
    /* OGID without a ply number: the turn field names the player to act (AnkiGammon up
     * to 1.8.1), not the one who acted. */
    bool ogid_turn_is_next;
    alea_memory memory; /* for the record; resize NULL: the heap */
    alea_warn *warn;    /* NULL: warnings are only counted */
    void *warn_context;
    /* Refuse the file if any part of it cannot be understood. Otherwise such a part
     * ends its game with a warning, and reading goes on with the next game. */
    bool strict;
    /* Rules that replace those of the file. */
    int match_length; /* points; ALEA_LENGTH_MONEY; 0: as the file says */
    alea_rule_choice jacoby, beavers, crawford;
    /* Most bytes that a packed file (.xg, .bgf) may unpack to; 0: the reader's own
     * limit, 68 MB. */
    size_t most_unpacked;
} alea_import_options;

typedef struct alea_import_report {
    alea_format format;
    size_t warnings;
    bool stopped; /* partial: reading ended at `where` */
    alea_error where;
    size_t good_bytes; /* journal: bytes up to the end of the last whole line */
    uint32_t check;    /* journal: to go on writing after good_bytes */
    size_t unpacked;   /* bytes that a packed file was unpacked to, also on failure */
} alea_import_report;

/* Reads a file into `record`, which must not hold memory: the call initializes it, and
 * the caller clears it afterwards. On failure the record holds nothing. With
 * options->partial it keeps what was read before the error, returns ALEA_OK, and the
 * report names the place. `report` and `error` may be NULL. */
ALEA_API alea_status alea_import(const void *bytes, size_t size,
                                 const alea_import_options *options,
                                 alea_record *record, alea_import_report *report,
                                 alea_error *error);

/* One position of a text that holds many: its identifier and what stands below it (for
 * BGBlitz also the board above), for alea_import with this format. */
typedef struct alea_piece {
    const char *bytes;
    size_t size;
    size_t line; /* of its first line in the text, from 1 */
    alea_format format;
} alea_piece;

/* Finds the position behind *piece, which begins as all zero; false: there is no more.
 * A damaged identifier is a piece, too. Text in UTF-16 is one piece. Valid as long as
 * the text. */
ALEA_API bool alea_piece_next(const void *bytes, size_t size, alea_piece *piece);

typedef struct alea_export_options {
    alea_warn *warn; /* what the format cannot hold; line 0 */
    void *warn_context;
    bool gnubg_points; /* match text: 25 and 0 for bar and off */
} alea_export_options;

/* Writes the record as a file. *bytes is allocated and NUL-terminated; the caller frees
 * it with free(). `options` may be NULL. */
ALEA_API alea_status alea_export(const alea_record *record, alea_format format,
                                 const alea_export_options *options, char **bytes,
                                 size_t *size, alea_error *error);

/* Memory from the heap, at most ALEA_FILE_MAX_MEMORY in one block. */
ALEA_API alea_memory alea_memory_heap(void);
/* Allocates an empty record, for callers that cannot know its size; NULL if out of
 * memory. alea_record_free frees the record and its contents; NULL is allowed. */
ALEA_API alea_record *alea_record_new(void);
ALEA_API void alea_record_free(alea_record *record);
/* The same for a match state: all zero, to be written by alea_record_state or
 * alea_match_of_position. */
ALEA_API alea_match *alea_match_new(void);
ALEA_API void alea_match_free(alea_match *match);
/* A position, all zero, and rules, those of alea_rules_default. */
ALEA_API alea_position *alea_position_new(void);
ALEA_API void alea_position_free(alea_position *position);
ALEA_API alea_rules *alea_rules_new(void);
ALEA_API void alea_rules_free(alea_rules *rules);

/* Writes the journal line by line, for callers that store every event before the next
 * one. `check` chains the lines: start with 0, pass it from call to call; after an
 * import continue with report->check. Each call allocates *line with one line and its
 * newline; the caller frees it. */
ALEA_API alea_status alea_journal_header(const alea_record *record, uint32_t *check,
                                         char **line, size_t *size);
ALEA_API alea_status alea_journal_entry(const alea_record *record, size_t index,
                                        uint32_t *check, char **line, size_t *size);
/* A tag that became known later (a revealed dice seed). */
ALEA_API alea_status alea_journal_tag(const char *key, const char *value,
                                      uint32_t *check, char **line, size_t *size);
/* The last `count` entries (1 or more) were taken back: a reader drops them, and counts
 * such lines in the tag "x-taken-back". */
ALEA_API alea_status alea_journal_back(size_t count, uint32_t *check, char **line,
                                       size_t *size);

#ifdef __cplusplus
}
#endif
#endif
