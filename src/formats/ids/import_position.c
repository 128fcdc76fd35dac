#include "files.h"

#include "formats/toolkit/implied_rules.h"

alea_status import_position(importer *in, const alea_position *position, size_t line)
{
    if (position->game_over)
        return import_fail(in, ALEA_ERROR_POSITION, line, 0,
                           "the game of this position is over");
    alea_rules base = implied_rules(position->match_length);
    int checkers = position->checkers;
    if (checkers == alea_setup_checkers(ALEA_SETUP_HYPERGAMMON))
        base.setup = ALEA_SETUP_HYPERGAMMON;
    else if (checkers != ALEA_CHECKERS)
        import_warn(in, line, "a game with %d checkers per side: read as one with %d",
                    checkers, ALEA_CHECKERS);
    if (!position->beavers) base.beavers = 0;
    if (!position->jacoby) base.jacoby = false;
    alea_rules rules = position_rules(position, &base);
    alea_error why = {0};
    if (alea_rules_check(&rules, &why) != ALEA_OK)
        return import_fail(in, ALEA_ERROR_POSITION, line, 0, "%s", why.reason);
    import_start(in, &rules);
    position_events list = position_make_events(position, &rules);
    alea_status status = ALEA_OK;
    for (int i = 0; i < list.count && !status; i++)
        status = import_event(in, &list.event[i], line);
    return status;
}
