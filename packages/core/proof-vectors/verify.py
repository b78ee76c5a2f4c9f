#!/usr/bin/env python3
"""Checks a Priormark proof without Priormark: python3 verify.py FILE PROOF.json

Needs Python 3.8 or newer and nothing else. README.md beside this file describes the format.
Ends with status 0 if file and record are under the root, else with status 1 and a reason.
"""
import base64
import hashlib
import hmac
import json
import re
import sys

KEYS = {"format", "version", "file", "record", "salt", "tag", "leaf", "path", "root", "anchors"}
OTS_OF_A_SHA256 = bytes.fromhex("004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294" "01" "08")


def require(condition, reason):
    if not condition:
        sys.exit(f"Refused: {reason}")


def sha256(data):
    return hashlib.sha256(data).digest()


def digest(text):
    require(re.fullmatch("[0-9a-f]{64}", text), f"{text!r} is not a digest")
    return bytes.fromhex(text)


def canonical(fields):
    ordered = dict(sorted(fields.items(), key=lambda field: field[0].encode("utf-16-be")))
    return json.dumps(ordered, ensure_ascii=False, separators=(",", ":"))


def verify(content, proof):
    require(proof["format"] == "priormark-proof" and proof["version"] == 1, "not a proof of version 1")
    require(set(proof) == KEYS and len(proof["path"]) <= 64, "keys or path are not those of version 1")
    require(proof["tag"] == b"priormark".hex(), "the tag is not that of version 1")
    fields = json.loads(proof["record"])
    require(all(isinstance(text, str) for text in fields.values()), "the record holds more than texts")
    require(canonical(fields) == proof["record"], "the record is not canonical")

    file_sha256 = sha256(content)
    require(file_sha256 == digest(proof["file"]["sha256"]), "the proof is for another file")
    message = bytes.fromhex(proof["tag"]) + proof["record"].encode()
    commitment = hmac.new(digest(proof["salt"]), message, "sha256").digest()
    node = sha256(b"\0" + file_sha256 + commitment)
    require(node == digest(proof["leaf"]), "file, record and salt do not give the leaf")
    for step in proof["path"]:
        require(step["side"] in ("left", "right"), "a step is neither left nor right")
        beside = digest(step["hash"])
        node = sha256(b"\1" + (beside + node if step["side"] == "left" else node + beside))
    require(node == digest(proof["root"]), "the path does not lead to the root")
    print(f"Holds: file and record are under the root {node.hex()}")
    for name, text in fields.items():
        print(f"  {name}: {json.dumps(text, ensure_ascii=False)}")
    for anchor in proof["anchors"]:
        print(f"  Still to check: {what_remains(anchor, node)}")


def what_remains(anchor, root):
    if anchor["kind"] == "evm":
        data = "0x" + b"priormark".hex() + "01" + root.hex()
        return f"transaction {anchor['transactionHash']} of chain {anchor['chainId']} carries {data}"
    if anchor["kind"] == "opentimestamps":
        ots = base64.b64decode(anchor["ots"], validate=True)
        require(ots.startswith(OTS_OF_A_SHA256 + root), "an OpenTimestamps anchor is for another root")
        return "the OpenTimestamps proof of the root (write its bytes to a file, run 'ots info')"
    require(anchor["kind"] == "manual", "an anchor is of an unknown kind")
    return f"the root stands at {json.dumps(anchor['link'])}, as the operator declares"


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as file, open(sys.argv[2], encoding="utf-8") as proof_file:
            verify(file.read(), json.load(proof_file))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        sys.exit(f"Refused: malformed, {error!r}")
