import { createHash, randomBytes } from 'node:crypto'
import { concatBytes, equalBytes, toHex } from '@priormark/core/proofs/proof/bytes'
import type { OtsAttestation } from '@priormark/core/proofs/opentimestamps/ots-attestation'
import { applyOperation, type OtsOperation } from '@priormark/core/proofs/opentimestamps/ots-operation'
import { writeTimestamp, type OtsTimestamp } from '@priormark/core/proofs/opentimestamps/ots-file'
import { sha256 } from '../../../../src/platform/sha256.ts'
import type { PlacedTransaction, Regtest } from './bitcoin-regtest.ts'
import { startHttpStandIn, type HttpStandIn } from '../../../../testing/http-stand-in.ts'

/**
 * A test's own OpenTimestamps calendar. It collects submitted digests and puts one root for all of them on the chain.
 */
export interface CalendarServer extends HttpStandIn {
  /** Sends one transaction for all pending digests and mines its block. */
  settle(): Promise<void>
  /** Reports the current blocks of its transactions, after a reorg mined them again. */
  follow(): Promise<void>
}

/** Many commitments in one transaction. */
interface CalendarBatch {
  branches: { commitment: Uint8Array; operations: OtsOperation[] }[]
  transaction: Uint8Array
  tip: Uint8Array
}

const hashed: OtsOperation = { kind: 'hash', hash: 'sha256' }
const append = (bytes: Uint8Array): OtsOperation => ({ kind: 'append', bytes })
const prepend = (bytes: Uint8Array): OtsOperation => ({ kind: 'prepend', bytes })

const hashes = {
  sha256,
  ripemd160: (bytes: Uint8Array) => new Uint8Array(createHash('ripemd160').update(bytes).digest()),
}

/** Returns the message that operations lead to. */
export function follow(message: Uint8Array, operations: readonly OtsOperation[]): Uint8Array {
  return operations.reduce((at, operation) => {
    const next = applyOperation(operation, at, hashes)
    if (next === null) throw new Error(`Unsupported hash: ${JSON.stringify(operation)}`)
    return next
  }, message)
}

/** Returns a timestamp with a single path of operations and an attestation at its end. */
export function lineOf(operations: readonly OtsOperation[], attestation: OtsAttestation): OtsTimestamp {
  return operations.reduceRight<OtsTimestamp>(
    (next, operation) => ({ attestations: [], branches: [{ operation, timestamp: next }] }),
    { attestations: [attestation], branches: [] },
  )
}

export async function startCalendar(chain: Regtest): Promise<CalendarServer> {
  const waiting: Uint8Array[] = []
  const batches: CalendarBatch[] = []
  const responses = new Map<string, Uint8Array>()

  const server = await startHttpStandIn(async ({ method, url = '' }, response, body) => {
    const send = (status: number, bytes: Uint8Array | string) => response.writeHead(status).end(bytes)
    if (method === 'POST' && url === '/digest') {
      if (body.length === 0 || body.length > 64) send(400, 'digest too long')
      else send(200, take(new Uint8Array(body)))
    } else {
      const value = responses.get(url.replace('/timestamp/', ''))
      send(value === undefined ? 404 : 200, value ?? 'Pending confirmation in Bitcoin blockchain')
    }
  })

  function take(digest: Uint8Array): Uint8Array {
    const operations = [append(randomBytes(16)), hashed, prepend(randomBytes(4)), append(randomBytes(8))]
    waiting.push(follow(digest, operations))
    return writeTimestamp(lineOf(operations, { kind: 'pending', uri: server.url }), digest.length)
  }

  async function publish({ branches, transaction, tip }: CalendarBatch): Promise<void> {
    const placed = await chain.find(transaction)
    if (placed === null) return
    const toBlock = pathInBlock(transaction, tip, placed)
    for (const { commitment, operations } of branches) {
      const path = [...operations, ...toBlock]
      if (!equalBytes(follow(commitment, path), placed.header.subarray(36, 68)))
        throw new Error('The path of the calendar does not lead to the block')
      const timestamp = lineOf(path, { kind: 'bitcoin', height: placed.height })
      responses.set(toHex(commitment), writeTimestamp(timestamp, commitment.length))
    }
  }

  return Object.assign(server, {
    async settle() {
      const branches = waiting.splice(0).map((commitment) => ({ commitment, operations: [hashed] }))
      if (branches.length === 0) return
      const tip = combine(branches)
      const batch = { branches, tip, transaction: await chain.send(tip) }
      batches.push(batch)
      await chain.mine()
      await publish(batch)
    },
    async follow() {
      for (const batch of batches) await publish(batch)
    },
  })
}

/** Extends every branch to the root of a tree over all of them, and returns the root. */
function combine(branches: CalendarBatch['branches']): Uint8Array {
  let level = branches.map((branch) => ({
    members: [branch],
    hash: follow(branch.commitment, branch.operations),
  }))
  while (level.length > 1) {
    const upper: typeof level = []
    for (let n = 0; n < level.length; n += 2) {
      const [left, right] = [level[n], level[n + 1]]
      if (left === undefined) continue
      if (right === undefined) {
        upper.push(left)
        continue
      }
      for (const { operations } of left.members) operations.push(append(right.hash), hashed)
      for (const { operations } of right.members) operations.push(prepend(left.hash), hashed)
      upper.push({
        members: [...left.members, ...right.members],
        hash: sha256(concatBytes(left.hash, right.hash)),
      })
    }
    level = upper
  }
  const [root] = level
  if (root === undefined) throw new Error('Nothing is pending')
  return root.hash
}

/**
 * Returns the path from the data in a transaction to the Merkle root of its block. Bitcoin pairs an odd node with
 * itself.
 */
function pathInBlock(
  transaction: Uint8Array,
  data: Uint8Array,
  { transactionHashes, index }: PlacedTransaction,
): OtsOperation[] {
  const at = Buffer.from(transaction).indexOf(data)
  const operations = [
    prepend(transaction.slice(0, at)),
    append(transaction.slice(at + data.length)),
    hashed,
    hashed,
  ]
  let level = transactionHashes
  for (let place = index; level.length > 1; place >>= 1) {
    const pair = level[place ^ 1] ?? level[place] ?? data
    operations.push(place % 2 === 1 ? prepend(pair) : append(pair), hashed, hashed)
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, n) => {
      const left = level[2 * n] ?? data
      return sha256(sha256(concatBytes(left, level[2 * n + 1] ?? left)))
    })
  }
  return operations
}
