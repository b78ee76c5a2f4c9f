import { proofFormat, type Proof } from '@priormark/core/proofs/proof/proof-schema'
import { canonicalValue } from '@priormark/core/proofs/proof/canonical-json'
import type { EvmEvidence, ProofV2, Witness } from '@priormark/core/proofs/proof-v2/proof-v2-schema'

/**
 * Writes a proof of version 1 as one of version 2 with a record of form 1: leaf, path and root stay byte for byte. An anchor that is
 * there twice becomes one witness.
 * @param evmEvidence what proves EVM anchors, by the hashes of their transactions with 0x
 */
export function upgradeProof(
  { file, record, salt, leaf, path, root, anchors }: Proof,
  evmEvidence: ReadonlyMap<string, EvmEvidence> = new Map(),
): ProofV2 {
  const witnesses = anchors.map((anchor): Witness => {
    if (anchor.kind === 'evm') return { ...anchor, evidence: evmEvidence.get(anchor.transactionHash) ?? null }
    return anchor.kind === 'opentimestamps' ? { ...anchor, headers: [] } : anchor
  })
  return {
    format: proofFormat,
    version: 2,
    file: { sha256: file.sha256 },
    record: { form: 1, text: record, salt },
    leaf,
    path,
    root,
    witnesses: withoutCopies(witnesses),
    log: null,
    renewals: [],
  }
}

function withoutCopies(witnesses: readonly Witness[]): Witness[] {
  return [...new Map(witnesses.map((witness) => [canonicalValue(witness), witness])).values()]
}
