/* The outcome of a gate (compare or check) as cases: what JUnit files and annotations are made of.
 *
 *     g_autoptr(Gate) gate = gate_new("check", "results.json");
 *     gate_add(gate, "requirements", "read100.knee.iops >= 150000", GATE_NOT_MET, "found 144,189");
 *     g_autofree char *xml = junit_write(gate);
 */
#pragma once

#include <glib.h>

enum gate_state {
    GATE_MET,
    GATE_NOT_MET,
    GATE_NOT_TOLD /* cannot tell: neither met nor a failure; "skipped" in JUnit */
};

struct gate_case {
    char *group, *name;
    enum gate_state state;
    char *message; /* one sentence; "" where there is nothing to say */
};

struct gate {
    char *title; /* "check", "compare" */
    char *file;  /* what annotations point at: the results.json */
    GArray *cases;
};

typedef struct gate Gate;

struct gate *gate_new(const char *title, const char *file);
void gate_free(struct gate *gate);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Gate, gate_free)

/* Texts are copied; NULL message: none. */
void gate_add(struct gate *gate, const char *group, const char *name, enum gate_state state, const char *message);
guint gate_count(const struct gate *gate, enum gate_state state);
