/* How often a test repeats itself. A sanitizer makes everything five to twenty times
 * slower, and sees each line with few repetitions as well as with many; a test with the
 * ctest label "full" runs in the release build too, with all of them. */
#ifndef ALEA_TESTS_SUPPORT_EFFORT_H
#define ALEA_TESTS_SUPPORT_EFFORT_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif
#else
enum { SANITIZED = 0 };
#endif

/* A constant: `full` repetitions, or `few` under a sanitizer. */
#define EFFORT(full, few) (SANITIZED ? (few) : (full))

#endif
