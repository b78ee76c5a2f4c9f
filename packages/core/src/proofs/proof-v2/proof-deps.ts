import type { BitcoinCheckpoint } from '../proof/bitcoin-checkpoints.ts'
import type { HashFunction } from '../proof/hash.ts'
import type { KnownLogs } from './log/known-logs.ts'
import type { Authority } from './tsp/authorities.ts'
import type { Subtle } from './tsp/signature.ts'

/** What verifying a proof of version 2 needs: hash functions over whole messages, WebCrypto for signatures, and the time. */
export interface ProofDeps {
  sha256: HashFunction
  sha3: HashFunction
  keccak256: HashFunction
  subtle: Subtle
  /** Now, in seconds since 1970: certificates expire. */
  nowSeconds: number
  /** What to trust, if not what all verifiers know. */
  checkpoints?: readonly BitcoinCheckpoint[] | undefined
  authorities?: readonly Authority[] | undefined
  knownLogs?: KnownLogs | undefined
}
