"""Reads OpenTimestamps files, and follows their SHA-256 operations to the attestations."""
import hashlib
import re

from grammar import MAX_NUMBER


def sha256(data):
    return hashlib.sha256(data).digest()


OTS_MAGIC = bytes.fromhex("004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294")
OTS_HASHES = {0x02: ("sha1", 20), 0x03: ("ripemd160", 20), 0x08: ("sha256", 32), 0x67: ("keccak256", 32)}
PENDING, BITCOIN = bytes.fromhex("83dfe30d2ef90c8e"), bytes.fromhex("0588960d73d71901")


class Bytes:
    """Reads bytes in order. Raises ValueError where the format is broken."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, length):
        if self.at + length > len(self.data):
            raise ValueError("truncated")
        self.at += length
        return self.data[self.at - length : self.at]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value += (byte & 127) << shift
            if value > MAX_NUMBER or shift >= 53:
                raise ValueError("too large")
            if byte < 128:
                return value
            shift += 7

    def sized(self, least, most):
        length = self.varint()
        if not least <= length <= most:
            raise ValueError("length")
        return self.take(length)

    def end(self):
        if self.at != len(self.data):
            raise ValueError("trailing bytes")


def read_attestation(data):
    tag, payload = data.take(8), Bytes(data.sized(0, 8192))
    if tag == PENDING:
        attestation = {"kind": "pending", "uri": payload.sized(0, 1000).decode("latin-1")}
        if not re.fullmatch("[A-Za-z0-9._/:-]*", attestation["uri"]):
            raise ValueError("address")
    elif tag == BITCOIN:
        attestation = {"kind": "bitcoin", "height": payload.varint()}
    else:
        return {"kind": "unreadable", "tag": tag.hex()}
    payload.end()
    return attestation


def read_node(data, message, length, missing, before, depth, attestations):
    """Adds the attestations of a node to `attestations`, with the messages that are passed on the way to each.

    `message` is None behind a hash function that is `missing`.
    """
    if depth > 256:
        raise ValueError("too deep")
    passed = before if message is None else before + [message]
    branches, has_more = [], True
    while has_more:
        tag = data.take(1)[0]
        has_more = tag == 0xFF
        if has_more:
            tag = data.take(1)[0]
        if tag == 0x00:
            attestation = read_attestation(data)
            if message is None:
                attestation = {"kind": "unreadable", "missingHash": missing}
            elif attestation["kind"] == "bitcoin" and len(message) != 32:
                attestation = {"kind": "unreadable", "length": len(message)}
            attestations.append({**attestation, "message": message, "passed": passed})
            continue
        next_message, next_length, next_missing = message, length, missing
        if tag in (0xF0, 0xF1):
            extra = data.sized(1, 4096)
            next_length += len(extra)
            if message is not None:
                next_message = message + extra if tag == 0xF0 else extra + message
        elif tag == 0xF2:
            next_message = message and message[::-1]
        elif tag == 0xF3:
            next_length *= 2
            next_message = message and message.hex().encode()
        elif tag in OTS_HASHES:
            name, next_length = OTS_HASHES[tag]
            if message is not None:
                next_message = sha256(message) if name == "sha256" else None
                next_missing = name
        else:
            raise ValueError("operation")
        if next_length > 4096:
            raise ValueError("message")
        branch_attestations = []
        read_node(data, next_message, next_length, next_missing, passed, depth + 1, branch_attestations)
        branches.append(branch_attestations)
    for branch_attestations in branches:
        attestations.extend(branch_attestations)


def read_ots(content):
    if len(content) > 65536:
        raise ValueError("too long")
    data = Bytes(content)
    if data.take(len(OTS_MAGIC)) != OTS_MAGIC or data.varint() != 1:
        raise ValueError("not an OpenTimestamps proof")
    name, length = OTS_HASHES.get(data.take(1)[0], (None, 0))
    if name is None:
        raise ValueError("hash")
    file_digest, attestations = data.take(length), []
    read_node(data, file_digest, length, name, [], 1, attestations)
    data.end()
    return {"hash": name, "digest": file_digest, "attestations": attestations}
