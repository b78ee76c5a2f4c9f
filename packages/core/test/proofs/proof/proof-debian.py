"""Runs Debian's python3-opentimestamps: reads tasks as JSON from standard input and writes the results as JSON.

[["read", hex]]         the attestations of a file with their messages, and the file as it would write it
[["merge", hex, hex]]   both files merged, as it would write them
[["make", seed]]        a generated file, and its attestations
"""
import json
import random
import sys
import warnings

from opentimestamps.core.notary import (
    BitcoinBlockHeaderAttestation,
    LitecoinBlockHeaderAttestation,
    PendingAttestation,
    UnknownAttestation,
)
from opentimestamps.core.op import (
    OpAppend,
    OpHexlify,
    OpKECCAK256,
    OpPrepend,
    OpReverse,
    OpRIPEMD160,
    OpSHA1,
    OpSHA256,
)
from opentimestamps.core.serialize import BytesDeserializationContext, BytesSerializationContext
from opentimestamps.core.timestamp import DetachedTimestampFile, Timestamp, make_merkle_tree

warnings.simplefilter("ignore")


def read(text):
    return DetachedTimestampFile.deserialize(BytesDeserializationContext(bytes.fromhex(text)))


def write(file):
    context = BytesSerializationContext()
    file.serialize(context)
    return context.getbytes().hex()


def attestation_text(attestation):
    if isinstance(attestation, PendingAttestation):
        return f"pending {attestation.uri}"
    if isinstance(attestation, BitcoinBlockHeaderAttestation):
        return f"bitcoin {attestation.height}"
    return f"unknown {attestation.TAG.hex()}"


def found(file):
    pairs = file.timestamp.all_attestations()
    return sorted(f"{attestation_text(attestation)} {message.hex()}" for message, attestation in pairs)


def make(seed):
    chance = random.Random(seed)
    some = lambda: chance.randbytes(chance.randint(1, 40))
    stamps = [Timestamp(chance.randbytes(32)) for _ in range(chance.randint(1, 9))]
    file = DetachedTimestampFile(OpSHA256(), stamps[0])
    tip = make_merkle_tree(stamps)
    for _ in range(chance.randint(1, 4)):
        node = tip
        for _ in range(chance.randint(0, 6)):
            node = node.ops.add(
                chance.choice(
                    [OpAppend(some()), OpPrepend(some()), OpSHA256(), OpSHA1(), OpRIPEMD160()]
                    + [OpKECCAK256(), OpReverse(), OpHexlify()]
                )
            )
        node.attestations.add(
            chance.choice(
                [
                    PendingAttestation(f"https://calendar-{chance.randint(0, 3)}.example.org"),
                    BitcoinBlockHeaderAttestation(chance.randint(0, 2**40)),
                    LitecoinBlockHeaderAttestation(chance.randint(0, 2**20)),
                    UnknownAttestation(b"\x7f" + chance.randbytes(7), some()),
                ]
            )
        )
    return file


def run(task, *arguments):
    try:
        if task == "merge":
            file, other = map(read, arguments)
            file.timestamp.merge(other.timestamp)
        else:
            file = make(*arguments) if task == "make" else read(*arguments)
        return {"hex": write(file), "found": found(file)}
    except Exception as error:
        return {"error": type(error).__name__}


json.dump([run(*task) for task in json.load(sys.stdin)], sys.stdout)
