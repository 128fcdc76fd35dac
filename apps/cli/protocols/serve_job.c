#include "serve_job.h"
#include "cli/io/lines.h"
#include "json/error.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { CHUNK = 65536 };

/* ---- the end by a signal ---- */

/* The handler can reach nothing but objects of static duration. It ends the program
 * instead of leaving a mark for the loop, since the loop may be held up in writing to a
 * client that does not read. This, and the processes of the jobs, change only while the
 * signals are held. */
static struct {
    const serve_job *job;
    int count;
} watched;

static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDING = sizeof ending / sizeof *ending };

static void set_ending(int how)
{
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < ENDING; i++) sigaddset(&set, ending[i]);
    sigprocmask(how, &set, NULL);
}

static void hold_signals(void)
{
    set_ending(SIG_BLOCK);
}

static void release_signals(void)
{
    set_ending(SIG_UNBLOCK);
}

/* SIGTERM lets a rollout save what it has. */
static void on_ending(int number)
{
    for (int i = 0; i < watched.count; i++)
        if (watched.job[i].process > 0) kill(watched.job[i].process, SIGTERM);
    _exit(128 + number);
}

void serve_jobs_end_on_signals(const serve_job *job, int count)
{
    hold_signals();
    watched.job = job;
    watched.count = count;
    for (int i = 0; i < ENDING; i++) {
        /* A signal that was ignored at start (nohup) stays ignored. */
        struct sigaction before, action = {.sa_handler = on_ending};
        sigemptyset(&action.sa_mask);
        if (sigaction(ending[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(ending[i], &action, NULL);
    }
    release_signals();
}

/* In the child, the signals being held: it ends by them as any command does, and when
 * the server ends in whatever way, SIGKILL included. */
static void end_with(pid_t server)
{
    for (int i = 0; i < ENDING; i++) {
        struct sigaction now;
        if (sigaction(ending[i], NULL, &now) == 0 && now.sa_handler == on_ending)
            signal(ending[i], SIG_DFL);
    }
    signal(SIGTERM, SIG_DFL); /* the server may have been started ignoring it */
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    release_signals();
    if (getppid() != server) _exit(128 + SIGTERM); /* it was quicker */
}

/* ---- the process ---- */

/* A file that is gone when it is closed, holding the input; -1 with errno. */
static int input_file(const char *input, size_t length)
{
    if (length == 0) return open("/dev/null", O_RDONLY);
    FILE *file = tmpfile();
    if (!file) return -1;
    int fd = -1;
    if (fwrite(input, 1, length, file) == length && fflush(file) == 0) {
        fd = dup(fileno(file));
        if (fd >= 0) lseek(fd, 0, SEEK_SET);
    }
    const int why = errno;
    fclose(file);
    errno = why;
    return fd;
}

/* In the child: runs the command and ends. */
static void become(const command *c, int argc, char **argv, int in, int out, int err)
{
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    /* The child must not keep the parent's descriptors. */
    for (int fd = STDERR_FILENO + 1; fd < 256; fd++) close(fd);
    const int status = c->run(argc, argv), written = output_flush();
    fflush(stderr);
    _exit(written != EXIT_DONE ? written : status);
}

bool serve_job_start(serve_job *job, json_t *id, const command *c, int argc,
                     char **argv, const char *input, size_t input_length)
{
    int out[2] = {-1, -1}, err[2] = {-1, -1};
    pid_t process = -1;
    const int in = input_file(input, input_length);
    fflush(stdout);
    const pid_t server = getpid();
    hold_signals();
    if (in >= 0 && pipe(out) == 0 && pipe(err) == 0) process = fork();
    if (process == 0) {
        end_with(server);
        become(c, argc, argv, in, out[1], err[1]);
    }
    job->process = process > 0 ? process : 0;
    const int why = errno;
    release_signals();
    if (in >= 0) close(in);
    if (out[1] >= 0) close(out[1]);
    if (err[1] >= 0) close(err[1]);
    if (process < 0) {
        if (out[0] >= 0) close(out[0]);
        if (err[0] >= 0) close(err[0]);
        json_decref(id);
        errno = why;
        return false;
    }
    *job = (serve_job){
        .id = id, .process = process, .out = {.fd = out[0]}, .err = {.fd = err[0]}};
    return true;
}

static void close_output(serve_output *o)
{
    if (o->fd >= 0) close(o->fd);
    o->fd = -1;
}

void serve_job_read(serve_job *job, serve_output *from)
{
    if (from->size - from->length < CHUNK) {
        const size_t size = from->size ? from->size * 2 : CHUNK * 2;
        char *bytes = size > SERVE_OUTPUT_CAP ? NULL : realloc(from->bytes, size);
        if (!bytes) {
            job->too_long = true;
            kill(job->process, SIGKILL);
            close_output(from);
            return;
        }
        from->bytes = bytes;
        from->size = size;
    }
    const ssize_t got = read(from->fd, from->bytes + from->length, CHUNK);
    if (got > 0)
        from->length += (size_t)got;
    else if (got == 0 || errno != EINTR)
        close_output(from);
}

bool serve_job_ended(const serve_job *job)
{
    return job->out.fd < 0 && job->err.fd < 0;
}

/* The lines as JSON values. A line that is not JSON becomes a string, with '?' for
 * bytes that are not UTF-8. */
static json_t *lines_of(serve_output *o)
{
    json_t *list = json_array();
    for (size_t at = 0; at < o->length;) {
        char *line = o->bytes + at, *end = memchr(line, '\n', o->length - at);
        const size_t length = end ? (size_t)(end - line) : o->length - at;
        json_t *value = length > 0 && (line[0] == '{' || line[0] == '[')
                            ? json_loadb(line, length, 0, NULL)
                            : NULL;
        if (!value) value = json_stringn(line, length);
        if (!value) {
            for (size_t i = 0; i < length; i++)
                if ((unsigned char)line[i] >= 128) line[i] = '?';
            value = json_stringn(line, length);
        }
        if (value) json_array_append_new(list, value);
        at += length + 1;
    }
    return list;
}

json_t *serve_job_finish(serve_job *job, bool kill_it)
{
    int status = 0;
    if (kill_it) kill(job->process, SIGKILL);
    hold_signals(); /* once waited for, the number may be another process's */
    while (waitpid(job->process, &status, 0) < 0 && errno == EINTR) continue;
    job->process = 0;
    release_signals();
    json_t *answer = json_object();
    json_object_set(answer, "id", job->id);
    if (kill_it) {
        json_object_set_new(answer, "cancelled", json_true());
    } else if (job->too_long) {
        json_object_set_new(answer, "error",
                            error_json("too_long", "the output is too long"));
    } else if (WIFEXITED(status)) {
        json_object_set_new(answer, "status", json_integer(WEXITSTATUS(status)));
        json_object_set_new(answer, "output", lines_of(&job->out));
        if (job->err.length)
            json_object_set_new(answer, "messages", lines_of(&job->err));
    } else {
        json_object_set_new(answer, "error",
                            error_json("stopped", "the command was stopped"));
    }
    close_output(&job->out);
    close_output(&job->err);
    free(job->out.bytes);
    free(job->err.bytes);
    json_decref(job->id);
    *job = (serve_job){0};
    return answer;
}
