import { bitcoinCheckpoints } from '@priormark/core/proofs/proof/bitcoin-checkpoints'
import { testAuthorities } from './authority.ts'
import { testLogs } from './log-vectors.ts'
import { minedEpoch } from './mined-blocks.ts'

/** What the vectors of version 2 trust, in place of what verifiers know. */
export const testTrust = {
  checkpoints: [...bitcoinCheckpoints, ...minedEpoch],
  authorities: testAuthorities,
  knownLogs: testLogs,
}
