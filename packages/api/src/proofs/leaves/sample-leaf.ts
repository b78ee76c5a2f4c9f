import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { leafHash, recordCommitment } from '@priormark/core/proofs/proof/leaf'
import { rootFromPath } from '@priormark/core/proofs/proof/merkle-path'
import { sampleProofId } from '@priormark/core/proofs/sample/sample-order'
import type { Order } from '../../order-book/order-entity.ts'
import type { Em } from '../../platform/database/database.ts'
import { Anchor, AnchorBatch } from './anchor-entity.ts'
import { recordOf } from './leaf-service.ts'
import { ProofLeaf } from './leaf-entity.ts'
import { sha256 } from '../../platform/sha256.ts'

/** Fixed, so that the root stays the recorded one. Salts of real orders are random. */
const salt = 'e0e6f699b4aad245af41837c8ff982cd00caaa9eaca59eda420d420d2f404e58'

/** The other leaf of the sample's batch. */
const otherLeaf = 'afb13245cbad94392fb8940e7d008577bf140675bcdb4799c3211e4cbf0d16fa'

/** Where the root was recorded: in the first block of a chain that anvil started for it. */
const evidence = {
  kind: 'evm',
  chainId: 31_337,
  transactionHash: '0x2e95f56d60330c108f78cbefa85318d5b2d612f4c9c8924ca998efd4be87caf3',
  blockNumber: 1,
  blockHash: '0x52c5dd5429dd7397598a3c1ea4e94bc7660b681d9098c308c256eff6acc1dd1d',
  blockTime: 1_795_370_430,
} as const

const sealedAt = new Date('2026-11-22T18:00:12Z')
const blockTime = new Date(evidence.blockTime * 1000)

/** Creates the leaf of the sample order. It is never stored. */
export function sampleLeaf(em: Em, order: Order): ProofLeaf {
  const record = recordOf(order)
  const commitment = recordCommitment(fromHex(salt), record, sha256)
  const leaf = leafHash(fromHex(order.fileSha256), commitment, sha256)
  const path = [{ side: 'right', hash: fromHex(otherLeaf) }] as const
  const root = toHex(rootFromPath(leaf, path, sha256))
  const batch = { id: sampleProofId, root, leafCount: 2, sealedAt }
  const details = {
    id: sampleProofId,
    order,
    fileSha256: order.fileSha256,
    record,
    salt,
    commitment: toHex(commitment),
    leaf: toHex(leaf),
    createdAt: sealedAt,
    batch: em.create(AnchorBatch, batch, { persist: false }),
    leafIndex: 0,
    path: [{ side: 'right' as const, hash: otherLeaf }],
  }
  return em.create(ProofLeaf, details, { persist: false })
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
