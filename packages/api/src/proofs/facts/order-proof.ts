import { readCanonicalJson, type StringMap } from '@priormark/core/proofs/proof/canonical-json'
import { fromHex } from '@priormark/core/proofs/proof/bytes'
import type { Witness } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { buildProofV2, withHiddenFields } from '@priormark/core/proofs/proof-v2/proof-v2-writing'
import { shownFields } from '@priormark/core/proofs/proof-v2/record-fields'
import type { Order } from '../../order-book/order-entity.ts'
import type { Em } from '../../platform/database/database.ts'
import { sha256 } from '../../platform/sha256.ts'
import { readStoredBlocks, type StoredBlock } from '../anchors/opentimestamps/ots-repository.ts'
import { readTokens } from '../anchors/rfc3161/tsa-repository.ts'
import type { Anchor, ProofLeaf } from '../leaves/batch-entities.ts'
import { findLeaf, hasEvidence, readAnchors, withDeclaredLink } from '../leaves/proof-service.ts'

/** A proof and the data it was built from: a sealed leaf with every anchor of its root, in the order of `anchorKinds`. */
export type OrderProof = NonNullable<Awaited<ReturnType<typeof readOrderProof>>>

/** Returns the proof of an order. Null if it has no evidence. */
export async function readOrderProof(em: Em, order: Order) {
  const leaf = await findLeaf(em, order)
  if (leaf?.batch == null || leaf.path == null || leaf.record == null || leaf.masterSalt == null) return null
  const anchors = await readAnchors(em, leaf)
  if (!hasEvidence(order, leaf, anchors)) return null
  await em.populate(anchors, ['evmEvidence'])
  const { batch, path } = leaf
  const blocks = await readStoredBlocks(em, batch.id)
  const tokens = await readTokens(em, batch.id)
  // The values of the record's fields by their names.
  const record: StringMap = readCanonicalJson(leaf.record) ?? {}
  const proof = buildProofV2(
    {
      file: { sha256: leaf.fileSha256, sha3: record['fileSha3'] ?? '' },
      fields: shownFields(record, fromHex(leaf.masterSalt), sha256),
      path,
      root: batch.root,
      witnesses: [...witnessesOf(leaf, anchors, blocks), ...tokens.map(({ witness }) => witness)],
    },
    sha256,
  )
  return { proof, record, leaf, batch, anchors, blocks, tokens }
}

/** Returns the anchors with evidence as witnesses, then the link declared for this order only. */
function witnessesOf(leaf: ProofLeaf, anchors: readonly Anchor[], blocks: readonly StoredBlock[]): Witness[] {
  const witnesses = anchors.flatMap(({ evidence, evmEvidence }): Witness[] => {
    if (evidence == null) return []
    if (evidence.kind === 'evm') return [{ ...evidence, evidence: evmEvidence ?? null }]
    return [evidence.kind === 'opentimestamps' ? { ...evidence, headers: headersOf(blocks) } : evidence]
  })
  return withDeclaredLink<Witness>(witnesses, leaf.declaredLink, (link) => ({ kind: 'manual', link }))
}

/** The block with the root and at most eleven that confirm it. */
const maxHeaders = 12

/** Returns the header of the block with the root and those that confirm it. Without these, a header proves no date. */
function headersOf([block]: readonly StoredBlock[]): string[] {
  if (block === undefined || block.confirmationHeaders.length === 0) return []
  return [block.header, ...block.confirmationHeaders].slice(0, maxHeaders)
}

/** Returns the text of a proof.json. @param hidden the names of the fields whose values it does not contain */
export function proofText({ proof }: OrderProof, hidden: readonly string[] = []): string {
  return `${JSON.stringify(withHiddenFields(proof, hidden, sha256), null, 2)}\n`
}
