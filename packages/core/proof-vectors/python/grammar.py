"""What the grammars of both versions are made of."""
import base64
import json
import re

from messages import say, shown

MAX_NUMBER = 2**53 - 1


class Problem(Exception):
    """Why a proof is rejected."""

    def __init__(self, kind, **parts):
        super().__init__(kind)
        self.kind, self.parts = kind, parts


def read_json(text):
    """Returns the value and its inexact parts. Raises ValueError if the text is not JSON."""
    depth = deepest = 0
    # A string that does not end counts as one: otherwise each of its quotes would start another search to the end.
    for token in re.findall(r'"(?:[^"\\]|\\[\s\S])*"?|[-0-9][-+.0-9eE]*|[{}\[\]:,]', text):
        depth += (token in "{[") - (token in "}]")
        deepest = max(deepest, depth)
    if deepest > 32:
        raise ValueError("too deep")
    flaws = set()

    def members(pairs):
        if len(dict(pairs)) < len(pairs):
            flaws.add("duplicate_key")
        return dict(pairs)

    def number(digits):
        if re.fullmatch("[0-9]{1,16}", digits) and int(digits) <= MAX_NUMBER:
            return int(digits)
        flaws.add("inexact_number")
        return float(digits)

    def constant(name):
        raise ValueError(name)

    value = json.loads(
        text, object_pairs_hook=members, parse_int=number, parse_float=number, parse_constant=constant
    )
    return value, next((flaw for flaw in ("duplicate_key", "inexact_number") if flaw in flaws), None)


def malformed(where, what):
    return Problem("malformed", version=1, where=shown(where[:100]) or say("issue.whole"), what=say("issue." + what))


def below(where, key):
    return f"{where}.{key}" if where else str(key)


def object_of(shape, unknown_key="unknown_key"):
    def check(value, where):
        members = {} if isinstance(value, list) else value
        if not isinstance(members, dict):
            raise malformed(where, "object")
        for key, check_member in shape.items():
            if key not in members:
                raise malformed(below(where, key), "missing")
            check_member(members[key], below(where, key))
        for key in sorted(members, key=place_of):
            if key not in shape:
                raise malformed(below(where, key), unknown_key)

    return check


def place_of(key):
    """The order of keys in JavaScript: whole numbers first, then all others as they are in the file."""
    is_number = re.fullmatch("0|[1-9][0-9]{0,9}", key) and int(key) < 2**32 - 1
    return int(key) if is_number else 2**32


def list_of(check_item, name, most):
    def check(value, where):
        if not isinstance(value, list):
            raise malformed(where, name)
        for index, item in enumerate(value):
            check_item(item, below(where, index))
        if len(value) > most:
            raise malformed(where, "max_" + name)

    return check


def variant_of(key, what, shapes):
    """An object of one of several shapes, by the value of one of its keys."""

    def check(value, where):
        if not isinstance(value, (dict, list)):
            raise malformed(where, what)
        kind = value.get(key) if isinstance(value, dict) else None
        if type(kind) not in (str, int) or kind not in shapes:
            raise malformed(below(where, key), what)
        shapes[kind](value, where)

    return check


def one_of(what, *values):
    def check(value, where):
        if not any(type(value) is type(one) and value == one for one in values):
            raise malformed(where, what)

    return check


def text_of(pattern, what, most=None):
    def check(value, where):
        if not isinstance(value, str):
            raise malformed(where, "text")
        if most is not None and len(value.encode("utf-16-le", "surrogatepass")) // 2 > most:
            raise malformed(where, "too_long")
        if not re.fullmatch(pattern, value):
            raise malformed(where, what)

    return check


def number_of(least, most=MAX_NUMBER, what=None):
    def check(value, where):
        if not isinstance(value, int) or isinstance(value, bool):
            raise malformed(where, "number")
        if value < least:
            raise malformed(where, f"at_least_{least}")
        if value > most:
            raise malformed(where, what)

    return check


def written_record(fields):
    """Writes sorted fields as a canonical record."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def record_fields(text):
    """Returns the fields of a canonical record, else None."""
    try:
        fields, _ = read_json(text)
        if not all(isinstance(value, str) for value in fields.values()):
            return None
        ordered = dict(sorted(fields.items(), key=lambda field: field[0].encode("utf-16-be")))
        canonical = written_record(ordered)
        canonical.encode("utf-8")
        return ordered if canonical == text else None
    except (AttributeError, ValueError):
        return None


def check_record(value, where):
    if not isinstance(value, str):
        raise malformed(where, "text")
    if record_fields(value) is None:
        raise malformed(where, "record")


def check_base64(value, where):
    text_of(r"[\s\S]*", "base64", 87384)(value, where)
    try:
        if base64.b64encode(base64.b64decode(value, validate=True)).decode() != value:
            raise ValueError
    except ValueError:
        raise malformed(where, "base64") from None


SPACE = "\0-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
digest = text_of("[0-9a-f]{64}", "digest")
CHAIN_HASH = text_of("0x[0-9a-f]{64}", "chain_hash")


def anything(_value, _where):
    """The key is already known to be right."""


# The keys of the anchors that both versions know.
EVM_SHAPE = {
    "kind": anything,
    "chainId": number_of(1),
    "transactionHash": CHAIN_HASH,
    "blockNumber": number_of(0),
    "blockHash": CHAIN_HASH,
    "blockTime": number_of(0, 253402300799, "block_time"),
}
OTS_SHAPE = {"kind": anything, "ots": check_base64}
MANUAL_SHAPE = {"kind": anything, "link": text_of(f"https://[^{SPACE}/?#][^{SPACE}]*", "link", 2000)}
STEP_SHAPE = {"side": one_of("side", "left", "right"), "hash": digest}
