"""Reads the files of an evidence."""
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


def files_named(folder, pattern):
    """Returns the paths of the files in a folder whose names match, in the order of their names."""
    names = sorted(name for name in os.listdir(folder) if re.fullmatch(pattern, name, re.DOTALL))
    return [path for path in (os.path.join(folder, name) for name in names) if os.path.isfile(path)]


def files_beside(folder):
    """Reads the files of the same evidence."""
    record = text_in(os.path.join(folder, "record.json"))
    found = {"records": [record] if record and record_fields(record) is not None else [], "headers": [], "ots": []}
    for path in files_named(folder, r"bitcoin-block-.*\.json"):
        hexes = re.findall("(?<![0-9a-fA-F])[0-9a-fA-F]{160}(?![0-9a-fA-F])", text_in(path) or "")
        found["headers"] += [bytes.fromhex(header) for header in hexes[:32]]
    for path in files_named(folder, r".*\.ots"):
        try:
            found["ots"].append(read_ots(content_of(path)))
        except ValueError:
            found["ots"].append(None)
    return found
