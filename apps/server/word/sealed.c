#include "sealed.h"

#include <openssl/evp.h>
#include <sodium.h>
#include <string.h>

enum { HASH = crypto_auth_hmacsha256_BYTES, KEY = 16, NONCE = 12 };

/* HKDF with SHA-256 (RFC 5869) of at most one block. */
static void derive(const uint8_t *salt, size_t salt_size, const uint8_t *secret,
                   size_t secret_size, const void *info, size_t info_size, uint8_t *out,
                   size_t size)
{
    static const uint8_t first = 1;
    uint8_t extracted[HASH], block[HASH];
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, salt, salt_size);
    crypto_auth_hmacsha256_update(&state, secret, secret_size);
    crypto_auth_hmacsha256_final(&state, extracted);
    crypto_auth_hmacsha256_init(&state, extracted, sizeof extracted);
    crypto_auth_hmacsha256_update(&state, info, info_size);
    crypto_auth_hmacsha256_update(&state, &first, sizeof first);
    crypto_auth_hmacsha256_final(&state, block);
    memcpy(out, block, size);
    sodium_memzero(extracted, sizeof extracted);
    sodium_memzero(block, sizeof block);
    sodium_memzero(&state, sizeof state);
}

/* AES-128-GCM with the tag behind the text. */
static bool encrypt(const uint8_t key[KEY], const uint8_t nonce[NONCE],
                    const uint8_t *text, size_t size, uint8_t *out)
{
    int written = 0, rest = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    const bool good =
        context &&
        EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
        EVP_EncryptUpdate(context, out, &written, text, (int)size) == 1 &&
        EVP_EncryptFinal_ex(context, out + written, &rest) == 1 &&
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, SEALED_TAG, out + size) ==
            1;
    EVP_CIPHER_CTX_free(context);
    return good && (size_t)(written + rest) == size;
}

/* The input keying material of RFC 8291, section 3.4. */
static bool agree(const sealed_reader *reader, const uint8_t secret[CURVE_SECRET],
                  const uint8_t point[CURVE_POINT], uint8_t out[HASH])
{
    static const char begin[] = "WebPush: info"; /* with its NUL */
    uint8_t shared[CURVE_SHARED], info[sizeof begin + CURVE_POINT + CURVE_POINT];
    if (!curve_agree(secret, reader->point, shared)) return false;
    memcpy(info, begin, sizeof begin);
    memcpy(info + sizeof begin, reader->point, CURVE_POINT);
    memcpy(info + sizeof begin + CURVE_POINT, point, CURVE_POINT);
    derive(reader->auth, sizeof reader->auth, shared, sizeof shared, info, sizeof info,
           out, HASH);
    sodium_memzero(shared, sizeof shared);
    return true;
}

size_t sealed_write_with(const sealed_reader *reader,
                         const uint8_t secret[CURVE_SECRET],
                         const uint8_t salt[SEALED_SALT], const void *text, size_t size,
                         size_t length, uint8_t out[SEALED_RECORD])
{
    static const char key_info[] = "Content-Encoding: aes128gcm";
    static const char nonce_info[] = "Content-Encoding: nonce";
    enum { LAST = 2 }; /* the mark before the padding of the last record */
    uint8_t material[HASH], key[KEY], nonce[NONCE], point[CURVE_POINT];
    uint8_t plain[SEALED_MOST + 1] = {0};
    if (size > length || length > SEALED_MOST || !curve_point(secret, point) ||
        !agree(reader, secret, point, material))
        return 0;
    derive(salt, SEALED_SALT, material, sizeof material, key_info, sizeof key_info, key,
           sizeof key);
    derive(salt, SEALED_SALT, material, sizeof material, nonce_info, sizeof nonce_info,
           nonce, sizeof nonce);
    if (size) memcpy(plain, text, size);
    plain[size] = LAST;
    uint8_t *at = out;
    memcpy(at, salt, SEALED_SALT);
    at += SEALED_SALT;
    *at++ = 0;
    *at++ = 0;
    *at++ = SEALED_RECORD >> 8;
    *at++ = SEALED_RECORD & 255;
    *at++ = CURVE_POINT;
    memcpy(at, point, CURVE_POINT);
    at += CURVE_POINT;
    const bool good = encrypt(key, nonce, plain, length + 1, at);
    sodium_memzero(material, sizeof material);
    sodium_memzero(key, sizeof key);
    return good ? SEALED_HEAD + length + 1 + SEALED_TAG : 0;
}

size_t sealed_write(const sealed_reader *reader, const void *text, size_t size,
                    size_t length, uint8_t out[SEALED_RECORD])
{
    uint8_t secret[CURVE_SECRET], point[CURVE_POINT], salt[SEALED_SALT];
    if (!curve_make(secret, point)) return 0;
    randombytes_buf(salt, sizeof salt);
    const size_t written =
        sealed_write_with(reader, secret, salt, text, size, length, out);
    sodium_memzero(secret, sizeof secret);
    return written;
}
