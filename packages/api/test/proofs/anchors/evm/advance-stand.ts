import { randomBytes } from 'node:crypto'
import {
  advanceAnchor,
  type EvmRun,
  type FailPoint,
} from '../../../../src/proofs/anchors/evm/advance-anchor.ts'
import type { EvmAccount } from '../../../../src/proofs/anchors/evm/evm-account.ts'
import { EvmAttempt, EvmTransaction } from '../../../../src/proofs/anchors/evm/evm-transaction-entity.ts'
import type { MinedRecord } from '../../../../src/proofs/anchors/evm/evm-evidence.ts'
import type { ChainView, TransactionPlace } from '../../../../src/proofs/anchors/evm/evm-nodes.ts'
import { readOpenAnchors, type OpenAnchor } from '../../../../src/proofs/anchors/evm/evm-repository.ts'
import type { SendResult } from '../../../../src/proofs/anchors/evm/node-failure.ts'
import { Anchor } from '../../../../src/proofs/leaves/batch-entities.ts'
import type { Database } from '../../../../src/platform/database/database.ts'
import { evmConfig, sealRoot } from '../../../../testing/evm-stand.ts'
import { recordedQueue } from '../../../../testing/recorded-queue.ts'
import { silentLog } from '../../../../testing/silent-log.ts'

export const gwei = 1_000_000_000n
export const config = evmConfig('https://a.example', 'https://b.example')
export const replaceAfterMs = 180_000
export const anyEvidence = { header: 'c0', index: 0, transaction: ['c0'], receipt: ['c0'] }

/** An open anchor in a database that other anchors may share, and nodes whose replies a test sets. */
export interface AdvanceStand {
  id: string
  /** The address of the key, which signs for this anchor only. */
  sender: string
  /** Where each transaction is, by its hash; the others are nowhere. */
  places: Map<string, TransactionPlace>
  /** What the block of each transaction proves; null without receipts. */
  records: Map<string, MinedRecord | null>
  /** The results of sending, in order. After them, the nodes take everything. */
  results: SendResult[]
  /** The signed transactions that the nodes were sent. */
  sent: string[]
  points: FailPoint[]
  view: ChainView
  /** How many transactions of an address are mined up to a block. A test that expects the question sets this. */
  countMined: (blockNumber: bigint, address: string) => number
  readOpen(): Promise<OpenAnchor>
  /** Advances the anchor by one step. @param stuckReason the one of the step before */
  advance(changes?: Partial<EvmRun>, stuckReason?: string | null): Promise<string | null>
  /** The same with an anchor that was read before. */
  advanceOpen(open: OpenAnchor, changes?: Partial<EvmRun>): Promise<string | null>
  readAnchor(): Promise<Anchor>
  /** Oldest first. */
  readAttempts(): Promise<EvmAttempt[]>
  newestHash(): Promise<string>
  countTransactions(): Promise<number>
  /** Puts the newest attempt into a block. */
  mine(number: bigint, isSuccess?: boolean | null, hash?: `0x${string}`, timeSeconds?: number): Promise<void>
}

export async function openAdvanceStand(database: Database): Promise<AdvanceStand> {
  const { id } = await sealRoot(database)
  const stand: AdvanceStand = {
    id,
    sender: `0x${randomBytes(20).toString('hex')}`,
    places: new Map(),
    records: new Map(),
    results: [],
    sent: [],
    points: [],
    view: {
      headNumber: 10n,
      finalizedNumber: 8n,
      minedCount: 0,
      pooledCount: 0,
      market: { baseFee: gwei, tip: gwei },
    },
    countMined: () => {
      throw new Error('the nodes were asked for a count')
    },
    async readOpen() {
      const open = (await readOpenAnchors(database)).find((one) => one.id === id)
      if (open === undefined) throw new Error('the anchor is not open')
      return open
    },
    advance: async (changes = {}, stuckReason = null) =>
      stand.advanceOpen({ ...(await stand.readOpen()), stuckReason }, changes),
    advanceOpen: (open, changes = {}) => advanceAnchor({ ...runOf(database, stand), ...changes }, open),
    readAnchor: () => database.fork().findOneOrFail(Anchor, id),
    readAttempts: () =>
      database
        .fork()
        .find(
          EvmAttempt,
          { transaction: { anchor: id } },
          { orderBy: [{ transaction: { nonce: 'asc' } }, { ordinal: 'asc' }] },
        ),
    newestHash: async () => (await stand.readAttempts()).at(-1)?.hash ?? '',
    countTransactions: () => database.fork().count(EvmTransaction, { anchor: id }),
    async mine(number, isSuccess = true, hash = '0xaa', timeSeconds = Math.floor(Date.now() / 1000)) {
      const block = { number, hash, timeSeconds, transactions: [], baseFee: gwei }
      const attempt = await stand.newestHash()
      stand.places.set(attempt, { kind: 'mined', block })
      stand.records.set(attempt, isSuccess === null ? null : { isSuccess, evidence: anyEvidence })
    },
  }
  return stand
}

function runOf(database: Database, stand: AdvanceStand): EvmRun {
  return {
    deps: { database, jobs: recordedQueue(), log: silentLog },
    config,
    account: accountOf(stand.sender),
    nodes: {
      findTransaction: async (hash) => stand.places.get(hash) ?? { kind: 'nowhere' },
      readRecord: async (_block, { hash }) => stand.records.get(hash) ?? null,
      countTransactions: async (blockNumber, address) => stand.countMined(blockNumber, address),
      async send(raw) {
        stand.sent.push(raw)
        return stand.results.shift() ?? { kind: 'accepted' }
      },
    },
    view: stand.view,
    isBehind: false,
    firstUnminedNonce: null,
    estimateGas: async () => 28_350n,
    replaceAfterMs,
    failPoint: (at) => void stand.points.push(at),
  }
}

/** An account whose signatures are random. */
export function accountOf(address: string): EvmAccount {
  return {
    address,
    async sign(_root, _nonce, gas) {
      const raw = `0x${randomBytes(32).toString('hex')}` as const
      return { hash: raw, raw, gas }
    },
  }
}
