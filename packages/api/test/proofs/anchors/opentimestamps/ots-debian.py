"""Checks .ots files with Debian's python3-opentimestamps against block headers: reads JSON on standard input, writes JSON.

[{ "ots": hex, "headers": { height: hex } }] -> [[[height, block time in seconds], ...] or { "error": name }]
"""
import json
import sys
import warnings

warnings.simplefilter("ignore")

from bitcoin.core import CBlockHeader
from opentimestamps.core.notary import BitcoinBlockHeaderAttestation
from opentimestamps.core.serialize import BytesDeserializationContext
from opentimestamps.core.timestamp import DetachedTimestampFile


def verify(ots, headers):
    file = DetachedTimestampFile.deserialize(BytesDeserializationContext(bytes.fromhex(ots)))
    found = []
    for message, attestation in file.timestamp.all_attestations():
        if isinstance(attestation, BitcoinBlockHeaderAttestation):
            header = CBlockHeader.deserialize(bytes.fromhex(headers[str(attestation.height)]))
            found.append([attestation.height, attestation.verify_against_blockheader(message, header)])
    return {"digest": file.file_digest.hex(), "blocks": found}


def answer(task):
    try:
        return verify(**task)
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


json.dump([answer(task) for task in json.load(sys.stdin)], sys.stdout)
