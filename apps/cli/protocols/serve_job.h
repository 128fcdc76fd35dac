/* One request of `alea serve-json` at work: a command in a process of its own, so that
 * it can be cancelled at any moment and cannot harm its neighbours. It does not outlive
 * the server. */
#ifndef ALEA_CLI_PROTOCOLS_SERVE_JOB_H
#define ALEA_CLI_PROTOCOLS_SERVE_JOB_H

#include "cli/io/command.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <jansson.h>

enum { SERVE_OUTPUT_CAP = 64 << 20 };

/* Output read from a pipe so far. */
typedef struct serve_output {
    int fd; /* -1: closed */
    char *bytes;
    size_t length, size;
} serve_output;

typedef struct serve_job {
    json_t *id;    /* NULL: the place is free */
    pid_t process; /* 0: no process (any more) */
    serve_output out, err;
    bool too_long;
} serve_job;

/* Starts `c` with these words (argv[0] is its name) and `input` as its standard input.
 * Takes `id` over. False with errno: nothing was started, `id` is released. */
bool serve_job_start(serve_job *job, json_t *id, const command *c, int argc,
                     char **argv, const char *input, size_t input_length);
/* Reads what is there from one of its pipes; stops the process when it says too
 * much. */
void serve_job_read(serve_job *job, serve_output *from);
/* Both pipes are closed. */
bool serve_job_ended(const serve_job *job);
/* Waits for the process (killing it first, if asked), frees everything but `id`, and
 * gives the answer. */
json_t *serve_job_finish(serve_job *job, bool kill_it);

/* From now on SIGINT, SIGTERM and SIGHUP stop the processes of these jobs (which stay
 * where they are) and end the program with 128 + the number of the signal. With a count
 * of 0 they only end it. */
void serve_jobs_end_on_signals(const serve_job *job, int count);

#endif
