/* `alea bench` alone: the program by which builds for other machines are compared. */
#include "cli/commands/list.h"

int main(int argc, char **argv)
{
    return cmd_bench(argc, argv);
}
