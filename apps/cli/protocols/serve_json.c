/* `alea serve-json`: every command as a request a line in, an answer a line out.
 * docs/protocol.md is its description. */
#include "base/error.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"
#include "list.h"
#include "serve_job.h"
#include "json/error.h"
#include "json/text.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_JOBS = 64, MOST_WORDS = 256, MOST_WAITING = 1024, LINE_CAP = 16 << 20 };

static const char about[] =
    "Reads requests from standard input, one JSON object per line, and answers each with one\n"
    "line, as soon as it is done. Several run at once. A request:\n"
    "  {\"id\": 1, \"command\": \"move\", \"args\": [\"--json\", \"4HPwATDgc/ABMA\", \"31\"]}\n"
    "with \"input\": \"...\" where the command reads standard input. Its answer:\n"
    "  {\"id\": 1, \"status\": 0, \"output\": [...], \"messages\": [...]}\n"
    "output has the command's lines, parsed where they are JSON; messages what it wrote to\n"
    "standard error. {\"id\": 2, \"cancel\": 1} stops request 1, {\"id\": 3, "
    "\"commands\": true}\n"
    "lists what there is. The end of the input ends the server when all is answered.";

typedef struct server {
    serve_job job[MOST_JOBS];
    int jobs; /* places in use at most */
    json_t *waiting[MOST_WAITING];
    size_t waiting_count;
    line_reader lines;
    bool input_over;
    const command *commands; /* ended by a name NULL */
} server;

static void answer(json_t *value)
{
    json_print_line(stdout, value);
    fflush(stdout);
}

/* Consumes the reference to `error`. */
static void answer_error(json_t *id, json_t *error)
{
    json_t *value = json_object();
    json_object_set_new(value, "id", id ? json_incref(id) : json_null());
    json_object_set_new(value, "error", error);
    answer(value);
}

static void refuse(json_t *id, const char *code, const char *reason)
{
    answer_error(id, error_json(code, reason));
}

/* ---- starting ---- */

static const command *find_servable(const server *s, const char *name)
{
    static const char *const never[] = {"play",  "external",   "ubgi",
                                        "serve", "serve-json", "admin"};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (strcmp(name, never[i]) == 0) return NULL;
    for (const command *c = s->commands; c->name; c++)
        if (strcmp(c->name, name) == 0) return c;
    return NULL;
}

/* A mistyped "args" would else run the command without them. */
static const char *unknown_key(json_t *request)
{
    static const char *const known[] = {"id",    "command", "args",
                                        "input", "cancel",  "commands"};
    const size_t count = sizeof known / sizeof *known;
    const char *key;
    json_t *value;
    json_object_foreach(request, key, value)
    {
        size_t i = 0;
        while (i < count && strcmp(key, known[i]) != 0) i++;
        if (i == count) return key;
    }
    return NULL;
}

/* The fault of a request of any kind, or NULL. */
static const char *kind_fault(const json_t *request)
{
    const json_t *commands = json_object_get(request, "commands");
    const int kinds = (json_object_get(request, "command") != NULL) +
                      (json_object_get(request, "cancel") != NULL) + (commands != NULL);
    if (kinds != 1)
        return "a request has exactly one of \"command\", \"cancel\" and \"commands\"";
    if (commands && !json_is_true(commands)) return "\"commands\" must be true";
    if (!json_object_get(request, "command") &&
        (json_object_get(request, "args") || json_object_get(request, "input")))
        return "\"args\" and \"input\" belong to \"command\"";
    return NULL;
}

/* The fault of a request for a command, or NULL. */
static const char *request_fault(const server *s, const json_t *request)
{
    const json_t *name = json_object_get(request, "command");
    const json_t *args = json_object_get(request, "args");
    const json_t *input = json_object_get(request, "input");
    if (!json_is_string(name)) return "\"command\" must be a string";
    if (!find_servable(s, json_string_value(name)))
        return "no such command here; {\"commands\": true} lists them";
    if (args && !json_is_array(args)) return "\"args\" must be a list of strings";
    if (json_array_size(args) > MOST_WORDS - 2) return "\"args\" is too long";
    for (size_t i = 0; i < json_array_size(args); i++)
        if (!json_is_string(json_array_get(args, i)))
            return "\"args\" must be a list of strings";
    if (input && !json_is_string(input)) return "\"input\" must be a string";
    return NULL;
}

static void start(const server *s, serve_job *place, const json_t *request)
{
    json_t *id = json_object_get(request, "id");
    const json_t *args = json_object_get(request, "args");
    const json_t *input = json_object_get(request, "input");
    const char *name = json_string_value(json_object_get(request, "command"));
    char *words[MOST_WORDS] = {NULL};
    int count = 0;
    bool copied = (words[count++] = strdup(name)) != NULL;
    for (size_t i = 0; i < json_array_size(args); i++) {
        words[count] = strdup(json_string_value(json_array_get(args, i)));
        copied = copied && words[count++];
    }
    errno = ENOMEM;
    if (!copied ||
        !serve_job_start(place, json_incref(id), find_servable(s, name), count, words,
                         json_string_value(input), json_string_length(input)))
        refuse(id, "system", strerror(errno));
    for (int i = 0; i < count; i++) free(words[i]);
}

static serve_job *free_place(server *s)
{
    for (int i = 0; i < s->jobs; i++)
        if (!s->job[i].id) return &s->job[i];
    return NULL;
}

static void start_waiting(server *s)
{
    serve_job *place;
    while (s->waiting_count > 0 && (place = free_place(s))) {
        start(s, place, s->waiting[0]);
        json_decref(s->waiting[0]);
        s->waiting_count--;
        memmove(s->waiting, s->waiting + 1, s->waiting_count * sizeof *s->waiting);
    }
}

/* ---- requests ---- */

static serve_job *find_job(server *s, const json_t *id)
{
    for (int i = 0; i < s->jobs; i++)
        if (s->job[i].id && json_equal(s->job[i].id, id)) return &s->job[i];
    return NULL;
}

static size_t find_waiting(const server *s, const json_t *id)
{
    size_t i = 0;
    while (i < s->waiting_count &&
           !json_equal(json_object_get(s->waiting[i], "id"), id))
        i++;
    return i;
}

static void cancel(server *s, json_t *id, json_t *which)
{
    serve_job *job = find_job(s, which);
    const size_t waiting = find_waiting(s, which);
    if (job) {
        answer(serve_job_finish(job, true));
    } else if (waiting < s->waiting_count) {
        answer(json_pack("{s:O,s:b}", "id", which, "cancelled", 1));
        json_decref(s->waiting[waiting]);
        s->waiting_count--;
        memmove(s->waiting + waiting, s->waiting + waiting + 1,
                (s->waiting_count - waiting) * sizeof *s->waiting);
    } else {
        refuse(id, "no_such_request", "nothing with that id is under way");
        return;
    }
    answer(json_pack("{s:O,s:i}", "id", id, "status", EXIT_DONE));
}

static void list_commands(const server *s, json_t *id)
{
    json_t *list = json_array();
    for (const command *c = s->commands; c->name; c++)
        if (find_servable(s, c->name))
            json_array_append_new(
                list, json_pack("{s:s,s:s}", "name", c->name, "summary", c->summary));
    answer(json_pack("{s:O,s:i,s:o}", "id", id, "status", EXIT_DONE, "output", list));
}

static void take_request(server *s, json_t *request)
{
    json_t *id = json_object_get(request, "id");
    json_t *which = json_object_get(request, "cancel");
    const char *fault = NULL, *odd = unknown_key(request);
    if (!json_is_string(id) && !json_is_integer(id)) {
        refuse(NULL, "bad_request",
               "a request is an object with an \"id\", a string or a whole number");
        return;
    }
    if (odd) {
        char shown[41], reason[120];
        utf8_text(odd, shown, sizeof shown);
        snprintf(reason, sizeof reason,
                 "no \"%s\" here: \"command\", \"args\", \"input\", "
                 "\"cancel\" or \"commands\"",
                 shown);
        refuse(id, "bad_request", reason);
    } else if ((fault = kind_fault(request))) {
        refuse(id, "bad_request", fault);
    } else if (which) {
        cancel(s, id, which);
    } else if (json_object_get(request, "commands")) {
        list_commands(s, id);
    } else if (find_job(s, id) || find_waiting(s, id) < s->waiting_count) {
        refuse(id, "id_in_use", "a request with this id is under way");
    } else if ((fault = request_fault(s, request))) {
        refuse(id, "bad_request", fault);
    } else if (s->waiting_count == MOST_WAITING) {
        refuse(id, "too_many", "too many requests are waiting");
    } else
        s->waiting[s->waiting_count++] = json_incref(request);
}

/* Takes a line that has come whole: this does not wait. */
static bool read_request(server *s)
{
    const line_result result = line_reader_next(&s->lines);
    alea_error error = {.line = s->lines.number};
    json_error_t fault;
    json_t *request;
    switch (result) {
    case LINE_READ:
        if (strspn(s->lines.line, " \t") == s->lines.length) return true;
        request =
            json_loadb(s->lines.line, s->lines.length, JSON_REJECT_DUPLICATES, &fault);
        if (request) {
            take_request(s, request);
            json_decref(request);
            return true;
        }
        alea_error_set(&error, 0, fault.column > 0 ? (size_t)fault.column : 0,
                       "not JSON: %.120s", fault.text);
        answer_error(NULL, error_json_at("bad_json", &error));
        return true;
    case LINE_TOO_LONG:
    case LINE_HAS_NUL:
        alea_error_set(&error, 0, 0, "%s", line_result_text(result));
        answer_error(NULL, error_json_at("bad_line", &error));
        return true;
    case LINE_INTERRUPTED: return true;
    case LINE_END: s->input_over = true; return true;
    case LINE_FAILED: perror("alea serve-json"); return false;
    }
    return false;
}

/* ---- the loop ---- */

static bool anything_under_way(const server *s)
{
    for (int i = 0; i < s->jobs; i++)
        if (s->job[i].id) return true;
    return s->waiting_count > 0;
}

static void read_jobs(server *s, const struct pollfd *wait)
{
    for (int i = 0; i < s->jobs; i++) {
        serve_job *job = &s->job[i];
        if (!job->id) continue;
        if (wait[2 * i].revents && job->out.fd >= 0) serve_job_read(job, &job->out);
        if (wait[2 * i + 1].revents && job->err.fd >= 0) serve_job_read(job, &job->err);
        if (serve_job_ended(job)) answer(serve_job_finish(job, false));
    }
}

/* Reads what poll saw, then takes one line if a whole one is there. Half a line of a
 * silent client does not block the others. */
static bool read_input(server *s, bool readable)
{
    if (readable && line_reader_fill(&s->lines) == LINE_FAILED) {
        perror("alea serve-json");
        return false;
    }
    return s->input_over || !line_reader_has_line(&s->lines) || read_request(s);
}

/* Places in the list for poll, then two for each job. */
enum { WAIT_INPUT, WAIT_OUTPUT, WAIT_JOBS, MOST_WAITS = WAIT_JOBS + 2 * MOST_JOBS };

/* Returns how many. */
static nfds_t list_waits(const server *s, struct pollfd *wait)
{
    wait[WAIT_INPUT] = (struct pollfd){s->input_over ? -1 : s->lines.fd, POLLIN, 0};
    /* Only to notice that the reader is gone, which poll reports unasked; for a file it
     * never does. */
    wait[WAIT_OUTPUT] = (struct pollfd){STDOUT_FILENO, 0, 0};
    nfds_t count = WAIT_JOBS;
    for (int i = 0; i < s->jobs; i++) {
        const serve_job *job = &s->job[i];
        wait[count++] = (struct pollfd){job->id ? job->out.fd : -1, POLLIN, 0};
        wait[count++] = (struct pollfd){job->id ? job->err.fd : -1, POLLIN, 0};
    }
    return count;
}

static int serve(server *s)
{
    for (;;) {
        struct pollfd wait[MOST_WAITS];
        start_waiting(s);
        if (s->input_over && !anything_under_way(s)) return EXIT_DONE;
        if (!output_works()) return EXIT_SYSTEM;
        /* Lines already in the reader's buffer need no waiting for. */
        const bool buffered = !s->input_over && line_reader_has_line(&s->lines);
        const nfds_t waits = list_waits(s, wait);
        if (poll(wait, waits, buffered ? 0 : -1) < 0) {
            if (errno == EINTR) continue;
            perror("alea serve-json");
            return EXIT_SYSTEM;
        }
        if (wait[WAIT_OUTPUT].revents) return EXIT_SYSTEM;
        read_jobs(s, wait + WAIT_JOBS);
        if (!read_input(s, !buffered && wait[WAIT_INPUT].revents)) return EXIT_SYSTEM;
    }
}

int serve_json(int argc, char **argv, const command *commands)
{
    long long jobs = 2;
    const option_spec options[] = {
        INTEGER_OPTION("jobs", 'j', "N",
                       "requests at work at the same time (default 2)", &jobs, 1,
                       MOST_JOBS),
        {0}};
    const args_spec spec = {"", about, options, 0, 0};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    server *s = calloc(1, sizeof *s);
    if (!s) return command_fail_memory("serve-json");
    s->jobs = (int)jobs;
    s->commands = commands;
    line_reader_start(&s->lines, STDIN_FILENO, LINE_CAP);
    serve_jobs_end_on_signals(s->job, s->jobs);
    status = serve(s);
    for (int i = 0; i < s->jobs; i++)
        if (s->job[i].id) json_decref(serve_job_finish(&s->job[i], true));
    for (size_t i = 0; i < s->waiting_count; i++) json_decref(s->waiting[i]);
    line_reader_finish(&s->lines);
    serve_jobs_end_on_signals(NULL, 0);
    free(s);
    return status;
}
