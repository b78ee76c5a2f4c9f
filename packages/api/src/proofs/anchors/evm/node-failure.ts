import { HttpRequestError, RpcRequestError, TimeoutError, BaseError } from 'viem'

/** Why a node failed a request. Only with `rejected` is it certain that the node did not execute it. */
type NodeFailure =
  | { kind: 'unreachable' | 'forbidden' | 'busy' }
  | { kind: 'rejected'; message: string }
  /**
   * A block's hash is not that of its header, or the header does not commit to the block's transactions or receipts, or these are
   * more than a proof can contain.
   */
  | { kind: 'false_header' | 'false_contents' }

/** A node failed a request. The message contains neither the node's address nor what was sent. */
export class NodeError extends Error {
  readonly failure: NodeFailure
  /** The node's place in EVM_RPC_URLS, from 1. */
  readonly position: number
  constructor(failure: NodeFailure, position: number) {
    super(`the node: ${failure.kind}${failure.kind === 'rejected' ? ` (${failure.message})` : ''}`)
    this.name = 'NodeError'
    this.failure = failure
    this.position = position
  }
}

const maxMessageLength = 160

/**
 * Classifies an error of viem; null if the node is not the cause. Drops viem's own message, because it names the
 * address, which may contain a secret.
 */
export function nodeFailureOf(error: unknown, rpcUrl: string): NodeFailure | null {
  // The node sent something other than an integer.
  if (error instanceof Error && / to a BigInt\b/.test(error.message)) return { kind: 'unreachable' }
  if (!(error instanceof BaseError)) return null
  const cause = error.walk(
    (step) =>
      step instanceof RpcRequestError || step instanceof HttpRequestError || step instanceof TimeoutError,
  )
  if (cause instanceof RpcRequestError)
    return { kind: 'rejected', message: redactedMessage(cause.details, rpcUrl) }
  if (cause instanceof HttpRequestError) {
    if (cause.status === 401 || cause.status === 403) return { kind: 'forbidden' }
    if (cause.status === 429) return { kind: 'busy' }
  }
  return { kind: 'unreachable' }
}

function redactedMessage(details: string, rpcUrl: string): string {
  const { host, pathname, search } = new URL(rpcUrl)
  let message = details.replace(/\s+/g, ' ')
  for (const secret of [rpcUrl, search, pathname, host, ...pathname.split('/')]) {
    if (secret.length > 3) message = message.replaceAll(secret, '...')
  }
  return message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}...` : message
}

/** The result of sending a signed transaction. */
export type SendResult =
  /** The node has it. */
  | { kind: 'accepted' }
  /** The nonce is already used, by this shop or by another program. The chain shows by which. */
  | { kind: 'nonce_used' }
  /** A pending transaction with the same nonce pays more. */
  | { kind: 'outbid' }
  | { kind: 'too_cheap' }
  | { kind: 'no_funds' }
  | { kind: 'refused'; message: string }

/** The messages of geth, erigon, nethermind, besu, reth and anvil. */
const messagePatterns: [Exclude<SendResult['kind'], 'refused'>, RegExp][] = [
  [
    'accepted',
    /already known|alreadyknown|\bknown transaction|already imported|already (exists )?in (the )?(tx ?pool|pool)/i,
  ],
  ['nonce_used', /nonce (is )?too low|oldnonce|nonce.*(lower than|already used)/i],
  ['outbid', /replacement (transaction|not allowed)|could not replace|same nonce/i],
  ['too_cheap', /underpriced|less than block base fee|fee (is )?too low|feetoolow|minimum (gas|needed)/i],
  ['no_funds', /insufficient (funds|balance)|insufficientfunds|enough funds/i],
]

/** Classifies a node's error message for a signed transaction. */
export function sendResultOf(message: string): SendResult {
  const kind = messagePatterns.find(([, pattern]) => pattern.test(message))?.[0]
  return kind === undefined ? { kind: 'refused', message } : { kind }
}
