/* --mask at the command line: one mask for each report, or each run of a subcommand.
 *
 *     struct masking masking;
 *     masking_begin(&masking, options, paths);
 *     inputs = inputs_read(...);
 *     if (inputs)
 *         masking_learn(&masking, options, inputs);
 *     ... masking.devices, masking.typed in place of those of the options ...
 *     mask_error(masking.mask, error);
 *     masking_end(&masking);
 *
 * Without --mask the names stay, and every function does nothing more than that.
 */
#pragma once

#include "cli.h"
#include "mask.h"
#include "output.h"

struct masking {
    struct mask *mask; /* NULL: --mask was not given */
    char **devices;    /* the globs of --device, in the names that devices have once they are masked; NULL: none */
    char *typed;       /* what the user typed, as the disclosure shows it; NULL: nothing */
};

/* `paths`: the inputs. The mask knows the program's own words, the texts compiled in, and the paths that were typed. */
void masking_begin(struct masking *masking, const struct options *options, const char *const *paths);

/* The same with the options' own inputs; true. */
bool masking_begin_with(struct masking *masking, const struct options *options);
void masking_end(struct masking *masking);

/* The mask learns the names in the inputs, which stay as they are. */
void masking_learn(struct masking *masking, const struct options *options, struct inputs *inputs);

/* The names are to be replaced once the study is made. */
void masking_choose(const struct masking *masking, struct findings_options *choices);

/* For subcommands without a study: learns, and renames at once. */
void masking_apply(struct masking *masking, const struct options *options, struct inputs *inputs);

/* Text about to be printed; false with IOSIZER_ERROR_INTERNAL where a name is still in it. */
bool masking_allows(const struct masking *masking, const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Every file of the output is looked at before it is written. */
void masking_guard(const struct masking *masking, struct output *output);

/* Measured storage of --capacity: names of workloads that tell something become "capacity-1", ... */
void masking_rename_capacity(struct results_file *capacity);
