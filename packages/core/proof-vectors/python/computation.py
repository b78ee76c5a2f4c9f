"""Computes leaf and root again, and names the first part of a proof that does not match."""
import base64
import hmac

from evm_evidence import check_evidence
from grammar import Problem
from log_check import check_log
from ots_format import read_ots, sha256
from proof_format import TAG
from renewals import check_renewals, earliest
from time_stamps import read_token, with_states


def hmac_of(key, message):
    return hmac.new(bytes.fromhex(key), message, "sha256").digest()


def text_commitment(text, salt):
    """The commitment to a record in one text: of version 1, and of form 1."""
    return hmac_of(salt, TAG + text.encode())


def fields_commitment(fields):
    """The commitment to a record of form 2."""
    parts = [b"priormark/2 record\0", bytes([len(fields)])]
    for field in fields:
        name = field["name"].encode()
        message = b"priormark/2 field\0" + len(name).to_bytes(2, "big") + name + field.get("value", "").encode()
        commitment = field.get("commitment") or hmac_of(field["salt"], message).hex()
        parts += [bytes([len(name)]), name, bytes.fromhex(commitment)]
    return sha256(b"".join(parts))


def text_of_record(proof):
    """The record in one text; None for form 2."""
    return proof["record"] if proof["version"] == 1 else proof["record"].get("text")


def anchors_of(proof):
    """The anchors of version 1, which version 2 calls witnesses."""
    return proof["anchors" if proof["version"] == 1 else "witnesses"]


def leaf_of(proof, file_sha256, other_text=None):
    """Returns the leaf; of another record in one text, if one is given."""
    text = text_of_record(proof)
    if text is None:
        commitment = fields_commitment(proof["record"]["fields"])
    else:
        salt = proof["salt"] if proof["version"] == 1 else proof["record"]["salt"]
        commitment = text_commitment(text if other_text is None else other_text, salt)
    return sha256(b"\0" + file_sha256 + commitment).hex()


def root_of(leaf, path, swapped=None):
    node = bytes.fromhex(leaf)
    for index, step in enumerate(path):
        sibling = bytes.fromhex(step["hash"])
        is_left = (step["side"] == "left") != (index == swapped)
        node = sha256(b"\1" + (sibling + node if is_left else node + sibling))
    return node.hex()


def anchor_ots(anchor):
    try:
        return read_ots(base64.b64decode(anchor["ots"]))
    except ValueError:
        return None


def has_ots_for(proof, root):
    files = [anchor_ots(anchor) for anchor in anchors_of(proof) if anchor["kind"] == "opentimestamps"]
    return any(ots and ots["hash"] == "sha256" and ots["digest"].hex() == root for ots in files)


def verify(proof, work, known_record):
    """Raises the first Problem, else returns the attestations and the time-stamps of the anchors, and what log and renewals show."""
    file_sha256 = work["sha256"]
    leaf = leaf_of(proof, file_sha256)
    if file_sha256.hex() != proof["file"]["sha256"]:
        raise Problem("file_sha256_changed" if leaf == proof["leaf"] else "wrong_file")
    computed_root = root_of(leaf, proof["path"])
    if leaf == proof["leaf"] and computed_root != proof["root"]:
        for index in range(len(proof["path"])):
            if root_of(leaf, proof["path"], index) == proof["root"]:
                raise Problem("path_side_changed", number=index + 1)
        if has_ots_for(proof, computed_root):
            raise Problem("root_changed")
        raise Problem("path_changed" if has_ots_for(proof, proof["root"]) else "path_or_root_changed")
    if leaf != proof["leaf"]:
        if computed_root == proof["root"]:
            raise Problem("leaf_changed")
        if root_of(proof["leaf"], proof["path"]) != proof["root"]:
            raise Problem("several_parts_changed")
        text = text_of_record(proof)
        if text is not None and known_record == text:
            raise Problem("salt_changed")
        if text is not None and known_record is not None and leaf_of(proof, file_sha256, known_record) == proof["leaf"]:
            raise Problem("record_changed")
        raise Problem("record_or_salt_changed")
    if "sha3" in proof["file"]:
        check_sha3(proof, work)
    attestations, tokens = witnesses_of(anchors_of(proof), proof)
    if proof["version"] == 1:
        return attestations, tokens, None, []
    log = check_log(proof["log"], proof["root"])
    renewals = check_renewals(proof, witnesses_of, root_of)
    return attestations, with_states(tokens, earliest(renewals)), log, renewals


def witnesses_of(anchors, proof):
    """Checks the witnesses of a root. Raises the first Problem, else returns their attestations and time-stamps."""
    attestations, tokens = [], []
    for index, anchor in enumerate(anchors):
        if anchor["kind"] == "rfc3161":
            tokens.append(read_token(anchor, index + 1, proof["root"]))
        else:
            attestations += attestations_of(anchor, index + 1, proof)
    return attestations, tokens


def check_sha3(proof, work):
    """Compares the second fingerprint of version 2."""
    sha3 = proof["file"]["sha3"]
    for field in proof["record"]["fields"]:
        if field["name"] == "fileSha3" and field.get("value", sha3) != sha3:
            raise Problem("file_sha3_changed")
    if work["sha3"] != sha3:
        raise Problem("sha3_differs")


def attestations_of(anchor, number, proof):
    """Raises the Problem of an anchor or a witness, else returns its attestations."""
    name, root = "anchor" if proof["version"] == 1 else "witness", proof["root"]
    if anchor.get("evidence") is not None:
        check_evidence(anchor, number, TAG + b"\1" + bytes.fromhex(root))
    if anchor["kind"] != "opentimestamps":
        return []
    ots = anchor_ots(anchor)
    if ots is None:
        raise Problem(name + "_unreadable", number=number)
    if ots["hash"] != "sha256" or ots["digest"].hex() != root:
        raise Problem(name + "_of_another_root", number=number)
    if anchor.get("headers"):
        merkle_root = bytes.fromhex(anchor["headers"][0])[36:68]
        if not any(one["kind"] == "bitcoin" and one["message"] == merkle_root for one in ots["attestations"]):
            raise Problem("witness_headers", number=number)
    return ots["attestations"]
