/* Stands before libsodium's in the servers that tests start: a new hash of a password
 * costs a thousandth, and so does each comparison with it, because a hash names its
 * cost. What it costs without this is test_account's. */
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
