"""The words that all verifiers use, from tables.json."""
import json
import os
import re


with open(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tables.json"), encoding="utf-8") as tables_file:
    TABLES = json.load(tables_file)


def say(message_id, **parts):
    return re.sub(r"\{(\w+)\}", lambda place: str(parts.get(place[1], place[0])), TABLES["messages"][message_id])


def shown(text):
    """Writes controls, marks that hide or reorder text, and lone surrogates as escapes."""
    hidden = (
        "[\0-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e"
        "\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff"
        "\U000e0000-\U000e007f]"
    )
    return re.sub(hidden, lambda match: "\\u{%x}" % ord(match[0]), text)
