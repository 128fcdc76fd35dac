/* Preloaded into the servers that tests start, before libsodium and the C library. A
 * new hash of a password has the lowest cost, and so has each comparison with it,
 * because a hash names its cost; tests/server/test_account.c checks the cost without
 * it. And long jobs get their share of a busy processor, where a server lets all else
 * go first: a test that waits for an analysis waited as long as others computed;
 * tests/server/test_jobs.c checks the order without it. While the file
 * $ALEA_PASSWORD_GATE exists no comparison of a password begins. Nobody gives up a
 * locked data file sooner than after $ALEA_LOCK_MS. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

int crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *const password,
                      unsigned long long length, unsigned long long operations,
                      size_t memory)
{
    (void)operations;
    (void)memory;
    return crypto_pwhash_argon2id_str(out, password, length,
                                      crypto_pwhash_argon2id_OPSLIMIT_MIN,
                                      crypto_pwhash_argon2id_MEMLIMIT_MIN);
}

int crypto_pwhash_str_verify(const char hash[crypto_pwhash_STRBYTES],
                             const char *const password, unsigned long long length)
{
    const char *gate = getenv("ALEA_PASSWORD_GATE");
    const struct timespec pause = {0, 1000000};
    while (gate && access(gate, F_OK) == 0) nanosleep(&pause, NULL);
    return crypto_pwhash_argon2id_str_verify(hash, password, length);
}

/* SQLite counts its pauses, by no clock. */
int sqlite3_busy_timeout(sqlite3 *db, int ms)
{
    const char *least = getenv("ALEA_LOCK_MS");
    int (*next)(sqlite3 *, int);
    *(void **)&next = dlsym(RTLD_NEXT, "sqlite3_busy_timeout");
    return next(db, least && atoi(least) > ms ? atoi(least) : ms);
}

int setpriority(__priority_which_t which, id_t who, int nice)
{
    (void)which;
    (void)who;
    (void)nice;
    return 0;
}
