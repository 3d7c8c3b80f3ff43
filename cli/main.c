/* iosizer: from captured iostat logs and AWR reports to a storage sizing report. */
#include "cli.h"

#include "config.h"

#include "nearest.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} subcommand[] = {
    {"report", report_command,
        "INPUT... [-o DIR] [--each] [--resume]     write the report of a study or a load, or one of each in a tree"},
    {"inspect", inspect_command, "INPUT... [--json|--runs]     show what was recognised in each file, and the values read"},
    {"steady", steady_command, "INPUT... [--json|--csv] [--plot FILE]     list the steady windows of logs"},
    {"knee", knee_command,
        "INPUT... [--json|--csv] [--plot FILE]     find the knee and the operating points of ladders"},
    {"compare", compare_command,
        "BASE NEW [--max-regression P]     hold two results.json against each other; --history DIR: many"},
    {"check", check_command, "RESULTS --require 'EXPR'...     hold a results.json against requirements"},
    {"export", export_command, "INPUT... --format csv|json     write the samples of logs, one row a device and sample"},
};

static void
print_help(FILE *out)
{
    fprintf(out, "iosizer " IOSIZER_VERSION
                 ": storage sizing reports from captured iostat logs and Oracle AWR reports\n\nusage:\n");
    for (size_t i = 0; i < G_N_ELEMENTS(subcommand); i++)
        fprintf(out, "  iosizer %-8s %s\n", subcommand[i].name, subcommand[i].help);
    fprintf(out,
        "  iosizer --version\n\nINPUT is a file, a folder, an archive (tar, zip, gz, xz, zst, bz2) or - for standard "
        "input.\n"
        "`iosizer SUBCOMMAND --help` lists the options.\n\n"
        "exit status: 0 done, 1 a requirement was not met, 2 usage, 3 no usable input, 4 output could not be written,\n"
        "5 internal, 130 interrupted\n");
}

static const char *
nearest_subcommand(const char *word)
{
    return nearest_name(subcommand, G_N_ELEMENTS(subcommand), sizeof subcommand[0], word);
}

static int
run(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("iosizer " IOSIZER_VERSION);
        return EXIT_DONE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help(stdout);
        return EXIT_DONE;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(subcommand); i++) {
        if (strcmp(argv[1], subcommand[i].name) != 0)
            continue;
        g_autofree char *program = g_strdup_printf("iosizer %s", argv[1]);
        g_set_prgname(program);
        return subcommand[i].run(argc - 1, argv + 1);
    }
    fprintf(stderr, "iosizer: unknown subcommand \"%s\"; the nearest is %s; see iosizer --help\n", argv[1],
        nearest_subcommand(argv[1]));
    return EXIT_USAGE;
}

/* A result that did not get out, as on a full disk, is no result. */
int
main(int argc, char **argv)
{
    int status = run(argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "iosizer: standard output could not be written to its end\n");
    return MAX(status, EXIT_OUTPUT);
}
