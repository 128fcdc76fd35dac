"""The library's structs. Names and layouts are those of include/alea; tests/install/test_wheel.py compares
them with what the C compiler makes of the headers."""
import ctypes as c

MAX_MOVES = 4
MAX_PLAYS = 3060
PLAY_TEXT_SIZE = 64
XGID_SIZE = 128
SVG_SIZE = 24576
TEXT_SIZE = 2048
JUDGED_KINDS, MARKS, CANDIDATES = 3, 4, 5
MAX_PLIES = 4
ROLLOUT_CANDIDATES, ROLLOUT_RANGES, ROLLOUT_LABEL_SIZE = 16, 64, 64


class alea_error(c.Structure):
    _fields_ = [("line", c.c_size_t), ("column", c.c_size_t), ("reason", c.c_char * 160), ("status", c.c_int)]


class alea_board(c.Structure):
    _fields_ = [("point", c.c_int8 * 26)]


class alea_roll(c.Structure):
    _fields_ = [("die", c.c_uint8 * 2)]


class alea_position(c.Structure):
    _fields_ = [("board", alea_board), ("on_roll", c.c_int), ("to_act", c.c_int), ("roll", alea_roll),
                ("cube_log2", c.c_int), ("cube_owner", c.c_int), ("offers", c.c_int), ("resign_class", c.c_int),
                ("match_length", c.c_int), ("score", c.c_int * 2), ("crawford_game", c.c_bool),
                ("jacoby", c.c_bool), ("beavers", c.c_bool), ("cube", c.c_bool), ("cube_limit_log2", c.c_int),
                ("checkers", c.c_int), ("board_only", c.c_bool), ("game_over", c.c_bool)]


class alea_probs(c.Structure):
    _fields_ = [(name, c.c_float) for name in
                ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")]


class alea_move(c.Structure):
    _fields_ = [("from_", c.c_int8), ("to", c.c_int8), ("hit", c.c_bool)]


class alea_play(c.Structure):
    _fields_ = [("board", alea_board), ("move", alea_move * MAX_MOVES), ("count", c.c_uint8)]


class alea_play_list(c.Structure):
    _fields_ = [("count", c.c_int), ("play", alea_play * MAX_PLAYS)]


class alea_play_rules(c.Structure):
    _fields_ = [("dice_usage", c.c_int), ("bearoff_high", c.c_int), ("double_moves", c.c_int)]


class alea_endings(c.Structure):
    _fields_ = [("gammon_def", c.c_int), ("backgammon_def", c.c_int), ("setup", c.c_int), ("dice_usage", c.c_int),
                ("bearoff_high", c.c_int), ("two_moves", c.c_bool), ("exact_races", c.c_bool)]


class alea_cube(c.Structure):
    _fields_ = [("match_length", c.c_int), ("away", c.c_int * 2), ("crawford_game", c.c_bool),
                ("post_crawford", c.c_bool), ("cube_log2", c.c_int), ("owner", c.c_int), ("in_use", c.c_bool),
                ("jacoby", c.c_bool), ("beavers", c.c_bool), ("cube_limit_log2", c.c_int)]


class alea_decision(c.Structure):
    _fields_ = [("board", alea_board), ("roll", alea_roll), ("cube", alea_cube), ("rules", alea_play_rules),
                ("endings", alea_endings)]


class alea_engine_options(c.Structure):
    _fields_ = [("threads", c.c_int), ("cache_bytes", c.c_size_t)]


class alea_filter(c.Structure):
    _fields_ = [("most", c.c_int), ("within", c.c_float)]


CANCELLED = c.CFUNCTYPE(c.c_bool, c.c_void_p)


class alea_search_settings(c.Structure):
    _fields_ = [("plies", c.c_int), ("filter", alea_filter * MAX_PLIES), ("include", c.POINTER(alea_board)),
                ("replies", c.c_int), ("full", c.c_int), ("rolled", c.c_int), ("cubeful", c.c_bool),
                ("time_ms", c.c_longlong), ("cancelled", CANCELLED), ("context", c.c_void_p)]


class alea_candidate(c.Structure):
    _fields_ = [("play", alea_play), ("probs", alea_probs), ("cubeless", c.c_float), ("equity", c.c_float),
                ("plies", c.c_int)]


class alea_cube_equities(c.Structure):
    _fields_ = [(name, c.c_float) for name in ("no_double", "double_take", "double_drop", "double_beaver")]


class alea_cube_verdict(c.Structure):
    _fields_ = [("action", c.c_int), ("redouble", c.c_bool), ("dead", c.c_bool), ("optional", c.c_bool),
                ("take", c.c_bool), ("beaver", c.c_bool), ("best", c.c_float), ("equity", alea_cube_equities)]


class alea_cube_result(c.Structure):
    _fields_ = [("verdict", alea_cube_verdict), ("probs", alea_probs), ("cubeless", c.c_float),
                ("chance", c.c_float * 3), ("plies", c.c_int)]


class alea_diagram(c.Structure):
    _fields_ = [("view", c.c_int), ("home_left", c.c_bool), ("names", c.c_char_p * 2),
                ("moves", c.POINTER(alea_move)), ("move_count", c.c_int), ("mover", c.c_int)]


class alea_effort_info(c.Structure):
    _fields_ = [("name", c.c_char_p), ("about", c.c_char_p), ("plies", c.c_int), ("rolled", c.c_int)]


WARN = c.CFUNCTYPE(None, c.c_void_p, c.c_size_t, c.c_char_p)


class alea_memory(c.Structure):
    _fields_ = [("resize", c.c_void_p), ("context", c.c_void_p)]


class alea_import_options(c.Structure):
    _fields_ = [("format", c.c_int), ("partial", c.c_bool), ("resume", c.c_bool), ("ogid_turn_is_next", c.c_bool),
                ("memory", alea_memory), ("warn", WARN), ("warn_context", c.c_void_p), ("strict", c.c_bool),
                ("match_length", c.c_int), ("jacoby", c.c_int), ("beavers", c.c_int), ("crawford", c.c_int),
                ("most_unpacked", c.c_size_t)]


class alea_import_report(c.Structure):
    _fields_ = [("format", c.c_int), ("warnings", c.c_size_t), ("stopped", c.c_bool), ("where", alea_error),
                ("good_bytes", c.c_size_t), ("check", c.c_uint32), ("unpacked", c.c_size_t)]


PROGRESS = c.CFUNCTYPE(c.c_bool, c.c_void_p, c.c_size_t, c.c_size_t)


class alea_analysis_settings(c.Structure):
    _fields_ = [("plies", c.c_int), ("rolled", c.c_int), ("luck_plies", c.c_int), ("candidates", c.c_int),
                ("threshold", c.c_float * 3), ("use_filed", c.c_bool), ("open", c.c_bool), ("close_cube", c.c_float),
                ("from_", c.c_size_t), ("to", c.c_size_t), ("progress", PROGRESS), ("context", c.c_void_p)]


class alea_report_options(c.Structure):
    _fields_ = [("file", c.c_char_p), ("import", c.POINTER(alea_import_report)), ("engine", c.c_void_p),
                ("all", c.c_bool), ("player", c.c_char_p), ("min_loss", c.c_double), ("by_loss", c.c_bool)]


class alea_judgement(c.Structure):
    _fields_ = [("entry", c.c_size_t), ("game", c.c_int), ("turn", c.c_int), ("counted", c.c_bool),
                ("hinted", c.c_bool), ("unforced", c.c_bool), ("mark", c.c_int), ("filed", c.c_int32),
                ("by", c.c_int), ("kind", c.c_int), ("made_event", c.c_int), ("best_event", c.c_int),
                ("forced", c.c_bool), ("best", c.c_float), ("made", c.c_float), ("worst", c.c_float),
                ("loss", c.c_float), ("chance_loss", c.c_float), ("plies", c.c_int), ("decision", alea_decision),
                ("probs", alea_probs), ("candidates", c.c_int), ("candidate", alea_candidate * CANDIDATES),
                ("made_candidate", alea_candidate), ("cube", alea_cube_result), ("market_known", c.c_bool),
                ("market_lost", c.c_float)]


class alea_roll_luck(c.Structure):
    _fields_ = [("entry", c.c_size_t), ("game", c.c_int), ("turn", c.c_int), ("by", c.c_int), ("roll", alea_roll),
                ("filed", c.c_bool), ("luck", c.c_float), ("points", c.c_float), ("chance", c.c_float)]


class alea_unjudged(c.Structure):
    _fields_ = [("entry", c.c_size_t), ("game", c.c_int), ("reason", c.c_char * 160)]


class alea_analysis(c.Structure):
    _fields_ = [("settings", alea_analysis_settings), ("match_length", c.c_int),
                ("judgement", c.POINTER(alea_judgement)), ("judgements", c.c_size_t),
                ("roll", c.POINTER(alea_roll_luck)), ("rolls", c.c_size_t),
                ("unjudged", c.POINTER(alea_unjudged)), ("unjudgeds", c.c_size_t), ("games", c.c_int),
                ("result", c.POINTER(c.c_float)), ("start_chance", c.c_float), ("end_chance", c.c_float),
                ("complete", c.c_bool)]


class alea_totals(c.Structure):
    _fields_ = [("decisions", c.c_int * JUDGED_KINDS), ("marks", c.c_int * MARKS * JUDGED_KINDS),
                ("loss", c.c_double * JUDGED_KINDS), ("chance_loss", c.c_double), ("all_decisions", c.c_int),
                ("all_loss", c.c_double), ("error_rate", c.c_double), ("pr", c.c_double), ("unforced", c.c_int),
                ("unforced_pr", c.c_double), ("filed", c.c_int), ("hinted", c.c_int), ("rolls", c.c_int),
                ("luck", c.c_double), ("luck_points", c.c_double), ("luck_chance", c.c_double)]


class alea_rollout_settings(c.Structure):
    _fields_ = [("seed", c.c_uint64), ("plies", c.c_int * 2), ("later_from", c.c_int), ("later_plies", c.c_int * 2),
                ("truncate", c.c_int), ("replies", c.c_int), ("cubeful", c.c_bool), ("luck", c.c_bool),
                ("stratified", c.c_bool)]


class alea_rollout_sums(c.Structure):
    _fields_ = [("equity", c.c_int64), ("equity_square", c.c_int64), ("chance", c.c_int64 * 5),
                ("difference_square", c.c_int64)]


class alea_rollout_candidate(c.Structure):
    _fields_ = [("board", alea_board), ("other_on_roll", c.c_bool), ("may_act", c.c_bool), ("doubled", c.c_bool),
                ("label", c.c_char * ROLLOUT_LABEL_SIZE), ("sums", alea_rollout_sums)]


class alea_rollout_range(c.Structure):
    _fields_ = [("first", c.c_int64), ("end", c.c_int64)]


class alea_rollout(c.Structure):
    _fields_ = [("version", c.c_int), ("net", c.c_uint64), ("decision", alea_decision),
                ("settings", alea_rollout_settings), ("candidates", c.c_int),
                ("candidate", alea_rollout_candidate * ROLLOUT_CANDIDATES), ("ranges", c.c_int),
                ("range", alea_rollout_range * ROLLOUT_RANGES)]


ROLLED = c.CFUNCTYPE(c.c_bool, c.c_void_p, c.POINTER(alea_rollout))


class alea_rollout_stop(c.Structure):
    _fields_ = [("standard_error", c.c_float), ("separation", c.c_float), ("least", c.c_int64),
                ("progress", ROLLED), ("context", c.c_void_p)]


class alea_rollout_answer(c.Structure):
    _fields_ = [("equity", c.c_float), ("standard_error", c.c_float), ("chance", c.c_float), ("probs", alea_probs),
                ("behind", c.c_float), ("behind_error", c.c_float)]
