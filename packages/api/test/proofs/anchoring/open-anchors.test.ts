import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findAnvil } from '../../../embedded-chain/find-anvil.ts'
import type { AnchorsConfig } from '../../../src/proofs/anchoring/anchors-config.ts'
import { openAnchors, type Anchors } from '../../../src/proofs/anchoring/open-anchors.ts'
import { readOtsConfig } from '../../../src/proofs/anchors/opentimestamps/ots-config.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { evmConfig } from '../../../testing/evm-stand.ts'
import { silentLog } from '../../../testing/silent-log.ts'
import { rules } from '../../../testing/anchoring-fixtures.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'

const evm = evmConfig('https://node.example')
const jobs = recordedQueue()

let dataDir: string
let opened: Anchors[]

const database = await openTestDatabase()
afterAll(() => database.close())

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'priormark-anchors-'))
  opened = []
})
afterEach(async () => {
  for (const anchors of opened) await anchors.close()
  await rm(dataDir, { recursive: true })
})

async function open(changes: Partial<AnchorsConfig>): Promise<Anchors> {
  const config = { ...rules, linkHosts: null, evm: null, opentimestamps: null, rfc3161: null, ...changes }
  const anchors = await openAnchors({
    config,
    database,
    log: silentLog,
    dataDir,
    publicUrl: 'https://priormark.example',
  })
  opened.push(anchors)
  return anchors
}

describe('the ports of the configured kinds', () => {
  test('are opened once, and work with the database', async () => {
    const opentimestamps = readOtsConfig({})
    if ('problems' in opentimestamps) throw new Error(opentimestamps.problems.join())
    const kinds = ['manual', 'evm', 'opentimestamps'] as const
    const anchors = await open({ kinds, evm, opentimestamps })
    for (const kind of kinds) {
      const port = await anchors.port(kind, jobs)
      expect(port?.kind).toBe(kind)
      await port?.advance()
      expect(await anchors.port(kind, jobs)).toBe(port)
    }
    expect(anchors).toMatchObject({ rules: { kinds }, chainExplorer: null, warnings: [] })
  })

  test('do not include other kinds', async () => {
    const anchors = await open({ kinds: ['manual'], evm })
    expect(await anchors.port('evm', jobs)).toBeNull()
    expect(await anchors.port('opentimestamps', jobs)).toBeNull()
  })

  test('are opened again after a failure', async () => {
    const privateKey = vi.fn(evm.privateKey).mockImplementationOnce(() => {
      throw new Error('no key')
    })
    const anchors = await open({ kinds: ['evm'], evm: { ...evm, privateKey } })
    await expect(anchors.port('evm', jobs)).rejects.toThrow('no key')
    expect(await anchors.port('evm', jobs)).toMatchObject({ kind: 'evm' })
  })

  test('are closed, except those that could not be opened', async () => {
    const opentimestamps = readOtsConfig({})
    if ('problems' in opentimestamps) throw new Error(opentimestamps.problems.join())
    const privateKey = () => {
      throw new Error('no key')
    }
    const kinds = ['evm', 'manual', 'opentimestamps'] as const
    const anchors = await open({ kinds, evm: { ...evm, privateKey }, opentimestamps })
    await anchors.port('manual', jobs)
    const port = await anchors.port('opentimestamps', jobs)
    if (port?.close === undefined) throw new Error('has nothing to close')
    const close = vi.spyOn(port, 'close')
    const failure = expect(anchors.port('evm', jobs)).rejects.toThrow('no key')
    await anchors.close()
    expect(close).toHaveBeenCalledOnce()
    await failure
  })
})

describe('the embedded chain', () => {
  const config: Partial<AnchorsConfig> = { kinds: ['evm'], evm: 'embedded' }

  test('is replaced by manual anchors on a machine for which it does not exist', async () => {
    const { arch } = process
    Object.defineProperty(process, 'arch', { value: 'unknown' })
    const anchors = await open(config).finally(() => Object.defineProperty(process, 'arch', { value: arch }))
    expect(anchors).toMatchObject({
      rules: { kinds: ['manual'] },
      chainExplorer: null,
      warnings: [expect.stringMatching(/^There is no test chain for this machine/)],
    })
    expect(await anchors.port('manual', jobs)).toMatchObject({ kind: 'manual' })
    expect(await anchors.port('evm', jobs)).toBeNull()
  })

  test.runIf(findAnvil() !== null)('runs until it is closed (needs anvil)', async () => {
    const owner = async () =>
      JSON.parse(await readFile(path.join(dataDir, 'embedded-chain.json'), 'utf8')).owner
    const anchors = await open(config)
    expect(anchors).toMatchObject({
      rules: { kinds: ['evm'] },
      chainExplorer: expect.any(Function),
      warnings: ['Works are recorded only on a chain on this machine, which proves nothing to others.'],
    })
    expect(await anchors.port('evm', jobs)).toMatchObject({ kind: 'evm' })
    expect(await owner()).toBe(process.pid)
    await anchors.close()
    expect(await owner()).toBeNull()
  })
})
