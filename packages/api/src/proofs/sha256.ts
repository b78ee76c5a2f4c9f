import { createHash } from 'node:crypto'
import type { HashFunction } from '@priormark/core/proof/hash'

/** Node's SHA-256, as core's proof functions take it; 32 bytes. */
export const sha256: HashFunction = (bytes) => createHash('sha256').update(bytes).digest()
