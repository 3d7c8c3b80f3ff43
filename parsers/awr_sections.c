#include "awr_sections.h"

#include <string.h>

#define IN(report) (1u << (report))
#define SINGLE (IN(AWR_INSTANCE) | IN(AWR_PDB) | IN(AWR_STATSPACK))
#define AWR_ANY (SINGLE | IN(AWR_RAC) | IN(AWR_DIFF))
#define AT(member) offsetof(struct awr, member)
#define OF_EVENT(member) offsetof(struct awr_event, member)
#define OF_STATISTIC(member) offsetof(struct awr_statistic, member)
#define OF_LINE(member) offsetof(struct awr_io_line, member)
#define OF_FILE(member) offsetof(struct awr_file_io, member)
#define OF_ADVICE(member) offsetof(struct awr_advice, member)
#define OF_GROUP(member) offsetof(struct awr_disk_group, member)
#define OF_NODE(member) offsetof(struct awr_node, member)
#define OF_PAIR(member) offsetof(struct awr_pair, member)
#define FIELDS(array) .fields = (array), .field_count = G_N_ELEMENTS(array)

static const struct awr_field database[] = {
    {"dbname|database|uniquename", UNIT_TEXT, AT(db_name), .required = true},
    {"dbid", UNIT_TEXT, 0, .required = true},
    {"edition", UNIT_TEXT, AT(edition)},
    {"release", UNIT_TEXT, AT(release)},
    {"rac|cluster", UNIT_YES_NO, AT(is_rac)},
    {"instance", UNIT_LIST, AT(instances)},
    {"startuptime", UNIT_TIME, AT(startup)},
    {"host", UNIT_LIST, AT(hosts)},
    {"stdblocksize|blocksize", UNIT_BYTES, AT(block_size_bytes)},
};

static const struct awr_field instance[] = {
    {"instance", UNIT_LIST, AT(instances), .required = true},
    {"instnum", UNIT_TEXT, 0, .required = true},
    {"startuptime", UNIT_TIME, AT(startup), .required = true},
};

static const struct awr_field host[] = {
    {"hostname|name", UNIT_LIST, AT(hosts), .required = true},
    {"platform", UNIT_TEXT, AT(platform), .required = true},
    {"cpus", UNIT_INTEGER, AT(cpus)},
    {"cores", UNIT_INTEGER, AT(cores)},
    {"sockets", UNIT_INTEGER, AT(sockets)},
    {"memorygb|memoryg", UNIT_GIB, AT(memory_bytes)},
};

static const struct awr_field host_line[] = {
    {"hostname", UNIT_LIST, AT(hosts)},
    {"numcpus", UNIT_INTEGER, AT(cpus)},
    {"physmemorymb", UNIT_MIB, AT(memory_bytes)},
};

static const struct awr_field cluster_database[] = {
    {"name", UNIT_TEXT, AT(db_name), .required = true},
    {"id", UNIT_TEXT, 0, .required = true},
    {"edition", UNIT_TEXT, AT(edition)},
    {"rac", UNIT_YES_NO, AT(is_rac)},
    {"blocksize", UNIT_BYTES, AT(block_size_bytes)},
    {"dbtime", UNIT_NUMBER, AT(db_time_min), .required = true},
    {"elapsedtime", UNIT_NUMBER, AT(elapsed_min), .required = true},
};

static const struct awr_field cluster_instance[] = {
    {"i#", UNIT_TEXT, 0, .required = true},
    {"instance", UNIT_LIST, AT(instances), .required = true},
    {"host", UNIT_LIST, AT(hosts), .required = true},
    {"beginsnaptime", UNIT_TIME, AT(begin)},
    {"endsnaptime", UNIT_TIME, AT(end)},
    {"release", UNIT_TEXT, AT(release)},
    {"platform", UNIT_TEXT, AT(platform)},
};

static const struct awr_field snapshot[] = {
    {"beginsnap", UNIT_TIME, AT(begin)},
    {"endsnap", UNIT_TIME, AT(end)},
    {"elapsed", UNIT_NUMBER, AT(elapsed_min), .any_column = true},
    {"dbtime", UNIT_NUMBER, AT(db_time_min), .any_column = true},
};

static const struct awr_field compared_snapshots[] = {
    {"snapshotset", UNIT_TEXT, 0, .required = true},
    {"beginsnaptime", UNIT_TIME, AT(begin), .required = true},
    {"endsnaptime", UNIT_TIME, AT(end), .required = true},
    {"elapsedtimemin", UNIT_NUMBER, AT(elapsed_min)},
    {"dbtimemin", UNIT_NUMBER, AT(db_time_min)},
};

static const struct awr_field compared_host[] = {
    {"numberofcpus", UNIT_INTEGER, AT(cpus)},
    {"numberofcpucores", UNIT_INTEGER, AT(cores)},
    {"numberofcpusockets", UNIT_INTEGER, AT(sockets)},
    {"physicalmemory", UNIT_MIB, AT(memory_bytes)},
    {"loadatstartsnapshot", UNIT_NUMBER, AT(host_cpu.load_average_begin)},
    {"loadatendsnapshot", UNIT_NUMBER, AT(host_cpu.load_average_end)},
    {"%usertime", UNIT_NUMBER, AT(host_cpu.user_pct)},
    {"%systemtime", UNIT_NUMBER, AT(host_cpu.system_pct)},
    {"%idletime", UNIT_NUMBER, AT(host_cpu.idle_pct)},
    {"%iowaittime", UNIT_NUMBER, AT(host_cpu.iowait_pct)},
};

static const struct awr_field load_profile[] = {
    {"dbtimes|dbtime", UNIT_NUMBER, AT(load.db_time_s)},
    {"dbcpus|dbcpu|cputime", UNIT_NUMBER, AT(load.db_cpu_s)},
    {"logicalreads|logicalreadblocks", UNIT_NUMBER, AT(load.logical_reads)},
    {"blockchanges", UNIT_NUMBER, AT(load.block_changes)},
    {"physicalreads|physicalreadblocks", UNIT_NUMBER, AT(load.physical_reads_blocks)},
    {"physicalwrites|physicalwriteblocks", UNIT_NUMBER, AT(load.physical_writes_blocks)},
    {"readiorequests", UNIT_NUMBER, AT(load.read_io_requests)},
    {"writeiorequests", UNIT_NUMBER, AT(load.write_io_requests)},
    {"usercalls", UNIT_NUMBER, AT(load.user_calls)},
    {"transactions", UNIT_NUMBER, AT(load.transactions)},
    {"executes|executessql", UNIT_NUMBER, AT(load.executes)},
    {"redosize|redosizebytes", UNIT_NUMBER, AT(rates.redo_bytes_per_s)},
};

static const struct awr_field cluster_load[] = {
    {"i#", UNIT_TEXT, 0, .required = true},
    {"logicalreadss", UNIT_NUMBER, AT(load.logical_reads), .required = true},
    {"physicalreadss", UNIT_NUMBER, AT(load.physical_reads_blocks)},
    {"physicalwritess", UNIT_NUMBER, AT(load.physical_writes_blocks)},
    {"redosizeks", UNIT_KIB, AT(rates.redo_bytes_per_s)},
    {"blockchangess", UNIT_NUMBER, AT(load.block_changes)},
    {"usercallss", UNIT_NUMBER, AT(load.user_calls)},
    {"execss", UNIT_NUMBER, AT(load.executes)},
    {"txnss", UNIT_NUMBER, AT(load.transactions)},
};

static const struct awr_field cluster_hosts[] = {
    {"i#", UNIT_TEXT, 0, .required = true},
    {"#cpus|cpus|#cpu|numcpus", UNIT_INTEGER, AT(cpus), .required = true, .adds = true},
    {"#cores|cores|#core|cpucores", UNIT_INTEGER, AT(cores), .adds = true},
    {"#sckts|sckts|#sckt|cpusckts|sockets", UNIT_INTEGER, AT(sockets), .adds = true},
    {"mb|memorymb|memorym", UNIT_MIB, AT(memory_bytes), .adds = true},
};

static const struct awr_field cluster_caches[] = {
    {"i#", UNIT_TEXT, 0, .required = true},
    {"dbcache|dbcachebegin", UNIT_MIB, AT(buffer_cache_bytes), .required = true, .adds = true},
};

static const struct awr_field cluster_time_model[] = {
    {"i#", UNIT_TEXT, 0, .required = true},
    {"dbcpus", UNIT_NUMBER, AT(db_cpu_time_s), .required = true},
    {"sqlexecelas", UNIT_NUMBER, 0, .required = true},
};

static const struct awr_field caches[] = {
    {"buffercache", UNIT_MIB, AT(buffer_cache_bytes)},
    {"stdblocksize", UNIT_BYTES, AT(block_size_bytes)},
};

static const struct awr_field host_cpu[] = {
    {"loadaveragebegin|loadbegin|begin", UNIT_NUMBER, AT(host_cpu.load_average_begin)},
    {"loadaverageend|averageend|end", UNIT_NUMBER, AT(host_cpu.load_average_end)},
    {"%user|user", UNIT_NUMBER, AT(host_cpu.user_pct), .required = true},
    {"%system|system", UNIT_NUMBER, AT(host_cpu.system_pct), .required = true},
    {"%wio|wio", UNIT_NUMBER, AT(host_cpu.iowait_pct)},
    {"%idle|idle", UNIT_NUMBER, AT(host_cpu.idle_pct), .required = true},
};

/* The columns of every table of wait events since 10g, under all their names. */
#define EVENT_COLUMNS(name_keys, share_keys)                                                                           \
    {name_keys, UNIT_TEXT, OF_EVENT(name), .required = true}, {"waits", UNIT_NUMBER, OF_EVENT(waits)},                 \
        {"totalwaittimesec|totalwaittimes|times|totals|waittimetotals", UNIT_NUMBER, OF_EVENT(time_s),                 \
            .required = true},                                                                                         \
        {"avgwait|avgwaitms|waitavgms|avgms|avgtime|avgtimems|avgwaittime|avgwaittimems|waitms|ms", UNIT_WAIT_MS,      \
            OF_EVENT(avg_wait_ms)},                                                                                    \
        {share_keys, UNIT_NUMBER, OF_EVENT(db_time_pct)},                                                              \
    {                                                                                                                  \
        "waitclass|class", UNIT_TEXT, OF_EVENT(wait_class)                                                             \
    }

static const struct awr_field events[] = {
    EVENT_COLUMNS("event", "%dbtime|%totaldbtime|%totalcalltime|calltime|%ofdbtime|time")};
static const struct awr_field background_events[] = {EVENT_COLUMNS("event", "%bgtime|%totalcalltime|%dbtime")};
static const struct awr_field wait_classes[] = {EVENT_COLUMNS("waitclass", "%dbtime|%ofdbtime")};

static const struct awr_field cluster_wait_classes[] = {
    {"i#", UNIT_TEXT, 0, .required = true},
    {"useriosec|userios", UNIT_NUMBER, OF_EVENT(time_s), .required = true, .fixed_name = "User I/O"},
    {"sysios", UNIT_NUMBER, OF_EVENT(time_s), .fixed_name = "System I/O"},
    {"others", UNIT_NUMBER, OF_EVENT(time_s), .fixed_name = "Other"},
    {"applics", UNIT_NUMBER, OF_EVENT(time_s), .fixed_name = "Application"},
    {"commits", UNIT_NUMBER, OF_EVENT(time_s), .fixed_name = "Commit"},
    {"networks", UNIT_NUMBER, OF_EVENT(time_s), .fixed_name = "Network"},
    {"concurcys", UNIT_NUMBER, OF_EVENT(time_s), .fixed_name = "Concurrency"},
    {"configs", UNIT_NUMBER, OF_EVENT(time_s), .fixed_name = "Configuration"},
    {"clusters", UNIT_NUMBER, OF_EVENT(time_s), .fixed_name = "Cluster"},
    {"admins", UNIT_NUMBER, OF_EVENT(time_s), .fixed_name = "Administrative"},
    {"schedulers", UNIT_NUMBER, OF_EVENT(time_s), .fixed_name = "Scheduler"},
    {"dbcpus", UNIT_NUMBER, OF_EVENT(time_s), .fixed_name = "DB CPU"},
};

static const struct awr_field cluster_wait_shares[] = {
    {"userio", UNIT_NUMBER, OF_EVENT(db_time_pct), .required = true, .fixed_name = "User I/O"},
    {"sysio", UNIT_NUMBER, OF_EVENT(db_time_pct), .required = true, .fixed_name = "System I/O"},
    {"other", UNIT_NUMBER, OF_EVENT(db_time_pct), .fixed_name = "Other"},
    {"applic", UNIT_NUMBER, OF_EVENT(db_time_pct), .fixed_name = "Application"},
    {"commit", UNIT_NUMBER, OF_EVENT(db_time_pct), .fixed_name = "Commit"},
    {"network", UNIT_NUMBER, OF_EVENT(db_time_pct), .fixed_name = "Network"},
    {"concurcy", UNIT_NUMBER, OF_EVENT(db_time_pct), .fixed_name = "Concurrency"},
    {"config", UNIT_NUMBER, OF_EVENT(db_time_pct), .fixed_name = "Configuration"},
    {"cluster", UNIT_NUMBER, OF_EVENT(db_time_pct), .fixed_name = "Cluster"},
    {"admin", UNIT_NUMBER, OF_EVENT(db_time_pct), .fixed_name = "Administrative"},
    {"scheduler", UNIT_NUMBER, OF_EVENT(db_time_pct), .fixed_name = "Scheduler"},
    {"dbcpu", UNIT_NUMBER, OF_EVENT(db_time_pct), .fixed_name = "DB CPU"},
};

static const struct awr_field time_model[] = {{"dbcpu", UNIT_NUMBER, AT(db_cpu_time_s)}};

static const struct awr_field activity[] = {
    {"statistic", UNIT_TEXT, OF_STATISTIC(name), .required = true},
    {"total|value", UNIT_NUMBER, OF_STATISTIC(total), .required = true},
    {"persecond|persecondelapsedtime", UNIT_NUMBER, OF_STATISTIC(per_s), .required = true},
};

static const struct awr_field os_figures[] = {
    {"statistic", UNIT_TEXT, OF_PAIR(name), .required = true},
    {"value|total", UNIT_TEXT, OF_PAIR(value), .required = true},
};

static const struct awr_field io_functions[] = {
    {"functionname", UNIT_TEXT, OF_LINE(name), .required = true},
    {"readsdata", UNIT_BYTES, OF_LINE(read_bytes), .required = true},
    {"writesdata", UNIT_BYTES, OF_LINE(write_bytes), .required = true},
    {"reqspersec", UNIT_NUMBER, OF_LINE(read_requests_per_s), .required = true},
    {"reqspersec", UNIT_NUMBER, OF_LINE(write_requests_per_s), .nth = 1},
    {"waitscount", UNIT_NUMBER, OF_LINE(wait_count)},
    {"avgtime|avgtmms", UNIT_WAIT_MS, OF_LINE(avg_wait_ms)},
};

static const struct awr_field io_filetypes[] = {
    {"filetypename", UNIT_TEXT, OF_LINE(name), .required = true},
    {"readsdata", UNIT_BYTES, OF_LINE(read_bytes), .required = true},
    {"writesdata", UNIT_BYTES, OF_LINE(write_bytes), .required = true},
    {"reqspersec", UNIT_NUMBER, OF_LINE(read_requests_per_s), .required = true},
    {"reqspersec", UNIT_NUMBER, OF_LINE(write_requests_per_s), .nth = 1},
    {"smallread", UNIT_WAIT_MS, OF_LINE(small_read_ms)},
    {"largeread", UNIT_WAIT_MS, OF_LINE(large_read_ms)},
};

static const struct awr_field cluster_io_filetypes[] = {
    {"filetypename", UNIT_TEXT, OF_LINE(name), .required = true},
    {"readmbs", UNIT_MIB_RATE, OF_LINE(read_bytes), .required = true},
    {"writembs", UNIT_MIB_RATE, OF_LINE(write_bytes), .required = true},
    {"readss", UNIT_NUMBER, OF_LINE(read_requests_per_s), .required = true},
    {"writess", UNIT_NUMBER, OF_LINE(write_requests_per_s), .required = true},
    {"smallread", UNIT_WAIT_MS, OF_LINE(small_read_ms)},
    {"largeread", UNIT_WAIT_MS, OF_LINE(large_read_ms)},
};

/* Columns of tablespace and of file I/O under all their names. */
#define FILE_IO_COLUMNS                                                                                                \
    {"reads", UNIT_NUMBER, OF_FILE(reads), .required = true},                                                          \
        {"avreadss|avrdss|readsavgs", UNIT_NUMBER, OF_FILE(reads_per_s)},                                              \
        {"avrdms|avrd", UNIT_WAIT_MS, OF_FILE(read_ms)}, {"avblksrd", UNIT_NUMBER, OF_FILE(blocks_per_read)},          \
        {"writes", UNIT_NUMBER, OF_FILE(writes), .required = true},                                                    \
        {"avwritess|writesavgs|avwrtss", UNIT_NUMBER, OF_FILE(writes_per_s)},                                          \
        {"avwritesms|avwrms|avwrtms", UNIT_WAIT_MS, OF_FILE(write_ms)},                                                \
        {"bufferwaits", UNIT_NUMBER, OF_FILE(buffer_waits)},                                                           \
        {"avbufwtms|avbufwt", UNIT_WAIT_MS, OF_FILE(buffer_wait_ms)},                                                  \
    {                                                                                                                  \
        "pdbname", UNIT_TEXT, OF_FILE(container)                                                                       \
    }

static const struct awr_field tablespace_io[] = {
    {"tablespace", UNIT_TEXT, OF_FILE(tablespace), .required = true}, FILE_IO_COLUMNS};
static const struct awr_field file_io[] = {{"tablespace", UNIT_TEXT, OF_FILE(tablespace), .required = true},
    {"filename", UNIT_TEXT, OF_FILE(file), .required = true}, FILE_IO_COLUMNS};
static const struct awr_file_io blank_file_io = {NULL, NULL, NULL, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, 0};
static const struct awr_record file_io_record = {sizeof(struct awr_file_io), &blank_file_io, OF_FILE(line), false};

static const struct awr_field advice[] = {
    {"p", UNIT_TEXT, OF_ADVICE(pool), .required = true},
    {"sizeforestm|sizeforest", UNIT_MIB, OF_ADVICE(size_bytes), .required = true},
    {"sizefactor|sizefactr", UNIT_NUMBER, OF_ADVICE(size_factor), .required = true},
    {"estphysreadfactor", UNIT_NUMBER, OF_ADVICE(read_factor)},
    {"estimatedphysreadsthousands", UNIT_THOUSANDS, OF_ADVICE(read_count)},
    {"estimatedphysicalreads", UNIT_NUMBER, OF_ADVICE(read_count)},
};
static const struct awr_advice blank_advice = {NULL, NAN, NAN, NAN, NAN, 0};
static const struct awr_record advice_record = {sizeof(struct awr_advice), &blank_advice, OF_ADVICE(line), false};

static const struct awr_field disk_groups[] = {
    {"diskgroup", UNIT_TEXT, OF_GROUP(name), .required = true},
    {"sizegb", UNIT_GIB, OF_GROUP(size_bytes), .required = true},
    {"usedgb", UNIT_GIB, OF_GROUP(used_bytes)},
    {"redundancy", UNIT_TEXT, OF_GROUP(redundancy)},
    {"state", UNIT_TEXT, OF_GROUP(state)},
};
static const struct awr_disk_group blank_group = {NULL, NULL, NULL, NAN, NAN, 0};
static const struct awr_record group_record = {sizeof(struct awr_disk_group), &blank_group, OF_GROUP(line), false};

static const struct awr_node blank_node = {
    .elapsed_min = NAN,
    .db_time_min = NAN,
    .db_cpu_time_s = NAN,
    .memory_bytes = NAN,
    .buffer_cache_bytes = NAN,
    .host_cpu = {NAN, NAN, NAN, NAN, NAN, NAN},
    .busy_s = NAN,
    .idle_s = NAN,
    .load = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN},
    .redo_bytes_per_s = NAN,
};
static const struct awr_record node_record = {sizeof(struct awr_node), &blank_node, OF_NODE(line), true};

static const struct awr_field node_instances[] = {
    {"i#", UNIT_INTEGER, OF_NODE(number), .required = true},
    {"instance", UNIT_TEXT, OF_NODE(name), .required = true},
    {"host", UNIT_TEXT, OF_NODE(host), .required = true},
    {"beginsnaptime", UNIT_TIME, OF_NODE(begin)},
    {"endsnaptime", UNIT_TIME, OF_NODE(end)},
    {"elapsedtimemin", UNIT_NUMBER, OF_NODE(elapsed_min)},
    {"dbtimemin", UNIT_NUMBER, OF_NODE(db_time_min)},
};

static const struct awr_field node_hosts[] = {
    {"i#", UNIT_INTEGER, OF_NODE(number), .required = true},
    {"#cpus|cpus|#cpu|numcpus", UNIT_INTEGER, OF_NODE(cpus), .required = true},
    {"#cores|cores|#core|cpucores", UNIT_INTEGER, OF_NODE(cores)},
    {"#sckts|sckts|#sckt|cpusckts|sockets", UNIT_INTEGER, OF_NODE(sockets)},
    {"mb|memorymb|memorym", UNIT_MIB, OF_NODE(memory_bytes)},
    {"loadbegin|beginload", UNIT_NUMBER, OF_NODE(host_cpu.load_average_begin)},
    {"end|loadend|endload", UNIT_NUMBER, OF_NODE(host_cpu.load_average_end)},
    {"%usr|%user|%cpuusr", UNIT_NUMBER, OF_NODE(host_cpu.user_pct)},
    {"%sys|%cpusys", UNIT_NUMBER, OF_NODE(host_cpu.system_pct)},
    {"%wio|%cpuwio", UNIT_NUMBER, OF_NODE(host_cpu.iowait_pct)},
    {"%idl|%idle|%cpuidl", UNIT_NUMBER, OF_NODE(host_cpu.idle_pct)},
    {"busy|busytimes", UNIT_NUMBER, OF_NODE(busy_s)},
    {"idle|idletimes", UNIT_NUMBER, OF_NODE(idle_s)},
};

static const struct awr_field node_caches[] = {
    {"i#", UNIT_INTEGER, OF_NODE(number), .required = true},
    {"dbcache|dbcachebegin", UNIT_MIB, OF_NODE(buffer_cache_bytes), .required = true},
};

static const struct awr_field node_time_model[] = {
    {"i#", UNIT_INTEGER, OF_NODE(number), .required = true},
    {"dbcpus", UNIT_NUMBER, OF_NODE(db_cpu_time_s), .required = true},
    {"sqlexecelas", UNIT_TEXT, 0, .required = true},
};

static const struct awr_field node_load[] = {
    {"i#", UNIT_INTEGER, OF_NODE(number), .required = true},
    {"logicalreadss", UNIT_NUMBER, OF_NODE(load.logical_reads), .required = true},
    {"physicalreadss", UNIT_NUMBER, OF_NODE(load.physical_reads_blocks)},
    {"physicalwritess", UNIT_NUMBER, OF_NODE(load.physical_writes_blocks)},
    {"redosizeks", UNIT_KIB, OF_NODE(redo_bytes_per_s)},
    {"blockchangess", UNIT_NUMBER, OF_NODE(load.block_changes)},
    {"usercallss", UNIT_NUMBER, OF_NODE(load.user_calls)},
    {"execss", UNIT_NUMBER, OF_NODE(load.executes)},
    {"txnss", UNIT_NUMBER, OF_NODE(load.transactions)},
};

static const struct awr_field curves[] = {
    {"event", UNIT_TEXT, 0, .required = true},
    {"waits|totalwaits", UNIT_NUMBER, 0},
};

static const struct awr_field miner_size[] = {
    {"snapid", UNIT_TEXT, 0, .required = true},
    {"sizegb", UNIT_GIB, AT(database_bytes), .required = true, .latest = true},
};

static const struct awr_field cluster_io_functions[] = {
    {"functionname", UNIT_TEXT, OF_LINE(name), .required = true},
    {"readmbs", UNIT_MIB_RATE, OF_LINE(read_bytes), .required = true},
    {"writembs", UNIT_MIB_RATE, OF_LINE(write_bytes), .required = true},
    {"readss", UNIT_NUMBER, OF_LINE(read_requests_per_s), .required = true},
    {"writess", UNIT_NUMBER, OF_LINE(write_requests_per_s), .required = true},
    {"waitscount", UNIT_NUMBER, OF_LINE(wait_count)},
    {"avgtime|avgtmms", UNIT_WAIT_MS, OF_LINE(avg_wait_ms)},
};

static const struct awr_field profile_reads[] = {
    {"totalrequests", UNIT_NUMBER, offsetof(struct awr_rates, read_requests_per_s)},
    {"totalmb", UNIT_MIB_RATE, offsetof(struct awr_rates, read_bytes_per_s)},
};

static const struct awr_field profile_writes[] = {
    {"totalrequests", UNIT_NUMBER, offsetof(struct awr_rates, write_requests_per_s)},
    {"totalmb", UNIT_MIB_RATE, offsetof(struct awr_rates, write_bytes_per_s)},
};

static const struct awr_field parameters[] = {
    {"parametername", UNIT_TEXT, OF_PAIR(name), .required = true},
    {"beginvalue|beginsnapvalue", UNIT_TEXT, OF_PAIR(value), .required = true},
    {"endvalueifdifferent|endsnapvalue", UNIT_TEXT, OF_PAIR(end_value)},
    {"pdbname", UNIT_TEXT, OF_PAIR(container)},
};

static const struct awr_field miner_host[] = {
    {"numcpus", UNIT_INTEGER, AT(cpus)},
    {"numcpucores", UNIT_INTEGER, AT(cores)},
    {"numcpusockets", UNIT_INTEGER, AT(sockets)},
    {"physicalmemorygb", UNIT_GIB, AT(memory_bytes)},
    {"platformname", UNIT_TEXT, AT(platform)},
    {"version", UNIT_TEXT, AT(release)},
    {"dbname", UNIT_TEXT, AT(db_name)},
    {"hosts", UNIT_LIST, AT(hosts)},
};

static const struct awr_field miner_metrics[] = {
    {"end", UNIT_TIME, AT(end), .required = true},
    {"durm", UNIT_NUMBER, AT(elapsed_min), .required = true},
    {"readiops", UNIT_NUMBER, AT(rates.read_requests_per_s), .required = true},
    {"writeiops", UNIT_NUMBER, AT(rates.write_requests_per_s), .required = true},
    {"readmbs", UNIT_MIB_RATE, AT(rates.read_bytes_per_s)},
    {"writembs", UNIT_MIB_RATE, AT(rates.write_bytes_per_s)},
    {"redombs", UNIT_MIB_RATE, AT(rates.redo_bytes_per_s)},
    {"lreadss", UNIT_NUMBER, AT(load.logical_reads)},
    {"execs", UNIT_NUMBER, AT(load.executes)},
    {"commitss", UNIT_NUMBER, AT(load.transactions)},
    {"aas", UNIT_NUMBER, AT(load.db_time_s)}, /* average active sessions: DB time per second */
};

static const struct awr_field miner_parameters[] = {
    {"parametername", UNIT_TEXT, OF_PAIR(name), .required = true},
    {"value", UNIT_TEXT, OF_PAIR(value), .required = true},
};

const struct awr_section awr_sections[] = {
    {"Database", "workloadrepository|statspack|thistabledisplaysdatabase", AWR_RECORD, AWR_ALL_ROWS,
        SINGLE | IN(AWR_DIFF), FIELDS(database)},
    {"Instance", "workloadrepository|thistabledisplaysdatabase", AWR_RECORD, AWR_ALL_ROWS, SINGLE, FIELDS(instance)},
    {"Host", "workloadrepository|statspack|thistabledisplayshost", AWR_RECORD, AWR_ALL_ROWS, SINGLE, FIELDS(host)},
    {"Host", "hostname", AWR_LABELS, AWR_ALL_ROWS, IN(AWR_STATSPACK), FIELDS(host_line)},
    {"Snapshots", "workloadrepository|statspack|thistabledisplayssnapshot", AWR_LABELS, AWR_ALL_ROWS, SINGLE,
        .value_columns = "snaptime", FIELDS(snapshot)},
    {"Database Summary", "databasesummary", AWR_RECORD, AWR_ALL_ROWS, IN(AWR_RAC), FIELDS(cluster_database)},
    {"Database Instances", "databaseinstancesincluded", AWR_RECORD, AWR_ALL_ROWS, IN(AWR_RAC),
        FIELDS(cluster_instance)},
    {"Snapshot Sets", "workloadrepository|thistabledisplayssnapshot", AWR_RECORD, AWR_ALL_ROWS, IN(AWR_DIFF),
        FIELDS(compared_snapshots)},
    {"Host Configuration Comparison", "hostconfiguration|thistabledisplayshostconfiguration", AWR_LABELS, AWR_ALL_ROWS,
        IN(AWR_DIFF), .value_columns = "", FIELDS(compared_host)},
    {"Load Profile", "loadprofile|workloadcomparison|thistabledisplaysloadprofile", AWR_LABELS, AWR_ALL_ROWS,
        SINGLE | IN(AWR_DIFF), .value_columns = "persecond|persec", FIELDS(load_profile)},
    {"System Statistics - Per Second", "systemstatisticspersecond", AWR_RECORD, AWR_SUM_ROW, IN(AWR_RAC),
        FIELDS(cluster_load)},
    {"Cache Sizes", "cachesizes|thistabledisplayscachesizes|thistabledisplayscomparisonsofcachesizes", AWR_LABELS,
        AWR_ALL_ROWS, SINGLE | IN(AWR_DIFF), .value_columns = "begin|m", FIELDS(caches)},
    {"Cache Sizes", "cachesizes", AWR_RECORD, AWR_INSTANCE_ROWS, IN(AWR_RAC), FIELDS(cluster_caches)},
    {"OS Statistics By Instance", "osstatisticsbyinstance", AWR_RECORD, AWR_INSTANCE_ROWS, IN(AWR_RAC),
        FIELDS(cluster_hosts)},
    {"Top Events", "topforegroundevents|toptimedforegroundevents|thistabledisplaystopwaitevents", AWR_EVENTS,
        AWR_CLUSTER_ROWS, SINGLE | IN(AWR_RAC), AT(top_events), FIELDS(events)},
    {"Top Timed Events", "toptimedevents|thistabledisplaystoptimedevents", AWR_EVENTS, AWR_ALL_ROWS,
        SINGLE | IN(AWR_DIFF), AT(top_events), FIELDS(events)},
    {"Host CPU", "hostcpu|thistabledisplayssystemload", AWR_RECORD, AWR_ALL_ROWS, SINGLE, FIELDS(host_cpu)},
    {"IO Profile", "ioprofile|thistabledisplaysioprofile", AWR_LABELS, AWR_ALL_ROWS, SINGLE | IN(AWR_RAC),
        .value_columns = "readpersecond|readsecond|readss", .is_profile = true, FIELDS(profile_reads)},
    {"IO Profile", "ioprofile|thistabledisplaysioprofile", AWR_LABELS, AWR_ALL_ROWS, SINGLE | IN(AWR_RAC),
        .value_columns = "writepersecond|writesecond|writess", .is_profile = true, FIELDS(profile_writes)},
    {"Time Model Statistics", "timemodel", AWR_LABELS, AWR_ALL_ROWS, SINGLE | IN(AWR_DIFF),
        .value_columns = "times|timeseconds", FIELDS(time_model)},
    {"Time Model", "timemodel", AWR_RECORD, AWR_SUM_ROW, IN(AWR_RAC), FIELDS(cluster_time_model)},
    {"Foreground Wait Class", "foregroundwaitclass|thistabledisplaysforegroundwaitclass", AWR_EVENTS, AWR_ALL_ROWS,
        SINGLE, AT(wait_classes), FIELDS(wait_classes)},
    {"Wait Classes", "waitclasses", AWR_EVENTS, AWR_ALL_ROWS, IN(AWR_DIFF), AT(wait_classes), FIELDS(wait_classes)},
    {"Foreground Wait Classes", "foregroundwaitclasses", AWR_EVENTS, AWR_SUM_ROW, IN(AWR_RAC), AT(wait_classes),
        FIELDS(cluster_wait_classes)},
    {"Foreground Wait Classes - % of Total DB time", "foregroundwaitclasses%oftotaldbtime", AWR_EVENTS, AWR_SUM_ROW,
        IN(AWR_RAC), AT(wait_classes), FIELDS(cluster_wait_shares)},
    {"Foreground Wait Events", "foregroundwaitevents|thistabledisplaysforegroundwaitevent", AWR_EVENTS, AWR_ALL_ROWS,
        SINGLE | IN(AWR_RAC), AT(events), FIELDS(events)},
    /* 10g and older reports do not tell foreground from background waits, nor do compare reports */
    {"Wait Events", "waitevents", AWR_EVENTS, AWR_ALL_ROWS, SINGLE | IN(AWR_DIFF), AT(events),
        .other_titles = "waiteventsfgandbg", FIELDS(events)},
    {"Background Wait Events", "backgroundwaitevents|thistabledisplaysbackgroundwaitevent", AWR_EVENTS, AWR_ALL_ROWS,
        SINGLE | IN(AWR_RAC), AT(background_events), FIELDS(background_events)},
    {"Instance Activity Stats",
        "instanceactivitystats|keyinstanceactivitystats|otherinstanceactivitystats|systemstatisticsglobal",
        AWR_STATISTICS, AWR_ALL_ROWS, AWR_ANY, AT(statistics), FIELDS(activity)},
    {"Operating System Statistics", "operatingsystemstatistics|osstatistics", AWR_OS_FIGURES, AWR_ALL_ROWS, SINGLE,
        FIELDS(os_figures)},
    {"IOStat by Function", "iostatbyfunction", AWR_IO_LINES, AWR_ALL_ROWS, SINGLE, AT(io_functions),
        FIELDS(io_functions)},
    {"IOStat by Function", "iostatbyfunction", AWR_IO_LINES, AWR_CLUSTER_ROWS, IN(AWR_RAC), AT(io_functions),
        FIELDS(cluster_io_functions)},
    {"IOStat by Filetype", "iostatbyfiletype", AWR_IO_LINES, AWR_ALL_ROWS, SINGLE, AT(io_filetypes),
        FIELDS(io_filetypes)},
    {"IOStat by Filetype", "iostatbyfiletype", AWR_IO_LINES, AWR_CLUSTER_ROWS, IN(AWR_RAC), AT(io_filetypes),
        FIELDS(cluster_io_filetypes)},
    {"Tablespace IO Stats", "tablespaceiostats", AWR_RECORDS, AWR_ALL_ROWS, SINGLE, AT(tablespace_io),
        .record = &file_io_record, FIELDS(tablespace_io)},
    {"File IO Stats", "fileiostats", AWR_RECORDS, AWR_ALL_ROWS, SINGLE, AT(file_io), .record = &file_io_record,
        FIELDS(file_io)},
    {"Buffer Pool Advisory", "bufferpooladvisory", AWR_RECORDS, AWR_ALL_ROWS, SINGLE, AT(cache_advice),
        .record = &advice_record, FIELDS(advice)},
    {"Wait Event Histogram", "waiteventhistogram", AWR_CURVES, AWR_ALL_ROWS, SINGLE | IN(AWR_RAC), AT(curves),
        FIELDS(curves)},
    {"ASM Diskgroups", "asmdiskgroups|thistabledisplaysasmdiskgroups", AWR_RECORDS, AWR_ALL_ROWS, SINGLE | IN(AWR_RAC),
        AT(disk_groups), .record = &group_record, FIELDS(disk_groups)},
    {"Database Instances", "databaseinstancesincluded", AWR_RECORDS, AWR_INSTANCE_ROWS, IN(AWR_RAC), AT(nodes),
        .record = &node_record, FIELDS(node_instances)},
    {"OS Statistics By Instance", "osstatisticsbyinstance", AWR_RECORDS, AWR_INSTANCE_ROWS, IN(AWR_RAC), AT(nodes),
        .record = &node_record, FIELDS(node_hosts)},
    {"Cache Sizes", "cachesizes", AWR_RECORDS, AWR_INSTANCE_ROWS, IN(AWR_RAC), AT(nodes), .record = &node_record,
        FIELDS(node_caches)},
    {"Time Model", "timemodel", AWR_RECORDS, AWR_INSTANCE_ROWS, IN(AWR_RAC), AT(nodes), .record = &node_record,
        FIELDS(node_time_model)},
    {"System Statistics - Per Second", "systemstatisticspersecond", AWR_RECORDS, AWR_INSTANCE_ROWS, IN(AWR_RAC),
        AT(nodes), .record = &node_record, FIELDS(node_load)},
    {"SIZE-ON-DISK", "sizeondisk", AWR_RECORD, AWR_ALL_ROWS, IN(AWR_AWRMINER), FIELDS(miner_size)},
    {"Parameters", "initoraparameters|modifiedparameters|parametersmodified", AWR_PARAMETERS, AWR_ALL_ROWS, AWR_ANY,
        FIELDS(parameters)},
    {"OS-INFORMATION", "osinformation", AWR_LABELS, AWR_ALL_ROWS, IN(AWR_AWRMINER), .value_columns = "statvalue",
        FIELDS(miner_host)},
    {"MAIN-METRICS", "mainmetrics", AWR_SAMPLES, AWR_ALL_ROWS, IN(AWR_AWRMINER), FIELDS(miner_metrics)},
    {"DATABASE-PARAMETERS", "databaseparameters", AWR_PARAMETERS, AWR_ALL_ROWS, IN(AWR_AWRMINER),
        FIELDS(miner_parameters)},
};
const size_t awr_section_count = G_N_ELEMENTS(awr_sections);
