import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { rootFromPath } from '@priormark/core/proofs/proof/merkle-path'
import { sampleProofId } from '@priormark/core/proofs/sample/sample-order'
import type { Order } from '../../order-book/order-entity.ts'
import type { Em } from '../../platform/database/database.ts'
import { Anchor, AnchorBatch, ProofLeaf } from './batch-entities.ts'
import { leafDetails } from './leaf-service.ts'
import { sha256 } from '../../platform/sha256.ts'

/** Fixed, so that the root stays the recorded one. The salts of real orders are random. */
const masterSalt = 'e0e6f699b4aad245af41837c8ff982cd00caaa9eaca59eda420d420d2f404e58'

/** The other leaf of the sample's batch. */
const otherLeaf = 'afb13245cbad94392fb8940e7d008577bf140675bcdb4799c3211e4cbf0d16fa'

/** The root was recorded in the first block of a chain that anvil started for it. */
const evidence = {
  kind: 'evm',
  chainId: 31_337,
  transactionHash: '0x4e6f2d0cb5bc9a8137d1cc845884482b086c686961bc20fec82beca87e512179',
  blockNumber: 1,
  blockHash: '0x2d3f6451353c0c1a6e4a280073ca762393853b1a5d30299750ef63fc110dd04a',
  blockTime: 1_795_370_430,
} as const

const sealedAt = new Date('2026-11-22T18:00:12Z')
const blockTime = new Date(evidence.blockTime * 1000)

/** Creates the leaf of the sample order. It is never stored. */
export function sampleLeaf(em: Em, order: Order): ProofLeaf {
  const details = leafDetails(order, '', fromHex(masterSalt))
  const path = [{ side: 'right' as const, hash: otherLeaf }]
  const root = toHex(rootFromPath(fromHex(details.leaf), path, sha256))
  const batchDetails = { id: sampleProofId, root, leafCount: 2, sealedAt }
  const batch = em.create(AnchorBatch, batchDetails, { persist: false })
  const place = { batch, leafIndex: 0, path }
  const leaf = { id: sampleProofId, ...details, createdAt: sealedAt, ...place }
  return em.create(ProofLeaf, leaf, { persist: false })
}

/** Creates the only anchor of the sample's root. It is never stored. */
export function sampleAnchor(em: Em, batch: AnchorBatch): Anchor {
  const details = {
    id: sampleProofId,
    batch,
    kind: 'evm' as const,
    state: 'final' as const,
    blockTime,
    evidence,
    createdAt: sealedAt,
    updatedAt: blockTime,
    submittedAt: blockTime,
    includedAt: blockTime,
    finalAt: blockTime,
  }
  return em.create(Anchor, details, { persist: false })
}
