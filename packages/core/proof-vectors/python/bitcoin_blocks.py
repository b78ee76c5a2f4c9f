"""Judges the headers of Bitcoin blocks by the checkpoints in tables.json."""
from ots_format import sha256
from messages import TABLES


LEAST_FOLLOWING, MOST_FOLLOWING, EPOCH, DAY = 6, 11, 2016, 86_400
CHECKPOINTS = {checkpoint["height"]: checkpoint for checkpoint in TABLES["checkpoints"]}


def number_in(header, start):
    return int.from_bytes(header[start : start + 4], "little")


def target_of(header):
    compact = number_in(header, 72)
    exponent, mantissa = compact >> 24, compact & 0x7FFFFF
    if compact & 0x800000:
        return 0
    return mantissa >> 8 * (3 - exponent) if exponent < 3 else mantissa << 8 * (exponent - 3)


def block_hash(header):
    return sha256(sha256(header))[::-1].hex()


def has_work(header):
    target = target_of(header)
    return target <= 0xFFFF << 208 and int(block_hash(header), 16) <= target


def place_of(header, height):
    last = height - height % EPOCH + EPOCH - 1
    start, end = CHECKPOINTS.get(last - EPOCH), CHECKPOINTS.get(last)
    if start is None or end is None:
        return "unknown"
    block_work = (int(end["work"], 16) - int(start["work"], 16)) // EPOCH
    if 2**256 // (target_of(header) + 1) != block_work:
        return "off_chain"
    if not start["time"] - DAY <= number_in(header, 68) <= end["time"] + DAY:
        return "off_chain"
    return "off_chain" if height == last and block_hash(header) != end["hash"] else "on_chain"


def followers_of(header, height, headers):
    """Returns the times of the blocks after a block, as far as they are linked and in known epochs."""
    times = []
    while len(times) < MOST_FOLLOWING:
        at, previous = height + len(times) + 1, sha256(sha256(header))
        linked = (one for one in headers if one[4:36] == previous and has_work(one))
        header = next((one for one in linked if place_of(one, at) == "on_chain"), None)
        if header is None:
            break
        times.append(number_in(header, 68))
    return times


def dated_block(height, message, headers):
    has_header_without_work = False
    for header in headers:
        if header[36:68] != message:
            continue
        if not has_work(header):
            has_header_without_work = True
            continue
        place = place_of(header, height)
        if place == "off_chain":
            return {"kind": "off_chain"}
        times = followers_of(header, height, headers)
        block = {"hash": block_hash(header), "following": len(times), "known": place == "on_chain"}
        if place != "on_chain" or len(times) < LEAST_FOLLOWING:
            return {"kind": "open", **block}
        return {"kind": "proven", "time": max(number_in(header, 68), *times), **block}
    return {"kind": "no_work" if has_header_without_work else "no_header"}
