#include "command.h"
#include "signals/stop.h"
#include "trainer/run/state.h"
#include "trainer/tables/course.h"

#include <stdio.h>
#include <string.h>

static int read_arguments(int argc, char **argv, settings *s, char *reason, size_t size)
{
    settings_default(s);
    if (settings_read(argv[1], s, reason, size) != 0) return -1;
    for (int i = 2; i < argc; i++) {
        char text[TEXT_SIZE + 64];
        const char *equals = strchr(argv[i], '=');
        if (!equals || strlen(argv[i]) >= sizeof text) {
            snprintf(reason, size, "'%.60s': expected key=value", argv[i]);
            return -1;
        }
        strcpy(text, argv[i]);
        text[equals - argv[i]] = '\0';
        if (settings_set(s, text, equals + 1, reason, size) != 0) return -1;
    }
    if (s->overlap && s->float_play) {
        snprintf(reason, size,
                 "overlap and float_play: the player would change as it plays");
        return -1;
    }
    if (s->minutes > 0 || s->rounds > 0) return 0;
    snprintf(reason, size, "%s: neither minutes nor rounds: it would never end",
             argv[1]);
    return -1;
}

int command_run(int argc, char **argv)
{
    settings s;
    char reason[512] = "";
    if (argc < 2) {
        fprintf(stderr, "usage: alea-train run FILE [key=value]...\n");
        return STATUS_USAGE;
    }
    if (read_arguments(argc, argv, &s, reason, sizeof reason) != 0) {
        train_say("%s", reason);
        return STATUS_USAGE;
    }
    int (*const train)(const settings *, const volatile sig_atomic_t *, char *,
                       size_t) = s.game[0] ? tables_course_run : run_train;
    int status = train(&s, stop_on_signals(0), reason, sizeof reason);
    if (status < 0) {
        train_say("%s", reason);
        return STATUS_SYSTEM;
    }
    if (status == 1) train_say("stopped and saved; the same command continues");
    return status == 1 ? STATUS_STOPPED : STATUS_DONE;
}
