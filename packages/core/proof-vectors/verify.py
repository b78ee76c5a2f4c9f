#!/usr/bin/env python3
"""Checks a Priormark proof without Priormark: python3 verify.py FILE PROOF.json

Needs Python 3.8 or newer, the folder python beside it, and tables.json, which has the words and the known chains.
README.md describes the format. Files of the same evidence next to PROOF.json are used too: record.json,
bitcoin-block-*.json, *.ots and manifest.json. Ends with status 0 if nothing was found wrong, else with status 1.
"""
import hashlib
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "python"))

from evidence_files import content_of, files_beside, files_named
from grammar import Problem
from ots_format import sha256
from proof_format import read_proof
from proof_results import manifest_result, ots_result, proof_result, record_result, refusal, refused
from messages import say, shown


def results_for(file_path, proof_path):
    content = content_of(file_path)
    work = {
        "name": os.path.basename(file_path),
        "sha256": sha256(content),
        "sha3": hashlib.sha3_256(content).hexdigest(),
    }
    folder = os.path.dirname(os.path.abspath(proof_path))
    beside = files_beside(folder, work)
    unreadable = [ots for ots in beside["ots"] if ots is None]
    beside["ots"] = [ots for ots in beside["ots"] if ots is not None]
    proof, proof_results, last = None, [], []
    try:
        proof = read_proof(content_of(proof_path))
        proof_results = [proof_result(proof, work, beside)]
    except Problem as problem:
        last.append(refusal(problem))
    results = proof_results + [ots_result(ots, work, proof, beside) for ots in beside["ots"]]
    last += [refused("ots.unreadable") for _ in unreadable]
    last += [refused("headers.unreadable") for _ in range(beside["unreadable_headers"])]
    last += [record_result(beside["records"], result) for result in proof_results]
    last += [manifest_result(path, folder, work, proof) for path in files_named(folder, r"manifest\.json")]
    return [result for result in results + last if result is not None]


def lines_of(result):
    yield f"{say('tone.' + result['tone'])}: {result['title']}"
    yield from result["sentences"]
    if result.get("checks"):
        yield say("heading.checks") + ":"
    for one in result.get("checks", []):
        yield f"  {say('outcome.' + one['outcome'])}: {one['what']}. {one['detail']}"
    if result.get("record"):
        yield say("heading.record") + ":"
    for name, text in result.get("record", {}).items():
        written = say("record.hidden") if text is None else f'"{shown(text)}"'
        yield f'  "{shown(name)}": {written}'
    if result.get("lookUps"):
        yield say("heading.look_ups") + ":"
    for one in result.get("lookUps", []):
        yield f"  {one['title']}. {one['sentence']}"
        yield from (f"    {label}: {value}" for label, value in one["values"])


def main(arguments):
    # A console that lacks a character shows its number, so that no sound proof fails for its names.
    sys.stdout.reconfigure(errors="backslashreplace")
    if len(arguments) != 2:
        sys.exit("Usage: python3 verify.py FILE PROOF.json")
    results = results_for(*arguments)
    print("\n\n".join("\n".join(lines_of(result)) for result in results))
    return 1 if any(result["tone"] == "refused" for result in results) else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except OSError as error:
        sys.exit(f"Cannot read {error.filename!r}: {error.strerror}")
