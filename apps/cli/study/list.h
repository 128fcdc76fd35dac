/* The table of verbs of `alea study`; each is one file. */
#ifndef ALEA_CLI_STUDY_LIST_H
#define ALEA_CLI_STUDY_LIST_H

#include "cli/io/command.h"

command_run verb_add;
command_run verb_alias;
command_run verb_analyse;
command_run verb_bin;
command_run verb_cards;
command_run verb_collect;
command_run verb_drill;
command_run verb_export;
command_run verb_figures;
command_run verb_find;
command_run verb_import;
command_run verb_list;
command_run verb_merge;
command_run verb_note;
command_run verb_plan;
command_run verb_race;
command_run verb_remove;
command_run verb_rename;
command_run verb_shelf;
command_run verb_stats;
command_run verb_tag;
command_run verb_train;

#endif
