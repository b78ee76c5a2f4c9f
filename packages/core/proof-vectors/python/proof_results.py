"""The results for a proof, for an .ots file and for a manifest."""
import os
import re

from chain_results import chain_result, check, log_checks, renewal_check
from computation import anchors_of, text_of_record, verify
from evidence_files import content_of, text_of
from grammar import Problem, read_json, record_fields, written_record
from ots_format import sha256
from messages import say, shown


def refused(about, **parts):
    return {
        "tone": "refused",
        "title": say(f"{about}.title", **parts),
        "sentences": [say(f"{about}.meaning", **parts)],
    }


def refusal(problem):
    return refused(f"problem.{problem.kind}", **{"original": say("problem.original"), **problem.parts})


def proof_result(proof, work, beside):
    try:
        canonical = (record for record in beside["records"] if record is not None and record_fields(record) is not None)
        known_record = next(canonical, None)
        attestations, tokens, log, renewals = verify(proof, work, known_record)
    except Problem as problem:
        return refusal(problem)
    for ots in beside["ots"]:
        attestations += [attestation for attestation in ots["attestations"] if is_of_proof(attestation, ots, proof)]
    own_headers = [bytes.fromhex(header) for anchor in anchors_of(proof) for header in anchor.get("headers", [])]
    beside = {**beside, "headers": own_headers + beside["headers"], "tokens": tokens, "renewals": renewals}
    result = chain_result(anchors_of(proof), proof["root"], attestations, beside)
    fields, steps = fields_of(proof), len(proof["path"])
    hidden = sum(text is None for text in fields.values())
    sha3 = proof["file"].get("sha3")
    path_name = "check.path." + ("none" if steps == 0 else "one" if steps == 1 else "many")
    previous = fields.get("previous") if text_of_record(proof) is None else None
    checks = [
        check("file", "fits", say("check.file.fits", name=shown(work["name"]))),
        *([check("sha3", "fits", sha3)] if sha3 else []),
        check("record", "fits", say("check.record." + ("hidden" if hidden else "fits"), count=len(fields), hidden=hidden)),
        *([check("previous", "fits", say("check.previous.fits", leaf=previous))] if previous else []),
        check("path", "fits", say(path_name, count=steps)),
        check("root", "fits", proof["root"]),
        *log_checks(log),
        *(renewal_check(index + 1, seconds) for index, seconds in enumerate(renewals)),
    ]
    return {**result, "checks": checks + result["checks"], "record": fields}


def fields_of(proof):
    """Returns the fields of a record. The text of a hidden one is None."""
    text = text_of_record(proof)
    if text is not None:
        return record_fields(text)
    return {field["name"]: field.get("value") for field in proof["record"]["fields"]}


def is_of_proof(attestation, ots, proof):
    """Whether an attestation of an .ots passes through the root. Otherwise it says nothing about the record."""
    is_related = ots["hash"] == "sha256" and ots["digest"].hex() in (proof["file"]["sha256"], proof["root"])
    return is_related and bytes.fromhex(proof["root"]) in attestation["passed"]


def ots_result(ots, work, proof, beside):
    """Judges an .ots apart from the proof. Returns None if all that it says is said of the proof."""
    attestations = [one for one in ots["attestations"] if not (proof and is_of_proof(one, ots, proof))]
    if not attestations:
        return None
    if ots["hash"] != "sha256":
        parts = {"hash": say("hash." + ots["hash"]), "digest": ots["digest"].hex()}
        return {"tone": "asking", "title": say("ots.hash.title", **parts), "sentences": [say("ots.hash.sentence", **parts)]}
    if ots["digest"] == work["sha256"]:
        result = chain_result([], "", attestations, beside)
        file_check = check("file", "fits", say("check.file.fits", name=shown(work["name"])))
        return {**result, "checks": [file_check] + result["checks"]}
    if proof is None or work["sha256"].hex() != proof["file"]["sha256"]:
        return refusal(Problem("wrong_file"))
    return {"tone": "asking", "title": say("ots.alone.title"), "sentences": [say("ots.alone.sentence")]}


def record_result(records, result):
    """Compares record.json with the fields that a proof shows. Returns None if nothing is wrong."""
    if result["tone"] == "refused":
        return None
    text = written_record({name: value for name, value in result["record"].items() if value is not None})
    return refused("record.other") if any(record != text for record in records) else None


def manifest_result(path, folder, work, proof):
    """Compares the files that are there with the manifest. Returns None if nothing is wrong, or if it is not one."""
    content = content_of(path)
    if sha256(content) == work["sha256"]:
        return None
    text = text_of(content)
    if text is not None and not text.startswith("\ufeff") and "priormark-manifest" not in text:
        return None
    files = None if text is None else manifest_files(text)
    if files is None:
        return refused("manifest.malformed")
    changed = []
    for one in files:
        path = os.path.join(folder, *one["name"].split("/"))
        actual = sha256(content_of(path)).hex() if os.path.isfile(path) else one["sha256"]
        if actual != one["sha256"] and not (proof and actual == proof["file"]["sha256"]):
            changed.append(shown(one["name"]))
    return refused("manifest.changed", names=", ".join(changed)) if changed else None


PART = r"(?!\.\.?(?:/|\Z))[^/\\\0-\x1f\x7f-\x9f\ud800-\udfff]+"
NAME = f"(?![A-Za-z]:){PART}(?:/{PART})*"


def manifest_files(text):
    """Returns the files of a manifest; None if it does not follow the format."""
    try:
        manifest, flaw = read_json(text)
    except ValueError:
        return None
    if flaw or not isinstance(manifest, dict) or set(manifest) != {"format", "version", "files"}:
        return None
    if manifest["format"] != "priormark-manifest" or type(manifest["version"]) is not int or manifest["version"] != 1:
        return None
    files = manifest["files"]
    is_sound = isinstance(files, list) and len(files) <= 100 and all(is_manifest_file(one) for one in files)
    return files if is_sound else None


def is_manifest_file(one):
    if not isinstance(one, dict) or set(one) != {"name", "sha256"}:
        return False
    patterns = {"name": NAME, "sha256": "[0-9a-f]{64}"}
    return all(isinstance(one[key], str) and re.fullmatch(pattern, one[key]) for key, pattern in patterns.items())
