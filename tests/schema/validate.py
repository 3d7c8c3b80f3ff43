"""Holds results.json files against the published schema.

usage: validate.py SCHEMA FILE...       a line for each fault, "FILE: NAME: what"; the exit status is 1 where there was one

A name that the schema lacks is told as such, with where it stands: whoever adds a name to results.json adds it to
templates/results.schema.json.
"""
import json
import sys

import jsonschema


def faults_of(validator, document):
    for fault in sorted(validator.iter_errors(document), key=lambda fault: list(map(str, fault.absolute_path))):
        where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in fault.absolute_path).lstrip(".")
        if fault.validator == "additionalProperties":
            known = set(fault.schema.get("properties", {}))
            missing = sorted(set(fault.instance) - known)
            yield f"{where or 'the root'}: the schema has no name {', '.join(missing)}"
        else:
            yield f"{where or 'the root'}: {fault.message[:200]}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    bad = 0
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        for fault in faults_of(validator, document):
            print(f"{path}: {fault}")
            bad = 1
    return bad


sys.exit(main())
