import { inspect } from 'node:util'
import { propertyRuns } from '@priormark/core/testing/depth'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coinsFromWei, gweiFromWei, readEvmConfig } from '../../../../src/proofs/anchors/evm/evm-config.ts'

const key = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
/** The order of secp256k1: the lowest number that is not a private key. */
const curveOrder = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
const settings = {
  EVM_RPC_URLS: 'https://mainnet.example/v3/abc',
  EVM_CHAIN_ID: '1',
  EVM_CHAIN_NAME: 'Ethereum',
  EVM_PRIVATE_KEY: key,
  EVM_EXPLORER_TX: 'https://etherscan.io/tx/{hash}',
}

test('reads all variables, with a default fee limit of 100 gwei', () => {
  const config = readEvmConfig(settings)
  expect(config).toMatchObject({
    rpcUrls: ['https://mainnet.example/v3/abc'],
    isOwnNode: false,
    chainId: 1,
    chainName: 'Ethereum',
    explorerTx: 'https://etherscan.io/tx/{hash}',
    maxFeeWei: 100_000_000_000n,
    maxTipWei: 5_000_000_000n,
    dailyBudgetWei: 281_250_000_000_000_000n,
    isTestChain: false,
  })
  expect('privateKey' in config && config.privateKey()).toBe(`0x${key}`)
})

test('accepts surrounding spaces, 0x before the key and decimals of gwei', () => {
  const config = readEvmConfig({
    ...settings,
    EVM_PRIVATE_KEY: ` 0x${key.toUpperCase()} `,
    EVM_MAX_FEE_GWEI: '0.05',
    EVM_CHAIN_ID: ' 137 ',
  })
  expect(config).toMatchObject({ maxFeeWei: 50_000_000n, chainId: 137 })
  expect('privateKey' in config && config.privateKey()).toBe(`0x${key}`)
})

test('reads an amount of gwei as it is shown', () => {
  expect(gweiFromWei(40_500_000_001n)).toBe('40.500000001')
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 13n }), (maxFeeWei) => {
      const config = readEvmConfig({ ...settings, EVM_MAX_FEE_GWEI: gweiFromWei(maxFeeWei) })
      expect(config).toMatchObject({ maxFeeWei })
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test.each(['http://localhost:8545', 'http://127.0.0.1:8545', 'http://[::1]:8545/path'])(
  'a node of this machine may be reached without https: %s',
  (EVM_RPC_URLS) =>
    expect(readEvmConfig({ ...settings, EVM_RPC_URLS })).toMatchObject({ rpcUrls: [EVM_RPC_URLS] }),
)

test.each([
  ['EVM_RPC_URLS', undefined, 'EVM_RPC_URLS is not set.'],
  [
    'EVM_RPC_URLS',
    'http://node.example',
    'EVM_RPC_URLS must be addresses of nodes, separated by commas, that begin with https://',
  ],
  ['EVM_RPC_URLS', 'http://127.0.0.1.example', 'EVM_RPC_URLS must be'],
  ['EVM_RPC_URLS', 'wss://node.example', 'EVM_RPC_URLS must be'],
  ['EVM_RPC_URLS', 'ws://localhost:8545', 'EVM_RPC_URLS must be'],
  ['EVM_RPC_URLS', 'node', 'EVM_RPC_URLS must be'],
  ['EVM_RPC_URLS', 'https://a.example,node', 'EVM_RPC_URLS must be addresses'],
  ['EVM_RPC_URLS', ',', 'EVM_RPC_URLS must be addresses'],
  ['EVM_RPC_URLS', 'https://a.example,http://b.example', 'EVM_RPC_URLS must be addresses'],
  ['EVM_RPC_URLS', 'https://a.example/1,https://a.example/2', 'EVM_RPC_URLS must name nodes of different'],
  ['EVM_RPC_URLS', 'own:https://a.example,https://b.example', 'EVM_RPC_URLS takes own: only before a single'],
  ['EVM_MAX_TIP_GWEI', '0', 'EVM_MAX_TIP_GWEI must be a number of gwei above 0'],
  ['EVM_DAILY_BUDGET', '0', 'EVM_DAILY_BUDGET must be an amount of the chain’s coin above 0'],
  ['EVM_CHAIN_ID', undefined, 'EVM_CHAIN_ID is not set.'],
  ['EVM_CHAIN_ID', '0', 'EVM_CHAIN_ID must be the number of the chain'],
  ['EVM_CHAIN_ID', '0x1', 'EVM_CHAIN_ID must be'],
  ['EVM_CHAIN_NAME', undefined, 'EVM_CHAIN_NAME is not set.'],
  ['EVM_PRIVATE_KEY', undefined, 'EVM_PRIVATE_KEY is not set.'],
  ['EVM_PRIVATE_KEY', key.slice(1), 'EVM_PRIVATE_KEY is not a private key'],
  ['EVM_PRIVATE_KEY', `00${key}`, 'EVM_PRIVATE_KEY is not a private key'],
  ['EVM_PRIVATE_KEY', `${key}zz`, 'EVM_PRIVATE_KEY is not a private key'],
  ['EVM_PRIVATE_KEY', `${key.slice(32)}0x${key.slice(32)}`, 'EVM_PRIVATE_KEY is not a private key'],
  ['EVM_PRIVATE_KEY', curveOrder, 'EVM_PRIVATE_KEY is not a private key'],
  ['EVM_PRIVATE_KEY', '0'.repeat(64), 'EVM_PRIVATE_KEY is not a private key'],
  ['EVM_PRIVATE_KEY', 'f'.repeat(64), 'EVM_PRIVATE_KEY is not a private key'],
  ['EVM_EXPLORER_TX', undefined, 'EVM_EXPLORER_TX is not set.'],
  ['EVM_EXPLORER_TX', 'https://etherscan.io/tx/', 'EVM_EXPLORER_TX must be an https:// address with {hash}'],
  ['EVM_EXPLORER_TX', 'http://etherscan.io/tx/{hash}', 'EVM_EXPLORER_TX must be'],
  ['EVM_EXPLORER_TX', 'xhttps://etherscan.io/tx/{hash}', 'EVM_EXPLORER_TX must be'],
  ['EVM_EXPLORER_TX', 'https://{hash}.example/', 'EVM_EXPLORER_TX must be'],
  ['EVM_EXPLORER_TX', 'https://tx-{hash}.example/', 'EVM_EXPLORER_TX must be'],
  ['EVM_EXPLORER_TX', 'https://e.example/{hash}/{hash}', 'EVM_EXPLORER_TX must be'],
  ['EVM_MAX_FEE_GWEI', '0', 'EVM_MAX_FEE_GWEI must be a number of gwei above 0'],
  ['EVM_MAX_FEE_GWEI', '0.0000000001', 'EVM_MAX_FEE_GWEI must be'],
  ['EVM_MAX_FEE_GWEI', '-1', 'EVM_MAX_FEE_GWEI must be'],
])('rejects %s as %s', (name, value, message) => {
  const config = readEvmConfig({ ...settings, [name]: value })
  const problems = 'problems' in config ? config.problems : []
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(message)
})

test('reads several nodes of different hosts, and one of your own', () => {
  const read = (EVM_RPC_URLS: string) => readEvmConfig({ ...settings, EVM_RPC_URLS })
  expect(read(' https://a.example/1 , https://b.example/2,')).toMatchObject({
    rpcUrls: ['https://a.example/1', 'https://b.example/2'],
    isOwnNode: false,
  })
  expect(read('own:http://127.0.0.1:8545')).toMatchObject({
    rpcUrls: ['http://127.0.0.1:8545'],
    isOwnNode: true,
  })
})

test('takes at most five nodes', () => {
  const read = (count: number) =>
    readEvmConfig({
      ...settings,
      EVM_RPC_URLS: Array.from({ length: count }, (_, index) => `https://${index}.example`).join(','),
    })
  expect(read(5)).toMatchObject({ chainId: 1 })
  expect(read(6)).toEqual({ problems: ['EVM_RPC_URLS takes at most 5 nodes.'] })
})

test('says of each absent variable that it is not set', () => {
  expect(readEvmConfig({})).toEqual({
    problems: [
      'EVM_RPC_URLS is not set.',
      'EVM_CHAIN_ID is not set.',
      'EVM_CHAIN_NAME is not set.',
      'EVM_PRIVATE_KEY is not set.',
      'EVM_EXPLORER_TX is not set.',
    ],
  })
})

test('reads the limits of spending; Polygon’s tips are higher', () => {
  const limits = { EVM_MAX_TIP_GWEI: '2', EVM_DAILY_BUDGET: '0.05' }
  expect(readEvmConfig({ ...settings, ...limits })).toMatchObject({
    maxTipWei: 2_000_000_000n,
    dailyBudgetWei: 50_000_000_000_000_000n,
  })
  expect(readEvmConfig({ ...settings, EVM_CHAIN_ID: '137' })).toMatchObject({ maxTipWei: 100_000_000_000n })
})

test('writes amounts for people', () => {
  expect(gweiFromWei(40_000_000_000n)).toBe('40')
  expect(gweiFromWei(1_050_000_000n)).toBe('1.05')
  expect(coinsFromWei(281_250_000_000_000_000n)).toBe('0.28125')
  expect(coinsFromWei(20_000_000_000_000_000_000n)).toBe('20')
})

test('neither messages nor printing the configuration reveal the key', () => {
  const problems = readEvmConfig({ EVM_PRIVATE_KEY: `${key}00` })
  expect('problems' in problems && problems.problems).toHaveLength(5)
  const config = readEvmConfig(settings)
  const print = `${inspect([problems, config], { depth: null })}${JSON.stringify(problems)}`
  expect(print).not.toContain(key)
})
