/* What the files of the room `study` share: making runs and workloads, and the two ways to them, found or told. */
#pragma once

#include "note.h"
#include "study.h"

struct run *run_new(const char *label);
void run_free(void *run);

/* Takes `name`. */
struct workload *workload_new(char *name, bool name_given);

/* Adds the capture where it is of the run's host. A log with several hosts cannot be one host's run: the first is
 * taken, the others are noted. */
void run_take_capture(struct run *run, struct capture *capture, GPtrArray *notes);

/* Files the workload as a ladder, or its runs as loads; takes it. */
void study_file_workload(struct study *study, struct workload *workload);

/* Letters, digits, '.', '_' and '-' stay; anything else becomes '-'. */
char *study_clean_name(const char *text);

/* Adds a note that is not merged with an earlier one of its code: each is about a file of its own. */
void study_note(GPtrArray *notes, enum note_level level, const char *code, const char *format, ...) G_GNUC_PRINTF(4, 5);

/* Finds the runs in the inputs' places, contents and times. */
void study_discover(struct study *study, GPtrArray *notes);

/* The runs that runs.csv lists; only they take part. False with an error that names file and line. */
bool study_read_manifest(struct study *study, const struct input *manifest, GPtrArray *notes, GError **error);
