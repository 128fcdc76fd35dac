/* Any bytes as a net of a tables game: refused, or read and then asked for chances that
 * are such.
 *
 * A first byte of 'h' keeps the input as it is; 'r' takes what follows as weights and
 * writes a header before them; then comes the file. */
#include <alea/tables_net.h>

#include "engine/tables/file.h"
#include "engine/tables/inputs.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) abort();
}

static void ask(const alea_tables_net *net)
{
    for (int g = 0; alea_tables_game(g); g++) {
        alea_tables_rules rules;
        alea_tables_chances c;
        require(alea_tables_find(alea_tables_game(g), &rules, NULL) == ALEA_OK);
        if (!alea_tables_net_fits(net, &rules)) continue;
        const alea_tables_board board = alea_tables_start(&rules);
        alea_tables_net_chances(net, &rules, &board, &c);
        const float sum = c.won_one + c.won_more + c.lost_one + c.lost_more + c.drawn;
        require(sum > 0.999F && sum < 1.001F && c.won_one >= 0 && c.drawn >= 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    alea_tables_rules rules;
    require(alea_tables_find("fevga", &rules, NULL) == ALEA_OK);
    const uint32_t inputs = (uint32_t)tables_inputs_count(&rules);
    const bool made = data[0] == 'r';
    const size_t whole = made ? tables_net_size(inputs, 32) : size - 1;
    alea_tables_net *net =
        calloc(1, whole < TABLES_NET_HEADER ? TABLES_NET_HEADER : whole);
    require(net);
    if (made) {
        const size_t room = whole - TABLES_NET_HEADER;
        memcpy(net->weight, data + 1, size - 1 < room ? size - 1 : room);
        tables_net_close(net, &rules, 32);
    } else {
        memcpy(net, data + 1, size - 1);
    }
    const alea_tables_net *read = alea_tables_net_in(net, whole);
    require(!made || read == net);
    if (read) ask(read);
    free(net);
    return 0;
}
