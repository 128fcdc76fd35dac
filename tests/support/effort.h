/* How often a test repeats itself. A sanitizer makes everything five to twenty times
 * slower, and sees each line with few repetitions as well as with many; a test with the
 * ctest label "full" runs in the release build too, with all of them. */
#ifndef ALEA_TESTS_SUPPORT_EFFORT_H
#define ALEA_TESTS_SUPPORT_EFFORT_H

#ifndef __has_feature /* clang's way; gcc defines a macro for each */
#define __has_feature(name) 0
#endif
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#define FOR_RACES 1 /* the thread sanitizer */
#else
#define FOR_RACES 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define SANITIZED 1
#else
#define SANITIZED FOR_RACES
#endif

/* A constant: `full` repetitions, or `few` under a sanitizer. */
#define EFFORT(full, few) (SANITIZED ? (few) : (full))

#endif
