import { describe, expect, test } from 'vitest'
import { readAnchorsConfig, type AnchorsConfig } from '../../../src/proofs/anchoring/anchors-config.ts'
import { ConfigError, readConfig } from '../../../src/operations/config/env.ts'
import { recordingPace } from '@priormark/core/settings/policy/service-policy'

function read(settings: Record<string, string>): AnchorsConfig {
  const config = readAnchorsConfig(settings)
  if ('problems' in config) throw new Error(config.problems.join('\n'))
  return config
}

function problems(settings: Record<string, string>): string[] {
  const config = readAnchorsConfig(settings)
  return 'problems' in config ? config.problems : []
}

const evm = {
  EVM_RPC_URLS: 'https://node.example/key',
  EVM_CHAIN_ID: '1',
  EVM_CHAIN_NAME: 'Ethereum',
  EVM_PRIVATE_KEY: '11'.repeat(32),
  EVM_EXPLORER_TX: 'https://etherscan.io/tx/{hash}',
}

test('defaults to manual anchors, in batches of five minutes or a thousand orders', () => {
  expect(read({})).toEqual({
    kinds: ['manual'],
    batchSeconds: 300,
    batchMaxLeaves: 1_000,
    linkHosts: null,
    evm: null,
    opentimestamps: null,
    rfc3161: null,
  })
})

test('reads several anchors with the variables of each', () => {
  const config = read({
    ...evm,
    ANCHORS: 'opentimestamps, EVM ,evm',
    BATCH_SECONDS: '60',
    BATCH_MAX_LEAVES: '50',
  })
  expect(config).toMatchObject({ kinds: ['evm', 'opentimestamps'], batchSeconds: 60, batchMaxLeaves: 50 })
  expect(config.evm).toMatchObject({ chainId: 1 })
  expect(config.opentimestamps).not.toBeNull()
})

test("requires an anchor's variables only if it is selected", () => {
  expect(problems({ EVM_CHAIN_ID: 'x' })).toEqual([])
  expect(problems({ ANCHORS: 'evm' }).length).toBeGreaterThan(2)
})

test('the embedded chain seals within seconds', () => {
  expect(read({ ANCHORS: 'embedded' })).toMatchObject({ kinds: ['evm'], evm: 'embedded', batchSeconds: 2 })
})

test('converts hosts of links to lower case', () => {
  expect(read({ LINK_HOSTS: 'Etherscan.io, mempool.space' }).linkHosts).toEqual([
    'etherscan.io',
    'mempool.space',
  ])
})

test('accepts the lowest and highest numbers, and spaces and empty items in lists', () => {
  expect(read({ BATCH_SECONDS: ' 1 ', BATCH_MAX_LEAVES: '1' })).toMatchObject({
    batchSeconds: 1,
    batchMaxLeaves: 1,
  })
  expect(read({ BATCH_SECONDS: '86400', BATCH_MAX_LEAVES: ' 10000' })).toMatchObject({
    batchSeconds: 86_400,
    batchMaxLeaves: 10_000,
  })
  expect(read({ ANCHORS: ' manual , ,', LINK_HOSTS: 'etherscan.io, ,' })).toMatchObject({
    kinds: ['manual'],
    linkHosts: ['etherscan.io'],
  })
})

test('quotes what ANCHORS is', () => {
  expect(problems({ ANCHORS: 'manual, Bitcoin' })).toEqual([
    expect.stringMatching(/^ANCHORS is 'manual,bitcoin': it can be manual, evm or opentimestamps/),
  ])
})

test.each([
  ['ANCHORS', 'bitcoin'],
  ['ANCHORS', ' , '],
  ['ANCHORS', 'manual,bitcoin'],
  ['ANCHORS', 'embedded,manual'],
  ['BATCH_SECONDS', '0'],
  ['BATCH_SECONDS', '5 minutes'],
  ['BATCH_SECONDS', 'about 5'],
  ['BATCH_SECONDS', '86401'],
  ['BATCH_MAX_LEAVES', '0'],
  ['BATCH_MAX_LEAVES', '10001'],
  ['LINK_HOSTS', 'https://etherscan.io'],
  ['LINK_HOSTS', 'etherscan.io,*.example.org'],
  ['LINK_HOSTS', 'localhost'],
])('reports %s=%s with a message', (name, value) => {
  const messages = problems({ [name]: value })
  expect(messages).toHaveLength(1)
  expect(messages[0]).toMatch(new RegExp(`^${name}\\b.*\\.$`))
})

describe("the server's environment", () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://priormark.example',
    TRADING_NAME: 'Ada Lovelace',
    TRADING_ADDRESS: '12 St James’s Square, London',
    SUPPORT_EMAIL: 'help@priormark.example',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  const kinds = (source: Record<string, string>, allowsStandIns: boolean) => {
    const { anchors } = readConfig(source, { allowsStandIns })
    return anchors.evm === 'embedded' ? ['embedded'] : anchors.kinds
  }

  test('npm start uses the embedded chain by default', () => {
    expect(kinds({}, true)).toEqual(['embedded'])
    expect(kinds({ ANCHORS: 'manual' }, true)).toEqual(['manual'])
  })

  test('production defaults to manual anchors', () => {
    expect(kinds(production, false)).toEqual(['manual'])
    expect(kinds(production, true)).toEqual(['manual'])
  })

  test('production rejects the embedded chain', () => {
    expect(() => readConfig({ ...production, ANCHORS: 'embedded' })).toThrow(ConfigError)
    expect(() => readConfig({ ...production, ANCHORS: 'embedded' })).toThrow(
      /ANCHORS=embedded proves nothing/,
    )
    expect(problems({ ANCHORS: 'embedded', NODE_ENV: ' production ' })).toHaveLength(1)
  })
})

test.each([
  [['manual'], 'manual'],
  [['opentimestamps'], 'hours'],
  [['manual', 'opentimestamps'], 'hours'],
  [['opentimestamps', 'evm'], 'minutes'],
] as const)('%j records at the pace of the fastest: %s', (chosen, pace) => {
  expect(recordingPace({ kinds: chosen })).toBe(pace)
})

describe('time-stamping authorities', () => {
  const tsa = { ANCHORS: 'manual,rfc3161', TSA_URLS: 'https://tsa.example/tsr, http://127.0.0.1:3000/tsr/' }

  test('are asked in their order, beside another kind', () => {
    expect(read({ ...tsa, TSA_POLICY: '1.2.3', TSA_NEEDED: '2' })).toMatchObject({
      kinds: ['manual', 'rfc3161'],
      rfc3161: {
        urls: ['https://tsa.example/tsr', 'http://127.0.0.1:3000/tsr/'],
        authoritiesNeeded: 2,
        policy: '1.2.3',
        tokensPerDay: 300,
        trustedCertificates: [],
        authorization: null,
      },
    })
    expect(read({ ...tsa, ANCHORS: 'manual' }).rfc3161).toBeNull()
  })

  test.each([
    [{ ANCHORS: 'rfc3161' }, 'ANCHORS names only rfc3161'],
    [{ TSA_URLS: undefined }, 'TSA_URLS must be 1 to 4'],
    [{ TSA_URLS: 'http://tsa.example' }, 'TSA_URLS has'],
    [{ TSA_NEEDED: '3' }, 'TSA_NEEDED must be a whole number from 1 to 2'],
    [{ TSA_POLICY: 'any' }, 'TSA_POLICY is'],
    [{ TSA_TRUST_FILE: '/nowhere.pem' }, 'TSA_TRUST_FILE names a file that cannot be read'],
    [{ TSA_TRUST_FILE: import.meta.filename }, 'TSA_TRUST_FILE must contain certificates'],
    [{ TSA_USER: 'ada' }, 'must be set together'],
    [{ TSA_TOKENS_PER_DAY: '0' }, 'TSA_TOKENS_PER_DAY must be'],
  ])('refuses %j', (changes, problem) => {
    const settings = Object.entries({ ...tsa, ...changes }).filter(([, value]) => value !== undefined)
    expect(problems(Object.fromEntries(settings) as Record<string, string>)).toContainEqual(
      expect.stringContaining(problem),
    )
  })

  test('get the login that is set for the first one', () => {
    const login = { TSA_USER: 'ada', TSA_PASSWORD_FILE: import.meta.filename }
    expect(read({ ...tsa, ...login }).rfc3161?.authorization).toMatch(/^Basic /)
  })
})
