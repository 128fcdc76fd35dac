/* `alea serve`: the web application. */
#include "cli/io/args.h"
#include "cli/io/data_place.h"
#include "cli/io/fail.h"
#include "list.h"
#include "server/bus/bus.h"
#include "server/server.h"
#include "server/storage/interface.h"
#include "server/word/reach.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAIL_LOGIN = 512 };

static const char about[] =
    "Serves the web application: play against the machine or a friend, watch, analyse.\n"
    "Open the address it prints in a browser. Everything is kept in one file,\n"
    "$XDG_DATA_HOME/alea/alea.db (~/.local/share/alea/alea.db) unless told otherwise.\n\n"
    "Others reach it only when asked to: --listen 0.0.0.0 with --cert and --key (TLS),\n"
    "behind a proxy that does TLS (--behind-proxy), or in a network where everybody may\n"
    "read along (--insecure-lan). docs/serve.md tells more.";

static bool is_loopback(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

/* Refuses options that contradict each other; ARGS_RUN if none do. */
static int check_options(server_options *o)
{
    if (strcmp(o->listen, "localhost") == 0) o->listen = "127.0.0.1";
    if (!o->cert != !o->key)
        return args_refuse("serve",
                           "--cert and --key belong together: a PEM certificate "
                           "and its key");
    if (o->cert && (access(o->cert, R_OK) != 0 || access(o->key, R_OK) != 0))
        return args_refuse("serve", "cannot read %.100s",
                           access(o->cert, R_OK) != 0 ? o->cert : o->key);
    if (o->insecure_lan && (o->cert || is_loopback(o->listen)))
        return args_refuse("serve",
                           "--insecure-lan is for a --listen address beyond this "
                           "machine without TLS");
    if (!is_loopback(o->listen) && !o->cert && !o->behind_proxy && !o->insecure_lan)
        return args_refuse(
            "serve",
            "%.60s can be reached from other machines, and what is sent there could "
            "be read on the way; give --cert and --key for TLS, or --behind-proxy "
            "where a proxy does it, or --insecure-lan if everybody in your "
            "network may read along",
            o->listen);
    return ARGS_RUN;
}

/* The first line of a file, which the process list does not show. */
static int read_login(const char *file, char out[MAIL_LOGIN])
{
    FILE *in = fopen(file, "r");
    const char *line = in ? fgets(out, MAIL_LOGIN, in) : NULL;
    if (in) fclose(in);
    if (!line) return args_refuse("serve", "cannot read --smtp-login %.200s", file);
    out[strcspn(out, "\r\n")] = '\0';
    return ARGS_RUN;
}

/* "https://NAME[:PORT]" without a path; http only for this machine. */
static bool is_site(const char *text)
{
    const bool secure = strncmp(text, "https://", 8) == 0;
    const char *host = text + (secure ? 8 : 7);
    if (!secure && strncmp(text, "http://127.", 11) != 0 &&
        strncmp(text, "http://localhost", 16) != 0)
        return false;
    return *host && strlen(text) < 200 &&
           strspn(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                        "0123456789.:-[]") == strlen(host);
}

/* The options of e-mail and push services. */
static int check_mail(server_options *o, const char *file, char login[MAIL_LOGIN])
{
    int status = ARGS_RUN;
    if (o->site && !is_site(o->site))
        return args_refuse("serve",
                           "--site takes https://NAME without a path, not \"%.60s\"",
                           o->site);
    if (!o->smtp && (o->mail_from || file))
        return args_refuse("serve", "--mail-from and --smtp-login need --smtp");
    if (!o->smtp) return ARGS_RUN;
    if (strncmp(o->smtp, "smtp://", 7) != 0 && strncmp(o->smtp, "smtps://", 8) != 0)
        return args_refuse("serve", "--smtp takes smtp://HOST:PORT or smtps://HOST");
    if (strchr(o->smtp, '@'))
        return args_refuse("serve",
                           "--smtp takes no password, which the process list would "
                           "show; use --smtp-login FILE");
    if (!o->mail_from || !o->site)
        return args_refuse("serve", "--smtp needs --mail-from ADDRESS and --site URL");
    if (!reach_is_mail(o->mail_from))
        return args_refuse("serve", "--mail-from takes an address, not \"%.60s\"",
                           o->mail_from);
    o->mail_login = getenv("ALEA_SMTP_LOGIN");
    if (file) {
        status = read_login(file, login);
        o->mail_login = login;
    }
    if (status == ARGS_RUN && o->mail_login && !strchr(o->mail_login, ':'))
        return args_refuse("serve", "the login for the mail server is USER:PASSWORD");
    return status;
}

static int take_lists(server_options *o, const option_list *hosts,
                      const option_list *proxies)
{
    uint8_t bytes[16];
    const size_t most_hosts = sizeof o->hosts / sizeof *o->hosts;
    const size_t most_proxies = sizeof o->proxies / sizeof *o->proxies;
    if (hosts->count > most_hosts || proxies->count > most_proxies)
        return args_refuse("serve", "at most %d --host and %d --proxy", (int)most_hosts,
                           (int)most_proxies);
    for (size_t i = 0; i < hosts->count; i++) o->hosts[i] = hosts->value[i];
    for (size_t i = 0; i < proxies->count; i++) {
        o->proxies[i] = proxies->value[i];
        o->behind_proxy = true;
        if (inet_pton(AF_INET, o->proxies[i], bytes) != 1 &&
            inet_pton(AF_INET6, o->proxies[i], bytes) != 1)
            return args_refuse("serve", "--proxy takes an address, not \"%.60s\"",
                               o->proxies[i]);
    }
    return ARGS_RUN;
}

int cmd_serve(int argc, char **argv)
{
    server_options o = {.listen = "127.0.0.1"};
    long long port = 8127, limit = 32, threads = 0;
    option_list hosts = {0}, proxies = {0};
    char place[DATA_PATH_SIZE], mail_login[MAIL_LOGIN];
    const char *login = NULL;
    const option_spec options[] = {
        TEXT_OPTION("listen", 0, "ADDRESS", "where to listen (default 127.0.0.1)",
                    &o.listen),
        INTEGER_OPTION("port", 'p', "N", "port (default 8127; 0: any free one)", &port,
                       0, 65535),
        TEXT_OPTION("data", 0, "FILE", "where everything is kept", &o.data),
        TEXT_OPTION("database", 0, "ADDRESS",
                    "postgresql://...: kept there instead; FILE.key stays here",
                    &o.database),
        TEXT_OPTION("bus", 0, "ADDRESS",
                    "nats://...: what servers of one database tell each other", &o.bus),
        TEXT_OPTION(
            "bus-key", 0, "FILE",
            "64 hexadecimal digits, shared by servers and workers: encrypts the bus",
            &o.bus_key),
        TEXT_OPTION("front", 0, "NAME",
                    "its name among several servers of one database", &o.front),
        LIST_OPTION("host", 0, "NAME",
                    "a name that browsers may call this server by; may be repeated",
                    &hosts),
        TEXT_OPTION("cert", 0, "FILE", "TLS certificate chain, PEM", &o.cert),
        TEXT_OPTION("key", 0, "FILE", "its private key, PEM", &o.key),
        FLAG_OPTION("behind-proxy", 0,
                    "believe X-Forwarded-For and -Proto of a proxy on this machine",
                    &o.behind_proxy),
        LIST_OPTION("proxy", 0, "ADDRESS",
                    "believe a proxy at that address too; may be repeated", &proxies),
        FLAG_OPTION("insecure-lan", 0,
                    "beyond this machine without TLS; every page says so",
                    &o.insecure_lan),
        TEXT_OPTION("site", 0, "URL",
                    "its address in e-mails and for push services, https://NAME",
                    &o.site),
        TEXT_OPTION(
            "smtp", 0, "URL",
            "smtp://HOST:PORT or smtps://...: a mail server (default: no e-mail)",
            &o.smtp),
        TEXT_OPTION("mail-from", 0, "ADDRESS", "the sender of its e-mails",
                    &o.mail_from),
        TEXT_OPTION("smtp-login", 0, "FILE",
                    "a file with USER:PASSWORD for it; or ALEA_SMTP_LOGIN", &login),
        FLAG_OPTION("push-allow-private", 0,
                    "push services at private addresses too: for tests, or your own",
                    &o.push_anywhere),
        INTEGER_OPTION("threads", 0, "N", "engine threads (default: one per core)",
                       &threads, 1, 256),
        INTEGER_OPTION(
            "limit", 0, "N",
            "WebSockets an address; its other limits grow with it (default 32, "
            "0: none)",
            &limit, 0, 100000),
        FLAG_OPTION("metrics-open", 0, "let anybody read /metrics", &o.metrics_open),
        FLAG_OPTION(
            "new-key", 0,
            "FILE.key is lost: start all the same, without the games that need it",
            &o.new_key),
        FLAG_OPTION("quiet", 'q', "log warnings and errors only", &o.quiet),
        {0}};
    const args_spec spec = {"", about, options, 0, 0};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    status = take_lists(&o, &hosts, &proxies);
    if (status == ARGS_RUN) status = check_options(&o);
    if (status == ARGS_RUN) status = check_mail(&o, login, mail_login);
    if (status != ARGS_RUN) return status;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    o.port = (int)port;
    o.limit = (int)limit;
    o.threads = threads ? (int)threads : cores > 0 ? (int)cores : 1;
    if (o.database && !storage_is_address(o.database))
        return args_refuse("serve", "--database takes postgresql://..., not \"%.40s\"",
                           o.database);
    if (!o.bus) o.bus = getenv("ALEA_BUS");
    if (o.bus && !bus_is_address(o.bus))
        return args_refuse("serve", "--bus takes nats://HOST:PORT, not \"%.40s\"",
                           o.bus);
    if (!data_place("serve", o.data, true, place)) return EXIT_SYSTEM;
    o.data = place;
    alea_error error = {0};
    if (server_run(&o, &error) == ALEA_OK) return EXIT_DONE;
    return command_fail("serve", "%s", error.reason);
}
