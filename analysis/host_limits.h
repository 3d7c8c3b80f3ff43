/* Whether the host could carry the required load to the storage: its network, and the I/Os it may have outstanding.
 *
 *     host_limits_judge(list, host, &facts, &need);
 *
 * Outstanding I/Os that are needed: Little's law, required IOPS x latency at the ceiling (a storage that answers faster
 * needs fewer). Those that iSCSI allows: sessions x the lower of queue depth x LUNs and the commands of a session. A
 * limit is met where it is used up to the utilisation limit at most; network: all MiB/s in one direction, without the
 * protocol's own bytes.
 */
#pragma once

#include "candidate.h"
#include "host.h"

enum host_limit_code { HOST_NETWORK, HOST_OUTSTANDING };
enum host_verdict { HOST_NOT_KNOWN, HOST_MET, HOST_NOT_MET };

/* Where the number of sessions came from. */
enum session_source {
    SESSIONS_NOT_KNOWN,
    SESSIONS_TYPED,
    SESSIONS_LISTED,    /* iscsiadm -m session */
    SESSIONS_PATHS,     /* paths of the multipath device: each is a session */
    SESSIONS_PER_PORTAL /* node.session.nr_sessions: at least, the portals are not known */
};

struct host_limit {
    enum host_limit_code code;
    enum host_verdict verdict;
    double needed, available; /* MiB/s; outstanding I/Os. NAN: not known */
    double utilisation_pct;   /* NAN: one of them is not known */
    double network_gbit;      /* NAN likewise */
    double latency_ms;        /* that `needed` rests on */
    double sessions, queue_depth, cmds_max, luns;
    enum session_source session_source;
};

struct host_facts { /* NAN: not typed */
    double network_gbit, iscsi_sessions, queue_depth;
    guint luns; /* devices of the measured layer; 0: not known, 1 is taken */
};

GArray *host_limits_list_new(void);

/* Appends one struct host_limit of each code. */
void host_limits_judge(
    GArray *list, const struct host *host, const struct host_facts *facts, const struct sizing_need *need);

/* "network", "outstanding"; "not_known", "met", "not_met"; "typed", "iscsi_sessions", ... (NULL for none). Static. */
const char *host_limit_name(enum host_limit_code code);
const char *host_verdict_name(enum host_verdict verdict);
const char *session_source_name(enum session_source source);
