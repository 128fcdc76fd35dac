#include "throws.h"

#include <string.h>

int tables_sealed_rolls(const alea_tables_rules *rules, alea_tables_event_type type)
{
    const int binary = rules->dice == 1;
    if (type == ALEA_TABLES_EVENT_OPENING) return binary ? 4 : 2;
    return type == ALEA_TABLES_EVENT_ROLL ? 2 : 0;
}

void tables_sealed_dice(const alea_tables_rules *rules, alea_tables_event_type type,
                        const alea_roll roll[TABLES_MOST_ROLLS],
                        uint8_t out[ALEA_TABLES_MAX_DICE])
{
    const int rolls = tables_sealed_rolls(rules, type);
    memset(out, 0, ALEA_TABLES_MAX_DICE);
    for (int side = 0; rules->dice == 1 && side < rolls / 2; side++) {
        int marks = 0;
        for (int i = 0; i < 4; i++) marks += roll[2 * side + i / 2].die[i % 2] % 2;
        out[side] = (uint8_t)alea_tables_marks(rules, marks);
    }
    if (rules->dice == 1) return;
    out[0] = roll[0].die[0];
    out[1] = roll[0].die[1];
    if (rules->dice == 3 && type == ALEA_TABLES_EVENT_ROLL) out[2] = roll[1].die[0];
}

void tables_sealed_check(void *context, const alea_tables_match *after,
                         const alea_tables_event *event)
{
    tables_throws *t = context;
    const alea_tables_rules *rules = alea_tables_match_rules(after);
    const int rolls = tables_sealed_rolls(rules, event->type);
    if (!rolls) return;
    t->throws++;
    if (t->secret && !t->wrong) {
        alea_roll roll[TABLES_MOST_ROLLS] = {{{0}}};
        uint8_t right[ALEA_TABLES_MAX_DICE];
        const int dice = event->type == ALEA_TABLES_EVENT_OPENING ? 2 : rules->dice;
        for (int i = 0; i < rolls; i++)
            roll[i] = dice_secret_roll(t->secret, t->rolls + (uint64_t)i);
        tables_sealed_dice(rules, event->type, roll, right);
        if (memcmp(right, event->die, (size_t)dice) != 0) t->wrong = t->throws;
    }
    t->rolls += (uint64_t)rolls;
}
