import { evmChains } from '@priormark/core/proofs/anchors/evm-chains'
import { bitcoinCheckpoints, type BitcoinCheckpoint } from '@priormark/core/proofs/proof/bitcoin-checkpoints'
import { verdictMessages } from '@priormark/core/proofs/proof/verdict-messages'

/** Returns tables.json, which verify.py and verify.mjs read: the messages and constants of the pages. */
export function verifierTables(checkpoints: readonly BitcoinCheckpoint[] = bitcoinCheckpoints): string {
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
    },
    null,
    2,
  )}\n`
}
