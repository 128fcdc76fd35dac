/* The levels and the named players. */
#include <alea/levels.h>

#include <strings.h>

/* The noise of the first six was chosen for even steps in strength; that of the named
 * players, and the sizes of their styles, for the PR in the last column, which is
 * measured (docs/search.md). */
static const alea_level_info levels[ALEA_LEVELS] = {
    [ALEA_LEVEL_BEGINNER] = {.name = "beginner",
                             .about = "knows the rules and the safe plays, misjudges "
                                      "most close ones",
                             .noise = 0.12F},
    [ALEA_LEVEL_CASUAL] = {.name = "casual",
                           .about = "plays for fun: sound ideas, frequent slips",
                           .noise = 0.07F},
    [ALEA_LEVEL_INTERMEDIATE] = {.name = "intermediate",
                                 .about = "a club player",
                                 .noise = 0.04F},
    [ALEA_LEVEL_ADVANCED] = {.name = "advanced",
                             .about = "a strong tournament player on an ordinary day",
                             .noise = 0.015F},
    [ALEA_LEVEL_EXPERT] = {.name = "expert",
                           .about = "evaluates each position, without looking ahead"},
    [ALEA_LEVEL_STRONGEST] = {.name = "strongest",
                              .about = "looks ahead as far as the time allows",
                              .plies = 2},
    [ALEA_LEVEL_POPPY] = {.name = "poppy",
                          .title = "Poppy",
                          .pr = 26.2F,
                          .about = "Learnt last week. Keeps everything safe on tall "
                                   "stacks, and drops too soon.",
                          .noise = 0.16F,
                          .style = {.blot = -0.05F,
                                    .stack = 0.02F,
                                    .hit = -0.05F,
                                    .doubles = -0.15F,
                                    .takes = -0.15F,
                                    .reach = 0.15F}},
    [ALEA_LEVEL_BRUNO] = {.name = "bruno",
                          .title = "Bruno",
                          .pr = 19.9F,
                          .about =
                              "Blitzes. If there is a blot, he hits it, and counts "
                              "his own afterwards.",
                          .noise = 0.11F,
                          .style = {.hit = 0.14F,
                                    .blot = 0.012F,
                                    .point = 0.01F,
                                    .doubles = 0.05F,
                                    .reach = 0.16F}},
    [ALEA_LEVEL_OTTO] =
        {.name = "otto",
         .title = "Otto",
         .pr = 13.9F,
         .about = "Loves a back game: holds anchors, stays behind and "
                  "waits for a last shot.",
         .noise = 0.085F,
         .style = {.back = 0.035F, .anchor = 0.06F, .takes = 0.1F, .reach = 0.12F}},
    [ALEA_LEVEL_NORA] = {.name = "nora",
                         .title = "Nora",
                         .pr = 7.5F,
                         .about = "Careful. Leaves no shot she can help, doubles late "
                                  "and drops early.",
                         .noise = 0.055F,
                         .style = {.blot = -0.035F,
                                   .anchor = 0.01F,
                                   .doubles = -0.08F,
                                   .takes = -0.08F,
                                   .reach = 0.1F}},
    [ALEA_LEVEL_DARIO] = {.name = "dario",
                          .title = "Dario",
                          .pr = 5.1F,
                          .about = "The cube is his checker: doubles early, takes "
                                   "almost anything.",
                          .noise = 0.035F,
                          .style = {.doubles = 0.12F, .takes = 0.2F}},
    [ALEA_LEVEL_CARLA] =
        {.name = "carla",
         .title = "Carla",
         .pr = 2.8F,
         .about = "Plays pure: points in a row, no stacks, checkers "
                  "always in play.",
         .noise = 0.025F,
         .style = {.point = 0.012F, .prime = 0.016F, .stack = -0.012F, .reach = 0.08F}},
    [ALEA_LEVEL_VIKTOR] = {.name = "viktor",
                           .title = "Viktor",
                           .pr = 1.5F,
                           .about = "Runs his last checkers early and "
                                    "wins races. Few errors.",
                           .noise = 0.01F,
                           .style = {.back = -0.03F, .reach = 0.06F}},
    [ALEA_LEVEL_AURELIA] = {.name = "aurelia",
                            .title = "Aurelia",
                            .pr = 0.1F,
                            .about = "Looks two rolls ahead and has no habits. The "
                                     "strongest here.",
                            .plies = 2},
    [ALEA_LEVEL_ECHO] = {.name = "echo",
                         .title = "Echo",
                         .about =
                             "Plays about as well as you do: judges your plays and "
                             "keeps the game even.",
                         .noise = 0.07F},
};

const alea_level_info *alea_level_get(alea_level level)
{
    return (int)level >= 0 && level < ALEA_LEVELS ? &levels[level] : NULL;
}

int alea_level_find(const char *name)
{
    for (int i = 0; i < ALEA_LEVELS; i++)
        if (strcasecmp(levels[i].name, name) == 0) return i;
    return -1;
}
