#!/bin/sh
# Captures a queue-depth ladder of one file or block device: `iostat -xmt 1` while fio drives direct
# random 8 KiB I/O, one run a queue depth, for each workload. What it leaves is a study folder:
#
#   OUT/<workload>/qd<NNN>/iostat.log   fio.json   and once   OUT/host/{lsblk,mounts,uname}.txt
#
# usage: capture.sh TARGET OUT        needs fio and sysstat
#   TARGET  a file (made if absent, SIZE large) or a block device. Reads only touch it; the mixed
#           workload WRITES to it: a block device must be an empty one, and WRITE_DEVICE=yes says so.
#   OUT     a new folder
# environment, with defaults: SIZE=16g RUNTIME=130 (seconds a run) DEPTHS="1 2 4 8 16 32 64 128"
#   WORKLOADS="read100 mix90" (the number is the read share in percent) BLOCK=8k LEAD=5 (idle seconds
#   captured before and after each run)
set -eu

target=${1:?usage: capture.sh TARGET OUT}
out=${2:?usage: capture.sh TARGET OUT}
size=${SIZE:-16g} runtime=${RUNTIME:-130} block=${BLOCK:-8k} lead=${LEAD:-5}
depths=${DEPTHS:-1 2 4 8 16 32 64 128} workloads=${WORKLOADS:-read100 mix90}

for tool in fio iostat; do
    command -v "$tool" >/dev/null || { echo "capture.sh: $tool is not installed" >&2; exit 2; }
done
if [ -b "$target" ] && [ "${WRITE_DEVICE:-no}" != yes ]; then
    echo "capture.sh: $target is a block device: its content would be overwritten; set WRITE_DEVICE=yes if it is empty" >&2
    exit 2
fi
if [ -e "$out" ]; then echo "capture.sh: $out exists" >&2; exit 2; fi
mkdir -p "$out/host"
out=$(cd "$out" && pwd)

uname -a >"$out/host/uname.txt"
grep '^/dev/' /proc/mounts >"$out/host/mounts.txt" || true

lsblk -o NAME,KNAME,TYPE,SIZE,MOUNTPOINT >"$out/host/lsblk.txt" 2>/dev/null || rm -f "$out/host/lsblk.txt"
if command -v multipath >/dev/null; then multipath -ll >"$out/host/multipath.txt" 2>/dev/null || rm -f "$out/host/multipath.txt"; fi

# From here on the target's name is relative, so that no path of this host enters fio's own report.
cd "$(dirname "$target")"
target=$(basename "$target")
[ -e "$target" ] || fio --name=prepare --filename="$target" --size="$size" --rw=write --bs=1m --direct=1 \
    --ioengine=libaio --iodepth=16 --output-format=terse >/dev/null

for workload in $workloads; do
    read_pct=${workload##*[a-z]}
    for depth in $depths; do
        run=$out/$workload/qd$(printf %03d "$depth")
        mkdir -p "$run"
        LC_ALL=C S_TIME_FORMAT=ISO iostat -xmt 1 >"$run/iostat.log" &
        iostat_pid=$!
        sleep "$lead"
        fio --name="$workload-qd$depth" --filename="$target" --size="$size" --rw=randrw --rwmixread="$read_pct" \
            --bs="$block" --direct=1 --ioengine=libaio --iodepth="$depth" --numjobs=1 --time_based \
            --runtime="$runtime" --randseed=1 --norandommap --output-format=json --output="$run/fio.json"
        sleep "$lead"
        kill -INT "$iostat_pid"
        wait "$iostat_pid" || true
        echo "capture.sh: $workload queue depth $depth done" >&2
    done
done
