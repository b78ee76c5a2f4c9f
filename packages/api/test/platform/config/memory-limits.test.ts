import { execFile } from 'node:child_process'
import process from 'node:process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const limits = new URL('../../../src/platform/config/memory-limits.ts', import.meta.url).href

/** Starts a program with the limits. Returns the C library's, one of Node's flags and the program's argument as it sees them. */
async function startWith(arenas: string | undefined): Promise<unknown> {
  const seen = `JSON.stringify([process.env.MALLOC_ARENA_MAX, process.execArgv[0], process.argv.at(-1)])`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--max-semi-space-size=2', '--import', limits, '--print', seen, 'argument'],
    { env: { ...process.env, MALLOC_ARENA_MAX: arenas } },
  )
  return JSON.parse(stdout)
}

const onLinux = test.runIf(process.platform === 'linux')

onLinux(
  'a program without a limit of the C library’s memory starts again with it, its flags and its arguments (only Linux has the limit)',
  async () => {
    expect(await startWith(undefined)).toEqual(['1', '--max-semi-space-size=2', 'argument'])
  },
)

test('a limit that the operator set remains', async () => {
  expect(await startWith('4')).toEqual(['4', '--max-semi-space-size=2', 'argument'])
})
