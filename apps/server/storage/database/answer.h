/* The three answers of the storage to a question about one thing. */
#ifndef ALEA_SERVER_STORAGE_DATABASE_ANSWER_H
#define ALEA_SERVER_STORAGE_DATABASE_ANSWER_H

/* FAILED says nothing about the thing: the database did not answer, or memory ran out.
 * The caller then changes nothing. */
typedef enum storage_answer {
    ANSWER_ABSENT = 0,
    ANSWER_FOUND,
    ANSWER_FAILED
} storage_answer;

#endif
