"""Reads the files of an evidence."""
import os
import re

from ots_format import read_ots, sha256
from proof_format import MOST_BYTES


def content_of(path):
    with open(path, "rb") as file:
        return file.read()


def text_of(content):
    """Returns the text of a file in UTF-8 that is not too long, else None. A byte order mark is kept."""
    try:
        return content.decode("utf-8") if len(content) <= MOST_BYTES else None
    except ValueError:
        return None


def files_named(folder, pattern):
    """Returns the paths of the files in a folder whose names match, in the order of their names."""
    names = sorted(name for name in os.listdir(folder) if re.fullmatch(pattern, name, re.DOTALL))
    # Files like ._work.ots are made by macOS.
    paths = (os.path.join(folder, name) for name in names if not name.startswith("._"))
    return [path for path in paths if os.path.isfile(path)]


def files_beside(folder, work):
    """Reads the files of the same evidence. What cannot be read is None. The work itself is no part of the evidence."""
    files = {"records": [], "headers": [], "ots": [], "unreadable_headers": 0}
    for path in files_named(folder, r"record\.json"):
        content = content_of(path)
        if sha256(content) != work["sha256"]:
            files["records"].append(text_of(content))
    for path in files_named(folder, r"bitcoin-block-.*\.json"):
        content = content_of(path)
        if sha256(content) == work["sha256"]:
            continue
        text = text_of(content)
        files["unreadable_headers"] += text is None
        hexes = re.findall("(?<![0-9a-fA-F])[0-9a-fA-F]{160}(?![0-9a-fA-F])", text or "")
        files["headers"] += [bytes.fromhex(header) for header in hexes[:32]]
    for path in files_named(folder, r".*\.ots"):
        content = content_of(path)
        if sha256(content) == work["sha256"]:
            continue
        try:
            files["ots"].append(read_ots(content))
        except ValueError:
            files["ots"].append(None)
    return files
