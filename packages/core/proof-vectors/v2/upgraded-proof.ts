import type { Proof } from '@priormark/core/proofs/proof/proof-schema'
import { proofFormat } from '@priormark/core/proofs/proof/proof-schema'
import { canonicalValue } from '@priormark/core/proofs/proof-v2/canonical-value'
import type { ProofV2, Witness } from '@priormark/core/proofs/proof-v2/proof-v2-schema'

/**
 * Writes a proof of version 1 as one of version 2 with a record of form 1: leaf, path and root stay byte for byte. What proves
 * more about an anchor can be added to its witness. An anchor that is there twice becomes one witness.
 */
export function upgradedProof({ file, record, salt, leaf, path, root, anchors }: Proof): ProofV2 {
  return {
    format: proofFormat,
    version: 2,
    file: { sha256: file.sha256 },
    record: { form: 1, text: record, salt },
    leaf,
    path,
    root,
    witnesses: withoutCopies(anchors.map(witnessOf)),
    log: null,
    renewals: [],
  }
}

function witnessOf(anchor: Proof['anchors'][number]): Witness {
  if (anchor.kind === 'evm') return { ...anchor, evidence: null }
  return anchor.kind === 'opentimestamps' ? { ...anchor, headers: [] } : anchor
}

function withoutCopies(witnesses: readonly Witness[]): Witness[] {
  return [...new Map(witnesses.map((witness) => [canonicalValue(witness), witness])).values()]
}
