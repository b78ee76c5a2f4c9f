import { BaseError, HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { describe, expect, it, test } from 'vitest'
import { NodeError, nodeFailureOf, sendResultOf } from '../../../../src/proofs/anchors/evm/node-failure.ts'

const url = 'https://mainnet.example/v3/secretkey?token=hidden'
const rpcFailure = (message: string) =>
  new RpcRequestError({ body: {}, url, error: { code: -32_000, message } })
const status = (code: number) => new HttpRequestError({ body: {}, url, status: code })

describe('nodeFailureOf', () => {
  it.each([
    ['401', status(401), { kind: 'forbidden' }],
    ['403', status(403), { kind: 'forbidden' }],
    ['429', status(429), { kind: 'busy' }],
    ['400', status(400), { kind: 'unreachable' }],
    ['503', status(503), { kind: 'unreachable' }],
    ['a timeout', new TimeoutError({ body: {}, url }), { kind: 'unreachable' }],
    ['another error of viem', new BaseError('something'), { kind: 'unreachable' }],
    ['an error inside another', new BaseError('outer', { cause: status(401) }), { kind: 'forbidden' }],
    ['message', rpcFailure('nonce too low'), { kind: 'rejected', message: 'nonce too low' }],
  ])('reads %s', (_title, error, failure) => {
    expect(nodeFailureOf(error, url)).toEqual(failure)
  })

  it.each([new TypeError('a bug'), 'text', null])(
    'returns null for errors that the node did not cause: %o',
    (error) => {
      expect(nodeFailureOf(error, url)).toBeNull()
    },
  )

  it.each([
    [`cannot reach ${url} now`, 'cannot reach ... now'],
    ['mainnet.example is busy, mainnet.example is', '... is busy, ... is'],
    ['key secretkey is over', 'key ... is over'],
    ['path /v3/secretkey', 'path ...'],
    ['token ?token=hidden', 'token ...'],
    ['v3 is too short to be a secret', 'v3 is too short to be a secret'],
    ['several\n\tlines  here', 'several lines here'],
    ['x'.repeat(160), 'x'.repeat(160)],
    ['x'.repeat(161), `${'x'.repeat(160)}...`],
  ])('removes addresses and keys from the message %o', (details, message) => {
    expect(nodeFailureOf(rpcFailure(details), url)).toEqual({ kind: 'rejected', message })
  })
})

test('keeps words of the message that are in the address but too short to be secrets', () => {
  const failure = nodeFailureOf(rpcFailure('the api is down'), 'https://mainnet.example/api/secretkey')
  expect(failure).toEqual({ kind: 'rejected', message: 'the api is down' })
})

describe('NodeError', () => {
  it('has only the failure in its message', () => {
    expect(new NodeError({ kind: 'busy' }, 1)).toMatchObject({
      name: 'NodeError',
      message: 'the node: busy',
      failure: { kind: 'busy' },
    })
    expect(new NodeError({ kind: 'rejected', message: 'nonce too low' }, 1).message).toBe(
      'the node: rejected (nonce too low)',
    )
  })
})

describe('sendResultOf', () => {
  it.each([
    ['already known', 'accepted'],
    ['ALREADY_EXISTS: already known', 'accepted'],
    ['AlreadyKnown', 'accepted'],
    ['transaction already imported', 'accepted'],
    ['known transaction: 0xab', 'accepted'],
    ['already exists in the txpool', 'accepted'],
    ['already in tx pool', 'accepted'],
    ['transaction already in the pool', 'accepted'],
    ['nonce too low: next nonce 5, tx nonce 4', 'nonce_used'],
    ['OldNonce', 'nonce_used'],
    ['nonce is too low', 'nonce_used'],
    ['transaction nonce 4 is lower than 5', 'nonce_used'],
    ['nonce 4 was already used', 'nonce_used'],
    ['replacement transaction underpriced', 'outbid'],
    ['replacement not allowed', 'outbid'],
    ['could not replace the existing one', 'outbid'],
    ['another one with the same nonce', 'outbid'],
    ['transaction underpriced: gas tip cap 1, minimum needed 25000000000', 'too_cheap'],
    ['max fee per gas less than block base fee', 'too_cheap'],
    ['FeeTooLow', 'too_cheap'],
    ['fee too low', 'too_cheap'],
    ['gas fee is too low', 'too_cheap'],
    ['below the minimum gas price', 'too_cheap'],
    ['insufficient funds for gas * price + value', 'no_funds'],
    ['InsufficientFunds, Balance is zero', 'no_funds'],
    ['insufficient balance for transfer', 'no_funds'],
    ['sender has not enough funds', 'no_funds'],
    ['unknown transaction type', 'refused'],
    ['intrinsic gas too low', 'refused'],
  ])("reads '%s' as %s", (message, kind) => {
    expect(sendResultOf(message)).toEqual(kind === 'refused' ? { kind, message } : { kind })
  })
})
