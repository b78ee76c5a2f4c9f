import { evmChain, evmChainKind, evmChainName } from '@priormark/core/proofs/anchors/evm-chains'
import { checkBitcoinHeader } from '@priormark/core/proofs/proof/bitcoin-header'
import { fromHex } from '@priormark/core/proofs/proof/bytes'
import { evmCalldata } from '@priormark/core/proofs/proof/leaf'
import { sha256 } from '../../platform/sha256.ts'
import type { StoredBlock } from '../anchors/opentimestamps/ots-repository.ts'
import type { ProofV2, Witness } from '@priormark/core/proofs/proof-v2/proof-v2-schema'

/** Describes what a chain must return for a transaction that recorded a root, and how to query the chain. */
export function evmEvidence({ witnesses, root }: ProofV2) {
  const evmWitnesses = witnesses.filter((witness) => witness.kind === 'evm')
  return evmWitnesses.map((witness, n) => ({
    name: `evm-transaction${n === 0 ? '' : `-${n + 1}`}.json`,
    text: json(evmFacts(witness, root)),
  }))
}

function evmFacts(witness: Extract<Witness, { kind: 'evm' }>, root: string): object {
  const { chainId, transactionHash, blockNumber, blockHash, blockTime } = witness
  const request = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_getTransactionByHash',
    params: [transactionHash],
  })
  return {
    chain: evmChainName(chainId),
    chainKind: evmChainKind(chainId),
    marginSeconds: evmChain(chainId)?.marginSeconds ?? null,
    chainId,
    transactionHash,
    blockNumber,
    blockHash,
    blockTime,
    blockTimeInUtc: new Date(blockTime * 1000).toISOString(),
    calldata: evmCalldata(root),
    calldataIs: '0x, then "priormark" in ASCII, then 01, then the root',
    howToCheck: [
      'Choose any node or explorer of this chain that you trust. The chain must have this chainId (eth_chainId, in hexadecimal).',
      `Ask for the transaction: curl -H "Content-Type: application/json" -d '${request}' ADDRESS_OF_THE_NODE`,
      'Its "input" must be exactly the calldata above, and its "blockHash" the blockHash above.',
      'With Foundry: cast tx TRANSACTION_HASH input, and cast block BLOCK_HASH timestamp; with --rpc-url ADDRESS_OF_THE_NODE.',
      'Its receipt (eth_getTransactionReceipt) must have the status 0x1: a failed transaction proves nothing.',
      'The root existed no later than the timestamp of that block plus marginSeconds: the rules of the chain let a block be stamped that much too early. For a test, private or unknown chain no date follows.',
    ],
  }
}

/** Describes the Bitcoin block that contains a root, and how to check it. */
export function bitcoinEvidence({ height, header, confirmationHeaders }: StoredBlock) {
  const bytes = fromHex(header)
  const merkleRoot = bytes.slice(36, 68)
  const check = checkBitcoinHeader(bytes, merkleRoot, sha256, easiestTargetOfAnyChain)
  return {
    name: `bitcoin-block-${height}.json`,
    text: json({
      height,
      header,
      confirmationHeaders,
      ...(check.matches
        ? { blockHash: check.blockHash, timeInUtc: new Date(check.timeSeconds * 1000).toISOString() }
        : {}),
      howToCheck: [
        'The blockHash is the SHA-256 of the SHA-256 of the header, with its bytes reversed.',
        'Each of the confirmationHeaders names the hash of the header before it: bytes 4 to 35, not reversed.',
        'The root existed no later than the latest time among these headers (bytes 68 to 71, least significant first): a miner may stamp a single block early.',
        'Compare it with any node (bitcoin-cli getblockhash HEIGHT) or explorer of Bitcoin that you trust.',
        'Bytes 36 to 67 of the header are its Merkle root: the message at which the .ots file arrives for this height.',
        'With the OpenTimestamps client and a node of your own: ots verify -f YOUR_FILE THE_FILE.ots',
      ],
    }),
  }
}

/** Also accepts the headers of a test chain. */
const easiestTargetOfAnyChain = 2n ** 256n - 1n

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
