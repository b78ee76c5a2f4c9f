import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { FailPoint } from '../../../../src/proofs/anchors/evm/advance-anchor.ts'
import { Anchor } from '../../../../src/proofs/leaves/batch-entities.ts'
import { sender, startTestChain } from '../../../../testing/evm-chain.ts'
import { driveToFinal, evmConfig, openEvmStand, openPort } from '../../../../testing/evm-stand.ts'
import { stablePlace, openPlace } from '../../../../testing/stable-place.ts'
import { startLossyNode } from './lossy-node.ts'

const cleanups: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

const failPoints: Record<FailPoint, true> = {
  signed: true,
  'before-broadcast': true,
  'after-broadcast': true,
  'replacement-signed': true,
  'before-progress': true,
  abandoned: true,
}

test.each(Object.keys(failPoints))(
  'a process that ends at "%s" has its root recorded by the next one, once',
  async (at) => {
    const stand = await openEvmStand()
    cleanups.push(() => stand.close())
    const { chain } = stand
    const node = await startLossyNode(chain.url)
    cleanups.push(() => node.close())
    const { id, root } = await stand.seal()

    // Simulates a crash: the port stops at this point forever.
    let die: (() => void) | undefined
    const died = new Promise<'died'>((resolve) => (die = () => resolve('died')))
    const dying = stand.open(
      {
        replaceAfterMs: at === 'replacement-signed' ? 0 : 3_600_000,
        failPoint(reached) {
          if (reached !== at) return
          die?.()
          return new Promise<void>(() => undefined)
        },
      },
      { rpcUrls: [node.url] },
    )
    if (at === 'abandoned') node.dropRequests('eth_sendRawTransaction', 1)
    let end: unknown
    for (let turn = 0; turn < 8 && end !== 'died'; turn += 1) {
      end = await Promise.race([dying.advance(), died])
      if (at === 'abandoned' && turn === 0)
        await chain.call('eth_sendTransaction', { from: sender, to: sender })
      if (at !== 'replacement-signed' && end !== 'died') await chain.mine()
    }
    expect(end).toBe('died')

    await driveToFinal(stand, stand.open(), id)
    expect(await chain.timesRecorded(root)).toBe(1)
    expect((await stand.read(id)).stuckReason).toBeNull()
  },
)

test('a process killed after broadcasting leaves one transaction, which the next one finds', async () => {
  const chain = await startTestChain()
  cleanups.push(() => chain.anvil.stop())
  const { place, remove } = await stablePlace()
  cleanups.push(remove)
  const script = path.join(import.meta.dirname, '../../../../testing/processes/send-and-die.ts')
  const child = spawn(process.execPath, [script, place, chain.url, 'after-broadcast'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  expect(await chain.waiting()).toEqual([0])

  const database = await openPlace(place)
  cleanups.push(() => database.close())
  const config = evmConfig(chain.url)
  const port = openPort(database, config)
  const read = () => database.fork().findOneOrFail(Anchor, { kind: 'evm' }, { populate: ['batch'] })
  expect(await read()).toMatchObject({ state: 'queued' })
  await port.advance()
  expect(await read()).toMatchObject({ state: 'submitted' })
  await chain.mine(3)
  await port.advance()
  const anchor = await read()
  expect(anchor).toMatchObject({ state: 'final', stuckReason: null })
  expect(await chain.timesRecorded(anchor.batch.root)).toBe(1)
})
