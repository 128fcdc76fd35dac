/* `alea-train recipe FILE`: runs the steps of a recipe, each as a process of its own.
 * Finished steps are recorded, so that the same command continues after a stop. */
#include "trainer/run/recipe.h"
#include "command.h"
#include "signals/stop.h"

#include <alea/status.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

/* The path of the running program, or of `alea` in the same folder. */
static int program_path(char path[PATH_BYTES], int sibling)
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_BYTES - 16);
    if (length <= 0) return -1;
    path[length] = '\0';
    if (sibling) {
        char *slash = strrchr(path, '/');
        if (!slash) return -1;
        strcpy(slash + 1, "alea");
    }
    return 0;
}

static void print_step(const recipe_step *s, const char *state)
{
    printf("%-10s %-12s", state, s->name);
    for (int i = 0; i < s->words; i++) printf(" %s", s->word[i]);
    printf("\n");
}

/* Runs one step; its exit status, or -1 where it could not be started or was killed.
 * A stop signal that reaches this process alone is passed on. */
static int run_step(const recipe_step *s, const volatile sig_atomic_t *stop)
{
    char path[PATH_BYTES];
    int alea = strcmp(s->word[0], "alea") == 0;
    if (program_path(path, alea) != 0) return -1;
    static char trainer[] = "alea-train";
    char *arguments[RECIPE_ARGUMENTS + 2] = {alea ? s->word[0] : trainer};
    int first = alea ? 1 : 0, count = 1;
    for (int i = first; i <= s->words; i++) arguments[count++] = s->word[i];
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        execv(path, arguments);
        train_say("%s: %s", path, strerror(errno));
        _exit(STATUS_SYSTEM);
    }
    int status = 0, announced = 0;
    while (child > 0 && waitpid(child, &status, WNOHANG) == 0) {
        if (*stop && !announced) {
            kill(child, SIGTERM);
            announced = 1;
        }
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    if (child < 0 || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}

static int run_steps(const recipe *r, int done, const char *journal)
{
    char reason[512] = "";
    const volatile sig_atomic_t *stop = stop_on_signals(0);
    for (int i = done; i < r->steps; i++) {
        const recipe_step *s = &r->step[i];
        char state[32];
        snprintf(state, sizeof state, "[%d/%d]", i + 1, r->steps);
        print_step(s, state);
        int status = run_step(s, stop);
        if (*stop || status == STATUS_STOPPED) {
            train_say("stopped in step %s; the same command continues there", s->name);
            return STATUS_STOPPED;
        }
        if (status != 0) {
            train_say("step %s failed (%s %d); mend it and run the same command again",
                      s->name, status < 0 ? "killed or not started:" : "exit status",
                      status);
            return STATUS_SYSTEM;
        }
        if (recipe_mark(r, i, journal, reason, sizeof reason) != 0) {
            train_say("%s", reason);
            return STATUS_SYSTEM;
        }
    }
    printf("all %d steps are done\n", r->steps);
    return STATUS_DONE;
}

int command_recipe(int argc, char **argv)
{
    int list = argc > 1 && strcmp(argv[1], "--list") == 0;
    if (argc != 2 + list) {
        fprintf(stderr, "usage: alea-train recipe [--list] FILE\n"
                        "Runs the steps of FILE in order. Finished steps are recorded "
                        "in FILE's name with\n"
                        "'.done' in the working folder; the same command continues "
                        "after a stop. --list shows\n"
                        "the steps.\n");
        return STATUS_USAGE;
    }
    const char *path = argv[1 + list], *slash = strrchr(path, '/');
    char journal[PATH_BYTES], reason[512] = "";
    snprintf(journal, sizeof journal, "%s.done", slash ? slash + 1 : path);
    recipe *r = malloc(sizeof *r);
    if (!r) {
        train_say("%s", alea_status_text(ALEA_ERROR_MEMORY));
        return STATUS_SYSTEM;
    }
    int status = STATUS_BAD_INPUT, done = -1;
    if (recipe_read(r, path, reason, sizeof reason) == 0)
        done = recipe_done(r, journal, reason, sizeof reason);
    if (done < 0)
        train_say("%s", reason);
    else if (list) {
        for (int i = 0; i < r->steps; i++)
            print_step(&r->step[i], i < done ? "done" : "to do");
        status = STATUS_DONE;
    } else {
        status = run_steps(r, done, journal);
    }
    free(r);
    return status;
}
