"""Checks the renewals of a proof of version 2."""
import hashlib

from bitcoin_blocks import dated_block
from grammar import Problem
from log_check import check_log
from messages import say
from ots_format import sha256
from proof_v2_format import canonical
from time_stamps import with_states

HASHES = {"sha256": "sha256", "sha3-256": "sha3_256", "sha512": "sha512"}


def check_renewals(proof, witnesses_of, root_of):
    """Returns the time that each renewal proves, or None. Raises the Problem of the first one that is broken.

    `witnesses_of` checks the witnesses of a root, `root_of` follows a path.
    """
    all_evidence = []
    for index, renewal in enumerate(proof["renewals"]):
        root, parts = renewal["root"], {"version": 2, "root": renewal["root"]}
        if digest_of(proof, index) != renewal["digest"]:
            raise renewal_problem(index, "digest")
        leaf = sha256(b"\2" + bytes.fromhex(renewal["digest"])).hex()
        if root_of(leaf, renewal["path"]) != root:
            raise renewal_problem(index, "path")
        try:
            attestations, tokens = witnesses_of(renewal["witnesses"], parts)
        except Problem:
            raise renewal_problem(index, "witness") from None
        blocks = blocks_of(attestations, renewal["witnesses"])
        if blocks and not any(block["kind"] in ("open", "proven") for block in blocks):
            raise renewal_problem(index, "witness")
        try:
            check_log(renewal["log"], root)
        except Problem:
            raise renewal_problem(index, "log") from None
        all_evidence.append((blocks, tokens))
    # A later renewal keeps the time-stamps of an earlier one alive, so the last one is judged first.
    times = []
    for evidence in reversed(all_evidence):
        times.insert(0, time_of(*evidence, earliest(times)))
    return times


def renewal_problem(index, flaw):
    return Problem("renewal_broken", number=index + 1, flaw=say("renewal." + flaw))


def earliest(times):
    return min((time for time in times if time is not None), default=None)


def digest_of(proof, index):
    covered_parts = {key: value for key, value in proof.items() if key not in ("log", "renewals")}
    if index:
        covered_parts["renewals"] = proof["renewals"][:index]
    label = "renewal" if index else "core"
    data = f"priormark/2 {label}\0{canonical(covered_parts)}".encode()
    return hashlib.new(HASHES[proof["renewals"][index]["hash"]], data).hexdigest()


def blocks_of(attestations, witnesses):
    """Returns what the headers of witnesses show of the blocks of their attestations; nothing if there are none."""
    headers = [bytes.fromhex(header) for one in witnesses for header in one.get("headers", [])]
    bitcoin = [one for one in attestations if one["kind"] == "bitcoin"] if headers else []
    return [dated_block(one["height"], one["message"], headers) for one in bitcoin]


def time_of(blocks, tokens, renewed_at):
    token_times = [token["seconds"] for token in with_states(tokens, renewed_at) if token["state"] == "known"]
    return earliest([block["time"] for block in blocks if block["kind"] == "proven"] + token_times)
