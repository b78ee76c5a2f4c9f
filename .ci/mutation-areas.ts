/** A folder of sources, and the tests that must notice nearly every change of its behavior. */
interface MutationArea {
  /**
   * The test files that run against each mutant, as patterns from the project's root. Not those that start processes:
   * a mutant is active only in the process that runs the tests.
   */
  tests: string[]
  /** Whether to start a database server for the tests. */
  usesPostgres: boolean
  /** What is left out: values that a program writes and a test computes again, and folders that are not measured. */
  excluded?: string[]
}

const orderTests = [
  'packages/api/test/{order-book,orders,orders/fulfillment}/*.test.ts',
  'packages/api/test/proofs/anchors/{anchor-progress,evidence-mails}.test.ts',
  'packages/api/test/settings/{accepted-terms,time-zone}.test.ts',
  'packages/api/test/platform/storage/sweep.test.ts',
  'packages/api/test/proofs/evidence/sample-order.test.ts',
  'packages/api/test/orders/payments/refund-records.test.ts',
  // Whose order a repeated request changes.
  'packages/api/test/platform/http/session.test.ts',
]
const paymentTests = ['packages/api/test/orders/{gateway,payments}/!(refund-crash).test.ts']
const proofTests = [
  'packages/api/test/proofs/{leaves,anchors,verify,anchoring}/!(anchoring-crash|anchoring-server).test.ts',
]
const leafTests = [...proofTests, 'packages/api/test/orders/fulfillment/declared-link.test.ts']

/** By the folder of the sources below packages/. An area does not contain the areas inside its folder. */
export const mutationAreas: Record<string, MutationArea> = {
  'core/src/proofs/proof': {
    // Without slow tests: mutants of the tree would create a million leaves each, and the other tests start Python.
    tests: [
      'packages/core/test/proofs/proof/proof-!(debian|tree-cost).test.ts',
      'packages/core/test/proofs/proof/seal.test.ts',
    ],
    usesPostgres: false,
    excluded: ['core/src/proofs/proof/bitcoin-checkpoints.ts'],
  },
  'core/src/proofs/opentimestamps': {
    tests: ['packages/core/test/proofs/proof/proof-!(debian|tree-cost).test.ts'],
    usesPostgres: false,
  },
  'core/src/blog/drafts': {
    tests: [
      'packages/core/test/blog/drafts/{draft-*,direct-save,sync-*}.test.ts',
      // createDraftService() is tested with the editor.
      'packages/site/test/admin/blog/admin-{drafts,draft-windows}.test.ts',
    ],
    usesPostgres: false,
  },
  'api/src/order-book': { tests: orderTests, usesPostgres: true },
  'api/src/orders': {
    tests: orderTests,
    usesPostgres: true,
    excluded: ['api/src/orders/{customers,emails,overview,price,uploads}/**'],
  },
  'api/src/orders/payments': { tests: paymentTests, usesPostgres: true },
  'api/src/orders/gateway': { tests: paymentTests, usesPostgres: true },
  'api/src/orders/fulfillment': {
    tests: [
      'packages/api/test/{order-book,orders,orders/fulfillment}/*.test.ts',
      'packages/api/test/proofs/leaves/leaf-service.test.ts',
    ],
    usesPostgres: true,
  },
  'api/src/proofs/leaves': { tests: leafTests, usesPostgres: true },
  'api/src/proofs/facts': { tests: leafTests, usesPostgres: true },
  'api/src/proofs/verify': { tests: leafTests, usesPostgres: true },
  'api/src/proofs/anchoring': {
    tests: ['packages/api/test/proofs/anchoring/!(anchoring-crash|anchoring-server).test.ts'],
    usesPostgres: true,
  },
  'api/src/proofs/anchors': { tests: leafTests, usesPostgres: true },
  'api/src/proofs/anchors/evm': {
    tests: ['packages/api/test/proofs/anchors/evm/!(evm-crash).test.ts'],
    usesPostgres: true,
  },
  'api/src/proofs/anchors/opentimestamps': {
    tests: ['packages/api/test/proofs/anchors/opentimestamps/*.test.ts'],
    usesPostgres: true,
  },
}
