/* Uploads of match files. A short text is read at once; long and compressed files are
 * read by a worker while the answer waits, so that no file blocks the loop. */
#include "parts.h"
#include "routes.h"

#include "analysis.h"
#include "later.h"
#include "notes.h"
#include "progress.h"

#include "server/study/render/match_json.h"
#include "server/support/limits.h"
#include "json/error.h"

#include <alea/file.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    SMALL_BYTES = 64 * 1024, /* of text; a compressed file may unpack to any size */
    MOST_ENTRIES = 8000,     /* events, about 80 games */
    MOST_WARNINGS = 50,
    UNPACKED_MOST = 16 * 1024 * 1024,
    STORED_LEAST = 12, /* KB */
    STORED_TIMES = 8 /* storage of a match with its analysis, in sizes of its journal */
};

/* One upload, from its bytes to the stored match. */
typedef struct upload {
    study *study;
    http_person who;
    char address[64];
    char *bytes;
    size_t size;
    bool partial;
    int you; /* the uploader's seat; -1 = by the name */
    char file[128];
    /* Made by read_file. */
    alea_status status;
    alea_error error;
    alea_import_report report;
    json_t *warnings; /* [{"line", "text"}] */
    char *journal;
    size_t journal_size;
    char names[2][132], preset[24], xgid[ALEA_XGID_SIZE];
    int match_length, score[2], winner, games;
    bool decided, too_long;
} upload;

static void upload_free(void *work)
{
    upload *u = work;
    json_decref(u->warnings);
    free(u->bytes);
    free(u->journal);
    free(u);
}

/* ---- reading; any thread ---- */

static void keep_warning(void *context, size_t line, const char *text)
{
    upload *u = context;
    if (json_array_size(u->warnings) >= MOST_WARNINGS) return;
    json_t *words = json_string(text);
    json_array_append_new(u->warnings,
                          json_pack("{s:I,s:o}", "line", (json_int_t)line, "text",
                                    words ? words : json_string("?")));
}

/* Copies a displayed name: printable UTF-8, at most 32 characters. */
static void take_name(const char *tag, const char *otherwise, char out[132])
{
    snprintf(out, 132, "%s", tag && *tag ? tag : otherwise);
    while (*out && !http_is_plain(out, 1, 32)) out[strlen(out) - 1] = '\0';
    if (!*out) snprintf(out, 132, "%s", otherwise);
}

static void take_facts(upload *u, const alea_record *record)
{
    const alea_match *m = &record->now;
    const char *preset = alea_preset_name(record->rules.preset);
    alea_position p;
    take_name(alea_record_tag_value(record, "player_a"), "Player A", u->names[0]);
    take_name(alea_record_tag_value(record, "player_b"), "Player B", u->names[1]);
    snprintf(u->preset, sizeof u->preset, "%s", preset ? preset : "");
    u->match_length = record->rules.match_length;
    u->score[0] = alea_match_points(m, ALEA_A);
    u->score[1] = alea_match_points(m, ALEA_B);
    u->winner = (int)m->match_winner;
    u->games = alea_record_games(record);
    u->decided = match_has_decisions(record);
    u->too_long = record->entries > MOST_ENTRIES;
    alea_position_of_match(m, &p);
    if (alea_xgid_write(&p, u->xgid) != ALEA_OK) u->xgid[0] = '\0';
}

static void read_file(upload *u)
{
    alea_record record;
    const alea_import_options options = {.partial = u->partial,
                                         .resume = u->partial,
                                         .most_unpacked = UNPACKED_MOST,
                                         .warn = keep_warning,
                                         .warn_context = u};
    u->status =
        alea_import(u->bytes, u->size, &options, &record, &u->report, &u->error);
    if (u->status != ALEA_OK) return;
    take_facts(u, &record);
    if (u->decided && !u->too_long)
        u->status = alea_export(&record, ALEA_FORMAT_JOURNAL, NULL, &u->journal,
                                &u->journal_size, &u->error);
    alea_record_clear(&record);
}

static void read_work(void *work, alea_engine *engine)
{
    (void)engine;
    read_file(work);
}

/* ---- storing; the loop's thread ---- */

/* Answers 400 with the place in the file. */
static void refuse_file(const upload *u, http_reply *reply)
{
    const alea_error *e = &u->error;
    const bool unknown = u->report.format == ALEA_FORMAT_UNKNOWN;
    const char *code = unknown ? "unknown_format" : "bad_file";
    json_t *o = e->reason[0] ? error_json_at(code, e)
                             : error_json(code, "Unknown or damaged match file.");
    http_answer(reply, 400, error_answer(o));
}

static int seat_of(const upload *u)
{
    if (u->you >= 0) return u->you;
    for (int i = 0; i < 2; i++)
        if (strcasecmp(u->names[i], u->who.name) == 0) return i;
    return -1;
}

static char *head_of(const upload *u)
{
    const int you = seat_of(u);
    json_t *head =
        json_pack("{s:s,s:s,s:I,s:o}", "format", alea_format_name(u->report.format),
                  "file", u->file, "warnings", (json_int_t)u->report.warnings, "you",
                  you < 0 ? json_null() : json_integer(you));
    char *text = head ? json_dumps(head, JSON_COMPACT) : NULL;
    json_decref(head);
    return text;
}

static bool store(study *s, const upload *u, const char *id)
{
    storage_game game = {.stage = STAGE_UPLOADED,
                         .created = server_now(),
                         .match_length = u->match_length,
                         .score = {u->score[0], u->score[1]},
                         .winner = u->winner,
                         .pr = {(double)NAN, (double)NAN},
                         .luck = (double)NAN};
    char *head = head_of(u);
    if (!head) return false;
    game.changed = game.created;
    memcpy(game.id, id, ID_SIZE);
    memcpy(game.user[0], u->who.user, ID_SIZE);
    memcpy(game.names, u->names, sizeof game.names);
    memcpy(game.preset, u->preset, sizeof game.preset);
    bool stored = storage_game_put(s->parts.store, &game, head) == ALEA_OK;
    free(head);
    /* The note too: without it a crash of the server would lose the analysis. */
    if (stored && (storage_blob_put(s->parts.store, id, "journal", u->journal,
                                    u->journal_size) != ALEA_OK ||
                   note_want(s->parts.store, id, ALEA_EFFORT_FAST, u->who.user, NULL) !=
                       ALEA_OK)) {
        storage_game_remove(s->parts.store, id);
        stored = false;
    }
    return stored;
}

static void accept(study *s, upload *u, http_reply *reply)
{
    char id[ID_SIZE], job_id[ID_SIZE];
    char *journal = malloc(u->journal_size);
    if (!journal) {
        http_refuse(reply, 500, "no_memory", "The server is out of memory. Try again.");
        return;
    }
    memcpy(journal, u->journal, u->journal_size);
    const double stored = STORED_TIMES * (double)u->journal_size / 1024 + STORED_LEAST;
    if (!limits_take_storage(s->parts.limit, u->address, u->who.user, u->who.guest,
                             stored, server_ticks(), &reply->retry_after_s)) {
        free(journal);
        http_refuse(reply, 429, "too_many",
                    "You have reached your storage limit for today.");
        return;
    }
    server_new_id(id);
    if (!study_analyse(s, id, journal, u->journal_size, ALEA_EFFORT_FAST, u->who.user,
                       NULL, u->address, job_id)) {
        study_refuse_full(reply);
        return;
    }
    if (!store(s, u, id)) {
        jobs_cancel(s->parts.work, job_id, u->who.user);
        server_log("error", "storage", "call", "upload", NULL);
        http_refuse_storage(reply);
        return;
    }
    json_t *o = json_pack("{s:s,s:s,s:O,s:i,s:s}", "match", id, "format",
                          alea_format_name(u->report.format), "warnings", u->warnings,
                          "games", u->games, "job", job_id);
    if (u->report.stopped)
        json_object_set_new(o, "stopped",
                            json_pack("{s:I,s:s}", "line",
                                      (json_int_t)u->report.where.line, "text",
                                      u->report.where.reason));
    http_answer(reply, 201, o);
}

static void answer(void *work, http_reply *reply)
{
    upload *u = work;
    if (u->status != ALEA_OK) {
        refuse_file(u, reply);
    } else if (u->too_long) {
        http_refuse(reply, 413, "too_long",
                    "The match has more than %d events: send it in parts.",
                    MOST_ENTRIES);
    } else if (!u->decided) {
        json_t *error =
            error_json("no_match", "The file holds a position without any play.");
        json_object_set_new(error, "id", json_string(u->xgid));
        http_answer(reply, 422, error_answer(error));
    } else {
        accept(u->study, u, reply);
    }
}

static const later_kind uploaded = {.class_ = JOB_FILES,
                                    .name = "upload",
                                    .make = read_work,
                                    .answer = answer,
                                    .free_work = upload_free};

static upload *upload_new(study *s, const http_request *request)
{
    char text[128];
    upload *u = calloc(1, sizeof *u);
    if (!u) return NULL;
    u->bytes = malloc(request->body_size);
    u->warnings = json_array();
    if (!u->bytes || !u->warnings) {
        upload_free(u);
        return NULL;
    }
    memcpy(u->bytes, request->body, request->body_size);
    u->study = s;
    u->size = request->body_size;
    u->who = request->who;
    snprintf(u->address, sizeof u->address, "%s", request->address);
    u->partial = http_query(request, "partial", text, sizeof text) && *text == '1';
    u->you = -1;
    if (http_query(request, "you", text, sizeof text) &&
        (strcmp(text, "0") == 0 || strcmp(text, "1") == 0))
        u->you = *text - '0';
    if (http_query(request, "name", text, sizeof text) && http_is_plain(text, 1, 120))
        snprintf(u->file, sizeof u->file, "%s", text);
    return u;
}

/* An .xg file is an archive of compressed parts, so its size says little. */
static bool is_read_at_once(const upload *u)
{
    return u->size <= SMALL_BYTES &&
           alea_format_sniff(u->bytes, u->size) != ALEA_FORMAT_XG;
}

static void matches_post(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    if (!limits_take(s->parts.limit, request->address, LIMIT_UPLOAD, server_ticks(),
                     &reply->retry_after_s)) {
        http_refuse(reply, 429, "too_many",
                    "You have uploaded too many files: try again later.");
        return;
    }
    if (!request->body || request->body_size == 0) {
        http_refuse(reply, 400, "bad_file", "The file is empty.");
        return;
    }
    upload *u = upload_new(s, request);
    if (!u) {
        http_refuse(reply, 500, "no_memory", "The server is out of memory. Try again.");
        return;
    }
    study_answer_later(s, request, &uploaded, u, u->size, is_read_at_once(u), reply);
}

const http_route study_upload_routes[] = {
    {HTTP_POST, "/api/matches", ROUTE_CHANGE, matches_post},
    {0},
};
