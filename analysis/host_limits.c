#include "host_limits.h"

#include <math.h>

/* A gigabit a second is 10^9 bits. */
#define MIB_S_PER_GBIT (1e9 / 8 / 1048576.0)

GArray *
host_limits_list_new(void)
{
    return g_array_new(FALSE, TRUE, sizeof(struct host_limit));
}

const char *
host_limit_name(enum host_limit_code code)
{
    static const char *const name[] = {[HOST_NETWORK] = "network", [HOST_OUTSTANDING] = "outstanding"};
    return name[code];
}

const char *
host_verdict_name(enum host_verdict verdict)
{
    static const char *const name[] = {[HOST_NOT_KNOWN] = "not_known", [HOST_MET] = "met", [HOST_NOT_MET] = "not_met"};
    return name[verdict];
}

const char *
session_source_name(enum session_source source)
{
    static const char *const name[] = {[SESSIONS_NOT_KNOWN] = NULL,
        [SESSIONS_TYPED] = "typed",
        [SESSIONS_LISTED] = "iscsi_sessions",
        [SESSIONS_PATHS] = "multipath_paths",
        [SESSIONS_PER_PORTAL] = "nr_sessions"};
    return name[source];
}

static struct host_limit
limit_new(enum host_limit_code code)
{
    return (struct host_limit){.code = code,
        .needed = NAN,
        .available = NAN,
        .utilisation_pct = NAN,
        .network_gbit = NAN,
        .latency_ms = NAN,
        .sessions = NAN,
        .queue_depth = NAN,
        .cmds_max = NAN,
        .luns = NAN};
}

/* What is known to be a lower bound only can meet a limit, not fail it. */
static void
judge(struct host_limit *limit, double utilisation_limit, bool at_least)
{
    limit->utilisation_pct = 100 * limit->needed / limit->available;
    if (isnan(limit->utilisation_pct))
        return;
    bool met = limit->utilisation_pct <= 100 * utilisation_limit * (1 + 1e-9);
    limit->verdict = met ? HOST_MET : at_least ? HOST_NOT_KNOWN : HOST_NOT_MET;
}

static double
setting_number(const struct host *host, const char *name)
{
    const struct host_setting *setting = host_setting_named(host, name);
    char *end = NULL;
    double number = setting ? g_ascii_strtod(setting->value, &end) : NAN;
    return setting && end != setting->value && *end == '\0' && number > 0 && number < 1e9 ? number : NAN;
}

static guint
most_paths(const struct host *host)
{
    guint most = 0;
    for (guint i = 0; i < host->multipaths->len; i++)
        most = MAX(most, ((const struct host_multipath *)g_ptr_array_index(host->multipaths, i))->paths->len);
    return most;
}

static void
find_sessions(struct host_limit *limit, const struct host *host, const struct host_facts *facts)
{
    double queue_depth = setting_number(host, "node.session.queue_depth");
    double per_portal = setting_number(host, "node.session.nr_sessions");
    /* Paths are sessions where something else says that this is iSCSI. */
    bool is_iscsi = isfinite(queue_depth) || isfinite(per_portal) || isfinite(facts->queue_depth);
    guint paths = is_iscsi ? most_paths(host) : 0;
    const struct {
        double sessions;
        enum session_source source;
    } known[] = {
        {facts->iscsi_sessions, SESSIONS_TYPED},
        {host->iscsi_sessions > 0 ? (double)host->iscsi_sessions : NAN, SESSIONS_LISTED},
        {paths > 0 ? (double)paths : NAN, SESSIONS_PATHS},
        {per_portal, SESSIONS_PER_PORTAL},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(known) && isnan(limit->sessions); i++) {
        limit->sessions = known[i].sessions;
        limit->session_source = isnan(known[i].sessions) ? SESSIONS_NOT_KNOWN : known[i].source;
    }
    limit->queue_depth = isfinite(facts->queue_depth) ? facts->queue_depth : queue_depth;
    limit->cmds_max = setting_number(host, "node.session.cmds_max");
    limit->luns = MAX(facts->luns, 1);
}

static void
judge_network(GArray *list, const struct host_facts *facts, const struct sizing_need *need)
{
    struct host_limit limit = limit_new(HOST_NETWORK);
    limit.needed = need->mib_s;
    limit.network_gbit = facts->network_gbit;
    limit.available = facts->network_gbit * MIB_S_PER_GBIT;
    judge(&limit, need->utilisation_limit, false);
    g_array_append_val(list, limit);
}

static void
judge_outstanding(GArray *list, const struct host *host, const struct host_facts *facts, const struct sizing_need *need)
{
    struct host_limit limit = limit_new(HOST_OUTSTANDING);
    limit.latency_ms = need->latency_ceiling_ms;
    limit.needed = need->iops * need->latency_ceiling_ms / 1000;
    find_sessions(&limit, host, facts);
    double per_session = limit.queue_depth * limit.luns;
    if (limit.cmds_max < per_session)
        per_session = limit.cmds_max;
    limit.available = limit.sessions * per_session;
    judge(&limit, need->utilisation_limit, limit.session_source == SESSIONS_PER_PORTAL);
    g_array_append_val(list, limit);
}

void
host_limits_judge(GArray *list, const struct host *host, const struct host_facts *facts, const struct sizing_need *need)
{
    judge_network(list, facts, need);
    judge_outstanding(list, host, facts, need);
}
