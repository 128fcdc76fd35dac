/* `alea shard`: long work cut into files that any scheduler can run. */
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/out_file.h"
#include "cli/shard/job.h"
#include "cli/shard/list.h"
#include "list.h"

#include <stdio.h>
#include <string.h>

static const char about[] =
    "Cuts long work into shards: files that any machine with the same alea can run, in any\n"
    "order. Their results are merged to the same bytes as one run on one machine.\n"
    "  alea shard make rollout --trials 360000 --shards 100 -o JOB ID... [-- OPTION...]\n"
    "  alea shard make analyse --shards 40 -o JOB FILE|DIR...            [-- OPTION...]\n"
    "  alea shard make relabel --shards 40 --net NET -o JOB POSITIONS    [-- SHORTLIST]\n"
    "  alea shard run JOB/shards/0001...     or: alea shard run --number 1 JOB\n"
    "  alea shard status JOB                 done, missing and damaged results\n"
    "  alea shard merge -o OUT JOB [RESULT...]\n"
    "  alea shard slurm --submit -o OUT JOB  job array of what is missing, then the merge\n"
    "Options after -- are those of alea rollout or alea analyse. Without a scheduler:\n"
    "  alea shard status --missing JOB | xargs -P 8 -n 1 alea shard run --threads 1\n"
    "A result that is lost, doubled, damaged or of another job is found "
    "by its SHA-256.";

typedef struct shard_options {
    make_options make;
    run_options run;
    slurm_options slurm;
    bool missing;
    long long number;
    char *net, *met;
    const char *output;
} shard_options;

static int open_job(job *j, const char *folder)
{
    alea_error error = {0};
    if (job_open(j, folder, &error) == ALEA_OK) return EXIT_DONE;
    command_say("shard", "%s/job: %s", folder, error.reason);
    return error.status == ALEA_ERROR_FILE ? EXIT_SYSTEM : EXIT_USAGE;
}

static int make(shard_options *o, int count, char **operand)
{
    static const char *const kinds[] = {"rollout", "analyse", "relabel"};
    bool known = false;
    for (int i = 0; count > 0 && i < 3; i++) known |= strcmp(operand[0], kinds[i]) == 0;
    if (!known)
        return args_refuse("shard", "make rollout, make analyse or make relabel?");
    if (!o->output)
        return args_refuse("shard", "make needs --output JOB, a new folder");
    if (out_file_is_standard(o->output))
        return args_refuse("shard", "make writes a folder, not -");
    if (count < 2) return args_refuse("shard", "nothing to make shards of");
    o->make.kind = operand[0];
    o->make.output = o->output;
    o->make.net = o->net;
    o->make.met = o->met;
    return shard_make(&o->make, count - 1, operand + 1);
}

static int run(shard_options *o, int count, char **operand)
{
    o->run.net = o->net;
    o->run.met = o->met;
    o->run.output = o->output;
    if (o->output && count > 1)
        return args_refuse("shard", "--output takes the result of one shard");
    if (o->output && out_file_check_binary("shard", o->output, "a result") != EXIT_DONE)
        return EXIT_USAGE;
    if (!o->number) return shard_run(&o->run, count, operand);
    job j;
    char path[JOB_PATH + 32], *paths[1] = {path};
    if (count != 1) return args_refuse("shard", "--number is of one job");
    int status = open_job(&j, operand[0]);
    if (status != EXIT_DONE) return status;
    if (o->number > j.shards)
        status = args_refuse("shard", "the job has %d shards", j.shards);
    else {
        job_shard_path(&j, (int)o->number, path);
        status = shard_run(&o->run, 1, paths);
    }
    job_close(&j);
    return status;
}

static int merge(shard_options *o, int count, char **operand)
{
    job j;
    if (!o->output) return args_refuse("shard", "merge needs --output FILE");
    int status = open_job(&j, operand[0]);
    if (status != EXIT_DONE) return status;
    status = shard_merge(&j, o->output, count - 1, operand + 1);
    job_close(&j);
    return status;
}

static int status_of(shard_options *o, int count, char **operand)
{
    job j;
    if (count > 1) return args_refuse("shard", "status takes one job");
    int status = open_job(&j, operand[0]);
    if (status != EXIT_DONE) return status;
    status = shard_status(&j, o->missing);
    job_close(&j);
    return status;
}

static int slurm(shard_options *o, int count, char **operand)
{
    job j;
    if (o->output && out_file_is_standard(o->output))
        return args_refuse("shard",
                           "slurm: --output is the file of a later job, not -");
    if (count > 1) return args_refuse("shard", "slurm takes one job");
    int status = open_job(&j, operand[0]);
    if (status != EXIT_DONE) return status;
    o->slurm.output = o->output;
    o->slurm.net = o->net;
    o->slurm.met = o->met;
    status = shard_slurm(&j, &o->slurm);
    job_close(&j);
    return status;
}

static int dispatch(shard_options *o, int operands, char **argv)
{
    static const struct verb {
        const char *name;
        int least; /* operands behind it */
        int (*run)(shard_options *o, int count, char **operand);
    } verbs[] = {{"make", 0, make},
                 {"run", 1, run},
                 {"status", 1, status_of},
                 {"merge", 1, merge},
                 {"slurm", 1, slurm}};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(argv[1], verbs[i].name) != 0) continue;
        if (operands - 1 < verbs[i].least)
            return args_refuse("shard", "%s: which?", verbs[i].name);
        return verbs[i].run(o, operands - 1, argv + 2);
    }
    return args_refuse("shard", "make, run, status, merge or slurm, not '%.40s'",
                       argv[1]);
}

int cmd_shard(int argc, char **argv)
{
    shard_options o = {.make = {.shards = 100, .trials = 129600}, .slurm = {.cpus = 1}};
    const option_spec options[] = {
        TEXT_OPTION(
            "output", 'o', "PATH",
            "make: the job's folder; run, merge: the result, - for standard output",
            &o.output),
        INTEGER_OPTION("shards", 's', "N", "make: how many (default 100)",
                       &o.make.shards, 1, JOB_SHARDS),
        INTEGER_OPTION("trials", 0, "N", "make rollout: trials (default 129600)",
                       &o.make.trials, 1, 1 << 28),
        TEXT_OPTION("net", 0, "FILE", "a net file instead of the built-in one", &o.net),
        TEXT_OPTION("met", 0, "FILE", "a match equity table instead of the default",
                    &o.met),
        INTEGER_OPTION("threads", 't', "N", "run: threads (default: all cores)",
                       &o.run.threads, 1, 256),
        FLAG_OPTION("again", 0, "run: also where a sound result exists", &o.run.again),
        INTEGER_OPTION("number", 0, "N", "run: shard number N of a job", &o.number, 1,
                       JOB_SHARDS),
        FLAG_OPTION("missing", 0, "status: the paths of shards without a result",
                    &o.missing),
        FLAG_OPTION("submit", 0, "slurm: pass the scripts to sbatch", &o.slurm.submit),
        INTEGER_OPTION("cpus", 0, "N", "slurm: cores a shard (default 1)",
                       &o.slurm.cpus, 1, 256),
        INTEGER_OPTION("at-once", 0, "N", "slurm: at most N shards at a time",
                       &o.slurm.at_once, 1, JOB_SHARDS),
        TEXT_OPTION("partition", 0, "NAME", "slurm: partition", &o.slurm.partition),
        TEXT_OPTION("time", 0, "TIME", "slurm: time limit of a shard", &o.slurm.time),
        {0}};
    const args_spec spec = {.operands = "make|run|status|merge|slurm ...",
                            .about = about,
                            .options = options,
                            .least = 1,
                            .most = -1};
    int before = argc, operands;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--") == 0) before = i;
    if (before < argc) {
        o.make.pass = argv + before + 1;
        o.make.passed = argc - before - 1;
    }
    char *kept = argv[before];
    argv[before] = NULL;
    int status = args_parse(&spec, before, argv, &operands);
    if (status == ARGS_RUN) status = dispatch(&o, operands, argv);
    argv[before] = kept;
    return status;
}
