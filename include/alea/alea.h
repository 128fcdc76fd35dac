/* All of libalea. */
#ifndef ALEA_ALEA_H
#define ALEA_ALEA_H

#include <alea/analysis.h>
#include <alea/answers.h>
#include <alea/bearoff.h>
#include <alea/board.h>
#include <alea/chouette.h>
#include <alea/chouette_text.h>
#include <alea/cube.h>
#include <alea/diagram.h>
#include <alea/dice.h>
#include <alea/drawing.h>
#include <alea/endings.h>
#include <alea/eval.h>
#include <alea/explain.h>
#include <alea/file.h>
#include <alea/judge.h>
#include <alea/levels.h>
#include <alea/match.h>
#include <alea/met.h>
#include <alea/net.h>
#include <alea/notation.h>
#include <alea/play.h>
#include <alea/play_tree.h>
#include <alea/position.h>
#include <alea/record.h>
#include <alea/report.h>
#include <alea/rollout.h>
#include <alea/rules.h>
#include <alea/search.h>
#include <alea/status.h>
#include <alea/tables.h>
#include <alea/tables_match.h>
#include <alea/tables_net.h>
#include <alea/tables_record.h>
#include <alea/tables_rules.h>
#include <alea/tables_ur.h>

#endif
