import type { OrderProgress, ProgressAnchor } from '@priormark/core/orders/order-progress'

export const orderKey = 'k'.repeat(43)

/** A paid order that waits, and what a test wants otherwise. */
export function anOrder(changes: Partial<OrderProgress> = {}): OrderProgress {
  return {
    orderId: '0b8a3c9e-6f1d-4a52-9a37-5f7c2b1d8e60',
    projectName: 'Harbour Lights',
    fileName: 'harbour-lights.wav',
    fileSize: 2048,
    sha256: 'a1'.repeat(32),
    createdAt: '2026-09-03T10:00:00.000Z',
    paidAt: '2026-09-03T10:02:00.000Z',
    completedAt: null,
    status: 'paid',
    isRefunded: false,
    step: 'waiting',
    blockchainLink: null,
    anchors: [],
    proofId: '1b8a3c9e-6f1d-4a52-9a37-5f7c2b1d8e61',
    hasEvidence: false,
    ...changes,
  }
}

/** An anchor on Ethereum in its block, and what a test wants otherwise. */
export function anAnchor(changes: Partial<ProgressAnchor> = {}): ProgressAnchor {
  return {
    kind: 'evm',
    state: 'included',
    link: 'https://etherscan.io/tx/0x12',
    chain: 'Ethereum',
    isTrial: false,
    blockNumber: 21_043_112,
    blockTime: '2026-09-03T10:05:42.000Z',
    ...changes,
  }
}

/** An anchor that no block has yet. */
export function aWaitingAnchor(changes: Partial<ProgressAnchor> = {}): ProgressAnchor {
  return anAnchor({ state: 'submitted', link: null, blockNumber: null, blockTime: null, ...changes })
}
