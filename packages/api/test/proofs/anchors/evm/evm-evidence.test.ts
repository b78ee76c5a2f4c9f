import { hexToBytes, keccak256, serializeTransaction, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { receiptBytes, transactionBytes } from '../../../../src/proofs/anchors/evm/evm-encoding.ts'
import { evmCalldata } from '@priormark/core/proofs/proof/leaf'
import { EvmNode, type CheckedBlock } from '../../../../src/proofs/anchors/evm/evm-node.ts'
import { chainId, senderKey, startTestChain, type TestChain } from '../../../../testing/evm-chain.ts'
import { startHostileNode, type HostileNode, type Lie } from '../../../../testing/hostile-node.ts'
import { forgedChain } from './node-lies.ts'

const account = privateKeyToAccount(senderKey)
const root = '5a'.repeat(32)
const gwei = 1_000_000_000n
const word = `0x${'11'.repeat(32)}` as const

const call = { to: account.address, gas: 100_000n, value: 0n, data: evmCalldata(root) }
const tip = { maxFeePerGas: 10n * gwei, maxPriorityFeePerGas: gwei }
const accessList = [{ address: account.address, storageKeys: [word] }]

/** Signs a transaction of a type with the root. */
async function sign(type: number, nonce: number): Promise<Hex> {
  const own = { ...call, chainId, nonce }
  switch (type) {
    case 0:
      return account.signTransaction({ ...own, type: 'legacy', gasPrice: 10n * gwei })
    case 1:
      return account.signTransaction({ ...own, type: 'eip2930', gasPrice: 10n * gwei, accessList })
    case 4: {
      const authorization = { contractAddress: account.address, chainId, nonce: 999 }
      const authorizationList = [await account.signAuthorization(authorization)]
      return account.signTransaction({ ...own, type: 'eip7702', ...tip, authorizationList })
    }
    default:
      return account.signTransaction({ ...own, type: 'eip1559', ...tip })
  }
}

/** The contents of a block as a node changes them: transactions or receipts. */
const changing =
  (
    method: 'eth_getBlockByNumber' | 'eth_getBlockReceipts',
    change: (list: { type?: string | undefined }[]) => unknown,
  ): Lie =>
  (asked) => {
    if (asked.method !== method || asked.params[1] === false) return asked.result
    if (method === 'eth_getBlockReceipts') return change(v.parse(List, asked.result))
    const block = v.parse(v.looseObject({ transactions: List }), asked.result)
    return { ...block, transactions: change(block.transactions) }
  }
const List = v.array(v.looseObject({ type: v.optional(v.string()) }))

const falseContents: Record<string, Lie> = {
  'transactions in another order': changing('eth_getBlockByNumber', (list) => list.toReversed()),
  'a transaction less': changing('eth_getBlockByNumber', (list) => list.filter(({ type }) => type !== '0x0')),
  'receipts in another order': changing('eth_getBlockReceipts', (list) => list.toReversed()),
  'a receipt less': changing('eth_getBlockReceipts', (list) => list.slice(1)),
  'no receipts': changing('eth_getBlockReceipts', () => []),
  'receipts of failure': changing('eth_getBlockReceipts', (list) =>
    list.map((receipt) => ({ ...receipt, status: '0x0' })),
  ),
  'receipts that are none': changing('eth_getBlockReceipts', (list) => list.map(() => null)),
}

describe('EvmNode.readRecord', () => {
  let chain: TestChain
  let proxy: HostileNode
  let node: EvmNode
  let nonce = 0

  afterEach(async () => {
    await proxy.close()
    await chain.anvil.stop()
  })

  async function startChain(hardfork: string): Promise<void> {
    chain = await startTestChain(['--hardfork', hardfork])
    proxy = await startHostileNode(chain.url)
    node = new EvmNode(proxy.url, 1)
    nonce = 0
  }

  /** Mines a block with transactions of these types, and returns their hashes. */
  async function mineBlock(types: readonly number[]): Promise<Hex[]> {
    const raws = await Promise.all(types.map(async (type, n) => sign(type, nonce + n)))
    nonce += types.length
    for (const raw of raws) await chain.call('eth_sendRawTransaction', raw)
    await chain.mine()
    return raws.map((raw) => keccak256(raw))
  }

  async function blockOf(hash: Hex): Promise<CheckedBlock> {
    const block = await node.findTransaction(hash)
    if (block === null) throw new Error('the transaction is in no block')
    return block
  }

  test.each([
    ['london', [0, 1]],
    ['prague', [2, 4, 0]],
  ])('proves transactions of each type in a block of %s', async (hardfork, types) => {
    await startChain(hardfork)
    for (const hash of await mineBlock(types)) {
      const block = await blockOf(hash)
      expect(await node.readRecord(block, { hash, chainId, root })).toMatchObject({
        isSuccess: true,
        evidence: { index: block.transactions.indexOf(hash) },
      })
    }
  })

  test('proves transactions where the tree of a block gets deeper, in blocks of 1 to 300', async () => {
    await startChain('osaka')
    const types = [2, 0, 1, 4]
    // Keys in the tree have two bytes from the 129th transaction on, and three from the 257th.
    for (const size of [1, 2, 16, 17, 127, 128, 129, 256, 257, 300]) {
      const [first = word] = await mineBlock(Array.from({ length: size }, (_, n) => types[n % 4] ?? 2))
      const block = await blockOf(first)
      expect(block.transactions).toHaveLength(size)
      for (const index of [0, 1, 15, 16, 127, 128, 255, 256, size - 1].filter((one) => one < size)) {
        const hash = block.transactions[index] ?? word
        expect(await node.readRecord(block, { hash, chainId, root })).toMatchObject({
          isSuccess: true,
          evidence: { index },
        })
      }
    }
  })

  test('refuses contents that the block does not commit to', async () => {
    await startChain('prague')
    const [, hash = word] = await mineBlock([0, 2, 4])
    const block = await blockOf(hash)
    const isRefused = { failure: { kind: 'false_contents' }, position: 1 }
    const read = (ofRoot = root) => node.readRecord(block, { hash, chainId, root: ofRoot })
    await expect(read(word.slice(2))).rejects.toMatchObject(isRefused)
    for (const [name, lie] of Object.entries(falseContents)) {
      proxy.lie = lie
      await expect(read(), name).rejects.toMatchObject(isRefused)
    }
    proxy.lie = changing('eth_getBlockByNumber', () => [])
    expect(await read()).toBeNull()
  })

  test('proves a transaction under a header of some kilobytes, as on Polygon, and under none that a proof cannot contain', async () => {
    await startChain('prague')
    const [hash = word] = await mineBlock([2])
    const read = async (bytes: number) => {
      proxy.lie = forgedChain(() => ({ extraData: `0x${'00'.repeat(bytes)}` }))
      return node.readRecord(await blockOf(hash), { hash, chainId, root })
    }
    expect(await read(6_000)).toMatchObject({ isSuccess: true })
    await expect(read(131_072)).rejects.toMatchObject({ failure: { kind: 'false_contents' } })
  })
})

describe('transactionBytes', () => {
  const vOfChain = 2 * chainId + 36
  const signature = { r: `0x00${'12'.repeat(31)}`, s: `0x${'34'.repeat(32)}`, yParity: 1, v: 28n } as const
  const blob = { maxFeePerBlobGas: gwei, blobVersionedHashes: [`0x01${'56'.repeat(31)}` as const] }
  const authorization = { address: account.address, chainId, nonce: 7, ...signature }
  const own = { ...call, chainId, nonce: 0 }

  test.each([
    ['0x0', { ...own, type: 'legacy', gasPrice: gwei }],
    ['0x1', { ...own, type: 'eip2930', gasPrice: gwei, accessList }],
    ['0x2', { ...own, type: 'eip1559', ...tip, accessList }],
    ['0x3', { ...own, type: 'eip4844', ...tip, ...blob }],
    ['0x4', { ...own, type: 'eip7702', ...tip, authorizationList: [authorization] }],
  ] as const)('writes type %s as another library does', (type, transaction) => {
    const inJson = v.parse(
      v.unknown(),
      JSON.parse(
        JSON.stringify(
          { ...transaction, ...signature, type, input: call.data, v: type === '0x0' ? vOfChain : 1 },
          (_, value: unknown) =>
            typeof value === 'number' || typeof value === 'bigint' ? `0x${value.toString(16)}` : value,
        ),
      ),
    )
    const written = serializeTransaction(transaction, {
      ...signature,
      v: type === '0x0' ? BigInt(vOfChain) : 1n,
    })
    expect(transactionBytes(inJson)).toEqual(new Uint8Array(hexToBytes(written)))
  })

  test('writes no other type, and nothing that is no transaction', () => {
    for (const value of [null, 'text', {}, { type: '0x7e', hash: word }, { ...own, type: '0x5' }])
      expect(transactionBytes(value)).toBeNull()
  })
})

test('the receipt of a deposit ends with its nonce and version', () => {
  const receipt = { type: '0x7e', status: '0x1', cumulativeGasUsed: '0x0', logsBloom: '0x00', logs: [] }
  expect(receiptBytes(receipt)).toEqual(Uint8Array.of(0x7e, 0xc4, 1, 0x80, 0, 0xc0))
  expect(receiptBytes({ ...receipt, depositNonce: '0x5', depositReceiptVersion: '0x1' })).toEqual(
    Uint8Array.of(0x7e, 0xc6, 1, 0x80, 0, 0xc0, 5, 1),
  )
})
