import type { OrderProgress, ProgressAnchor } from '@priormark/core/orders/order-progress'

export const orderKey = 'k'.repeat(43)

/** Returns a paid order that is not in a batch yet, with the given changes. */
export function testOrder(changes: Partial<OrderProgress> = {}): OrderProgress {
  return {
    orderId: '0b8a3c9e-6f1d-4a52-9a37-5f7c2b1d8e60',
    number: 1042,
    projectName: 'Harbour Lights',
    fileName: 'harbour-lights.wav',
    fileSize: 2048,
    sha256: 'a1'.repeat(32),
    createdAt: '2026-09-03T10:00:00.000Z',
    paidAt: '2026-09-03T10:02:00.000Z',
    completedAt: null,
    status: 'paid',
    refunds: [],
    stopped: null,
    step: 'waiting',
    startsAt: null,
    recordedBy: '2026-09-05T10:02:00.000Z',
    isLate: false,
    blockchainLink: null,
    anchors: [],
    proofId: '1b8a3c9e-6f1d-4a52-9a37-5f7c2b1d8e61',
    termsId: null,
    hasEvidence: false,
    earlierDrafts: [],
    canHaveNextDraft: false,
    ...changes,
  }
}

/** Returns an anchor that is included in an Ethereum block, with the given changes. */
export function testAnchor(changes: Partial<ProgressAnchor> = {}): ProgressAnchor {
  return {
    kind: 'evm',
    state: 'included',
    link: 'https://etherscan.io/tx/0x12',
    chain: 'Ethereum',
    isOnTestChain: false,
    blockNumber: 21_043_112,
    blockTime: '2026-09-03T10:05:42.000Z',
    noLaterThan: '2026-09-03T10:20:42.000Z',
    isProven: false,
    ...changes,
  }
}

/** Returns an anchor that is not in a block yet, with the given changes. */
export function submittedAnchor(changes: Partial<ProgressAnchor> = {}): ProgressAnchor {
  return testAnchor({
    state: 'submitted',
    link: null,
    blockNumber: null,
    blockTime: null,
    noLaterThan: null,
    isProven: false,
    ...changes,
  })
}
