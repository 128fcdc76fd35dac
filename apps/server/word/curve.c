#include "curve.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <string.h>

static const char group_name[] = "prime256v1";

bool curve_point(const uint8_t secret[CURVE_SECRET], uint8_t point[CURVE_POINT])
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *at = group ? EC_POINT_new(group) : NULL;
    BIGNUM *number = BN_secure_new();
    const bool good = at && number && BN_bin2bn(secret, CURVE_SECRET, number) &&
                      !BN_is_zero(number) &&
                      BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
                      EC_POINT_mul(group, at, number, NULL, NULL, NULL) == 1 &&
                      EC_POINT_point2oct(group, at, POINT_CONVERSION_UNCOMPRESSED,
                                         point, CURVE_POINT, NULL) == CURVE_POINT;
    BN_clear_free(number);
    EC_POINT_free(at);
    EC_GROUP_free(group);
    return good;
}

bool curve_make(uint8_t secret[CURVE_SECRET], uint8_t point[CURVE_POINT])
{
    /* One of 2^32 draws is no secret key. */
    for (int i = 0; i < 8; i++) {
        randombytes_buf(secret, CURVE_SECRET);
        if (curve_point(secret, point)) return true;
    }
    return false;
}

/* The key for the library; `secret` may be NULL. NULL if it is none. */
static EVP_PKEY *key_new(const uint8_t *secret, const uint8_t point[CURVE_POINT])
{
    EVP_PKEY *key = NULL;
    BIGNUM *number = secret ? BN_secure_new() : NULL;
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    const bool described =
        build && context &&
        OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, group_name,
                                        0) == 1 &&
        OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point,
                                         CURVE_POINT) == 1 &&
        (!secret ||
         (number && BN_bin2bn(secret, CURVE_SECRET, number) &&
          OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number) == 1));
    OSSL_PARAM *params = described ? OSSL_PARAM_BLD_to_param(build) : NULL;
    if (!params || EVP_PKEY_fromdata_init(context) != 1 ||
        EVP_PKEY_fromdata(context, &key,
                          secret ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params) != 1)
        key = NULL;
    OSSL_PARAM_free(params);
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_BLD_free(build);
    BN_clear_free(number);
    return key;
}

bool curve_is_point(const uint8_t point[CURVE_POINT])
{
    EVP_PKEY *key = key_new(NULL, point);
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL) : NULL;
    const bool good = point[0] == POINT_CONVERSION_UNCOMPRESSED && context &&
                      EVP_PKEY_public_check(context) == 1;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(key);
    return good;
}

/* The pair of a secret key. */
static EVP_PKEY *pair_of(const uint8_t secret[CURVE_SECRET])
{
    uint8_t point[CURVE_POINT];
    return curve_point(secret, point) ? key_new(secret, point) : NULL;
}

bool curve_agree(const uint8_t secret[CURVE_SECRET], const uint8_t other[CURVE_POINT],
                 uint8_t shared[CURVE_SHARED])
{
    size_t size = CURVE_SHARED;
    EVP_PKEY *own = pair_of(secret);
    EVP_PKEY *theirs = curve_is_point(other) ? key_new(NULL, other) : NULL;
    EVP_PKEY_CTX *context = own ? EVP_PKEY_CTX_new_from_pkey(NULL, own, NULL) : NULL;
    const bool good = theirs && context && EVP_PKEY_derive_init(context) == 1 &&
                      EVP_PKEY_derive_set_peer(context, theirs) == 1 &&
                      EVP_PKEY_derive(context, shared, &size) == 1 &&
                      size == CURVE_SHARED;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(theirs);
    EVP_PKEY_free(own);
    return good;
}

/* The two numbers of a signature, each in its 32 bytes. */
static bool write_numbers(const uint8_t *der, size_t size,
                          uint8_t signature[CURVE_SIGNATURE])
{
    const int half = CURVE_SIGNATURE / 2;
    ECDSA_SIG *pair = d2i_ECDSA_SIG(NULL, &der, (long)size);
    const bool good =
        pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), signature, half) == half &&
        BN_bn2binpad(ECDSA_SIG_get0_s(pair), signature + half, half) == half;
    ECDSA_SIG_free(pair);
    return good;
}

bool curve_sign(const uint8_t secret[CURVE_SECRET], const void *text, size_t size,
                uint8_t signature[CURVE_SIGNATURE])
{
    uint8_t der[80]; /* 72 at most */
    size_t der_size = sizeof der;
    EVP_PKEY *key = pair_of(secret);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    const bool good = key && context &&
                      EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
                      EVP_DigestSign(context, der, &der_size, text, size) == 1 &&
                      write_numbers(der, der_size, signature);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return good;
}
