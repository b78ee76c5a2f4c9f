import { evmChain } from '@priormark/core/proofs/anchors/evm-chains'
import { recordProgress, isPlausibleTime } from '../anchor-progress.ts'
import type { AnchorPortDeps } from '../anchor-port.ts'
import type { EvmAccount } from './evm-account.ts'
import type { EvmAttempt, EvmTransaction } from './evm-transaction-entity.ts'
import {
  abandonTransaction,
  recordReplacement,
  recordSent,
  reserveNonce,
  type OpenAnchor,
} from './evm-repository.ts'
import type { EvmConfig } from './evm-config.ts'
import { quoteFees, raiseFees } from './evm-fees.ts'
import type { MinedRecord } from './evm-evidence.ts'
import type { CheckedBlock } from './evm-node.ts'
import type { ChainView, EvmNodes } from './evm-nodes.ts'
import { stuckReasons } from './evm-reasons.ts'
import type { SendResult } from './node-failure.ts'

/** The points where a crash would lose the record of something already done. */
export type FailPoint =
  | 'signed'
  | 'before-broadcast'
  | 'after-broadcast'
  | 'replacement-signed'
  | 'before-progress'
  | 'abandoned'

/** The state and the dependencies of one run. */
export interface EvmRun {
  deps: AnchorPortDeps
  config: EvmConfig
  account: EvmAccount
  nodes: Pick<EvmNodes, 'findTransaction' | 'readRecord' | 'countTransactions' | 'send'>
  view: ChainView
  /** The nodes count fewer mined transactions than are already final here, so what they lack proves nothing. */
  isBehind: boolean
  /** The lowest of our nonces that is not mined. */
  firstUnminedNonce: number | null
  estimateGas: () => Promise<bigint>
  replaceAfterMs: number
  failPoint: (point: FailPoint) => Promise<void> | void
}

/** Advances an anchor by one step. Returns why it is stuck, or null if it is not. @throws NodeError, DisputeError */
export async function advanceAnchor(run: EvmRun, anchor: OpenAnchor): Promise<string | null> {
  const { transaction } = anchor
  if (transaction === null) return sendFirst(run, anchor)
  if (transaction.chainId !== run.config.chainId) {
    if (transaction.retryRequested) return startOver(run, anchor, transaction)
    return stuckReasons.otherChain(run.config, transaction.chainId)
  }
  let isUndecided = false
  for (const attempt of anchor.attempts) {
    const place = await run.nodes.findTransaction(attempt.hash)
    if (place.kind === 'mined') {
      const record = await readRecord(run, anchor, attempt, place.block)
      return followMined(run, anchor, transaction, attempt, place.block, record)
    }
    isUndecided ||= place.kind === 'undecided'
  }
  for (const attempt of anchor.abandonedAttempts) {
    const place = await run.nodes.findTransaction(attempt.hash)
    if (place.kind !== 'mined') continue
    const record = await readRecord(run, anchor, attempt, place.block)
    if (record?.isSuccess === true) return followMined(run, anchor, transaction, attempt, place.block, record)
  }
  return isUndecided ? anchor.stuckReason : followUnmined(run, anchor, transaction)
}

/** The margin of a chain that is not in the table. */
const unknownMarginSeconds = 60 * 60

/** Signs and sends the first transaction for a root. */
async function sendFirst(run: EvmRun, anchor: OpenAnchor): Promise<string | null> {
  const { config, account, view } = run
  if (run.isBehind) return stuckReasons.nodeIsBehind(config)
  if (view.market === null) return stuckReasons.noBaseFee(config)
  const fees = quoteFees(view.market, config)
  if (typeof fees === 'string') return stuckReasons[fees](config)
  const gas = await run.estimateGas()
  const sender = { chainId: config.chainId, address: account.address }
  // Skips nonces of foreign transactions in the pool and nonces reserved by us.
  const lowestNonce = Math.max(view.minedCount, view.pooledCount)
  const reservation = await reserveNonce(
    run.deps.database,
    { anchorId: anchor.id, sender, lowestNonce },
    { fees, gas, dailyBudgetWei: config.dailyBudgetWei },
    (nonce) => account.sign(anchor.root, nonce, gas, fees),
  )
  if (reservation === 'over_budget') return stuckReasons.overBudget(config)
  if (reservation === 'already_stored') return anchor.stuckReason
  await run.failPoint('signed')
  const result = await send(run, anchor, reservation.attempt)
  return reasonOfResult(run, reservation.transaction, result)
}

/** Abandons the transaction of an anchor and sends another one. */
async function startOver(
  run: EvmRun,
  anchor: OpenAnchor,
  transaction: EvmTransaction,
): Promise<string | null> {
  await abandonTransaction(run.deps.database, transaction)
  await run.failPoint('abandoned')
  await recordProgress(run.deps, anchor.id, { state: 'queued' })
  return sendFirst(run, { ...anchor, state: 'queued', transaction: null })
}

/** Returns what a block proves of an attempt, from the stored evidence if there is any. */
async function readRecord(
  { config, nodes }: EvmRun,
  { root, evidence, evmEvidence }: OpenAnchor,
  { hash }: EvmAttempt,
  block: CheckedBlock,
): Promise<MinedRecord | null> {
  const isProven =
    evidence?.kind === 'evm' && evidence.blockHash === block.hash && evidence.transactionHash === hash
  if (isProven && evmEvidence !== null) return { isSuccess: true, evidence: evmEvidence }
  return nodes.readRecord(block, { hash, chainId: config.chainId, root })
}

async function followMined(
  run: EvmRun,
  anchor: OpenAnchor,
  transaction: EvmTransaction,
  { hash }: EvmAttempt,
  block: CheckedBlock,
  record: MinedRecord | null,
): Promise<string | null> {
  const { config, view } = run
  const isFinal = view.finalizedNumber !== null && block.number <= view.finalizedNumber
  if (record === null) return stuckReasons.receiptMissing(config, hash)
  const marginSeconds = evmChain(config.chainId)?.marginSeconds ?? unknownMarginSeconds
  if (!isPlausibleTime(block.timeSeconds, { sealedAt: anchor.sealedAt, marginSeconds, now: new Date() }))
    return stuckReasons.implausibleTime(config, hash)
  if (!record.isSuccess) {
    if (isFinal && transaction.retryRequested) return startOver(run, anchor, transaction)
    return stuckReasons.failedOnChain(config, hash)
  }
  const state = isFinal ? 'final' : 'included'
  const isRecorded =
    anchor.evidence?.kind === 'evm' && anchor.evidence.blockHash === block.hash && anchor.evmEvidence !== null
  if (anchor.state !== state || !isRecorded) {
    await run.failPoint('before-progress')
    await recordProgress(run.deps, anchor.id, {
      state,
      link: config.explorerTx.replace('{hash}', hash),
      blockTime: new Date(block.timeSeconds * 1000),
      evidence: {
        kind: 'evm',
        chainId: config.chainId,
        transactionHash: hash,
        blockNumber: Number(block.number),
        blockHash: block.hash,
        blockTime: block.timeSeconds,
      },
      evmEvidence: record.evidence,
    })
  }
  return view.finalizedNumber === null ? stuckReasons.noFinality(config) : null
}

/** Handles a transaction with no attempt in a block of the current chain. */
async function followUnmined(
  run: EvmRun,
  anchor: OpenAnchor,
  transaction: EvmTransaction,
): Promise<string | null> {
  const { config, account, nodes, view } = run
  const { nonce, sender } = transaction
  if (run.isBehind && sender === account.address) return stuckReasons.nodeIsBehind(config)
  await revert(run, anchor)

  const minedCount =
    sender === account.address ? view.minedCount : await nodes.countTransactions(view.headNumber, sender)
  if (minedCount > nonce) {
    const reasons = [stuckReasons.nonceUsed(sender, nonce), stuckReasons.sentTwice(sender, nonce)] as const
    // A second transaction cannot be undone, so the used nonce must be observed twice, deeper than any reorg.
    const isSettled =
      reasons.some((reason) => reason === anchor.stuckReason) &&
      view.finalizedNumber !== null &&
      (await nodes.countTransactions(view.finalizedNumber, sender)) > nonce
    if (!isSettled) return reasons[0]
    // Nodes that lose our transactions would make us pay for the same root again and again.
    const mayResend = anchor.abandonedAttempts.length === 0 || transaction.retryRequested
    return mayResend ? startOver(run, anchor, transaction) : reasons[1]
  }

  const newestAttempt = anchor.attempts.at(-1)
  if (newestAttempt === undefined) throw new Error(`the transaction ${transaction.id} has no attempt`)
  const isTooLow = view.market !== null && newestAttempt.maxFee < view.market.baseFee
  const isSlow =
    nonce === minedCount &&
    newestAttempt.sentAt != null &&
    (transaction.retryRequested || Date.now() - newestAttempt.sentAt.getTime() >= run.replaceAfterMs)
  if (!isTooLow && !isSlow) {
    // Sending the same bytes again is harmless if the node has them, and recovers a transaction that was dropped.
    const result = await send(run, anchor, newestAttempt)
    if (result.kind !== 'too_cheap') return reasonOfResult(run, transaction, result)
  }
  return replace(run, anchor, transaction, newestAttempt)
}

/** Reverts an anchor whose block a reorg removed. Nodes that have not reached the height of that block prove nothing. */
async function revert(run: EvmRun, anchor: OpenAnchor): Promise<void> {
  if (anchor.evidence?.kind !== 'evm') return
  if (run.view.headNumber < BigInt(anchor.evidence.blockNumber)) return
  await recordProgress(run.deps, anchor.id, { state: 'submitted' })
}

/** Sends a replacement with the same nonce and higher fees; at most one attempt can be mined. */
async function replace(
  run: EvmRun,
  anchor: OpenAnchor,
  transaction: EvmTransaction,
  newestAttempt: EvmAttempt,
): Promise<string | null> {
  const { config, account, view } = run
  const fees = view.market === null ? 'feeAboveLimit' : raiseFees(newestAttempt, view.market, config)
  if (transaction.sender !== account.address || typeof fees === 'string') {
    await send(run, anchor, newestAttempt)
    return typeof fees === 'string' ? stuckReasons[fees](config) : stuckReasons.otherKey(transaction.sender)
  }
  const gas = await run.estimateGas()
  const signedTransaction = await account.sign(anchor.root, transaction.nonce, gas, fees)
  const spending = { fees, gas, dailyBudgetWei: config.dailyBudgetWei }
  const replacement = await recordReplacement(run.deps.database, newestAttempt, spending, signedTransaction)
  if (replacement === 'over_budget') {
    await send(run, anchor, newestAttempt)
    return stuckReasons.overBudget(config)
  }
  if (replacement === 'already_stored') return anchor.stuckReason
  await run.failPoint('replacement-signed')
  return reasonOfResult(run, transaction, await send(run, anchor, replacement.attempt))
}

async function send(run: EvmRun, anchor: OpenAnchor, attempt: EvmAttempt): Promise<SendResult> {
  await run.failPoint('before-broadcast')
  const result = await run.nodes.send(attempt.raw)
  if (result.kind !== 'accepted') return result
  await run.failPoint('after-broadcast')
  await recordSent(run.deps.database, attempt)
  if (anchor.state === 'queued')
    await recordProgress(run.deps, anchor.id, { state: 'submitted', previousState: 'queued' })
  return result
}

function reasonOfResult(
  { config, account, view, firstUnminedNonce }: EvmRun,
  { sender, nonce }: EvmTransaction,
  result: SendResult,
): string | null {
  switch (result.kind) {
    case 'accepted': {
      const hasGap = view.pooledCount <= view.minedCount && view.minedCount < nonce
      const isFirst = sender === account.address && nonce === firstUnminedNonce
      return hasGap && isFirst ? stuckReasons.nonceMissing(sender, view.minedCount) : null
    }
    // The next run finds out whose transaction used the nonce, and offers a higher fee if needed.
    case 'nonce_used':
    case 'too_cheap':
      return null
    case 'outbid':
      return stuckReasons.nonceContested(sender, nonce)
    case 'no_funds':
      return stuckReasons.noFunds(config, sender)
    case 'refused':
      return stuckReasons.refused(config, result.message)
  }
}
