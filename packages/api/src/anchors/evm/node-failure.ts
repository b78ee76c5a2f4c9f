import { HttpRequestError, RpcRequestError, TimeoutError, BaseError } from 'viem'

/** Why a node did not do what it was asked. Only `rejected` says that it understood us: otherwise it may have done it. */
export type NodeFailure =
  | { kind: 'unreachable' }
  | { kind: 'forbidden' }
  | { kind: 'busy' }
  | { kind: 'rejected'; words: string }

/** A node failed. Its message has neither the node's address nor what was sent. */
export class NodeError extends Error {
  readonly failure: NodeFailure
  constructor(failure: NodeFailure) {
    super(`the node: ${failure.kind}${failure.kind === 'rejected' ? ` (${failure.words})` : ''}`)
    this.name = 'NodeError'
    this.failure = failure
  }
}

const maxWords = 160

/**
 * What became of an error of viem; null where it is none of the node's. What viem says itself names the address, which may
 * hold a secret, and is dropped.
 */
export function nodeFailureOf(error: unknown, rpcUrl: string): NodeFailure | null {
  if (!(error instanceof BaseError)) return null
  const cause = error.walk(
    (one) => one instanceof RpcRequestError || one instanceof HttpRequestError || one instanceof TimeoutError,
  )
  if (cause instanceof RpcRequestError) return { kind: 'rejected', words: wordsOf(cause.details, rpcUrl) }
  if (cause instanceof HttpRequestError) {
    if (cause.status === 401 || cause.status === 403) return { kind: 'forbidden' }
    if (cause.status === 429) return { kind: 'busy' }
  }
  return { kind: 'unreachable' }
}

function wordsOf(details: string, rpcUrl: string): string {
  const { host, pathname, search } = new URL(rpcUrl)
  let words = details.replace(/\s+/g, ' ')
  for (const secret of [rpcUrl, search, pathname, host, ...pathname.split('/')]) {
    if (secret.length > 3) words = words.replaceAll(secret, '...')
  }
  return words.length > maxWords ? `${words.slice(0, maxWords)}...` : words
}

/** What a node's answer to signed bytes means. */
export type SendResult =
  /** It has them. */
  | { kind: 'taken' }
  /** Their number is used already, by ourselves or by somebody else: the chain tells. */
  | { kind: 'number_used' }
  /** Something with that number waits already and pays more. */
  | { kind: 'outbid' }
  | { kind: 'too_cheap' }
  | { kind: 'no_funds' }
  | { kind: 'refused'; words: string }

/** The words of geth, erigon, nethermind, besu, reth and anvil. */
const meanings: [
  SendResult['kind'] & ('taken' | 'number_used' | 'outbid' | 'too_cheap' | 'no_funds'),
  RegExp,
][] = [
  [
    'taken',
    /already known|alreadyknown|\bknown transaction|already imported|already (exists )?in (the )?(tx ?pool|pool)/i,
  ],
  ['number_used', /nonce (is )?too low|oldnonce|nonce.*(lower than|already used)/i],
  ['outbid', /replacement (transaction|not allowed)|could not replace|same nonce/i],
  ['too_cheap', /underpriced|less than block base fee|fee (is )?too low|feetoolow|minimum (gas|needed)/i],
  ['no_funds', /insufficient (funds|balance)|insufficientfunds|enough funds/i],
]

/** Reads a node's refusal of signed bytes. */
export function sendResultOf(words: string): SendResult {
  const kind = meanings.find(([, pattern]) => pattern.test(words))?.[0]
  return kind === undefined ? { kind: 'refused', words } : { kind }
}
