import { randomUUID } from 'node:crypto'
import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { openStates } from '@priormark/core/proofs/anchors/anchor-state'
import type { ProofAnchor } from '@priormark/core/proofs/proof/proof-schema'
import type { EvmEvidence } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { Anchor } from '../../leaves/batch-entities.ts'
import type { Database, Em } from '../../../platform/database/database.ts'
import { EvmAttempt, EvmTransaction } from './evm-transaction-entity.ts'
import type { Fees } from './evm-fees.ts'
import type { SignedTransaction } from './evm-account.ts'
import { sql } from 'kysely'
import * as v from 'valibot'
import { inCamelCase, readRow } from '../../../platform/database/rows.ts'
import { queries } from '../../tables.ts'

/** An anchor that is not final, with its transaction and all signed attempts. */
export interface OpenAnchor extends Pick<Anchor, 'id' | 'state'> {
  /** In hex. */
  root: string
  /** When the root was made. No block before that can contain it. */
  sealedAt: Date
  stuckReason: string | null
  evidence: ProofAnchor | null
  evmEvidence: EvmEvidence | null
  /** Null before the first signature, and after it was abandoned. */
  transaction: EvmTransaction | null
  /** The attempts of that transaction, oldest first. */
  attempts: EvmAttempt[]
  /** The attempts of abandoned transactions. If one is included in a block later, it counts. */
  abandonedAttempts: EvmAttempt[]
}

/** The account on a chain whose nonces are assigned. */
interface Sender {
  chainId: number
  address: string
}

const reservationLock = 4_157_203
const dayMs = 24 * 60 * 60 * 1000

/** Returns open anchors: first those with a transaction, by nonce, then the others by age. */
export async function readOpenAnchors(database: Database): Promise<OpenAnchor[]> {
  const em = database.fork()
  const anchors = await em.find(
    Anchor,
    { kind: 'evm', state: { $in: openStates } },
    { populate: ['batch', 'evmEvidence'], orderBy: { createdAt: 'asc', id: 'asc' } },
  )
  if (anchors.length === 0) return []
  const transactions = await em.find(
    EvmTransaction,
    { anchor: { $in: anchors } },
    { orderBy: { nonce: 'asc' } },
  )
  const attempts = await em.find(
    EvmAttempt,
    { transaction: { $in: transactions } },
    { orderBy: { ordinal: 'asc' } },
  )
  const currentTransactions = transactions.filter(({ abandonedAt }) => abandonedAt == null)
  const toOpenAnchor = (anchor: Anchor, transaction: EvmTransaction | null): OpenAnchor => ({
    id: anchor.id,
    state: anchor.state,
    root: anchor.batch.root,
    sealedAt: anchor.batch.sealedAt,
    stuckReason: anchor.stuckReason ?? null,
    evidence: anchor.evidence ?? null,
    evmEvidence: anchor.evmEvidence ?? null,
    transaction,
    attempts: attempts.filter((attempt) => attempt.transaction === transaction),
    abandonedAttempts: attempts.filter(
      (attempt) => attempt.transaction.anchor === anchor && attempt.transaction.abandonedAt != null,
    ),
  })
  const unsignedAnchors = anchors.filter(
    (anchor) => !currentTransactions.some((transaction) => transaction.anchor === anchor),
  )
  return [
    ...currentTransactions.map((transaction) => toOpenAnchor(transaction.anchor, transaction)),
    ...unsignedAnchors.map((anchor) => toOpenAnchor(anchor, null)),
  ]
}

/** Returns how many of our transactions the chain must have mined at least: those up to the highest final nonce. */
export async function countFinal(database: Database, { chainId, address }: Sender): Promise<number> {
  const { count } = await queries(database.fork())
    .selectFrom('evm_transaction as t')
    .innerJoin('anchor as a', 'a.id', 't.anchor_id')
    .select(sql<number | null>`(max(t.nonce) + 1)::int`.as('count'))
    .where('t.chain_id', '=', chainId)
    .where('t.sender', '=', address)
    .where('t.abandoned_at', 'is', null)
    .where('a.state', '=', 'final')
    .executeTakeFirstOrThrow()
  return count ?? 0
}

/** What a new attempt may cost, and within which limit. */
export interface Spending {
  fees: Fees
  gas: bigint
  dailyBudgetWei: bigint
}

/** A stored attempt, or why none was stored: another process stored one first, or the daily budget is used up. */
type Reservation = { transaction: EvmTransaction; attempt: EvmAttempt } | 'already_stored' | 'over_budget'

/**
 * Reserves the next free nonce for an anchor and stores the transaction signed with it in one step, so that both are
 * durable before anything is sent.
 * @param target `lowestNonce`: the lowest nonce that the chain would accept
 */
export async function reserveNonce(
  database: Database,
  { anchorId, sender, lowestNonce }: { anchorId: string; sender: Sender; lowestNonce: number },
  spending: Spending,
  sign: (nonce: number) => Promise<SignedTransaction>,
): Promise<Reservation> {
  return storeAttempt(database, async (em) => {
    if ((await em.count(EvmTransaction, { anchor: anchorId, abandonedAt: null })) > 0) return 'already_stored'
    if (!(await isWithinBudget(em, sender, spending))) return 'over_budget'
    const nonce = await nextFreeNonce(em, sender, lowestNonce)
    const transaction = em.create(EvmTransaction, {
      id: randomUUID(),
      anchor: em.getReference(Anchor, anchorId),
      chainId: sender.chainId,
      sender: sender.address,
      nonce,
      createdAt: new Date(),
    })
    const attempt = createAttempt(em, transaction, 1, spending.fees, await sign(nonce))
    return { transaction, attempt }
  })
}

/** Stores a replacement of the newest attempt. */
export async function recordReplacement(
  database: Database,
  previous: EvmAttempt,
  spending: Spending,
  signedTransaction: SignedTransaction,
): Promise<Reservation> {
  return storeAttempt(database, async (em) => {
    const transaction = await em.findOneOrFail(EvmTransaction, previous.transaction.id)
    const sender = { chainId: transaction.chainId, address: transaction.sender }
    if (!(await isWithinBudget(em, sender, spending, transaction.id))) return 'over_budget'
    const attempt = createAttempt(em, transaction, previous.ordinal + 1, spending.fees, signedTransaction)
    return { transaction, attempt }
  })
}

/** Processes store attempts one after another, so that no two share a nonce or the rest of the budget. */
async function storeAttempt(
  database: Database,
  store: (em: Em) => Promise<Reservation>,
): Promise<Reservation> {
  try {
    return await database.fork().transactional(async (em) => {
      await sql`select pg_advisory_xact_lock(${reservationLock})`.execute(queries(em))
      return store(em)
    })
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return 'already_stored'
    throw error
  }
}

const Cost = v.object({ wei: v.nullable(v.string()) })

/**
 * Whether another transaction stays within the daily budget if each one of the last 24 hours costs the most that it can. A
 * nonce is paid once, so only the most expensive attempt of a transaction counts.
 * @param replacedId the transaction that the new attempt belongs to
 */
async function isWithinBudget(
  em: Em,
  { chainId, address }: Sender,
  { fees, gas, dailyBudgetWei }: Spending,
  replacedId: string | null = null,
): Promise<boolean> {
  const { wei } = await readRow(em, Cost)`
    select sum(cost)::text as wei from (
      select max(evm_attempt.gas::numeric * evm_attempt.max_fee) as cost
      from evm_attempt join evm_transaction on evm_transaction.id = evm_attempt.transaction_id
      where evm_transaction.chain_id = ${chainId} and evm_transaction.sender = ${address}
        and evm_transaction.id is distinct from ${replacedId}::uuid and evm_attempt.signed_at > ${new Date(Date.now() - dayMs)}
      group by evm_transaction.id
    ) costs`
  return BigInt(wei ?? 0) + gas * fees.maxFee <= dailyBudgetWei
}

/** Records that a node accepted an attempt, and clears a requested retry. */
export async function recordSent(database: Database, { hash, transaction }: EvmAttempt): Promise<void> {
  const em = database.fork()
  await em.nativeUpdate(EvmAttempt, { hash, sentAt: null }, { sentAt: new Date() })
  await em.nativeUpdate(EvmTransaction, { id: transaction.id }, { retryRequested: false })
}

/** Abandons a transaction permanently, so that its anchor may get another one. Its rows stay as a record. */
export async function abandonTransaction(database: Database, { id }: EvmTransaction): Promise<void> {
  await database.fork().nativeUpdate(EvmTransaction, { id, abandonedAt: null }, { abandonedAt: new Date() })
}

/** Records that an administrator requested a retry. */
export async function requestRetry(database: Database, anchorId: string): Promise<void> {
  await database
    .fork()
    .nativeUpdate(EvmTransaction, { anchor: anchorId, abandonedAt: null }, { retryRequested: true })
}

async function nextFreeNonce(em: Em, { chainId, address }: Sender, lowestNonce: number): Promise<number> {
  const rows = await queries(em)
    .selectFrom('evm_transaction')
    .select(sql<number>`nonce::int`.as('nonce'))
    .where('chain_id', '=', chainId)
    .where('sender', '=', address)
    .where('nonce', '>=', lowestNonce)
    .execute()
  const reservedNonces = new Set(rows.map(({ nonce }) => nonce))
  let nonce = lowestNonce
  while (reservedNonces.has(nonce)) nonce += 1
  return nonce
}

function createAttempt(
  em: Em,
  transaction: EvmTransaction,
  ordinal: number,
  fees: Fees,
  signedTransaction: SignedTransaction,
): EvmAttempt {
  return em.create(EvmAttempt, { transaction, ordinal, ...fees, ...signedTransaction, signedAt: new Date() })
}

/** Returns the EVM chain ids of anchors by the anchors' ids. An anchor has one from its first signature on, before any block. */
export async function readChainIds(
  em: Em,
  anchors: readonly { id: string; kind: string }[],
): Promise<ReadonlyMap<string, number>> {
  const ids = anchors.flatMap(({ id, kind }) => (kind === 'evm' ? [id] : []))
  if (ids.length === 0) return new Map()
  const rows = await queries(em)
    .selectFrom('evm_transaction')
    .select(inCamelCase('anchor_id'))
    .select(sql<number>`chain_id::float8`.as('chainId'))
    .where('abandoned_at', 'is', null)
    .where('anchor_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ anchorId, chainId }) => [anchorId, chainId]))
}
