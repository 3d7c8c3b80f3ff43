"""Writes damaged copies of a results.json, each with one fault that its schema must see.

usage: damage.py RESULTS FOLDER      FOLDER/NAME.json, a file a fault
"""
import copy
import json
import sys


def rung(root):
    return next(iter(root["workloads"].values()))["rungs"][0]


def workload(root):
    return next(iter(root["workloads"].values()))


DAMAGES = {
    "other-schema-number": lambda r: r.update(schema=2),
    "no-schema-number": lambda r: r.pop("schema"),
    "other-generator": lambda r: r.update(generator="sizer 1.0"),
    "unknown-part": lambda r: r.update(extra={}),
    "no-quality": lambda r: r.pop("quality"),
    "hash-too-short": lambda r: r["inputs"][0].update(sha256="abc"),
    "inputs-no-list": lambda r: r.update(inputs={}),
    "cpus-in-words": lambda r: r["environment"].update(cpus="64"),
    "unknown-fact": lambda r: r["environment"]["facts"][0].update(unit="ms"),
    "negative-iops": lambda r: rung(r).update(iops=-1.0),
    "iops-as-text": lambda r: rung(r).update(iops="156540"),
    "no-concurrency": lambda r: rung(r).pop("concurrency"),
    "latency-without-unit": lambda r: rung(r).update(latency=0.4),
    "unknown-source": lambda r: rung(r).update(source="guess"),
    "grade-of-its-own": lambda r: rung(r)["window"].update(grade="D"),
    "steady-as-number": lambda r: rung(r)["window"].update(steady=1),
    "samples-not-whole": lambda r: rung(r)["window"].update(samples=10.5),
    "time-of-its-own-form": lambda r: rung(r)["window"].update(start_time="11/30/2026 10:00"),
    "no-degrees-of-freedom": lambda r: rung(r)["precision"]["iops"].update(freedom=0),
    "unknown-knee-verdict": lambda r: workload(r)["knee"].update(verdict="maybe"),
    "probability-above-1": lambda r: workload(r)["knee"].update(probability=1.5),
    "read-share-above-100": lambda r: workload(r).update(read_pct=101.0),
    "rungs-as-object": lambda r: workload(r).update(rungs={}),
    "plateau-in-words": lambda r: workload(r).update(plateau="saturated"),
    "unknown-confidence": lambda r: r["quality"].update(confidence="certain"),
    "errors-below-0": lambda r: r["quality"].update(errors=-1),
    "note-of-no-level": lambda r: r["quality"]["notes"].append({"code": "x", "text": "y", "count": 1}),
    "checklist-verdict": lambda r: r["checklist"][0].update(verdict="perhaps"),
}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        root = json.load(file)
    for name, damage in DAMAGES.items():
        damaged = copy.deepcopy(root)
        damage(damaged)
        with open(f"{sys.argv[2]}/{name}.json", "w", encoding="utf-8") as file:
            json.dump(damaged, file)


main()
