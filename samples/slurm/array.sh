#!/bin/sh
# One report a study of a tree, as a job array of Slurm or under GNU parallel; the index of all comes last.
#
#   array.sh submit   TREE OUT [OPTION...]   queues the array, a study a task, and the index behind it
#   array.sh parallel TREE OUT [OPTION...]   the same on this machine, at once
#
# and what the two call:
#
#   array.sh task  TREE OUT [OPTION...]      the study whose line in OUT.studies is $SLURM_ARRAY_TASK_ID
#   array.sh study NAME TREE OUT [OPTION...]
#   array.sh index TREE OUT [OPTION...]      reuses the finished reports, makes those that are missing, writes the index
#
# OPTIONs are those of `iosizer report`. The program is $IOSIZER, else iosizer; options for sbatch, such as the partition,
# are taken from its own variables (SBATCH_PARTITION, ...). TREE and OUT must be the same on all nodes.
set -eu
iosizer=${IOSIZER:-iosizer}

fail() {
    echo "array.sh: $*" >&2
    exit 2
}
[ "$#" -ge 3 ] || fail "usage: array.sh submit|parallel|task|index TREE OUT [OPTION...]"
step=$1
shift
name=
if [ "$step" = study ]; then
    [ "$#" -ge 3 ] || fail "usage: array.sh study NAME TREE OUT [OPTION...]"
    name=$1
    shift
fi
tree=$1 out=$2
shift 2
list=${out%/}.studies

case $step in
submit)
    "$iosizer" report --each --list-studies "$tree" >"$list"
    count=$(wc -l <"$list")
    [ "$count" -gt 0 ] || fail "no study is in $tree"
    array=$(sbatch --parsable --job-name=iosizer --array="1-$count" "$0" task "$tree" "$out" "$@")
    # afterany: a failed study has its place in the index, with its reason.
    index=$(sbatch --parsable --job-name=iosizer-index --dependency="afterany:${array%%;*}" "$0" index "$tree" "$out" "$@")
    echo "array ${array%%;*} of $count studies, index ${index%%;*}"
    ;;
parallel)
    "$iosizer" report --each --list-studies "$tree" >"$list"
    # The status of a failed study is that of the index, too.
    parallel --will-cite -q "$0" study '{}' "$tree" "$out" "$@" <"$list" || :
    exec "$0" index "$tree" "$out" "$@"
    ;;
task)
    name=$(sed -n "${SLURM_ARRAY_TASK_ID:?}p" "$list")
    [ -n "$name" ] || fail "$list has no line $SLURM_ARRAY_TASK_ID"
    exec "$iosizer" report --each --study "$name" --jobs "${SLURM_CPUS_PER_TASK:-1}" "$@" "$tree" -o "$out"
    ;;
study)
    exec "$iosizer" report --each --study "$name" --jobs 1 "$@" "$tree" -o "$out"
    ;;
index)
    exec "$iosizer" report --each --resume "$@" "$tree" -o "$out"
    ;;
*) fail "no step is called $step" ;;
esac
