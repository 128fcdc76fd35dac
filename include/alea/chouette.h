/* A chouette: one player, the box, against a team whose first member, the captain,
 * moves for all. Each member plays a money game of his own against the box, with the
 * same dice and plays; these pairs are alea_match values in step, so cubes, beavers,
 * Jacoby and results are those of <alea/match.h>. docs/chouette.md describes the rules
 * and their sources. One function applies an event, or refuses it and changes nothing.
 * A plain value: no allocation, no globals, thread-safe. */
#ifndef ALEA_CHOUETTE_H
#define ALEA_CHOUETTE_H

#include <alea/match.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ALEA_CHOUETTE_SEATS = 10,
    ALEA_CHOUETTE_PAIRS = 18,   /* nine members and eight extras */
    ALEA_CHOUETTE_ENTRIES = 40, /* of one game */
    ALEA_CHOUETTE_NO_SEAT = -1
};

typedef enum {
    ALEA_CHOUETTE_ONE_DIE = 0,
    ALEA_CHOUETTE_TWO_DICE, /* their sum */
    ALEA_CHOUETTE_FOUR_DICE
} alea_chouette_throw;
typedef enum {
    ALEA_CHOUETTE_INDIVIDUAL = 0, /* each member has a cube of his own */
    ALEA_CHOUETTE_SINGLE          /* one cube; the captain decides for the team */
} alea_chouette_cube;
typedef enum {
    ALEA_CHOUETTE_AUTOMATIC_NONE = 0,
    /* the first tie doubles; later ones if the box wants */
    ALEA_CHOUETTE_AUTOMATIC_FIRST_THEN_BOX,
    ALEA_CHOUETTE_AUTOMATIC_SINGLE, /* the first tie only */
    ALEA_CHOUETTE_AUTOMATIC_BOX_CHOICE,
    /* one that the box declines may be used in the next game */
    ALEA_CHOUETTE_AUTOMATIC_CARRYOVER
} alea_chouette_automatic;
typedef enum {
    ALEA_CHOUETTE_CAPTAIN_VS_BOX = 0,
    /* The box stays if it won to the end or by the last drop, and its sum is no
     * loss. */
    ALEA_CHOUETTE_NET_RESULT
} alea_chouette_rotation;
typedef enum {
    ALEA_CHOUETTE_CONSULT_AFTER_CUBE = 0,
    ALEA_CHOUETTE_CONSULT_ALWAYS,
    ALEA_CHOUETTE_CONSULT_NEVER
} alea_chouette_consult;
/* How many of the cubes that the team turns together from the centre the box must take,
 * if any: */
typedef enum {
    ALEA_CHOUETTE_MIN_TAKE_NONE = 0,
    ALEA_CHOUETTE_MIN_TAKE_HALF,      /* of three players both */
    ALEA_CHOUETTE_MIN_TAKE_BREAK_EVEN /* a third; of three players both */
} alea_chouette_min_take;
typedef enum {
    ALEA_CHOUETTE_LONE_NOTHING = 0,
    ALEA_CHOUETTE_LONE_MUST_BEAVER,
    ALEA_CHOUETTE_LONE_EXTRAS /* each who dropped may offer the taker an extra */
} alea_chouette_lone;
typedef enum {
    ALEA_CHOUETTE_PARTNER_NONE = 0,
    ALEA_CHOUETTE_PARTNER_OPTIONAL, /* if the box wants one */
    ALEA_CHOUETTE_PARTNER_FORCED
} alea_chouette_partner;
typedef enum {
    ALEA_CHOUETTE_NEXT_IN_LINE = 0,
    ALEA_CHOUETTE_LAST_IN_LINE,      /* asked first, then the one before him */
    ALEA_CHOUETTE_CAPTAIN_MOVES_OVER /* not asked */
} alea_chouette_partner_who;
typedef enum {
    ALEA_CHOUETTE_BEHIND_LOSER = 0,
    ALEA_CHOUETTE_BEFORE_LOSER
} alea_chouette_join_place;
typedef enum { ALEA_CHOUETTE_JOIN_FREE = 0, ALEA_CHOUETTE_JOIN_BOX } alea_chouette_join;
typedef enum {
    ALEA_CHOUETTE_PROXY = 0, /* somebody he names decides for him */
    ALEA_CHOUETTE_FOLLOW_CAPTAIN
} alea_chouette_absent;

typedef struct alea_chouette_rules {
    /* The money game of each pair. Fixed in it: match_length 0, cube on, auto_doubles
     * 0, no crawford, illegal plays refused, the winner gains. */
    alea_rules game;
    alea_chouette_throw order_throw;
    alea_chouette_cube cube;
    alea_chouette_automatic automatic;
    alea_chouette_rotation rotation_by;
    alea_chouette_consult consult;
    bool dropped_silent; /* a member who has dropped gives no advice */
    alea_chouette_min_take min_take;
    bool take_captain; /* who takes any cube takes the captain's */
    bool equal_cubes_include_captain;
    alea_chouette_lone lone_take;
    alea_chouette_partner partner;
    int partner_from; /* players, 4 to 10 */
    alea_chouette_partner_who partner_who;
    alea_chouette_join_place join_place;
    alea_chouette_join join_consent;
    alea_chouette_absent absent;
    bool settlements;
} alea_chouette_rules;

/* The common club rules: individual cubes, Jacoby, no beavers, advice once one's own
 * cube was turned. */
ALEA_API alea_chouette_rules alea_chouette_rules_default(void);
/* Names of the options of a chouette, without those of its games; NULL past the end.
 * Static storage. */
ALEA_API const char *alea_chouette_option(int index);
/* The words an option may have, the default first; NULL past the end. "partner_from" is
 * a number. Static storage. */
ALEA_API const char *alea_chouette_choice(const char *option, int index);
/* Sets an option of the chouette, or of its games (alea_rules_option) where that is not
 * fixed. Refuses with a reason and leaves `rules` unchanged. */
ALEA_API alea_status alea_chouette_set(alea_chouette_rules *rules, const char *option,
                                       const char *value, alea_error *error);
/* The value of an option as text into `out`, at least 48 bytes. */
ALEA_API alea_status alea_chouette_get(const alea_chouette_rules *rules,
                                       const char *option, char *out, size_t size);
ALEA_API alea_status alea_chouette_rules_check(const alea_chouette_rules *rules,
                                               alea_error *error);

typedef enum alea_chouette_phase {
    ALEA_CHOUETTE_ORDER = 0, /* throws for the places */
    ALEA_CHOUETTE_BETWEEN,   /* of two games, or before the first */
    ALEA_CHOUETTE_ASK_BOX,   /* does the box want a partner? */
    ALEA_CHOUETTE_ASK_PARTNER,
    ALEA_CHOUETTE_ASK_AUTOMATIC, /* does the box want an automatic double? */
    ALEA_CHOUETTE_OPENING,
    ALEA_CHOUETTE_TO_ROLL, /* doubles, then the throw */
    ALEA_CHOUETTE_ANSWERS, /* to cubes offered */
    ALEA_CHOUETTE_EXTRAS,
    ALEA_CHOUETTE_TO_PLAY
} alea_chouette_phase;

typedef enum alea_chouette_type {
    ALEA_CHOUETTE_EVENT_THROW = 0, /* thrown: for each seat that must throw */
    ALEA_CHOUETTE_EVENT_JOIN,
    ALEA_CHOUETTE_EVENT_ADMIT, /* the box: other, yes */
    ALEA_CHOUETTE_EVENT_LEAVE, /* at once between games, else after the game */
    ALEA_CHOUETTE_EVENT_AWAY,  /* other: the proxy (not where captains are followed) */
    ALEA_CHOUETTE_EVENT_BACK,
    ALEA_CHOUETTE_EVENT_BEGIN,     /* the next game */
    ALEA_CHOUETTE_EVENT_PARTNER,   /* who is asked: yes */
    ALEA_CHOUETTE_EVENT_AUTOMATIC, /* the box: yes */
    ALEA_CHOUETTE_EVENT_OPENING,   /* roll: the box's die, the captain's die */
    ALEA_CHOUETTE_EVENT_DOUBLE,    /* pair */
    ALEA_CHOUETTE_EVENT_TAKE,      /* pair */
    ALEA_CHOUETTE_EVENT_DROP,      /* pair */
    ALEA_CHOUETTE_EVENT_BEAVER,    /* pair */
    ALEA_CHOUETTE_EVENT_RACCOON,   /* pair */
    ALEA_CHOUETTE_EVENT_EXTRA,     /* who dropped: yes */
    ALEA_CHOUETTE_EVENT_ROLL,      /* roll */
    ALEA_CHOUETTE_EVENT_PLAY,      /* move, moves */
    ALEA_CHOUETTE_EVENT_RESIGN,    /* pair, class */
    ALEA_CHOUETTE_EVENT_SETTLE, /* pair, points that `seat` asks for; negative: pays */
    ALEA_CHOUETTE_EVENT_ACCEPT, /* pair: what was proposed there */
    ALEA_CHOUETTE_EVENT_REJECT, /* pair */
    ALEA_CHOUETTE_EVENTS
} alea_chouette_type;

/* Fields not named for its type are ignored. */
typedef struct alea_chouette_event {
    alea_chouette_type type;
    int seat; /* who acts; not for THROW, BEGIN, OPENING */
    int pair; /* index in alea_chouette.pair; with a single cube that of anybody */
    int other;
    bool yes;
    uint8_t thrown[ALEA_CHOUETTE_SEATS];
    alea_roll roll;
    alea_move move[ALEA_MAX_MOVES];
    uint8_t moves, win_class;
    int points;
} alea_chouette_event;

typedef enum alea_chouette_refusal {
    ALEA_CHOUETTE_ACCEPTED = 0,
    ALEA_CHOUETTE_REFUSED_PHASE,
    ALEA_CHOUETTE_REFUSED_NOT_YOU, /* another seat decides that */
    ALEA_CHOUETTE_REFUSED_SEAT,    /* no such seat, or it does not play here */
    ALEA_CHOUETTE_REFUSED_PAIR,    /* no such pair, or it is over */
    ALEA_CHOUETTE_REFUSED_THROW,   /* bad dice for the order */
    ALEA_CHOUETTE_REFUSED_TOO_FEW, /* three players are needed */
    ALEA_CHOUETTE_REFUSED_GAME,    /* by the game: see alea_refusal */
    ALEA_CHOUETTE_REFUSED_OFFERED, /* answers first */
    ALEA_CHOUETTE_REFUSED_ANSWERED,
    ALEA_CHOUETTE_REFUSED_MIN_TAKE,
    ALEA_CHOUETTE_REFUSED_CAPTAIN_FIRST, /* equal_cubes_include_captain */
    ALEA_CHOUETTE_REFUSED_TAKE_CAPTAIN,
    ALEA_CHOUETTE_REFUSED_MUST_BEAVER,
    ALEA_CHOUETTE_REFUSED_SETTLEMENT, /* settlements are off, or no points */
    ALEA_CHOUETTE_REFUSED_NOTHING,    /* nothing was proposed there */
    ALEA_CHOUETTE_REFUSED_EVENT,
    ALEA_CHOUETTE_REFUSALS
} alea_chouette_refusal;

/* One seat of the box side against one of the team. */
typedef struct alea_chouette_pair {
    int upper, lower; /* seats; upper plays as ALEA_A, with the box */
    bool extra;
    bool over;   /* settled in this game */
    int offered; /* 1: its cube is among those turned now */
    int answer;  /* of alea_event_type to that, or -1; carried out with the others */
    bool must_beaver;
    /* A proposal: by whom (ALEA_NOBODY: none), a class of resignation or points. */
    alea_player proposer;
    int win_class, points;
    alea_match match;
} alea_chouette_pair;

typedef enum alea_chouette_reason {
    ALEA_CHOUETTE_BY_RESULT = 0,
    ALEA_CHOUETTE_BY_DROP,
    ALEA_CHOUETTE_BY_RESIGNATION,
    ALEA_CHOUETTE_BY_SETTLEMENT,
    ALEA_CHOUETTE_BY_EXTRA,  /* for taking it */
    ALEA_CHOUETTE_BY_PARTNER /* his half of the box's sum */
} alea_chouette_reason;

typedef struct alea_chouette_entry {
    int from, to; /* seats */
    int points;   /* more than 0 */
    alea_chouette_reason reason;
} alea_chouette_entry;

/* Read every field; change none except through alea_chouette_apply. */
typedef struct alea_chouette {
    alea_chouette_rules rules;
    alea_chouette_phase phase;
    int game;    /* from 1; 0 before the first */
    int players; /* in the line, without the partner */
    /* Seats: the box, the captain, the queue. In the phase ORDER whose places a throw
     * must still decide stand in one `group`. */
    int line[ALEA_CHOUETTE_SEATS];
    int group[ALEA_CHOUETTE_SEATS];
    int partner; /* of the box; ALEA_CHOUETTE_NO_SEAT: none */
    int asked;   /* who answers next (ASK_BOX, ASK_PARTNER, ASK_AUTOMATIC) */
    int shooter; /* moves for the team: the captain, or the first still in */
    int pairs;
    alea_chouette_pair pair[ALEA_CHOUETTE_PAIRS];
    bool answering; /* no more doubles before the throw */
    int taker;      /* EXTRAS: the pair of the lone taker */
    int last;       /* the pair that ended last in this game, or -1 */
    int ties, carried;
    bool away[ALEA_CHOUETTE_SEATS], leaving[ALEA_CHOUETTE_SEATS];
    int proxy[ALEA_CHOUETTE_SEATS];
    int joiners, joining[ALEA_CHOUETTE_SEATS]; /* until the next game begins */
    bool admitted[ALEA_CHOUETTE_SEATS];
    bool loser_last; /* the last of the line lost his place in the last game */
    int64_t total[ALEA_CHOUETTE_SEATS]; /* sum 0; kept when a seat leaves */
    int entries;                        /* of the game, or the game before in BETWEEN */
    alea_chouette_entry entry[ALEA_CHOUETTE_ENTRIES];
} alea_chouette;

/* Starts with seats 0 to players - 1 (3 to ALEA_CHOUETTE_SEATS) throwing for their
 * places. The rules must pass alea_chouette_rules_check. A seat is one person for the
 * whole chouette. */
ALEA_API void alea_chouette_start(alea_chouette *chouette,
                                  const alea_chouette_rules *rules, int players);
/* Applies `event`; any result but ALEA_CHOUETTE_ACCEPTED leaves the chouette unchanged.
 * `by_game` and `play_error` (may be NULL) receive the reason of REFUSED_GAME. */
ALEA_API alea_chouette_refusal alea_chouette_apply(alea_chouette *chouette,
                                                   const alea_chouette_event *event,
                                                   alea_refusal *by_game,
                                                   alea_play_error *play_error);
/* The pair of a member of the team (not an extra) in this game, or -1. */
ALEA_API int alea_chouette_pair_of(const alea_chouette *chouette, int seat);
/* The game that is played on the board: any pair still in it; NULL between games. */
ALEA_API const alea_match *alea_chouette_board(const alea_chouette *chouette);
/* The seat that throws and moves now; ALEA_CHOUETTE_NO_SEAT where nobody does. */
ALEA_API int alea_chouette_mover(const alea_chouette *chouette);
/* The seats that must act now, a bit each, those away too; 0: nobody, or anybody. */
ALEA_API unsigned alea_chouette_waits_for(const alea_chouette *chouette);
/* Whether `seat` may advise his side now, on a play or on the cube (rule `consult`). */
ALEA_API bool alea_chouette_may_advise(const alea_chouette *chouette, int seat,
                                       bool on_cube);

/* Code ("min_take") and sentence for a player. Static storage. */
ALEA_API const char *alea_chouette_refusal_code(alea_chouette_refusal refusal);
ALEA_API const char *alea_chouette_refusal_text(alea_chouette_refusal refusal);
/* Names of phases ("to_roll"), events ("double") and reasons ("drop"). Static. */
ALEA_API const char *alea_chouette_phase_name(alea_chouette_phase phase);
ALEA_API const char *alea_chouette_event_name(alea_chouette_type type);
ALEA_API const char *alea_chouette_reason_name(alea_chouette_reason reason);

#ifdef __cplusplus
}
#endif
#endif
