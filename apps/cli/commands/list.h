/* Every command but the protocols, one per line; each is defined in the file of its
 * name. */
#ifndef ALEA_CLI_COMMANDS_LIST_H
#define ALEA_CLI_COMMANDS_LIST_H

#include "cli/io/command.h"

command_run cmd_admin;
command_run cmd_analyse;
command_run cmd_bearoff;
command_run cmd_bench;
command_run cmd_chouette;
command_run cmd_convert;
command_run cmd_cube;
command_run cmd_diagram;
command_run cmd_eval;
command_run cmd_learn;
command_run cmd_met;
command_run cmd_move;
command_run cmd_perft;
command_run cmd_play;
command_run cmd_plays;
command_run cmd_print;
command_run cmd_rollout;
command_run cmd_scores;
command_run cmd_rules;
command_run cmd_serve;
command_run cmd_shard;
command_run cmd_show;
command_run cmd_study;
command_run cmd_tables;
command_run cmd_verify_dice;
command_run cmd_worker;

/* Verbs of `alea bearoff`, in bearoff_make.c and bearoff_show.c. */

/* Computes a table into a file; stopped or killed, it goes on. */
command_run bearoff_make;
/* Reads each table file whole and checks its sum. */
command_run bearoff_verify;
/* Queries of the bear-off tables. */
command_run bearoff_show;

#endif
