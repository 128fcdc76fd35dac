#include "child.h"
#include "base/error.h"
#include "cli/io/fail.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

/* `name` beside this program if it is there, else `name` itself, for PATH. */
static void find_program(const char *name, char path[PATH_BYTES])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_BYTES - 64);
    if (length > 0) {
        path[length] = '\0';
        char *slash = strrchr(path, '/');
        snprintf(slash + 1, 60, "%s", name);
        if (access(path, X_OK) == 0) return;
    }
    snprintf(path, PATH_BYTES, "%s", name);
}

static alea_status read_all(int from, size_t cap, char **output, size_t *length,
                            alea_error *error)
{
    size_t size = 1 << 16, used = 0;
    char *bytes = malloc(size);
    for (;;) {
        if (bytes && used + 1 == size) {
            char *more = size < cap ? realloc(bytes, size * 2) : NULL;
            if (!more) free(bytes);
            bytes = more;
            size *= 2;
        }
        if (!bytes)
            return alea_error_fill(error, ALEA_ERROR_MEMORY, 0, 0,
                                   "the output is too large, or out of memory");
        ssize_t got = read(from, bytes + used, size - used - 1);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        used += (size_t)got;
    }
    bytes[used] = '\0';
    *output = bytes;
    *length = used;
    return ALEA_OK;
}

alea_status child_run(const char *name, char *const *arguments, const char *folder,
                      size_t cap, char **output, size_t *length, int *exit_status,
                      alea_error *error)
{
    char path[PATH_BYTES];
    int ends[2];
    *output = NULL;
    find_program(name, path);
    if (pipe(ends) != 0)
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "no pipe: %s",
                               strerror(errno));
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        if (!folder || chdir(folder) == 0) execvp(path, arguments);
        file_say(path, "%s", strerror(errno));
        _exit(127);
    }
    close(ends[1]);
    alea_status status = child < 0 ? alea_error_fill(error, ALEA_ERROR_MEMORY, 0, 0,
                                                     "no process: %s", strerror(errno))
                                   : read_all(ends[0], cap, output, length, error);
    close(ends[0]);
    int ended = 0;
    if (child > 0 && status != ALEA_OK) kill(child, SIGTERM);
    while (child > 0 && waitpid(child, &ended, 0) < 0 && errno == EINTR) continue;
    if (status == ALEA_OK && !WIFEXITED(ended))
        status = alea_error_fill(error, ALEA_ERROR_CANCELLED, 0, 0,
                                 "%s was ended by signal %d", name, WTERMSIG(ended));
    if (status != ALEA_OK) {
        free(*output);
        *output = NULL;
        return status;
    }
    *exit_status = WEXITSTATUS(ended);
    return ALEA_OK;
}
