import { expect, test } from 'vitest'
import { chainNameOf, evmChainName, isDevelopmentChain } from '@priormark/core/anchors/chain-name'

test('evmChainName returns the name of a known chain, and the id of an unknown one', () => {
  expect(evmChainName(1)).toBe('Ethereum')
  expect(evmChainName(11_155_111)).toBe('Sepolia, a test network')
  expect(evmChainName(424_242)).toBe('the chain with id 424242')
  expect(evmChainName(3_133_704_215)).toBe('a private test chain')
})

test.each([
  [31_337, true],
  [3_133_700_000, true],
  [3_133_799_999, true],
  [1, false],
  [31_338, false],
  [313_370, false],
  [3_133_800_000, false],
])('chain %d lives on one machine: %s', (chainId, isOne) => {
  expect(isDevelopmentChain(chainId)).toBe(isOne)
})

test('chainNameOf returns the chain of an anchor, and null for a declared link', () => {
  expect(chainNameOf({ kind: 'opentimestamps' })).toBe('Bitcoin')
  expect(chainNameOf({ kind: 'manual' })).toBeNull()
})
