/* `alea admin`: the data of `alea serve`. */
#include "cli/admin/backup.h"
#include "cli/admin/check.h"
#include "cli/admin/club.h"
#include "cli/admin/erase.h"
#include "cli/admin/export.h"
#include "cli/io/args.h"
#include "cli/io/data_place.h"
#include "cli/io/out_file.h"
#include "list.h"
#include "server/people/common_passwords.h"
#include "server/people/passwords.h"

#include <alea/status.h>

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static const char about[] =
    "The data of `alea serve`. All of it may be done while the server runs.\n"
    "  backup DIR     everything, with the key of the server, into a new folder; keep it\n"
    "                 as safe as the server\n"
    "  restore DIR    puts a backup in the place of --data, or into an empty --database;\n"
    "                 what is there is never replaced\n"
    "  migrate FROM TO  copies all data into an empty file or database\n"
    "                 (postgresql://...), and checks the copy; no server may run\n"
    "  check          is the data sound, every desk in it, and the key its own; what is in "
    "it\n"
    "  users          the named accounts\n"
    "  password NAME  gives an account a new password, read from the terminal or one "
    "line\n"
    "                 of standard input, and ends its sessions\n"
    "  remove NAME    removes an account; its games stay under \"somebody\"\n"
    "  export PERSON DIR  everything that a person (name or id) owns, into a new folder\n"
    "  erase PERSON   removes the account, its name in all records, and what it wrote; "
    "asks\n"
    "                 first, without --yes\n"
    "  ratings        with --recompute: computes all ratings again from the rated "
    "results,\n"
    "                 and says how many were different; without: the rated players\n"
    "  reports        what players have reported, newest first\n"
    "  suspicious     accounts whose rated matches somebody should look at: error rate "
    "too\n"
    "                 good for the rating, constant thinking times, one-sided pairs";

static int fail(const alea_error *error)
{
    fprintf(stderr, "alea admin: %s\n", error->reason);
    return EXIT_SYSTEM;
}

static void print_copied(void *context, const char *table, int64_t rows,
                         const char *hash)
{
    (void)context;
    printf("%-16s%12lld rows  %s\n", table, (long long)rows, hash);
}

/* A source that is not there would be made, empty. */
static int run_migrate(const char *from, const char *to)
{
    alea_error error = {0};
    char shown[200];
    if (!storage_is_address(from) && access(from, R_OK | W_OK) != 0) {
        fprintf(stderr, "alea admin: %.200s: %s\n", from, strerror(errno));
        return EXIT_SYSTEM;
    }
    if (storage_copy(from, to, print_copied, NULL, &error) != ALEA_OK)
        return fail(&error);
    storage_describe(to, shown, sizeof shown);
    printf("%s holds the same\n", shown);
    const char *file = storage_is_address(from) ? to : from;
    if (!storage_is_address(file))
        printf("The key of the server is %s.key: keep it with --data %s\n", file, file);
    return EXIT_DONE;
}

static bool print_user(void *context, const storage_user *user)
{
    const time_t made = (time_t)(user->created / 1000);
    struct tm parts;
    char day[16] = "?";
    (void)context;
    if (gmtime_r(&made, &parts)) strftime(day, sizeof day, "%F", &parts);
    printf("%s  %s  %s\n", user->id, day, user->name);
    return true;
}

/* One line, not shown where it is typed. */
static bool read_password(char *out, int size)
{
    struct termios before, hidden;
    const bool typed = tcgetattr(STDIN_FILENO, &before) == 0;
    if (typed) {
        hidden = before;
        hidden.c_lflag &= ~(tcflag_t)ECHO;
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
        fprintf(stderr, "New password: ");
    }
    const bool got = fgets(out, size, stdin) != NULL;
    if (typed) {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
        fprintf(stderr, "\n");
    }
    if (got) out[strcspn(out, "\r\n")] = '\0';
    return got;
}

static int set_password(storage *store, storage_user *user)
{
    char password[PASSWORD_MOST * 4 + 2];
    if (!read_password(password, sizeof password)) {
        fprintf(stderr, "alea admin: no password was given\n");
        return EXIT_USAGE;
    }
    int status = EXIT_DONE;
    if (!http_is_plain(password, PASSWORD_LEAST, PASSWORD_MOST) ||
        password_is_common(password, user->name)) {
        fprintf(stderr,
                "alea admin: a password has %d to %d characters and is not among "
                "the commonest\n",
                PASSWORD_LEAST, PASSWORD_MOST);
        status = EXIT_USAGE;
    } else if (sodium_init() < 0 || !password_hash(password, user->password_hash) ||
               storage_user_put(store, user) != ALEA_OK ||
               storage_sessions_remove_but(store, user->id, "") != ALEA_OK) {
        fprintf(stderr, "alea admin: the password could not be stored\n");
        status = EXIT_SYSTEM;
    }
    sodium_memzero(password, sizeof password);
    return status;
}

static int run_on_user(storage *store, const char *what, const char *name)
{
    storage_user user;
    const storage_answer found = storage_user_named(store, name, &user);
    if (found == ANSWER_FAILED) {
        fprintf(stderr, "alea admin: the accounts cannot be read\n");
        return EXIT_SYSTEM;
    }
    if (found == ANSWER_ABSENT) {
        fprintf(stderr, "alea admin: no account is named \"%.60s\"\n", name);
        return EXIT_USAGE;
    }
    if (strcmp(what, "password") == 0) return set_password(store, &user);
    if (storage_user_remove(store, user.id) == ALEA_OK) return EXIT_DONE;
    fprintf(stderr, "alea admin: the account could not be removed\n");
    return EXIT_SYSTEM;
}

typedef struct admin_options {
    bool recompute, json, yes;
} admin_options;

/* The words that take an open storage. */
static int run_on_store(storage *store, const char *what, char **words,
                        const admin_options *options)
{
    const char *name = words[0];
    if (strcmp(what, "export") == 0) return admin_export(store, name, words[1]);
    if (strcmp(what, "erase") == 0) return admin_erase(store, name, options->yes);
    if (strcmp(what, "ratings") == 0) return admin_ratings(store, options->recompute);
    if (strcmp(what, "reports") == 0) return admin_reports(store);
    if (strcmp(what, "suspicious") == 0) return admin_suspicious(store);
    if (strcmp(what, "users") != 0) return run_on_user(store, what, name);
    return storage_users(store, print_user, NULL) == ALEA_OK ? EXIT_DONE : EXIT_SYSTEM;
}

/* How many words follow; -1: there is no such thing to do. */
static int words_after(const char *what)
{
    static const struct {
        const char *what;
        int words;
    } known[] = {{"backup", 1},  {"restore", 1},    {"password", 1}, {"remove", 1},
                 {"migrate", 2}, {"check", 0},      {"users", 0},    {"ratings", 0},
                 {"reports", 0}, {"suspicious", 0}, {"export", 2},   {"erase", 1}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(what, known[i].what) == 0) return known[i].words;
    return -1;
}

int cmd_admin(int argc, char **argv)
{
    const char *data = NULL, *database = NULL;
    admin_options chosen = {false, false, false};
    const option_spec options[] = {
        {"data", 0, OPTION_TEXT, "FILE", "the server's --data", &data, 0, 0},
        {"database", 0, OPTION_TEXT, "ADDRESS", "the server's --database", &database, 0,
         0},
        {"recompute", 0, OPTION_FLAG, NULL, "ratings: compute them again",
         &chosen.recompute, 0, 0},
        {"json", 0, OPTION_FLAG, NULL, "check: as JSON", &chosen.json, 0, 0},
        {"yes", 0, OPTION_FLAG, NULL, "erase: without asking", &chosen.yes, 0, 0},
        {0}};
    const args_spec spec = {
        "backup DIR | restore DIR | migrate FROM TO | check | users | password NAME | remove NAME | export PERSON DIR | erase PERSON | "
        "ratings [--recompute] | reports | suspicious",
        about, options, 1, 3};
    char path[DATA_PATH_SIZE];
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    const char *what = argv[1];
    const int words = words_after(what);
    if (words < 0) return args_refuse("admin", "there is no \"%.40s\"", what);
    if (chosen.recompute && strcmp(what, "ratings") != 0)
        return args_refuse("admin", "--recompute goes with ratings");
    if (chosen.json && strcmp(what, "check") != 0)
        return args_refuse("admin", "--json goes with check");
    if (chosen.yes && strcmp(what, "erase") != 0)
        return args_refuse("admin", "--yes goes with erase");
    if (operands != words + 1)
        return args_refuse("admin", "%s takes %s", what,
                           words == 2   ? "two words"
                           : words == 1 ? "one word"
                                        : "no word");
    if (strcmp(what, "migrate") == 0 &&
        (out_file_is_standard(argv[2]) || out_file_is_standard(argv[3])))
        return args_refuse("admin", "migrate takes files or databases, not -");
    if ((strcmp(what, "backup") == 0 || strcmp(what, "restore") == 0) &&
        out_file_is_standard(argv[2]))
        return args_refuse("admin", "%s takes a folder, not -", what);
    if (strcmp(what, "export") == 0 && out_file_is_standard(argv[3]))
        return args_refuse("admin", "export takes a folder, not -");
    if (strcmp(what, "migrate") == 0) {
        if (data || database)
            return args_refuse("admin", "migrate takes both places as words");
        return run_migrate(argv[2], argv[3]);
    }
    const char *place = database ? database : path;
    if (database && !storage_is_address(database))
        return args_refuse("admin", "--database takes postgresql://..., not \"%.40s\"",
                           database);
    if (!data_place("admin", data, strcmp(what, "restore") == 0, path))
        return EXIT_SYSTEM;
    const data_source source = {path, database};
    if (strcmp(what, "restore") == 0) return admin_restore(&source, argv[2]);
    if (!database && access(path, R_OK | W_OK) != 0) {
        fprintf(stderr, "alea admin: %.200s: %s\n", path, strerror(errno));
        return EXIT_SYSTEM;
    }
    if (strcmp(what, "backup") == 0) return admin_backup(&source, argv[2]);
    if (strcmp(what, "check") == 0) return admin_check(&source, chosen.json);
    alea_error error = {0};
    storage *store = NULL;
    if (storage_open(&store, place, &error) != ALEA_OK) return fail(&error);
    status = run_on_store(store, what, argv + 2, &chosen);
    storage_close(store);
    return status;
}
