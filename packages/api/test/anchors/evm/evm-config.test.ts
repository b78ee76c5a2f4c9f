import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { readEvmConfig } from '../../../src/anchors/evm/evm-config.ts'

const key = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const settings = {
  EVM_RPC_URL: 'https://mainnet.example/v3/abc',
  EVM_CHAIN_ID: '1',
  EVM_CHAIN_NAME: 'Ethereum',
  EVM_PRIVATE_KEY: key,
  EVM_EXPLORER_TX: 'https://etherscan.io/tx/{hash}',
}

test('reads all variables, with a default fee limit of 100 gwei', () => {
  const config = readEvmConfig(settings)
  expect(config).toMatchObject({
    rpcUrl: 'https://mainnet.example/v3/abc',
    chainId: 1,
    chainName: 'Ethereum',
    explorerTx: 'https://etherscan.io/tx/{hash}',
    maxFeeWei: 100_000_000_000n,
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

test.each(['http://localhost:8545', 'http://127.0.0.1:8545', 'http://[::1]:8545/path'])(
  'a node of this machine may be reached without https: %s',
  (EVM_RPC_URL) => expect(readEvmConfig({ ...settings, EVM_RPC_URL })).toMatchObject({ rpcUrl: EVM_RPC_URL }),
)

test.each([
  ['EVM_RPC_URL', undefined, 'EVM_RPC_URL is not set.'],
  [
    'EVM_RPC_URL',
    'http://node.example',
    'EVM_RPC_URL must be the address of a node that begins with https://',
  ],
  ['EVM_RPC_URL', 'http://127.0.0.1.example', 'EVM_RPC_URL must be'],
  ['EVM_RPC_URL', 'wss://node.example', 'EVM_RPC_URL must be'],
  ['EVM_RPC_URL', 'node', 'EVM_RPC_URL must be'],
  ['EVM_CHAIN_ID', undefined, 'EVM_CHAIN_ID is not set.'],
  ['EVM_CHAIN_ID', '0', 'EVM_CHAIN_ID must be the number of the chain'],
  ['EVM_CHAIN_ID', '0x1', 'EVM_CHAIN_ID must be'],
  ['EVM_CHAIN_NAME', undefined, 'EVM_CHAIN_NAME is not set.'],
  ['EVM_PRIVATE_KEY', undefined, 'EVM_PRIVATE_KEY is not set.'],
  ['EVM_PRIVATE_KEY', key.slice(1), 'EVM_PRIVATE_KEY is not a private key'],
  ['EVM_PRIVATE_KEY', '0'.repeat(64), 'EVM_PRIVATE_KEY is not a private key'],
  ['EVM_PRIVATE_KEY', 'f'.repeat(64), 'EVM_PRIVATE_KEY is not a private key'],
  ['EVM_EXPLORER_TX', undefined, 'EVM_EXPLORER_TX is not set.'],
  ['EVM_EXPLORER_TX', 'https://etherscan.io/tx/', 'EVM_EXPLORER_TX must be an https:// address with {hash}'],
  ['EVM_EXPLORER_TX', 'http://etherscan.io/tx/{hash}', 'EVM_EXPLORER_TX must be'],
  ['EVM_EXPLORER_TX', 'https://{hash}.example/', 'EVM_EXPLORER_TX must be'],
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

test('neither messages nor printing the configuration reveal the key', () => {
  const problems = readEvmConfig({ EVM_PRIVATE_KEY: `${key}00` })
  expect('problems' in problems && problems.problems).toHaveLength(5)
  const config = readEvmConfig(settings)
  const print = `${inspect([problems, config], { depth: null })}${JSON.stringify(problems)}`
  expect(print).not.toContain(key)
})
