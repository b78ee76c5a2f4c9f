"""Computes leaf and root again, and names the first part of a proof that does not match."""
import base64
import hmac

from ots_format import read_ots, sha256
from proof_format import TAG, Problem


def leaf_of(proof, file_sha256, record):
    commitment = hmac.new(bytes.fromhex(proof["salt"]), TAG + record.encode(), "sha256").digest()
    return sha256(b"\0" + file_sha256 + commitment).hex()


def root_of(leaf, path, turned=None):
    node = bytes.fromhex(leaf)
    for index, step in enumerate(path):
        beside = bytes.fromhex(step["hash"])
        is_left = (step["side"] == "left") != (index == turned)
        node = sha256(b"\1" + (beside + node if is_left else node + beside))
    return node.hex()


def anchor_ots(anchor):
    try:
        return read_ots(base64.b64decode(anchor["ots"]))
    except ValueError:
        return None


def has_ots_for(proof, root):
    found = [anchor_ots(anchor) for anchor in proof["anchors"] if anchor["kind"] == "opentimestamps"]
    return any(ots and ots["hash"] == "sha256" and ots["digest"].hex() == root for ots in found)


def verify(proof, file_sha256, known_record):
    """Raises the first Problem, else returns the attestations of the anchors."""
    leaf = leaf_of(proof, file_sha256, proof["record"])
    if file_sha256.hex() != proof["file"]["sha256"]:
        raise Problem("file_sha256_changed" if leaf == proof["leaf"] else "wrong_file")
    reached = root_of(leaf, proof["path"])
    if leaf == proof["leaf"] and reached != proof["root"]:
        for index in range(len(proof["path"])):
            if root_of(leaf, proof["path"], index) == proof["root"]:
                raise Problem("path_side_changed", number=index + 1)
        if has_ots_for(proof, reached):
            raise Problem("root_changed")
        raise Problem("path_changed" if has_ots_for(proof, proof["root"]) else "path_or_root_changed")
    if leaf != proof["leaf"]:
        if reached == proof["root"]:
            raise Problem("leaf_changed")
        if root_of(proof["leaf"], proof["path"]) != proof["root"]:
            raise Problem("several_parts_changed")
        if known_record == proof["record"]:
            raise Problem("salt_changed")
        if known_record is not None and leaf_of(proof, file_sha256, known_record) == proof["leaf"]:
            raise Problem("record_changed")
        raise Problem("record_or_salt_changed")
    attestations = []
    for index, anchor in enumerate(proof["anchors"]):
        if anchor["kind"] == "opentimestamps":
            ots = anchor_ots(anchor)
            if ots is None:
                raise Problem("anchor_unreadable", number=index + 1)
            if ots["hash"] != "sha256" or ots["digest"].hex() != proof["root"]:
                raise Problem("anchor_of_another_root", number=index + 1)
            attestations += ots["attestations"]
    return attestations
