"""Reads the files of an evidence."""
import glob
import os
import re

from ots_format import read_ots
from proof_format import record_fields


def content_of(path):
    with open(path, "rb") as file:
        return file.read()


def text_in(path):
    try:
        return content_of(path).decode("utf-8")
    except (OSError, ValueError):
        return None


def files_beside(folder):
    """Reads the files of the same evidence."""
    named = lambda pattern: sorted(glob.glob(os.path.join(glob.escape(folder), pattern)))
    record = text_in(os.path.join(folder, "record.json"))
    found = {"records": [record] if record and record_fields(record) is not None else [], "headers": [], "ots": []}
    for path in named("bitcoin-block-*.json"):
        hexes = re.findall("(?<![0-9a-fA-F])[0-9a-fA-F]{160}(?![0-9a-fA-F])", text_in(path) or "")
        found["headers"] += [bytes.fromhex(header) for header in hexes[:32]]
    for path in named("*.ots"):
        try:
            found["ots"].append(read_ots(content_of(path)))
        except ValueError:
            found["ots"].append(None)
    return found
