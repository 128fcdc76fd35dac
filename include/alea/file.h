/* Matches and positions in files: reading whatever players have, writing what their
 * other tools read. Content decides the format, never a file's name. Nothing here opens
 * a file: bytes in, bytes out. Thread-safe: no state but the caller's. docs/formats.md
 * says what each format keeps and loses. */
#ifndef ALEA_FILE_H
#define ALEA_FILE_H

#include <alea/notation.h>
#include <alea/record.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum alea_format {
    ALEA_FORMAT_UNKNOWN = 0,
    ALEA_FORMAT_JOURNAL,  /* our own: JSON lines, everything kept */
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
/* What these bytes are, or ALEA_FORMAT_UNKNOWN. */
ALEA_API alea_format alea_format_sniff(const void *bytes, size_t size);

/* Called for each oddity a reader got over; `line` from 1, 0 = not known. `text` is one
 * sentence, valid during the call. */
typedef void alea_warn(void *context, size_t line, const char *text);

/* What a rule of a file is: as the file says, or as the caller knows better. */
typedef enum alea_rule_choice {
    ALEA_RULE_AS_FILE = 0,
    ALEA_RULE_ON,
    ALEA_RULE_OFF
} alea_rule_choice;

/* For alea_import_options.match_length: money play. */
enum { ALEA_LENGTH_MONEY = -1 };

/* All zero is a good start: sniff, whole files only, the heap, the rules of the
 * file. */
typedef struct alea_import_options {
    alea_format format; /* ALEA_FORMAT_UNKNOWN: by content */
    bool partial;       /* keep what was read before the first error */
    bool resume;        /* journal: a last line cut short is dropped, not refused */
    bool
        ogid_turn_is_next; /* OGID without a ply number: the turn field names the player
                              to act (AnkiGammon up to 1.8.1), not the one who acted */
    alea_memory memory;    /* for the record; resize NULL: the heap */
    alea_warn *warn;       /* NULL: warnings are only counted */
    void *warn_context;
    /* Refuse the file where something in it cannot be understood. Otherwise that ends
     * the game it stands in, with a warning, and the next game is read. */
    bool strict;
    /* Rules that replace those of the file. */
    int match_length; /* points; ALEA_LENGTH_MONEY; 0: as the file says */
    alea_rule_choice jacoby, beavers, crawford;
} alea_import_options;

typedef struct alea_import_report {
    alea_format format;
    size_t warnings;
    bool stopped; /* partial: reading ended at `where` */
    alea_error where;
    size_t good_bytes; /* journal: bytes up to the end of the last whole line */
    uint32_t check;    /* journal: to go on writing after good_bytes */
} alea_import_report;

/* Reads a file into `record`, which must not hold memory (it is begun here; clear it
 * afterwards). On failure the record holds nothing, unless options->partial: then what
 * was good stays, ALEA_OK is returned and the report says where it stopped. `report`
 * and `error` may be NULL. */
ALEA_API alea_status alea_import(const void *bytes, size_t size,
                                 const alea_import_options *options,
                                 alea_record *record, alea_import_report *report,
                                 alea_error *error);

typedef struct alea_export_options {
    alea_warn *warn; /* what the format cannot hold; line 0 */
    void *warn_context;
    bool gnubg_points; /* match text: 25 and 0 for bar and off */
} alea_export_options;

/* Writes the record as a file: *bytes is allocated, NUL behind the last, the caller's
 * to free(). `options` may be NULL. */
ALEA_API alea_status alea_export(const alea_record *record, alea_format format,
                                 const alea_export_options *options, char **bytes,
                                 size_t *size, alea_error *error);

/* Memory from the heap, at most ALEA_FILE_MAX_MEMORY in one block. */
ALEA_API alea_memory alea_memory_heap(void);
/* An empty record on the heap, for callers that cannot know its size; NULL without
 * memory. alea_record_free gives it and what it holds back; NULL is allowed. */
ALEA_API alea_record *alea_record_new(void);
ALEA_API void alea_record_free(alea_record *record);

/* The journal line by line, for who must have every event on disk before the next.
 * `check` chains the lines: start with 0, hand it on from call to call; after an import
 * take report->check. Each writes one line with its newline into *line (allocated, the
 * caller's to free). */
ALEA_API alea_status alea_journal_header(const alea_record *record, uint32_t *check,
                                         char **line, size_t *size);
ALEA_API alea_status alea_journal_entry(const alea_record *record, size_t index,
                                        uint32_t *check, char **line, size_t *size);
/* A header fact that became known later (a dice seed revealed). */
ALEA_API alea_status alea_journal_tag(const char *key, const char *value,
                                      uint32_t *check, char **line, size_t *size);

#ifdef __cplusplus
}
#endif
#endif
