/* A net of a tables game as it learns: floats, one step for each position. */
#ifndef ALEA_TRAINER_TABLES_MODEL_H
#define ALEA_TRAINER_TABLES_MODEL_H

#include "engine/tables/file.h"
#include "engine/tables/inputs.h"
#include "trainer/support/random.h"

/* The weights in the order of the file. */
typedef struct tables_model {
    uint32_t inputs, width;
    size_t count; /* of weights that are used */
    float weight[];
} tables_model;

/* Small random weights; NULL without memory. The caller's to free(). `width` as for
 * tables_net_close. */
tables_model *tables_model_make(const alea_tables_rules *rules, uint32_t width,
                                random_stream *random);
/* Chances at a board seen by [0], who throws next. */
void tables_model_chances(const tables_model *m, const alea_tables_rules *rules,
                          const alea_tables_board *board, float out[TABLES_NET_OUT]);
/* The same, then one step of size `rate` that brings them nearer to `wanted`: down the
 * slope of the cross entropy. */
void tables_model_learn(tables_model *m, const alea_tables_rules *rules,
                        const alea_tables_board *board,
                        const float wanted[TABLES_NET_OUT], float rate,
                        float out[TABLES_NET_OUT]);
/* The net as a file, tables_net_size() bytes. */
void tables_model_round(const tables_model *m, const alea_tables_rules *rules,
                        alea_tables_net *out);

#endif
