import { randomUUID } from 'node:crypto'
import { UniqueConstraintViolationException } from '@mikro-orm/core'
import type { ProofAnchor } from '@priormark/core/proof/proof-schema'
import { Anchor } from '../../proofs/anchor-entity.ts'
import type { Database, Em } from '../../sql/database.ts'
import { EvmAttempt } from './evm-attempt-entity.ts'
import type { Fees } from './evm-fees.ts'
import type { SignedTransaction } from './evm-node.ts'
import { EvmTransaction } from './evm-transaction-entity.ts'

/** An anchor that is not final, with its transaction and all signed attempts, oldest first. */
export interface OpenAnchor extends Pick<Anchor, 'id' | 'state'> {
  /** In hex. */
  root: string
  stuckReason: string | null
  link: string | null
  evidence: ProofAnchor | null
  sent: { transaction: EvmTransaction; attempts: EvmAttempt[] } | null
}

/** The account on a chain whose nonces are assigned. */
export interface Sender {
  chainId: number
  address: string
}

const reservationLock = 4_157_203

/** Returns open anchors: first those with a transaction, by nonce, then the others by age. */
export async function readOpenAnchors(database: Database): Promise<OpenAnchor[]> {
  const em = database.fork()
  const anchors = await em.find(
    Anchor,
    { kind: 'evm', state: { $ne: 'final' } },
    { populate: ['batch'], orderBy: { createdAt: 'asc', id: 'asc' } },
  )
  if (anchors.length === 0) return []
  const transactions = await em.find(
    EvmTransaction,
    { anchor: { $in: anchors }, givenUpAt: null },
    { orderBy: { nonce: 'asc' } },
  )
  const attempts = await em.find(
    EvmAttempt,
    { transaction: { $in: transactions } },
    { orderBy: { ordinal: 'asc' } },
  )
  const open = (anchor: Anchor, transaction?: EvmTransaction): OpenAnchor => ({
    id: anchor.id,
    state: anchor.state,
    root: anchor.batch.root,
    stuckReason: anchor.stuckReason ?? null,
    link: anchor.link ?? null,
    evidence: anchor.evidence ?? null,
    sent:
      transaction === undefined
        ? null
        : { transaction, attempts: attempts.filter((attempt) => attempt.transaction === transaction) },
  })
  return [
    ...transactions.map((transaction) => open(transaction.anchor, transaction)),
    ...anchors
      .filter((anchor) => !transactions.some((transaction) => transaction.anchor === anchor))
      .map((anchor) => open(anchor)),
  ]
}

/** Returns how many of our transactions the chain must have mined at least: all that are final. */
export async function finalCount(database: Database, { chainId, address }: Sender): Promise<number> {
  const rows = await database.fork().execute<{ count: number | null }[]>(
    `select (max(t.nonce) + 1)::int as count from evm_transaction t join anchor a on a.id = t.anchor_id
     where t.chain_id = ? and t.sender = ? and t.given_up_at is null and a.state = 'final'`,
    [chainId, address],
  )
  return rows[0]?.count ?? 0
}

/**
 * Reserves the next free nonce for an anchor and stores the transaction signed with it in one step, so that both are
 * durable before anything is sent. Returns null if another process already stored a transaction for the anchor.
 * @param from the lowest nonce that the chain would accept
 */
export async function reserve(
  database: Database,
  { anchorId, sender, from, fees }: { anchorId: string; sender: Sender; from: number; fees: Fees },
  sign: (nonce: number) => Promise<SignedTransaction>,
): Promise<{ transaction: EvmTransaction; attempt: EvmAttempt } | null> {
  return unlessTaken(() =>
    database.fork().transactional(async (em) => {
      // Processes assign nonces one after another. Without this lock the unique keys still prevent duplicates.
      await em.execute('select pg_advisory_xact_lock(?)', [reservationLock])
      if ((await em.count(EvmTransaction, { anchor: anchorId, givenUpAt: null })) > 0) return null
      const nonce = await nextNumber(em, sender, from)
      const transaction = em.create(EvmTransaction, {
        id: randomUUID(),
        anchor: em.getReference(Anchor, anchorId),
        chainId: sender.chainId,
        sender: sender.address,
        nonce,
        createdAt: new Date(),
      })
      const attempt = newAttempt(em, transaction, 1, fees, await sign(nonce))
      return { transaction, attempt }
    }),
  )
}

/** Stores a replacement of the newest attempt. Returns null if another process already replaced it. */
export async function recordReplacement(
  database: Database,
  previous: EvmAttempt,
  fees: Fees,
  signed: SignedTransaction,
): Promise<EvmAttempt | null> {
  return unlessTaken(() =>
    database.fork().transactional(async (em) => {
      const transaction = await em.findOneOrFail(EvmTransaction, previous.transaction.id)
      return newAttempt(em, transaction, previous.ordinal + 1, fees, signed)
    }),
  )
}

/** Records that a node has an attempt, and clears a requested retry. */
export async function recordSent(database: Database, { hash, transaction }: EvmAttempt): Promise<void> {
  const em = database.fork()
  await em.nativeUpdate(EvmAttempt, { hash, sentAt: null }, { sentAt: new Date() })
  await em.nativeUpdate(EvmTransaction, { id: transaction.id }, { retryAsked: false })
}

/** Abandons a transaction for good, so that its anchor may get another one. Its rows stay as a record. */
export async function abandonTransaction(database: Database, { id }: EvmTransaction): Promise<void> {
  await database.fork().nativeUpdate(EvmTransaction, { id, givenUpAt: null }, { givenUpAt: new Date() })
}

/** Records that an administrator requested a retry. */
export async function requestRetry(database: Database, anchorId: string): Promise<void> {
  await database
    .fork()
    .nativeUpdate(EvmTransaction, { anchor: anchorId, givenUpAt: null }, { retryAsked: true })
}

async function nextNumber(em: Em, { chainId, address }: Sender, from: number): Promise<number> {
  const rows = await em.execute<{ nonce: number }[]>(
    'select nonce::int as nonce from evm_transaction where chain_id = ? and sender = ? and nonce >= ?',
    [chainId, address, from],
  )
  const reserved = new Set(rows.map(({ nonce }) => nonce))
  let nonce = from
  while (reserved.has(nonce)) nonce += 1
  return nonce
}

function newAttempt(
  em: Em,
  transaction: EvmTransaction,
  ordinal: number,
  { maxFee, priorityFee }: Fees,
  { hash, raw }: SignedTransaction,
): EvmAttempt {
  return em.create(EvmAttempt, {
    hash,
    transaction,
    ordinal,
    raw,
    maxFee,
    priorityFee,
    signedAt: new Date(),
  })
}

async function unlessTaken<T>(store: () => Promise<T>): Promise<T | null> {
  try {
    return await store()
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return null
    throw error
  }
}
