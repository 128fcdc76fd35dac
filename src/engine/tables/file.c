#include "file.h"

#include "base/hash.h"
#include "inputs.h"

#include <string.h>

static const char magic[8] = {'a', 'l', 'e', 'a', ' ', 't', 'a', 'b'};

/* Names do not count: portes and tavla have one net. Of the scores one does: where
 * checkers left are points, "more" is something else. */
uint32_t tables_net_layout(const alea_tables_rules *rules)
{
    enum { SHARED = 8 + ALEA_TABLES_POINTS };
    const bool counted = rules->score == ALEA_TABLES_SCORE_CHECKERS_LEFT;
    int32_t shape[SHARED + 1] = {TABLES_UNIT,
                                 TABLES_OF_POINT,
                                 TABLES_OF_SIDE,
                                 (int32_t)rules->relation,
                                 (int32_t)rules->landing,
                                 rules->path,
                                 rules->pieces,
                                 rules->dice};
    for (int r = 0; r < ALEA_TABLES_POINTS; r++) shape[8 + r] = rules->start[r];
    shape[SHARED] = counted;
    const uint64_t sum = alea_checksum(shape, (SHARED + counted) * sizeof *shape);
    return (uint32_t)(sum ^ sum >> 32);
}

size_t tables_net_weights(uint32_t inputs, uint32_t width)
{
    const size_t count =
        ((size_t)inputs + 1) * width + ((size_t)width + 1) * TABLES_NET_OUT;
    return count + count % 2;
}

size_t tables_net_size(uint32_t inputs, uint32_t width)
{
    return TABLES_NET_HEADER + tables_net_weights(inputs, width) * sizeof(int16_t);
}

void tables_net_close(alea_tables_net *net, const alea_tables_rules *rules,
                      uint32_t width)
{
    memset(net, 0, TABLES_NET_HEADER);
    memcpy(net->magic, magic, sizeof magic);
    net->version = TABLES_NET_VERSION;
    net->layout = tables_net_layout(rules);
    net->width = width;
    net->inputs = (uint32_t)tables_inputs_count(rules);
    net->sum = alea_checksum(net->weight, tables_net_weights(net->inputs, width) *
                                              sizeof *net->weight);
}

const alea_tables_net *alea_tables_net_in(const void *bytes, size_t size)
{
    _Static_assert(sizeof(alea_tables_net) == TABLES_NET_HEADER, "header");
    static const uint8_t zeros[sizeof((alea_tables_net *)NULL)->zeros];
    const alea_tables_net *net = bytes;
    if (size < TABLES_NET_HEADER || (uintptr_t)bytes % 8 != 0) return NULL;
    if (memcmp(net->magic, magic, sizeof magic) != 0 ||
        net->version != TABLES_NET_VERSION || memcmp(net->zeros, zeros, sizeof zeros))
        return NULL;
    if (net->width == 0 || net->width > TABLES_NET_MOST_WIDTH || net->width % 32 != 0 ||
        net->inputs == 0 || net->inputs > TABLES_MOST_INPUTS ||
        size != tables_net_size(net->inputs, net->width))
        return NULL;
    return net->sum == alea_checksum(net->weight, size - TABLES_NET_HEADER) ? net
                                                                            : NULL;
}

bool alea_tables_net_fits(const alea_tables_net *net, const alea_tables_rules *rules)
{
    return net->layout == tables_net_layout(rules) &&
           net->inputs == (uint32_t)tables_inputs_count(rules);
}
