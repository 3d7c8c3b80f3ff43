# shellcheck shell=sh disable=SC2034 # variables are for those who source this
# Functions that several cases use. Sourced by the runner before a case's cmd.
study=samples/slob-study/captures

# report INPUT... : writes the folder `out`, says nothing where all is well
report() { "$IOSIZER" report --quiet -o out "$@"; }

# without PATTERN : a filter, lines that match are left out
without() { sed -E "/$1/d"; }

# same A B : says what differs between two folders, the manifest included
same() { diff -rq "$1" "$2" && echo same; }

# needs TOOL : ends the case with a reason where the tool is not installed
needs() {
    command -v "$1" >/dev/null || {
        echo "$1 is not installed"
        exit 77
    }
}


# flags of a browser that asks for nothing by itself; --user-data-dir must be added
browser='chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
--disable-component-update --disable-sync --disable-default-apps --disable-extensions --disable-dev-shm-usage'

# first_reports N LOG : a log's beginning, up to and with its Nth report
first_reports() { awk -v most="$1" '/^[0-9]+-[0-9]+-[0-9]+T/ { n++ } n <= most' "$2"; }

# figures : a filter, the numbers of a text, one a line, each once
figures() { grep -o '[0-9][0-9]*\([,.][0-9][0-9]*\)*' | sort -u; }

# slower_rung RESULTS FACTOR [DAY] : the results with the rung at 64 of read100 at FACTOR of its IOPS (on that day of a month)
slower_rung() {
    python3 - "$@" <<'END'
import json
import sys

root = json.load(open(sys.argv[1], encoding="utf-8"))
factor = float(sys.argv[2])
workload = root["workloads"]["read100"]
for rung in workload["rungs"] + [workload["best"], workload["saturation"]]:
    if rung["concurrency"] == 64:
        for name in ("iops", "read_iops", "mib_s"):
            rung[name] = round(rung[name] * factor, 2)
        rung["latency_ms"] = round(rung["latency_ms"] / factor, 4)
for other in root["workloads"].values():
    for rung in other["rungs"]:
        if len(sys.argv) > 3:
            rung["window"]["start_time"] = f"2026-11-{sys.argv[3]}T10:00:00"
json.dump(root, sys.stdout)
END
}

# studies NAME... : the tree `tree` with a study of one run each
studies() {
    for name in "$@"; do
        mkdir -p "tree/$name"
        cp samples/slob-study/captures/mix90/slob_064u/iostat.log samples/slob-study/captures/study.ini "tree/$name/"
    done
}

# each [OPTION...] : the reports of the studies of `tree` in `out`, one thread, what a golden case needs of them
each() { "$IOSIZER" report --each --format md,json --jobs 1 -o out "$@" tree; }
