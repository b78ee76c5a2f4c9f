"""Checks that a transaction with the root is in the block with a hash: strict RLP and Merkle-Patricia trees."""
import re

from grammar import MAX_NUMBER, Problem
from keccak import keccak256
from messages import say

# By transaction type: the number of fields, and which one is the data.
SHAPES = {0: (9, 5), 1: (11, 6), 2: (12, 7), 3: (14, 7), 4: (13, 7)}


def item_at(data, at, depth):
    """Returns the item at a place, and where it ends. Raises ValueError for anything but the only encoding."""
    if at >= len(data) or depth > 8:
        raise ValueError("truncated or too deep")
    first = data[at]
    if first < 0x80:
        return data[at : at + 1], at + 1
    is_list = first >= 0xC0
    length, start = first - (0xC0 if is_list else 0x80), at + 1
    if length > 55:
        start += length - 55
        size = data[at + 1 : start]
        if len(size) > 4 or not size or size[0] == 0 or start > len(data):
            raise ValueError("length")
        length = int.from_bytes(size, "big")
        if length < 56:
            raise ValueError("length")
    end = start + length
    if end > len(data):
        raise ValueError("truncated")
    body = data[start:end]
    if not is_list:
        if length == 1 and body[0] < 0x80:
            raise ValueError("byte")
        return body, end
    items, at = [], 0
    while at < len(body):
        item, at = item_at(body, at, depth + 1)
        items.append(item)
    return items, end


def read_rlp(data):
    """Returns the item that fills some bytes; None for anything but its only encoding."""
    try:
        item, end = item_at(data, 0, 0)
        return item if end == len(data) else None
    except ValueError:
        return None


def list_in(data):
    item = read_rlp(data)
    return item if isinstance(item, list) else []


def number_in(item):
    if not isinstance(item, bytes) or len(item) > 7 or item[:1] == b"\0":
        return None
    value = int.from_bytes(item, "big")
    return value if value <= MAX_NUMBER else None


def is_digest(item):
    return isinstance(item, bytes) and len(item) == 32


def at_index(items, index):
    return items[index] if index < len(items) else None


def key_of(index):
    """Returns the nibbles of rlp(index)."""
    data = index.to_bytes((index.bit_length() + 7) // 8, "big")
    return (data if 0 < index < 128 else bytes([0x80 + len(data)]) + data).hex()


def value_at(root, index, nodes):
    """Returns the value for an index below a root; None if the nodes do not lead there."""
    path, used_nodes, reference = key_of(index), 0, root
    while True:
        node = reference
        if isinstance(reference, bytes):
            if used_nodes == len(nodes) or keccak256(nodes[used_nodes]) != reference:
                return None
            node, used_nodes = read_rlp(nodes[used_nodes]), used_nodes + 1
        if not isinstance(node, list) or len(node) not in (2, 17):
            return None
        value = None
        if len(node) == 17 and path:
            reference, path = node[int(path[0], 16)], path[1:]
            continue
        if len(node) == 17:
            value = node[16]
        else:
            packed = node[0].hex() if isinstance(node[0], bytes) else ""
            if not re.match("[02]0|[13]", packed):
                return None
            part = packed[1 if packed[0] in "13" else 2 :]
            if not path.startswith(part):
                return None
            path = path[len(part) :]
            if packed[0] in "01":
                reference = node[1]
                continue
            if not path:
                value = node[1]
        return value if used_nodes == len(nodes) and isinstance(value, bytes) and value else None


def typed(data):
    """Returns the type of a transaction or receipt, and the bytes of its fields. A type 0 has no byte for it."""
    if data[0] >= 0x80:
        return 0, data
    return (data[0], data[1:]) if data[0] else (-1, b"")


def flaw_of(witness, calldata):
    evidence = witness["evidence"]
    header_bytes = bytes.fromhex(evidence["header"])
    if "0x" + keccak256(header_bytes).hex() != witness["blockHash"]:
        return "block_hash"
    header = list_in(header_bytes)
    if not 16 <= len(header) <= 23 or not is_digest(header[4]) or not is_digest(header[5]):
        return "header"
    if number_in(header[8]) != witness["blockNumber"] or number_in(header[11]) != witness["blockTime"]:
        return "header"
    transaction = value_at(header[4], evidence["index"], [bytes.fromhex(node) for node in evidence["transaction"]])
    if transaction is None:
        return "transaction_path"
    receipt = value_at(header[5], evidence["index"], [bytes.fromhex(node) for node in evidence["receipt"]])
    if receipt is None:
        return "receipt_path"
    if "0x" + keccak256(transaction).hex() != witness["transactionHash"]:
        return "transaction_hash"
    if number_in(at_index(list_in(typed(receipt)[1]), 0)) != 1:
        return "failed"
    kind, body = typed(transaction)
    fields = list_in(body)
    count, data = SHAPES.get(kind, (None, 0))
    if len(fields) != count:
        return "type"
    if fields[data] != calldata:
        return "data"
    if kind == 0:
        v = number_in(fields[6])
        stated_chain = None if v is None or v < 35 else (v - 35) // 2
    else:
        stated_chain = number_in(fields[0])
    return None if stated_chain == witness["chainId"] else "chain"


def check_evidence(witness, number, calldata):
    """Raises the Problem of a witness whose evidence does not hold."""
    flaw = flaw_of(witness, calldata)
    if flaw:
        raise Problem("evm_evidence_broken", number=number, flaw=say("evm." + flaw))
