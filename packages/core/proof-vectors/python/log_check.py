"""Checks that a root is in a public log: signed notes (C2SP), and the tree of RFC 9162."""
import base64
import re

from grammar import Problem
from messages import TABLES, say
from ots_format import sha256
from signatures import is_ed25519

LAST_SECOND = 253402300799


def check_log(log, root):
    """Returns what can be said of the log of a proof. Raises the Problem if it does not hold."""
    if log is None:
        return {"kind": "none"}
    note = read_note(log["checkpoint"])
    if note is None or note["origin"] != log["origin"] or note["size"] != str(log["size"]):
        raise log_problem("note")
    entry = sha256(b"\0" + f"priormark/2 root\n{root}\n".encode())
    if root_of_log(entry, log) != note["root"]:
        raise log_problem("path")
    row = next((one for one in TABLES["logs"] if one["origin"] == log["origin"]), None)
    if row is None:
        return {"kind": "unknown", **log}
    if not times_of(note, row["vkey"]):
        raise log_problem("signature")
    witnesses = TABLES["logWitnesses"]
    cosignatures = [(one["name"], seconds) for one in witnesses for seconds in times_of(note, one["vkey"])]
    return {"kind": "known", **log, "cosignatures": cosignatures}


def log_problem(flaw):
    return Problem("log_broken", flaw=say("log." + flaw))


def read_note(checkpoint):
    text, separator, rest = checkpoint.partition("\n\n")
    if not separator or not rest.endswith("\n"):
        return None
    text += "\n"
    lines = text.split("\n")
    root, signatures = bytes_of(lines[2]) if len(lines) > 2 else None, []
    for line in rest[:-1].split("\n"):
        match = re.fullmatch("\u2014 ([^ \\n+]+) ([A-Za-z0-9+/]+={0,2})", line)
        data = bytes_of(match[2]) if match else None
        if data is None or len(data) < 5:
            return None
        signatures.append((match[1], data))
    if root is None or len(root) != 32:
        return None
    return {"text": text, "origin": lines[0], "size": lines[1], "root": root, "signatures": signatures}


def bytes_of(text):
    """Returns None for what is not base64 with padding."""
    try:
        data = base64.b64decode(text, validate=True)
        return data if text and base64.b64encode(data).decode() == text else None
    except ValueError:
        return None


def root_of_log(entry, log):
    first, last, node = log["index"], log["size"] - 1, entry
    if first > last:
        return None
    for sibling in map(bytes.fromhex, log["path"]):
        if last == 0:
            return None
        if first & 1 or first == last:
            node = sha256(b"\1" + sibling + node)
            while first and not first & 1:
                first, last = first >> 1, last >> 1
        else:
            node = sha256(b"\1" + node + sibling)
        first, last = first >> 1, last >> 1
    return node if last == 0 else None


def times_of(note, vkey):
    """Returns the times of the signatures of a key, 0 if they have none. Raises the Problem if one of them is wrong."""
    name, key_id, encoded = vkey.split("+", 2)
    key, times = base64.b64decode(encoded), []
    for signer, data in note["signatures"]:
        if signer != name or data[:4].hex() != key_id:
            continue
        start, seconds, head = 4, 0, ""
        if key[0] == 4:
            start, seconds = 12, int.from_bytes(data[4:12], "big")
            head = f"cosignature/v1\ntime {seconds}\n"
        message = (head + note["text"]).encode()
        if len(data) != start + 64 or seconds > LAST_SECOND or not is_ed25519(key[1:], data[start:], message):
            raise log_problem("signature")
        times.append(seconds)
    return times
