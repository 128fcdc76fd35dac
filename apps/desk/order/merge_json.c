#include "merge_json.h"

json_t *merge_json(const merge_counts *counts, json_t *said)
{
    const merge_counts *c = counts;
    return json_pack("{s:I,s:I,s:I,s:I,s:I,s:I,s:O}", "matches", (json_int_t)c->matches,
                     "known", (json_int_t)c->known, "cards", (json_int_t)c->cards,
                     "reviews", (json_int_t)c->reviews, "left_out",
                     (json_int_t)c->left_out, "conflicts", (json_int_t)c->conflicts,
                     "said", said);
}
