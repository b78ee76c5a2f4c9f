import { evmChain } from '@priormark/core/proofs/anchors/evm-chains'
import { recordProgress, isPlausibleTime } from '../anchor-progress.ts'
import type { AnchorPortDeps } from '../anchor-port.ts'
import type { EvmAccount } from './evm-account.ts'
import type { EvmAttempt, EvmTransaction } from './evm-transaction-entity.ts'
import {
  abandonTransaction,
  recordReplacement,
  recordSent,
  reserve,
  type OpenAnchor,
} from './evm-repository.ts'
import type { EvmConfig } from './evm-config.ts'
import { quoteFees, raiseFees, type FeeObstacle } from './evm-fees.ts'
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
  nodes: Pick<EvmNodes, 'find' | 'readRecord' | 'countAt' | 'send'>
  view: ChainView
  /** The nodes have fewer blocks than are already final here, so nothing can be concluded from what they lack. */
  isBehind: boolean
  /** The lowest of our nonces that is not mined. */
  firstWaitingNonce: number | null
  estimateGas: () => Promise<bigint>
  replaceAfterMs: number
  failPoint: (at: FailPoint) => Promise<void> | void
}

type Sent = NonNullable<OpenAnchor['sent']>

/** Advances an anchor by one step. Returns why it is stuck, or null if it is not. @throws NodeError, DisputeError */
export async function advanceAnchor(run: EvmRun, open: OpenAnchor): Promise<string | null> {
  const { sent } = open
  if (sent === null) return sendFirst(run, open)
  const { transaction } = sent
  if (transaction.chainId !== run.config.chainId) {
    if (transaction.retryRequested) return startOver(run, open, transaction)
    return stuckReasons.otherChain(run.config, transaction.chainId)
  }
  let isUndecided = false
  for (const attempt of sent.attempts) {
    const place = await run.nodes.find(attempt.hash)
    if (place.kind === 'mined') {
      const record = await readRecord(run, open, attempt, place.block)
      return followMined(run, open, transaction, attempt, place.block, record)
    }
    isUndecided ||= place.kind === 'undecided'
  }
  for (const attempt of open.abandoned) {
    const place = await run.nodes.find(attempt.hash)
    if (place.kind !== 'mined') continue
    const record = await readRecord(run, open, attempt, place.block)
    if (record?.isSuccess === true) return followMined(run, open, transaction, attempt, place.block, record)
  }
  return isUndecided ? open.stuckReason : followWaiting(run, open, sent)
}

/** The margin of a chain that is not in the table. */
const unknownMarginSeconds = 60 * 60

/** Signs and sends the first transaction for a root. */
async function sendFirst(run: EvmRun, open: OpenAnchor): Promise<string | null> {
  const { config, account, view } = run
  if (run.isBehind) return stuckReasons.nodeIsBehind(config)
  if (view.market === null) return stuckReasons.noBaseFee(config)
  const fees = quoteFees(view.market, config)
  if ('exceeded' in fees) return reasonOfObstacle(config, fees)
  const gas = await run.estimateGas()
  const sender = { chainId: config.chainId, address: account.address }
  // Skips nonces of foreign transactions in the pool and nonces reserved by us.
  const from = Math.max(view.minedCount, view.pooledCount)
  const sent = await reserve(
    run.deps.database,
    { anchorId: open.id, sender, from },
    { fees, gas, dailyBudgetWei: config.dailyBudgetWei },
    (nonce) => account.sign(open.root, nonce, gas, fees),
  )
  if (sent === 'over_budget') return stuckReasons.overBudget(config)
  if (sent === 'taken') return open.stuckReason
  await run.failPoint('signed')
  const result = await send(run, open, sent.attempt)
  return reasonOf(run, sent.transaction, result)
}

async function startOver(run: EvmRun, open: OpenAnchor, transaction: EvmTransaction): Promise<string | null> {
  await abandonTransaction(run.deps.database, transaction)
  await run.failPoint('abandoned')
  await recordProgress(run.deps, open.id, { state: 'queued' })
  return sendFirst(run, { ...open, state: 'queued', sent: null })
}

/** Returns what a block proves of an attempt. What was proven before is not read again. */
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
  open: OpenAnchor,
  transaction: EvmTransaction,
  { hash }: EvmAttempt,
  block: CheckedBlock,
  record: MinedRecord | null,
): Promise<string | null> {
  const { config, view } = run
  const isFinal = view.finalizedNumber !== null && block.number <= view.finalizedNumber
  if (record === null) return stuckReasons.receiptMissing(config, hash)
  const marginSeconds = evmChain(config.chainId)?.marginSeconds ?? unknownMarginSeconds
  if (!isPlausibleTime(block.timeSeconds, { sealedAt: open.sealedAt, marginSeconds, now: new Date() }))
    return stuckReasons.implausibleTime(config, hash)
  if (!record.isSuccess) {
    if (isFinal && transaction.retryRequested) return startOver(run, open, transaction)
    return stuckReasons.failedOnChain(config, hash)
  }
  const state = isFinal ? 'final' : 'included'
  const isKnown =
    open.evidence?.kind === 'evm' && open.evidence.blockHash === block.hash && open.evmEvidence !== null
  if (open.state !== state || !isKnown) {
    await run.failPoint('before-progress')
    await recordProgress(run.deps, open.id, {
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
async function followWaiting(run: EvmRun, open: OpenAnchor, sent: Sent): Promise<string | null> {
  const { config, account, nodes, view } = run
  const { transaction } = sent
  const { nonce, sender } = transaction
  if (run.isBehind && sender === account.address) return stuckReasons.nodeIsBehind(config)
  await revert(run, open)

  const minedCount =
    sender === account.address ? view.minedCount : await nodes.countAt(view.headNumber, sender)
  if (minedCount > nonce) {
    const reasons = [stuckReasons.nonceUsed(sender, nonce), stuckReasons.sentTwice(sender, nonce)] as const
    // A second transaction cannot be undone, so it must be observed twice, deeper than any reorg.
    const isSettled =
      reasons.some((reason) => reason === open.stuckReason) &&
      view.finalizedNumber !== null &&
      (await nodes.countAt(view.finalizedNumber, sender)) > nonce
    if (!isSettled) return reasons[0]
    // Nodes that lose our transactions would make us pay for the same root again and again.
    const mayResend = open.abandoned.length === 0 || transaction.retryRequested
    return mayResend ? startOver(run, open, transaction) : reasons[1]
  }

  const newest = sent.attempts.at(-1)
  if (newest === undefined) throw new Error(`the transaction ${transaction.id} has no attempt`)
  const isTooLow = view.market !== null && newest.maxFee < view.market.baseFee
  const isSlow =
    nonce === minedCount &&
    newest.sentAt != null &&
    (transaction.retryRequested || Date.now() - newest.sentAt.getTime() >= run.replaceAfterMs)
  if (!isTooLow && !isSlow) {
    // Sending the same bytes again is harmless if the node has them, and recovers a transaction that was dropped.
    const result = await send(run, open, newest)
    if (result.kind !== 'too_cheap') return reasonOf(run, transaction, result)
  }
  return replace(run, open, transaction, newest)
}

/** Reverts a confirmed anchor after a reorg, or when a lagging node responds. */
async function revert(run: EvmRun, open: OpenAnchor): Promise<void> {
  if (open.evidence?.kind !== 'evm') return
  if (run.view.headNumber < BigInt(open.evidence.blockNumber)) return
  await recordProgress(run.deps, open.id, { state: 'submitted' })
}

/** Sends a replacement with the same nonce and higher fees; at most one attempt can be mined. */
async function replace(
  run: EvmRun,
  open: OpenAnchor,
  transaction: EvmTransaction,
  newest: EvmAttempt,
): Promise<string | null> {
  const { config, account, view } = run
  const fees = view.market === null ? noMarket : raiseFees(newest, view.market, config)
  if (transaction.sender !== account.address || 'exceeded' in fees) {
    await send(run, open, newest)
    return 'exceeded' in fees ? reasonOfObstacle(config, fees) : stuckReasons.otherKey(transaction.sender)
  }
  const gas = await run.estimateGas()
  const signed = await account.sign(open.root, transaction.nonce, gas, fees)
  const spending = { fees, gas, dailyBudgetWei: config.dailyBudgetWei }
  const raised = await recordReplacement(run.deps.database, newest, spending, signed)
  if (raised === 'over_budget') {
    await send(run, open, newest)
    return stuckReasons.overBudget(config)
  }
  if (raised === 'taken') return open.stuckReason
  await run.failPoint('replacement-signed')
  return reasonOf(run, transaction, await send(run, open, raised.attempt))
}

const noMarket: FeeObstacle = { exceeded: 'fee' }

function reasonOfObstacle(config: EvmConfig, { exceeded }: FeeObstacle): string {
  return exceeded === 'tip' ? stuckReasons.tipAboveLimit(config) : stuckReasons.feeAboveLimit(config)
}

async function send(run: EvmRun, open: OpenAnchor, attempt: EvmAttempt): Promise<SendResult> {
  await run.failPoint('before-broadcast')
  const result = await run.nodes.send(attempt.raw)
  if (result.kind !== 'taken') return result
  await run.failPoint('after-broadcast')
  await recordSent(run.deps.database, attempt)
  if (open.state === 'queued')
    await recordProgress(run.deps, open.id, { state: 'submitted', previousState: 'queued' })
  return result
}

function reasonOf(
  { config, account, view, firstWaitingNonce }: EvmRun,
  { sender, nonce }: EvmTransaction,
  result: SendResult,
): string | null {
  switch (result.kind) {
    case 'taken': {
      const hasGap = view.pooledCount <= view.minedCount && view.minedCount < nonce
      const isFirst = sender === account.address && nonce === firstWaitingNonce
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
