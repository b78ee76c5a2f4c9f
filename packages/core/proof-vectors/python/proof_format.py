"""Reads a proof.json by the strict grammars in README.md and v2/README.md."""
from grammar import (
    EVM_SHAPE,
    MANUAL_SHAPE,
    OTS_SHAPE,
    STEP_SHAPE,
    Problem,
    check_record,
    digest,
    list_of,
    malformed,
    object_of,
    one_of,
    read_json,
    variant_of,
)
from proof_v2_format import MOST_BYTES_V2, check_proof_v2

TAG = b"priormark"
MOST_BYTES = 1_000_000

ANCHORS = {
    "evm": object_of(EVM_SHAPE),
    "opentimestamps": object_of(OTS_SHAPE),
    "manual": object_of(MANUAL_SHAPE),
}

check_proof = object_of(
    {
        "format": one_of("format", "priormark-proof"),
        "version": one_of("version", 1),
        "file": object_of({"sha256": digest}),
        "record": check_record,
        "salt": digest,
        "tag": one_of("tag", TAG.hex()),
        "leaf": digest,
        "path": list_of(object_of(STEP_SHAPE), "steps", 64),
        "root": digest,
        "anchors": list_of(variant_of("kind", "anchor", ANCHORS), "anchors", 16),
    }
)


def json_of(data):
    try:
        return read_json(data.decode("utf-8"))
    except ValueError:
        return None, None


def read_proof(data):
    """Raises the Problem of a proof that does not follow the grammar of its version."""
    if len(data) > MOST_BYTES_V2:
        raise malformed("", "too_long")
    proof, flaw = json_of(data)
    is_proof = isinstance(proof, dict) and proof.get("format") == "priormark-proof"
    version = proof.get("version") if is_proof else None
    is_version_2 = type(version) in (int, float) and version == 2
    if not is_version_2 and len(data) > MOST_BYTES:
        raise malformed("", "too_long")
    if not is_proof:
        raise Problem("not_a_proof")
    if is_version_2:
        return as_version_2(proof, flaw)
    if flaw:
        raise malformed("", flaw)
    if type(version) is int and version != 1:
        raise Problem("unsupported_version", version=version)
    check_proof(proof, "")
    return proof


def as_version_2(proof, flaw):
    """Problems name version 1 unless it is known that the proof has version 2."""
    try:
        if flaw:
            raise malformed("", flaw)
        check_proof_v2(proof)
        return proof
    except Problem as problem:
        raise Problem(problem.kind, **{**problem.parts, "version": 2}) from None
