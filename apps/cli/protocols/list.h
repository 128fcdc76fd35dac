/* The commands that speak with other programs; each is defined in the file of its
 * name. */
#ifndef ALEA_CLI_PROTOCOLS_LIST_H
#define ALEA_CLI_PROTOCOLS_LIST_H

#include "cli/io/command.h"

command_run cmd_external, cmd_referee, cmd_ubgi;
/* `commands`: the table of all commands, ended by a name NULL. */
int serve_json(int argc, char **argv, const command *commands);

#endif
