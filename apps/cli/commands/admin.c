/* `alea admin`: the data of `alea serve`. */
#include "cli/admin/list.h"
#include "cli/admin/print.h"
#include "cli/io/args.h"
#include "cli/io/data_place.h"
#include "cli/io/fail.h"
#include "cli/io/out_file.h"
#include "list.h"
#include "server/people/passwords.h"

#include <alea/status.h>

#include <errno.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const char about[] =
    "The data of `alea serve`. All of it but restore and migrate may be done while the server\n"
    "runs.\n"
    "  backup DIR     everything, with the key of the server, into a new folder; keep it\n"
    "                 as safe as the server\n"
    "  restore DIR    puts a backup in the place of --data, or into an empty --database;\n"
    "                 what is there is never replaced\n"
    "  migrate FROM TO  copies all data into an empty file or database\n"
    "                 (postgresql://...), and checks the copy; no server may run\n"
    "  check          is the data sound, every desk in it, and the key its own; what is in it\n"
    "  users          the named accounts\n"
    "  password NAME  gives an account a new password, read from the terminal or one line\n"
    "                 of standard input, and ends its sessions\n"
    "  remove NAME    removes an account; its games stay under \"somebody\"\n"
    "  close NAME DAYS  ends the sessions of an account and lets nobody sign in for so many\n"
    "                 days; `open NAME` lets them again\n"
    "  end GAME       ends a game that goes on, without a winner; both players are sent it\n"
    "  export PERSON DIR  everything that a person (name or id) owns, into a new folder\n"
    "  erase PERSON   removes the account, its name in all records, and what it wrote; asks\n"
    "                 first, without --yes\n"
    "  ratings        with --recompute: computes all ratings again from the rated results,\n"
    "                 and says how many were different; without: the rated players\n"
    "  reports        what players have reported, newest first\n"
    "  delete-report NUMBER  removes one of them\n"
    "  suspicious     accounts whose rated matches somebody should look at: error rate too\n"
    "                 good for the rating, constant thinking times, one-sided pairs, matches\n"
    "                 that are hardly played, rings of accounts that feed one another,\n"
    "                 opponents from one address";

static int fail(const alea_error *error)
{
    return command_fail("admin", "%s", error->reason);
}

static void print_copied(void *context, const char *table, int64_t rows,
                         const char *hash)
{
    json_t *tables = context;
    if (tables)
        json_array_append_new(tables, json_pack("{s:s,s:I,s:s}", "table", table, "rows",
                                                (json_int_t)rows, "hash", hash));
    else
        printf("%-16s%12lld rows  %s\n", table, (long long)rows, hash);
}

/* A source that is not there would be made, empty. */
static int run_migrate(const char *from, const char *to, bool json)
{
    alea_error error = {0};
    json_t *tables = json ? json_array() : NULL;
    char shown[200];
    if (!storage_is_address(from) && access(from, R_OK | W_OK) != 0)
        return command_fail("admin", "%.200s: %s", from, strerror(errno));
    if (storage_copy(from, to, print_copied, tables, &error) != ALEA_OK) {
        json_decref(tables);
        return fail(&error);
    }
    if (json) return print_json(json_pack("{s:o}", "tables", tables));
    storage_describe(to, shown, sizeof shown);
    printf("%s holds the same\n", shown);
    const char *file = storage_is_address(from) ? to : from;
    if (!storage_is_address(file))
        printf("The key of the server is %s.key: keep it with --data %s\n", file, file);
    return EXIT_DONE;
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
    if (!read_password(password, sizeof password))
        return command_refuse("admin", "no password was given");
    const storage_user was = *user;
    int status = EXIT_DONE;
    if (!http_is_plain(password, PASSWORD_LEAST, PASSWORD_MOST) ||
        password_is_common(password, user->name)) {
        command_say("admin",
                    "a password has %d to %d characters and is not among "
                    "the commonest",
                    PASSWORD_LEAST, PASSWORD_MOST);
        status = EXIT_USAGE;
    } else if (sodium_init() < 0 || !password_hash(password, user->password_hash) ||
               storage_user_change(store, &was, user) != ALEA_OK ||
               storage_sessions_remove_but(store, user->id, "") != ALEA_OK) {
        command_say("admin", "the password could not be stored");
        status = EXIT_SYSTEM;
    }
    sodium_memzero(password, sizeof password);
    return status;
}

static int run_on_user(storage *store, const char *what, const char *name)
{
    storage_user user;
    const storage_answer found = storage_user_named(store, name, &user);
    if (found == ANSWER_FAILED)
        return command_fail("admin", "the accounts cannot be read");
    if (found == ANSWER_ABSENT)
        return command_refuse("admin", "no account is named \"%.60s\"", name);
    if (strcmp(what, "password") == 0) return set_password(store, &user);
    if (storage_user_remove(store, user.id) == ALEA_OK) return EXIT_DONE;
    return command_fail("admin", "the account could not be removed");
}

typedef struct admin_options {
    bool recompute, json, yes;
} admin_options;

/* The verbs, the number of operands of each, and the options that each takes. */
static const struct verb {
    const char *name;
    int words;
    bool recompute, json, yes;
} verbs[] = {
    {"backup", 1, false, true, false},     {"check", 0, false, true, false},
    {"close", 2, false, false, false},     {"end", 1, false, false, false},
    {"open", 1, false, false, false},      {"delete-report", 1, false, false, false},
    {"erase", 1, false, false, true},      {"export", 2, false, true, false},
    {"migrate", 2, false, true, false},    {"password", 1, false, false, false},
    {"ratings", 0, true, true, false},     {"remove", 1, false, false, false},
    {"reports", 0, false, true, false},    {"restore", 1, false, true, false},
    {"suspicious", 0, false, true, false}, {"users", 0, false, true, false},
};

static const struct verb *find_verb(const char *name)
{
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(name, verbs[i].name) == 0) return &verbs[i];
    return NULL;
}

/* Runs a verb that works on an open storage. */
static int run_on_store(storage *store, const char *what, char **words,
                        const admin_options *options)
{
    const char *name = words[0];
    const bool json = options->json;
    if (strcmp(what, "export") == 0) return admin_export(store, name, words[1], json);
    if (strcmp(what, "erase") == 0) return admin_erase(store, name, options->yes);
    if (strcmp(what, "ratings") == 0)
        return admin_ratings(store, options->recompute, json);
    if (strcmp(what, "reports") == 0) return admin_reports(store, json);
    if (strcmp(what, "delete-report") == 0) return admin_report_remove(store, name);
    if (strcmp(what, "suspicious") == 0) return admin_suspicious(store, json);
    if (strcmp(what, "users") == 0) return admin_users(store, json);
    if (strcmp(what, "close") == 0) return admin_close(store, name, words[1]);
    if (strcmp(what, "open") == 0) return admin_close(store, name, NULL);
    if (strcmp(what, "end") == 0) return admin_end(store, name);
    return run_on_user(store, what, name);
}

/* ARGS_RUN, or the exit status after a message. */
static int check_words(const struct verb *verb, char **words, int count,
                       const admin_options *chosen)
{
    const char *what = verb->name;
    const bool is_migration = strcmp(what, "migrate") == 0;
    if (chosen->recompute && !verb->recompute)
        return args_refuse("admin", "--recompute goes with ratings");
    if (chosen->json && !verb->json)
        return args_refuse("admin", "--json does not go with %s", what);
    if (chosen->yes && !verb->yes) return args_refuse("admin", "--yes goes with erase");
    if (count != verb->words)
        return args_refuse("admin", "%s takes %s", what,
                           verb->words == 2   ? "two words"
                           : verb->words == 1 ? "one word"
                                              : "no word");
    for (int i = 0; i < count; i++)
        if (out_file_is_standard(words[i]))
            return args_refuse("admin", "%s takes %s, not -", what,
                               is_migration ? "files or databases"
                               : verb->json ? "a folder"
                                            : "a word");
    return ARGS_RUN;
}

/* Commands that open files or databases themselves. */
static int run_on_place(const data_source *source, const char *what, char **words,
                        const admin_options *chosen)
{
    alea_error error = {0};
    storage *store = NULL;
    const char *place = source->database ? source->database : source->file;
    if (strcmp(what, "restore") == 0)
        return admin_restore(source, words[0], chosen->json);
    if (!source->database && access(place, R_OK | W_OK) != 0)
        return command_fail("admin", "%.200s: %s", place, strerror(errno));
    if (strcmp(what, "backup") == 0)
        return admin_backup(source, words[0], chosen->json);
    if (strcmp(what, "check") == 0) return admin_check(source, chosen->json);
    if (storage_open(&store, place, &error) != ALEA_OK) return fail(&error);
    const int status = run_on_store(store, what, words, chosen);
    storage_close(store);
    return status;
}

int cmd_admin(int argc, char **argv)
{
    const char *data = NULL, *database = NULL;
    admin_options chosen = {false, false, false};
    const option_spec options[] = {
        TEXT_OPTION("data", 0, "FILE", "the server's --data", &data),
        TEXT_OPTION("database", 0, "ADDRESS", "the server's --database", &database),
        FLAG_OPTION("recompute", 0, "ratings: compute them again", &chosen.recompute),
        FLAG_OPTION("json", 0, "as JSON: what prints anything", &chosen.json),
        FLAG_OPTION("yes", 0, "erase: without asking", &chosen.yes),
        {0}};
    const args_spec spec = {
        "backup DIR | restore DIR | migrate FROM TO | check | users | password NAME | "
        "remove NAME | close NAME DAYS | open NAME | end GAME | export PERSON DIR | "
        "erase PERSON | ratings | reports | delete-report NUMBER | suspicious",
        about, options, 1, 3};
    char path[DATA_PATH_SIZE];
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    const char *what = argv[1];
    const struct verb *verb = find_verb(what);
    if (!verb) return args_refuse("admin", "there is no \"%.40s\"", what);
    status = check_words(verb, argv + 2, operands - 1, &chosen);
    if (status != ARGS_RUN) return status;
    if (strcmp(what, "migrate") == 0) {
        if (data || database)
            return args_refuse("admin", "migrate takes both places as words");
        return run_migrate(argv[2], argv[3], chosen.json);
    }
    if (database && !storage_is_address(database))
        return args_refuse("admin", "--database takes postgresql://..., not \"%.40s\"",
                           database);
    if (!data_place("admin", data, strcmp(what, "restore") == 0, path))
        return EXIT_SYSTEM;
    return run_on_place(&(data_source){path, database}, what, argv + 2, &chosen);
}
