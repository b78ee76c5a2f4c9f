import { expect, test } from 'vitest'
import {
  evmChain,
  evmChainKind,
  evmChains,
  chainNameOf,
  evmChainName,
} from '@priormark/core/proofs/anchors/evm-chains'

test('evmChainName returns the name of a supported chain, and names a test or unknown one as such', () => {
  expect(evmChainName(1)).toBe('Ethereum')
  expect(evmChainName(11_155_111)).toBe('Sepolia, a test network')
  expect(evmChainName(424_242)).toBe('the unknown chain with id 424242')
  expect(evmChainName(3_133_704_215)).toBe('a private test chain')
})

test.each([
  [1, 'public'],
  [42_161, 'public'],
  [84_532, 'test'],
  [11_155_111, 'test'],
  [31_337, 'private'],
  [3_133_700_000, 'private'],
  [3_133_799_999, 'private'],
  [31_338, 'unknown'],
  [313_370, 'unknown'],
  [3_133_800_000, 'unknown'],
])('chain %d is %s', (chainId, kind) => {
  expect(evmChainKind(chainId)).toBe(kind)
})

test('every supported chain has a unique id, a page for transactions and a margin', () => {
  expect(new Set(evmChains.map(({ chainId }) => chainId)).size).toBe(evmChains.length)
  for (const { transactionPage, marginSeconds } of evmChains) {
    expect(transactionPage).toMatch(/^https:\/\/[a-z.]+\/tx\/$/)
    expect(marginSeconds).toBeGreaterThan(0)
  }
})

test('Arbitrum may stamp a block 24 hours back, so its margin is larger', () => {
  expect(evmChain(42_161)?.marginSeconds).toBeGreaterThan(24 * 60 * 60)
})

test('chainNameOf returns the chain of an anchor, and null for a declared link', () => {
  expect(chainNameOf({ kind: 'opentimestamps' })).toBe('Bitcoin')
  expect(chainNameOf({ kind: 'manual' })).toBeNull()
})
