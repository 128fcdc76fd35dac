/* Preloaded before libsodium into the servers that tests start: a new hash of a
 * password has the lowest cost, and so has each comparison with it, because a hash
 * names its cost. tests/server/test_account.c checks the cost without it. */
#include <sodium.h>

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
