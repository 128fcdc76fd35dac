/* The table of verbs of `alea study`; each is one file. */
#ifndef ALEA_CLI_STUDY_LIST_H
#define ALEA_CLI_STUDY_LIST_H

#include "cli/io/command.h"

command_run study_add;
command_run study_find;
command_run study_shelf;

#endif
