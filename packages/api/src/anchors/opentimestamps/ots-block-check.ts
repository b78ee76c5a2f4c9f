import { checkBitcoinHeader } from '@priormark/core/proof/bitcoin-header'
import { toHex } from '@priormark/core/proof/bytes'
import type { OtsAttestation } from '@priormark/core/proof/ots/ots-attestation'
import type { OtsTimestamp } from '@priormark/core/proof/ots/ots-timestamp'
import { walkAttestations } from '@priormark/core/proof/ots/ots-walk'
import { sha256 } from '../../proofs/sha256.ts'
import { SourcesError, type BitcoinBlocks } from './bitcoin-blocks.ts'
import { otsHashes } from './ots-attestations.ts'
import { notBitcoin } from './ots-reasons.ts'

/** A block that contains a root, checked against its header. */
export interface RootBlock {
  height: number
  hash: string
  /** 80 bytes in hex. */
  header: string
  time: Date
  isFinal: boolean
  /** Identifies the attestation that leads to it. */
  attestation: string
}

/** How the blocks that a timestamp names compare with the chain. */
export interface BlockCheck {
  /** Lowest first. */
  confirmed: RootBlock[]
  /** How many of the named blocks exist and do not contain the root. */
  refuted: number
  /** How many of them only some sources have. */
  undecided: number
}

export interface BlockCheckDeps {
  blocks: BitcoinBlocks
  confirmations: number
  /** The easiest proof-of-work target of an accepted block. */
  easiestTarget: bigint
}

/** How many blocks of a timestamp are looked up, lowest first. An honest response names one. */
const maxNamedBlocks = 4

/** Checks the blocks that a timestamp of a message names. @throws SourcesError if that is not possible now */
export async function checkBlocks(
  { blocks, confirmations, easiestTarget }: BlockCheckDeps,
  timestamp: OtsTimestamp,
  message: Uint8Array,
): Promise<BlockCheck> {
  const result: BlockCheck = { confirmed: [], refuted: 0, undecided: 0 }
  for (const { height, commitment } of namedBlocks(timestamp, message)) {
    const block = await blocks.at(height)
    if (block.known === 'partial') result.undecided += 1
    if (block.known !== 'agreed') continue
    const check = checkBitcoinHeader(block.header, commitment, sha256, easiestTarget)
    if (check.matches) {
      result.confirmed.push({
        height,
        hash: check.blockHash,
        header: toHex(block.header),
        time: new Date(check.timeSeconds * 1_000),
        isFinal: (await blocks.tip()) - height + 1 >= confirmations,
        attestation: nameOf(height, commitment),
      })
    } else if (check.problem === 'another_merkle_root') result.refuted += 1
    else throw new SourcesError(notBitcoin(height))
  }
  return result
}

/**
 * Selects the attestations to keep once blocks are known: those that lead to them, and promises until one of the blocks
 * is final. A final proof does not need the calendars.
 */
export function neededAttestations(
  confirmed: readonly RootBlock[],
): (attestation: OtsAttestation, message: Uint8Array) => boolean {
  const final = confirmed.filter(({ isFinal }) => isFinal)
  const names = new Set((final.length > 0 ? final : confirmed).map((block) => block.attestation))
  return (attestation, message) =>
    attestation.kind === 'bitcoin'
      ? names.has(nameOf(attestation.height, message))
      : attestation.kind === 'pending' && final.length === 0
}

function nameOf(height: number, commitment: Uint8Array): string {
  return `${height} ${toHex(commitment)}`
}

function namedBlocks(
  timestamp: OtsTimestamp,
  message: Uint8Array,
): { height: number; commitment: Uint8Array }[] {
  const named = new Map<string, { height: number; commitment: Uint8Array }>()
  for (const { attestation, message: commitment } of walkAttestations(timestamp, message, otsHashes)) {
    if (attestation.kind !== 'bitcoin' || commitment === null) continue
    named.set(nameOf(attestation.height, commitment), { height: attestation.height, commitment })
  }
  return [...named.values()].sort((a, b) => a.height - b.height).slice(0, maxNamedBlocks)
}
