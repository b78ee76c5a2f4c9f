import { recordProgress } from '../../proofs/anchor-progress.ts'
import type { AnchorPortDeps } from '../anchor-port.ts'
import type { EvmAttempt } from './evm-attempt-entity.ts'
import { giveUp, recordReplacement, recordSent, reserve, type OpenAnchor } from './evm-repository.ts'
import type { EvmConfig } from './evm-config.ts'
import { quoteFees, raiseFees } from './evm-fees.ts'
import type { ChainView, EvmNode, MinedBlock } from './evm-node.ts'
import { stuckBecause } from './evm-reasons.ts'
import type { EvmTransaction } from './evm-transaction-entity.ts'
import type { SendResult } from './node-failure.ts'

/** The moments at which a process may end with something done and not yet noted. */
export const failPoints = [
  'signed',
  'before-broadcast',
  'after-broadcast',
  'replacement-signed',
  'before-progress',
  'given-up',
] as const
export type FailPoint = (typeof failPoints)[number]

/** What one tick knows and does its work with. */
export interface EvmRun {
  parts: AnchorPortDeps
  config: EvmConfig
  node: EvmNode
  view: ChainView
  /** The node knows less than is final: nothing it does not know means anything. */
  isBehind: boolean
  /** The lowest number of ours that is not mined. */
  firstWaitingNonce: number | null
  estimateGas: () => Promise<bigint>
  replaceAfterMs: number
  failPoint: (at: FailPoint) => Promise<void> | void
}

type Sent = NonNullable<OpenAnchor['sent']>

/** Drives an anchor one step. Answers why it does not get on; null where nothing is wrong. @throws NodeError */
export async function advanceAnchor(run: EvmRun, open: OpenAnchor): Promise<string | null> {
  const { sent } = open
  if (sent === null) return begin(run, open)
  const { transaction } = sent
  if (transaction.chainId !== run.config.chainId) {
    if (transaction.retryAsked) return beginAnew(run, open, transaction)
    return stuckBecause.otherChain(run.config, transaction.chainId)
  }
  for (const attempt of sent.attempts) {
    const block = await run.node.findMined(attempt.hash)
    if (block !== null) return followMined(run, open, transaction, attempt, block)
  }
  return followWaiting(run, open, sent)
}

/** A root that has no transaction yet. */
async function begin(run: EvmRun, open: OpenAnchor): Promise<string | null> {
  const { config, node, view } = run
  if (run.isBehind) return stuckBecause.nodeIsBehind(config)
  if (view.market === null) return stuckBecause.noBaseFee(config)
  const fees = quoteFees(view.market, config.maxFeeWei)
  if (fees === null) return stuckBecause.feeAboveLimit(config)
  const gas = await run.estimateGas()
  const sent = await reserve(
    run.parts.database,
    {
      anchorId: open.id,
      sender: { chainId: config.chainId, address: node.sender },
      // What others have in the pool is left alone; what is reserved by us is skipped.
      from: Math.max(view.minedCount, view.pooledCount),
      fees,
    },
    (nonce) => node.sign(open.root, nonce, gas, fees),
  )
  if (sent === null) return open.stuckReason
  await run.failPoint('signed')
  const result = await send(run, open, sent.attempt)
  return reasonOf(run, sent.transaction, result)
}

async function beginAnew(run: EvmRun, open: OpenAnchor, transaction: EvmTransaction): Promise<string | null> {
  await giveUp(run.parts.database, transaction)
  await run.failPoint('given-up')
  if (open.state !== 'queued') {
    await recordProgress(run.parts, open.id, { state: 'queued' })
  }
  return begin(run, { ...open, state: 'queued', sent: null })
}

async function followMined(
  run: EvmRun,
  open: OpenAnchor,
  transaction: EvmTransaction,
  { hash }: EvmAttempt,
  block: MinedBlock,
): Promise<string | null> {
  const { config, view } = run
  const isFinal = view.finalizedNumber !== null && block.number <= view.finalizedNumber
  if (!block.isSuccess) {
    if (isFinal && transaction.retryAsked) return beginAnew(run, open, transaction)
    return stuckBecause.failedOnChain(config, hash)
  }
  const state = isFinal ? 'final' : 'included'
  const isKnown = open.evidence?.kind === 'evm' && open.evidence.blockHash === block.hash
  if (open.state !== state || !isKnown) {
    await run.failPoint('before-progress')
    await recordProgress(run.parts, open.id, {
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
    })
  }
  return view.finalizedNumber === null ? stuckBecause.noFinality(config) : null
}

/** None of the attempts is in a block of the chain as it is now. */
async function followWaiting(run: EvmRun, open: OpenAnchor, sent: Sent): Promise<string | null> {
  const { config, node, view } = run
  const { transaction } = sent
  const { nonce, sender } = transaction
  if (run.isBehind && sender === node.sender) return stuckBecause.nodeIsBehind(config)
  await takeBack(run, open)

  const minedCount = sender === node.sender ? view.minedCount : await node.countAt(view.headNumber, sender)
  if (minedCount > nonce) {
    const reason = stuckBecause.numberTaken(sender, nonce)
    // Only what was seen twice, and is beyond every replaced block, is believed: a second transaction cannot be undone.
    const isSettled =
      open.stuckReason === reason &&
      view.finalizedNumber !== null &&
      (await node.countAt(view.finalizedNumber, sender)) > nonce
    return isSettled ? beginAnew(run, open, transaction) : reason
  }

  const newest = sent.attempts.at(-1)
  if (newest === undefined) throw new Error(`the transaction ${transaction.id} has no attempt`)
  const isTooLow = view.market !== null && newest.maxFee < view.market.baseFee
  const isSlow =
    nonce === minedCount &&
    newest.sentAt != null &&
    (transaction.retryAsked || Date.now() - newest.sentAt.getTime() >= run.replaceAfterMs)
  if (!isTooLow && !isSlow) {
    // The same bytes again: harmless where the node has them, and what heals a transaction that was lost.
    const result = await send(run, open, newest)
    if (result.kind !== 'too_cheap') return reasonOf(run, transaction, result)
  }
  return replace(run, open, transaction, newest)
}

/** A block that had the transaction was replaced, or a node that has not seen it yet answers: the former is taken back. */
async function takeBack(run: EvmRun, open: OpenAnchor): Promise<void> {
  if (open.state !== 'included' || open.evidence?.kind !== 'evm') return
  if (run.view.headNumber < BigInt(open.evidence.blockNumber)) return
  await recordProgress(run.parts, open.id, { state: 'submitted' })
}

/** Offers more for the same number: of all attempts one at most can be mined. */
async function replace(
  run: EvmRun,
  open: OpenAnchor,
  transaction: EvmTransaction,
  newest: EvmAttempt,
): Promise<string | null> {
  const { config, node, view } = run
  const fees = view.market === null ? null : raiseFees(newest, view.market, config.maxFeeWei)
  if (transaction.sender !== node.sender || fees === null) {
    await send(run, open, newest)
    return fees === null ? stuckBecause.feeAboveLimit(config) : stuckBecause.otherKey(transaction.sender)
  }
  const signed = await node.sign(open.root, transaction.nonce, await run.estimateGas(), fees)
  const attempt = await recordReplacement(run.parts.database, newest, fees, signed)
  if (attempt === null) return open.stuckReason
  await run.failPoint('replacement-signed')
  return reasonOf(run, transaction, await send(run, open, attempt))
}

async function send(run: EvmRun, open: OpenAnchor, attempt: EvmAttempt): Promise<SendResult> {
  await run.failPoint('before-broadcast')
  const result = await run.node.send(attempt.raw)
  if (result.kind !== 'taken') return result
  await run.failPoint('after-broadcast')
  await recordSent(run.parts.database, attempt)
  if (open.state === 'queued') await recordProgress(run.parts, open.id, { state: 'submitted' })
  return result
}

function reasonOf(
  { config, node, view, firstWaitingNonce }: EvmRun,
  { sender, nonce }: EvmTransaction,
  result: SendResult,
): string | null {
  switch (result.kind) {
    case 'taken': {
      const hasGap = view.pooledCount <= view.minedCount && view.minedCount < nonce
      const isFirst = sender === node.sender && nonce === firstWaitingNonce
      return hasGap && isFirst ? stuckBecause.numberMissing(sender, view.minedCount) : null
    }
    // The chain tells at the next tick by whom, and a higher fee is offered at the next tick.
    case 'number_used':
    case 'too_cheap':
      return null
    case 'outbid':
      return stuckBecause.numberContested(sender, nonce)
    case 'no_funds':
      return stuckBecause.noFunds(config, sender)
    case 'refused':
      return stuckBecause.nodeFails(config, { kind: 'rejected', words: result.words })
  }
}
