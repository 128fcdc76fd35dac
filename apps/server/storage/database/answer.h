/* What is known of one thing after the storage was asked for it. */
#ifndef ALEA_SERVER_STORAGE_DATABASE_ANSWER_H
#define ALEA_SERVER_STORAGE_DATABASE_ANSWER_H

/* FAILED says nothing about the thing: the database did not answer, or memory ran out.
 * Whoever asked changes nothing then. */
typedef enum storage_answer {
    ANSWER_ABSENT = 0,
    ANSWER_FOUND,
    ANSWER_FAILED
} storage_answer;

#endif
