/* Web Push: the messages of RFC 8291, appendix A, and RFC 8292, section 2.4, byte by
 * byte; own ones are opened and their signatures checked by code that is not the
 * server's. */
#include "server/word/sealed.h"
#include "server/word/vapid.h"

#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* RFC 8291, appendix A. */
static const char plaintext[] = "When I grow up, I want to be a watermelon";
static const char as_public[] =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
    "jl7A8";
static const char as_private[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
static const char ua_public[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNto"
    "IAiw4";
static const char ua_private[] = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
static const char salt_text[] = "DGv6ra1nlYgDCS1FRnbzlw";
static const char auth_text[] = "BTBZMqHH6r4Tts7J_aSIgg";
static const char shared_text[] = "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs";
static const char message_text[] =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYL"
    "ocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyou"
    "BWLVWGNWQexSgSxsj_Qulcy4a-fN";

/* RFC 8292, section 2.4. */
static const char signed_token[] =
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiL"
    "CJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDqu"
    "ptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA";
static const char signer[] =
    "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2Em"
    "ClBPs";

static size_t read_text(const char *text, uint8_t *out, size_t size)
{
    size_t length = 0;
    assert_int_equal(sodium_base642bin(out, size, text, strlen(text), NULL, &length,
                                       NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                     0);
    return length;
}

static sealed_reader published_reader(void)
{
    sealed_reader reader;
    assert_int_equal(read_text(ua_public, reader.point, sizeof reader.point),
                     CURVE_POINT);
    assert_int_equal(read_text(auth_text, reader.auth, sizeof reader.auth),
                     SEALED_AUTH);
    return reader;
}

static void test_published_message(void **state)
{
    (void)state;
    uint8_t secret[CURVE_SECRET], salt[SEALED_SALT], expected[256];
    uint8_t out[SEALED_RECORD], point[CURVE_POINT], known[CURVE_POINT];
    uint8_t shared[CURVE_SHARED], known_shared[CURVE_SHARED];
    const sealed_reader reader = published_reader();
    read_text(as_private, secret, sizeof secret);
    read_text(salt_text, salt, sizeof salt);
    assert_true(curve_point(secret, point));
    read_text(as_public, known, sizeof known);
    assert_memory_equal(point, known, sizeof known);
    assert_true(curve_agree(secret, reader.point, shared));
    read_text(shared_text, known_shared, sizeof known_shared);
    assert_memory_equal(shared, known_shared, sizeof shared);
    const size_t size = sealed_write_with(&reader, secret, salt, plaintext,
                                          strlen(plaintext), strlen(plaintext), out);
    assert_int_equal(size, read_text(message_text, expected, sizeof expected));
    assert_memory_equal(out, expected, size);
}

/* HKDF as RFC 5869 writes it, by OpenSSL. */
static void hkdf(const uint8_t *salt, size_t salt_size, const uint8_t *secret,
                 size_t secret_size, const void *info, size_t info_size, uint8_t *out,
                 size_t size)
{
    EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
    char digest[] = "SHA256";
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)(uintptr_t)salt,
                                          salt_size),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)(uintptr_t)secret,
                                          secret_size),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)(uintptr_t)info,
                                          info_size),
        OSSL_PARAM_construct_end()};
    assert_int_equal(EVP_KDF_derive(context, out, size, params), 1);
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
}

/* Opens a message as a browser does. Returns the size of the text, -1 if it was
 * changed on the way. */
static int open_message(const uint8_t secret[CURVE_SECRET], const sealed_reader *own,
                        const uint8_t *message, size_t size, uint8_t *out)
{
    static const char key_info[] = "Content-Encoding: aes128gcm";
    static const char nonce_info[] = "Content-Encoding: nonce";
    uint8_t shared[32], info[14 + 65 + 65], material[32], key[16], nonce[12];
    const uint8_t *sender = message + 21, *record = message + 86;
    const int length = (int)size - 86 - 16;
    int written, rest;
    assert_int_equal(message[20], 65);
    assert_true(curve_agree(secret, sender, shared));
    memcpy(info, "WebPush: info", 14);
    memcpy(info + 14, own->point, 65);
    memcpy(info + 79, sender, 65);
    hkdf(own->auth, 16, shared, 32, info, sizeof info, material, 32);
    hkdf(message, 16, material, 32, key_info, sizeof key_info, key, 16);
    hkdf(message, 16, material, 32, nonce_info, sizeof nonce_info, nonce, 12);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    EVP_DecryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce);
    EVP_DecryptUpdate(context, out, &written, record, length);
    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16,
                        (void *)(uintptr_t)(record + length));
    const bool good = EVP_DecryptFinal_ex(context, out + written, &rest) == 1;
    EVP_CIPHER_CTX_free(context);
    if (!good) return -1;
    while (length > 0 && written > 0 && out[written - 1] == 0) written--;
    assert_int_equal(out[written - 1], 2); /* the last record */
    return written - 1;
}

static void test_own_messages(void **state)
{
    (void)state;
    uint8_t secret[CURVE_SECRET], out[SEALED_RECORD], again[SEALED_RECORD];
    uint8_t text[SEALED_RECORD];
    const sealed_reader reader = published_reader();
    read_text(ua_private, secret, sizeof secret);
    for (size_t length = 0; length <= SEALED_MOST; length += 997) {
        const char *said = length >= strlen(plaintext) ? plaintext : "";
        const size_t size = sealed_write(&reader, said, strlen(said), length, out);
        assert_int_equal(size, SEALED_HEAD + length + 1 + SEALED_TAG);
        assert_int_equal(open_message(secret, &reader, out, size, text), strlen(said));
        assert_memory_equal(text, said, strlen(said));
        /* never the same bytes: key and salt are new */
        sealed_write(&reader, said, strlen(said), length, again);
        assert_memory_not_equal(out, again, SEALED_SALT);
        assert_memory_not_equal(out + 21, again + 21, CURVE_POINT);
        out[size - 1] ^= 1;
        assert_int_equal(open_message(secret, &reader, out, size, text), -1);
    }
}

static void test_refused_messages(void **state)
{
    (void)state;
    uint8_t out[SEALED_RECORD];
    sealed_reader reader = published_reader();
    assert_int_equal(sealed_write(&reader, "abc", 3, 2, out), 0);
    assert_int_equal(sealed_write(&reader, "abc", 3, SEALED_MOST + 1, out), 0);
    reader.point[64] ^= 1; /* beside the curve */
    assert_false(curve_is_point(reader.point));
    assert_int_equal(sealed_write(&reader, "abc", 3, 3, out), 0);
    memset(reader.point, 0, sizeof reader.point);
    assert_false(curve_is_point(reader.point));
    assert_int_equal(sealed_write(&reader, "abc", 3, 3, out), 0);
    uint8_t none[CURVE_SECRET] = {0}, point[CURVE_POINT];
    assert_false(curve_point(none, point));
    memset(none, 255, sizeof none); /* beyond the order of the curve */
    assert_false(curve_point(none, point));
}

/* Whether the token was signed by the owner of the key, by OpenSSL's own reading. */
static bool is_signed_by(const char *token, const char *key_text)
{
    uint8_t point[CURVE_POINT], signature[CURVE_SIGNATURE];
    const char *dot = strrchr(token, '.');
    char group[] = "prime256v1";
    EVP_PKEY *key = NULL;
    assert_int_equal(read_text(key_text, point, sizeof point), CURVE_POINT);
    assert_int_equal(read_text(dot + 1, signature, sizeof signature), CURVE_SIGNATURE);
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point),
        OSSL_PARAM_construct_end()};
    EVP_PKEY_CTX *maker = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    assert_int_equal(EVP_PKEY_fromdata_init(maker), 1);
    assert_int_equal(EVP_PKEY_fromdata(maker, &key, EVP_PKEY_PUBLIC_KEY, params), 1);
    ECDSA_SIG *pair = ECDSA_SIG_new();
    ECDSA_SIG_set0(pair, BN_bin2bn(signature, 32, NULL),
                   BN_bin2bn(signature + 32, 32, NULL));
    uint8_t *der = NULL;
    const int size = i2d_ECDSA_SIG(pair, &der);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key);
    const bool good =
        EVP_DigestVerify(context, der, (size_t)size, (const uint8_t *)token,
                         (size_t)(dot - token)) == 1;
    EVP_MD_CTX_free(context);
    OPENSSL_free(der);
    ECDSA_SIG_free(pair);
    EVP_PKEY_free(key);
    EVP_PKEY_CTX_free(maker);
    return good;
}

static void test_published_token(void **state)
{
    (void)state;
    char changed[sizeof signed_token];
    assert_true(is_signed_by(signed_token, signer));
    strcpy(changed, signed_token);
    changed[60] ^= 1;
    assert_false(is_signed_by(changed, signer));
    assert_false(is_signed_by(signed_token, as_public));
}

/* The same claims as in the RFC's token give its first two parts. */
static void test_own_token(void **state)
{
    (void)state;
    uint8_t secret[CURVE_SECRET];
    char header[VAPID_HEADER], token[VAPID_HEADER], key[VAPID_HEADER], long_one[700];
    read_text(as_private, secret, sizeof secret);
    assert_true(vapid_header(secret,
                             "https://push.example.net/p/JzLQ3raZJfFBR0aqvOMsLrt54",
                             "mailto:push@example.com", 1453523768, header));
    assert_int_equal(sscanf(header, "vapid t=%1000[^,], k=%200s", token, key), 2);
    assert_string_equal(key, as_public);
    const size_t claims = (size_t)(strrchr(signed_token, '.') - signed_token) + 1;
    assert_memory_equal(token, signed_token, claims);
    assert_int_equal(strlen(token), strlen(signed_token));
    assert_true(is_signed_by(token, as_public));
    /* without anybody to write to, and with a port */
    assert_true(vapid_header(secret, "https://a.example:444/x?y", "", 1, header));
    assert_non_null(
        strstr(header, ".eyJhdWQiOiJodHRwczovL2EuZXhhbXBsZTo0NDQiLCJleHAiOjF9."));
    memset(long_one, 'a', sizeof long_one);
    memcpy(long_one, "https://", 8);
    long_one[sizeof long_one - 1] = '\0';
    assert_false(vapid_header(secret, long_one, "", 1, header));
    assert_false(vapid_header(secret, "push.example.net", "", 1, header));
}

/* A number that begins with zeros keeps its 32 bytes. */
static void test_many_signatures(void **state)
{
    (void)state;
    enum { MOST = 20000 }; /* one in 128 begins so */
    uint8_t secret[CURVE_SECRET];
    char header[VAPID_HEADER], token[VAPID_HEADER], key[VAPID_HEADER];
    int short_ones = 0;
    read_text(as_private, secret, sizeof secret);
    for (int i = 0; i < MOST && short_ones < 3; i++) {
        uint8_t signature[CURVE_SIGNATURE];
        assert_true(vapid_header(secret, "https://a.example/", "", i, header));
        assert_int_equal(sscanf(header, "vapid t=%1000[^,], k=%200s", token, key), 2);
        read_text(strrchr(token, '.') + 1, signature, sizeof signature);
        if (signature[0] && signature[32]) continue;
        short_ones++;
        assert_true(is_signed_by(token, key));
    }
    assert_int_equal(short_ones, 3);
}

int main(void)
{
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_published_message),
                                       cmocka_unit_test(test_own_messages),
                                       cmocka_unit_test(test_refused_messages),
                                       cmocka_unit_test(test_published_token),
                                       cmocka_unit_test(test_own_token),
                                       cmocka_unit_test(test_many_signatures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
