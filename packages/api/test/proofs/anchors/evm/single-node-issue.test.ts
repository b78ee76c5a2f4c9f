import { expect, test } from 'vitest'
import { singleNodeIssue } from '../../../../src/proofs/anchors/evm/evm-nodes.ts'

test('a single node of a provider is an issue, and neither several nodes nor one of your own', () => {
  const one = ['https://a.example']
  expect(singleNodeIssue({ rpcUrls: one, isOwnNode: false })).toEqual({
    title: 'One EVM node is trusted on its own',
    remedy: expect.stringContaining('Add the node of another provider to EVM_RPC_URLS'),
  })
  expect(singleNodeIssue({ rpcUrls: one, isOwnNode: true })).toBeNull()
  expect(singleNodeIssue({ rpcUrls: [...one, 'https://b.example'], isOwnNode: false })).toBeNull()
})
