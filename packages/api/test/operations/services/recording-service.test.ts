import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { recording as recordingGroup, type RecordingSettings } from '@priormark/core/settings/services'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../../src/operations/config/env.ts'
import { createRecordingService } from '../../../src/operations/services/recording-service.ts'
import { openAnchors } from '../../../src/proofs/anchoring/open-anchors.ts'
import { openSettings } from '../../../src/settings/shop-settings.ts'
import { createSecretCipher } from '../../../src/staff/auth/secret-cipher.ts'
import { openAppDatabase } from '../../../testing/database.ts'
import { chainId, sender, senderKey, startTestChain } from '../../../testing/evm-chain.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { startTestApp, testShop, type TestApp } from '../../../testing/test-app.ts'
import { newAdmin, refusal, type Visitor } from '../../../testing/visitor.ts'

const chain = await startTestChain()
afterAll(() => chain.anvil.stop())

let app: TestApp
let admin: Visitor
let close: () => Promise<void>

/** Starts a shop as the server does. */
async function start(variables: Record<string, string>, database = openAppDatabase()): Promise<void> {
  const config = readConfig({ ...variables, ANCHORS: variables['ANCHORS'] })
  const opened = await database
  const deps = { database: opened, log: silentLog, dataDir: '', publicUrl: testShop.publicUrl }
  const anchors = await openAnchors({ ...deps, config: config.anchors })
  const recording = createRecordingService(config)
  const settings = await openSettings({
    database: opened,
    overrides: config.settingOverrides,
    cipher: createSecretCipher('the key of the shop'),
    publicUrl: testShop.publicUrl,
    policyOf(all) {
      anchors.configure(recording.configOf(all.recording))
      return { kinds: anchors.rules.kinds, chains: anchors.chains }
    },
  })
  app = await startTestApp({ settings, anchors, recording }, { database: opened })
  admin = await newAdmin(app)
  close = async () => {
    await app.close()
    await anchors.close()
    await opened.close()
  }
}

beforeEach(() => start({}))
afterEach(() => close())

function onChain(changes: Partial<RecordingSettings> = {}): RecordingSettings {
  return {
    ...recordingGroup.defaults,
    kinds: ['evm'],
    evmChainId: String(chainId),
    evmChainName: 'Testchain',
    evmExplorerTx: 'https://explorer.example/tx/{hash}',
    evmRpcUrls: chain.url,
    evmPrivateKey: senderKey,
    evmDailyBudget: '0.5',
    ...changes,
  }
}

const save = (values: RecordingSettings, version = 0) =>
  admin.api.services.changeRecording({ body: { version, values } })

test('the chain of the settings is used at once, without a restart, and its key is never shown', async () => {
  const { anchors, jobs } = app.parts
  expect(anchors.rules.kinds).toEqual(['manual'])
  const { values } = await save(onChain())
  expect(values).toMatchObject({ evmPrivateKey: '•••• ff80', evmChainName: 'Testchain' })
  expect(anchors.rules.kinds).toEqual(['evm'])
  expect(anchors.publicEvm).toMatchObject({ chainId, dailyBudgetWei: 500_000_000_000_000_000n })
  expect((await anchors.port('evm', jobs))?.kind).toBe('evm')
  const rows = await app.database.fork().execute<unknown[]>('select value from setting_group')
  expect(JSON.stringify(rows)).not.toContain(senderKey.slice(2, 20))

  await save({ ...values, kinds: ['manual'] }, 1)
  expect(anchors.rules.kinds).toEqual(['manual'])
  expect(await anchors.port('evm', jobs)).toBeNull()
})

test('a test names the chain, the block, the address and its balance', async () => {
  const { checks } = await admin.api.services.testRecording({ body: { version: 0, values: onChain() } })
  expect(checks[0]?.message.toLowerCase()).toBe(
    `testchain, chain ${chainId}, is at block 0. the paying account is ${sender}, with a balance of 10000.`,
  )
})

test('wrong values stay out, with the reason at their fields', async () => {
  await save(onChain())
  const reasons = async (changes: Partial<RecordingSettings>) =>
    (await refusal(save(onChain(changes), 1))).fields
  expect(await reasons({ evmChainId: '1' })).toEqual({
    'values.evmChainId': [`The node is on the chain ${chainId}`],
  })
  expect(await reasons({ evmPrivateKey: 'abc', evmExplorerTx: '' })).toEqual({
    'values.evmPrivateKey': ['Is not a private key: it has 64 hexadecimal digits, with or without 0x before'],
    'values.evmExplorerTx': ['Is not set'],
  })
  expect(await reasons({ evmRpcUrls: 'http://127.0.0.1:1' })).toHaveProperty(['values.evmRpcUrls'])
  expect(app.parts.anchors.publicEvm).toMatchObject({ chainId })
})

test.each(['EVM_PRIVATE_KEY', 'EVM_PRIVATE_KEY_FILE'])(
  'the private key may stay outside, in %s',
  async (name) => {
    await close()
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'priormark-key-')), 'key')
    await writeFile(file, `${senderKey}\n`)
    await start({ [name]: name === 'EVM_PRIVATE_KEY' ? senderKey : file })
    await rm(path.dirname(file), { recursive: true })
    const view = await save(onChain({ evmPrivateKey: '' }))
    expect(view).toMatchObject({
      values: { evmPrivateKey: '•••• ff80' },
      variables: { evmPrivateKey: name },
    })
    expect(app.parts.anchors.publicEvm?.privateKey()).toBe(senderKey)
  },
)

test('a private key is read from one place', () => {
  const problemsOf = (variables: Record<string, string>) => {
    try {
      readConfig(variables)
    } catch (error) {
      return error instanceof ConfigError ? error.problems : [String(error)]
    }
    return []
  }
  expect(problemsOf({ EVM_PRIVATE_KEY_FILE: '/none/key' })).toEqual([
    'EVM_PRIVATE_KEY_FILE names a file that cannot be read.',
  ])
  // The key itself, by mistake, is not repeated.
  expect(problemsOf({ EVM_PRIVATE_KEY_FILE: senderKey }).join(' ')).not.toContain(senderKey)
  expect(problemsOf({ EVM_PRIVATE_KEY_FILE: '/dev/null' })).toContain(
    'EVM_PRIVATE_KEY_FILE names an empty file.',
  )
  expect(problemsOf({ EVM_PRIVATE_KEY: senderKey, EVM_PRIVATE_KEY_FILE: '/none/key' })).toContain(
    'EVM_PRIVATE_KEY and EVM_PRIVATE_KEY_FILE must not both be set.',
  )
})
