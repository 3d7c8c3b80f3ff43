#include "remark_words.h"

#include "format.h"
#include "language.h"

#include <math.h>
#include <string.h>

/* A figure stands as {index:form}. Forms: n whole, x three digits, iops, mib, ms, pct, pct0 whole percent, size
 * percent without sign, chg signed change, s duration, times, load, fload fitted load, loads all figures from the index
 * on. {name} is the remark's name, {subject} what the concurrency is, with its verb. */
static const char *const words[REMARK_CODES] = {
    [REMARK_TOO_FEW_RUNGS] =
        "Too few loads for a knee: {0:n}; at least 4 different ones are needed, better 8, a factor of 2 "
        "apart. The measured rungs are shown as they are.",
    [REMARK_ONE_LOAD] =
        "The device saw one load only, whatever the declared one: {0:x} to {1:x} I/Os outstanding. No knee can be told "
        "from it.",
    [REMARK_NOT_REACHED] =
        "The knee is not reached: IOPS still grow by {0:pct} per doubling at {1:load}. It lies above; do not "
        "size from the end of this ladder.",
    [REMARK_ALREADY_PAST] =
        "The lowest rung ({0:load}) is already past the knee. The plateau of {1:iops} IOPS is valid; the knee "
        "lies below.",
    [REMARK_UNCERTAIN] = "The verdict is uncertain (probability {0:pct0}): the ladder ends too close to the knee.",
    [REMARK_DECLINE] =
        "Throughput falls from {0:load} on, by {1:pct} at the top against the highest ({2:iops} IOPS): more load "
        "there gives fewer IOPS.",
    [REMARK_ODD_RUNG] =
        "The rung at {0:load} looks wrong: {1:size} {1:side} what its neighbours say. It was weighted down.",
    [REMARK_THINKS] =
        "At {0:load} only {1:x} I/Os are outstanding: {2:ms} per I/O are spent outside of the device (CPU, commit, "
        "think time).",
    [REMARK_EXTRA_IO] =
        "More I/O is outstanding than was declared ({1:x} at {0:load}): other load on the device, prefetch, "
        "or a wrong figure.",
    [REMARK_OUTSTANDING] =
        "The {subject} not the outstanding I/O of the device: that is {0:x} at {1:load} and {2:x} at {3:load} "
        "(writers, log and other load add to it; cache hits, commits and queue limits take from it). The "
        "curve is fitted over the outstanding I/O; its knee, {4:x} I/Os, is reached at about {5:fload} "
        "({6:x} to {7:x}).",
    [REMARK_MEASURED] =
        "The {subject} not the outstanding I/O of the device ({0:x} at {1:load}, {2:x} at {3:load}) and no single "
        "curve describes the rungs (that at {4:load} is off by {5:size}). Figures are measured rungs and "
        "interpolations between them; the knee is a range and its verdict uncertain.",
    [REMARK_FEW_LOADS] =
        "The {subject} not the outstanding I/O of the device ({0:x} at {1:load}, {2:x} at {3:load}) and too few "
        "rungs could be fitted over it. Figures are measured rungs and interpolations between them; the knee is "
        "a range and its verdict uncertain.",
    [REMARK_QUEUE_LIMIT] =
        "Beyond {0:load} the device sees no more than {1:x} I/Os at a time: a queue depth limit, CPU, locks or "
        "commits hold the rest back. The plateau is not proven to be the storage's limit.",
    [REMARK_QUEUE_DEPTH] =
        "Beyond {0:load} the device sees no more than {1:x} I/Os at a time, close to a queue depth of {2:n}: "
        "look at the limits of driver, LUN and volume. The plateau is not proven to be the storage's limit.",
    [REMARK_OUTSIDE_LIMIT] =
        "IOPS stop growing at {0:load} ({1:iops} IOPS) while the device's latency does not grow: the limit is "
        "outside of the storage. Do not size the storage from this plateau.",
    [REMARK_SLOWING] =
        "From {0:load} on the database itself slows: I/O outstanding falls from {1:x} to {2:x}. Rungs beyond do not "
        "describe the device under load.",
    [REMARK_NONE_WITHIN] = "No rung meets {0:limit}: the nearest is {1:load} with {2:ms}.",
    [REMARK_DISAGREE] =
        "The three estimates of the knee disagree ({0:x} by the fit, {1:x} by the asymptotes, {2:x} by elasticity): "
        "treat it as a range.",
    [REMARK_SOFT] =
        "The knee is soft (striped or serialised service): there is no sharp point, and {0:pct0} of the highest IOPS "
        "are used at it.",
    [REMARK_SHARP] =
        "The knee is sharp (p = {0:x}). That fits a provisioned limit and a large pool of servers alike; check the "
        "limits of volume and virtual machine.",
    [REMARK_KNEE_BELOW_BEST] =
        "The knee ({0:fload}, {1:iops} IOPS at {2:ms}) lies below the best operating point ({3:load}, "
        "{4:iops} IOPS at {5:ms}): the knee is where another percent of IOPS begins to cost more than a "
        "percent of latency, the best operating point is the most that the latency ceiling allows. Between "
        "them IOPS still grow, at a rising price.",
    [REMARK_BEST_ABOVE_SATURATION] =
        "The best operating point ({0:load}, {1:iops} IOPS) lies above the saturation point ({2:load}, "
        "{3:iops} IOPS), within the noise of the plateau. Sizing never goes past saturation.",
    [REMARK_RUN_TOO_SHORT] = "Too short: {0:s} of load; a steady state needs {1:s} or more.",
    [REMARK_RUN_NOT_STEADY] =
        "No steady state: the level moves by {0:pct} over the log (longest flat stretch {1:s}). Means describe "
        "the log, not the storage.",
    [REMARK_RUN_WANDERS] =
        "The load wanders: {0:n} candidate stretches were refused, as neighbouring levels differ no more than they "
        "vary. It looks like production; use percentiles.",
    [REMARK_RUN_DRIFTS] = "Still drifting at the end: {0:chg} in 10 min (cache warm-up, write cliff?). Run longer.",
    [REMARK_RUN_FELL] =
        "Performance fell from {0:iops} to {1:iops} IOPS after {2:s} without a pause: burst credit, cache or a "
        "fresh SSD. The lower figure is what lasts.",
    [REMARK_RUN_SETTLES] =
        "IOPS are steady from {0:s} on, latency only from {1:s}: a load limited by its rate. The window starts "
        "with the latency.",
    [REMARK_RUN_OSCILLATES] = "Oscillates with a period of {0:s}, ±{1:pct}: the mean holds over whole periods only.",
    [REMARK_RUN_QUEUE_DIFFERS] =
        "Little's law does not hold: IOPS × await is {0:x} I/Os outstanding, aqu-sz says {1:x} (more than {2:pct0} "
        "apart). One of the columns is not what its name says.",
    [REMARK_RUN_SIZE_DIFFERS] =
        "Sizes do not add up: IOPS × mean request size is {0:mib} MiB/s, the log says {1:mib} MiB/s (more than "
        "{2:pct0} apart). One of the columns is not what its name says.",
    [REMARK_RUN_LOAD_DIFFERS] =
        "The load declares {1:x} I/Os, {0:x} are outstanding at the device ({2:chg}): it was not kept up, or "
        "other load ran beside it.",
    [REMARK_RUN_IOPS_ONLY] = "The log has no latency: steadiness is judged by IOPS alone.",
    [REMARK_ADVISE_EIGHT] = "Run a ladder of 8 loads, a factor of 2 apart: {0:loads}.",
    [REMARK_ADVISE_HIGHER] = "Add higher loads: {0:loads}.",
    [REMARK_ADVISE_LOWER] = "Add lower loads: {0:loads}.",
    [REMARK_ADVISE_BETWEEN] = "Add the loads that are missing between a sixteenth and four times the knee: {0:loads}.",
    [REMARK_ADVISE_REPEAT] = "Repeat the rung at {0:load}.",
    [REMARK_ADVISE_TWICE] =
        "Run each rung a second time: repeats narrow the knee's interval more than rungs in between.",
    [REMARK_ADVISE_LENGTH] = "Run longer: at {0:load} the mean is known within ±{1:pct}; about {2:s} would give 1%.",
    [REMARK_ADVISE_LONGER] = "{0:n} of {1:n} runs have no steady window: run each for {2:s} or more after its warm-up.",
    [REMARK_ADVISE_CLOSED] =
        "To learn the limit of the storage, repeat with a load that keeps its I/Os outstanding (fio iodepth, "
        "SLOB with UPDATE_PCT=0, a buffer cache too small to help).",
    [REMARK_PLATEAU_NONE] = "The ladder does not show a plateau.",
    [REMARK_PLATEAU_FLAT] = "From {0:load} to {1:load} IOPS stay within {2:pct} of each other.",
    [REMARK_PLATEAU_UNEVEN] = "From {0:load} to {1:load} IOPS differ by {2:pct}: not the even top of a set limit.",
    [REMARK_PLATEAU_QUEUES] =
        "Latency grows {1:times} times for {0:times} times the load: it queues at the limit, as it would at "
        "either.",
    [REMARK_PLATEAU_OUTSIDE] =
        "Latency grows {1:times} times for {0:times} times the load: it does not queue at the device, so "
        "the limit may lie outside of the storage.",
    [REMARK_PLATEAU_SHARP] =
        "The knee is sharp (p = {0:x}), as at a set limit; a large pool of servers is that sharp too.",
    [REMARK_PLATEAU_SOFT] = "The knee is soft (p = {0:x}): a set limit cuts off sharply.",
    [REMARK_PLATEAU_CALM] = "IOPS of single intervals scatter by {0:pct} on the plateau: a regulator holds them.",
    [REMARK_PLATEAU_RESTLESS] = "IOPS of single intervals scatter by {0:pct} on the plateau: no regulator holds them.",
    [REMARK_PLATEAU_ROUND_IOPS] = "The plateau of {0:iops} IOPS is {2:chg} from the round number {1:iops}.",
    [REMARK_PLATEAU_ROUND_MIB_S] = "The plateau of {0:mib} MiB/s is {2:chg} from the round number {1:mib}.",
    [REMARK_PLATEAU_PRODUCT_IOPS] = "The plateau of {0:iops} IOPS is {2:chg} from the limit of {name} ({1:iops} IOPS).",
    [REMARK_PLATEAU_PRODUCT_MIB_S] =
        "The plateau of {0:mib} MiB/s is {2:chg} from the limit of {name} ({1:mib} MiB/s).",
    [REMARK_PLATEAU_SAME_IOPS] =
        "Workload {name} ends at the same IOPS ({1:iops}, {2:chg}) although its mix or I/O size differs: a "
        "limit of IOPS that both meet.",
    [REMARK_PLATEAU_SAME_MIB_S] =
        "Workload {name} ends at the same MiB/s ({1:mib}, {2:chg}) although its mix or I/O size differs: a "
        "limit of MiB/s that both meet.",
    [REMARK_PLATEAU_OTHER_LEVEL] =
        "Workload {name} ends elsewhere ({0:chg} IOPS, {1:chg} MiB/s): no single limit of IOPS or MiB/s "
        "holds both.",
    [REMARK_PLATEAU_DECLINES] =
        "Throughput falls beyond the plateau, by {0:pct} at the top: a set limit holds, a device under "
        "pressure may collapse.",
    [REMARK_PLATEAU_BUSY] =
        "The busiest device was at work {0:pct0} of the time (%util); for flash and arrays this says that it was "
        "never idle, not that it was full.",
    [REMARK_PLATEAU_IDLE] =
        "The busiest device was at work only {0:pct0} of the time (%util): something before it limits the load.",
    [REMARK_PLATEAU_UNDECIDED] =
        "Signs of a set limit: {0:n}, of a saturated device: {1:n}; too few, or against each other. Hold the "
        "plateau against the limits of volume, pool and virtual machine.",
};

struct filling {
    const struct remark *remark;
    const char *word;
    const struct language *language;
};

char *
load_text(const struct language *language, const char *word, const char *figure)
{
    bool one = strcmp(figure, "1") == 0;
    if (strcmp(word, "sessions") == 0)
        return one ? g_strdup(language_text(language, "1 session")) : language_textf(language, "%s sessions", figure);
    if (strcmp(word, "outstanding I/Os") == 0)
        return one ? g_strdup(language_text(language, "1 outstanding I/O"))
                   : language_textf(language, "%s outstanding I/Os", figure);
    if (strcmp(word, "queue depth") == 0)
        return language_textf(language, "queue depth %s", figure);
    return language_textf(language, "concurrency %s", figure);
}

static char *
loads_text(const struct filling *filling, gsize from)
{
    gsize count = remark_figures(filling->remark);
    g_autofree char *list = NULL;
    for (gsize i = from; i < count; i++) {
        g_autofree char *one = format_three_digits(filling->remark->figure[i], 1);
        char *dot = strstr(one, ".0");
        if (dot && dot[2] == '\0')
            *dot = '\0';
        g_autofree char *local = language_number(filling->language, one), *before = list;
        list = i == from        ? g_strdup(local)
               : i + 1 == count ? language_textf(filling->language, "%s and %s", before, local)
                                : language_textf(filling->language, "%s, %s", before, local);
    }
    return load_text(filling->language, filling->word, list ? list : FORMAT_NOTHING);
}

static char *
load_of(const struct filling *filling, double value, gboolean fitted)
{
    gboolean whole = !fitted && value == floor(value);
    g_autofree char *figure =
        language_figure(filling->language, whole ? format_count(value) : format_three_digits(value, 1));
    return load_text(filling->language, filling->word, figure);
}

static char *
ms_text(double value)
{
    g_autofree char *figure = format_ms(value);
    return g_strdup_printf("%s ms", figure);
}

/* A limit as it was set: no digit more. */
static char *
limit_text(double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    return g_strdup_printf("%s ms", g_ascii_formatd(text, sizeof text, "%g", value));
}

static char *
three_text(double value)
{
    return format_three_digits(value, 1);
}

static char *
size_text(double value)
{
    return format_percent(fabs(value));
}

static char *
side_text(double value)
{
    return g_strdup(value < 0 ? "below" : "above"); /* translated where it is put in */
}

static const struct {
    const char *name;
    char *(*text)(double value);
} forms[] = {
    {"n", format_count},
    {"x", three_text},
    {"iops", format_iops},
    {"mib", format_mib_s},
    {"ms", ms_text},
    {"limit", limit_text},
    {"pct", format_percent},
    {"pct0", format_percent_whole},
    {"size", size_text},
    {"side", side_text},
    {"chg", format_change_percent},
    {"s", format_duration_s},
    {"times", three_text},
};

/* What the concurrency is, with its verb. */
static const char *
subject_words(const struct filling *filling)
{
    static const char *const subjects[][2] = {{"sessions", "number of sessions is"},
        {"outstanding I/Os", "number of outstanding I/Os is"}, {"queue depth", "queue depth is"}};
    for (size_t i = 0; i < G_N_ELEMENTS(subjects); i++)
        if (strcmp(filling->word, subjects[i][0]) == 0)
            return language_text(filling->language, subjects[i][1]);
    return language_text(filling->language, "concurrency is");
}

/* Takes `text`. */
static char *
local_text(const struct filling *filling, const char *form, char *text)
{
    if (strcmp(form, "side") != 0)
        return language_figure(filling->language, text);
    g_autofree char *side = text;
    return g_strdup(language_text(filling->language, side));
}

/* What stands between the braces, as text; NULL for a form that is not known. */
static char *
placeholder_text(const struct filling *filling, const char *inside)
{
    if (strcmp(inside, "name") == 0)
        return g_strdup(filling->remark->name ? filling->remark->name : "");
    if (strcmp(inside, "subject") == 0)
        return g_strdup(subject_words(filling));
    if (!g_ascii_isdigit(inside[0]) || inside[1] != ':' || inside[0] - '0' >= REMARK_FIGURES)
        return NULL;
    gsize index = (gsize)(inside[0] - '0');
    double value = filling->remark->figure[index];
    const char *form = inside + 2;
    if (strcmp(form, "loads") == 0)
        return loads_text(filling, index);
    if (strcmp(form, "load") == 0 || strcmp(form, "fload") == 0)
        return load_of(filling, value, *form == 'f');
    for (gsize i = 0; i < G_N_ELEMENTS(forms); i++)
        if (strcmp(form, forms[i].name) == 0)
            return local_text(filling, form, forms[i].text(value));
    return NULL;
}

char *
remark_text(const struct remark *remark, const char *word, const struct language *language)
{
    struct filling filling = {remark, word, language};
    GString *text = g_string_new(NULL);
    const char *at = language_text(language, words[remark->code]);
    for (const char *open; (open = strchr(at, '{')) != NULL;) {
        const char *close = strchr(open, '}');
        if (!close) /* of a translation */
            break;
        g_autofree char *inside = g_strndup(open + 1, (gsize)(close - open - 1));
        g_autofree char *figure = placeholder_text(&filling, inside);
        g_string_append_len(text, at, open - at);
        g_string_append(text, figure ? figure : FORMAT_NOTHING);
        at = close + 1;
    }
    g_string_append(text, at);
    return g_string_free(text, FALSE);
}
