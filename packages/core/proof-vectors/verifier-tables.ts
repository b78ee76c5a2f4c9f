import { evmChains } from '@priormark/core/proofs/anchors/evm-chains'
import { bitcoinCheckpoints, type BitcoinCheckpoint } from '@priormark/core/proofs/proof/bitcoin-checkpoints'
import {
  authorities as knownAuthorities,
  type Authority,
} from '@priormark/core/proofs/proof-v2/tsp/authorities'
import { knownLogs as allKnownLogs, type KnownLogs } from '@priormark/core/proofs/proof-v2/log/known-logs'
import { verdictMessages } from '@priormark/core/proofs/proof/verdict-messages'

/** Returns tables.json, which verify.py and verify.mjs read: the messages and constants of the pages. */
export function verifierTables({
  checkpoints = bitcoinCheckpoints,
  authorities = knownAuthorities,
  knownLogs = allKnownLogs,
}: {
  checkpoints?: readonly BitcoinCheckpoint[]
  authorities?: readonly Authority[]
  knownLogs?: KnownLogs
} = {}): string {
  return `${JSON.stringify(
    {
      messages: verdictMessages,
      chains: evmChains.map(({ chainId, name, marginSeconds, isTest }) => ({
        chainId,
        name,
        marginSeconds,
        isTest,
      })),
      checkpoints,
      authorities,
      ...knownLogs,
    },
    null,
    2,
  )}\n`
}
