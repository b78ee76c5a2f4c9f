import { randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import * as v from 'valibot'

const ChainState = v.object({
  format: v.literal(1),
  /** Of this chain alone: a new one, where the file was deleted, is never taken for the former one. */
  chainId: v.pipe(v.number(), v.safeInteger()),
  /** What anvil calls its dump; null before the first block. */
  dump: v.nullable(v.pipe(v.string(), v.regex(/^0x[0-9a-f]*$/i))),
  /** The process that runs the chain; null while none does. */
  owner: v.nullable(v.number()),
})

/** Everything a chain needs to go on where it was. */
export type ChainState = v.InferOutput<typeof ChainState>

/** The state that a file holds, or a new chain's where there is no file. @throws where it is not a state, or in use */
export function readChainState(file: string): ChainState {
  // Ids that begin with 31337, the usual one of test chains, and that no public chain has.
  if (!existsSync(file)) {
    return { format: 1, chainId: 3_133_700_000 + randomInt(100_000), dump: null, owner: null }
  }
  const state = parseState(readFileSync(file, 'utf8'))
  if (state === null) {
    throw new Error(`${file} is not a state of the test chain. Move it away to start with a new chain.`)
  }
  if (state.owner !== null && state.owner !== process.pid && isAlive(state.owner)) {
    throw new Error(
      `The test chain in ${file} is run by process ${state.owner} already. Stop it first, or set DATA_DIR to another folder.`,
    )
  }
  return state
}

/** Writes a state, whole or not at all. When it resolves, the state is on the disk. */
export async function writeChainState(file: string, state: ChainState): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const draft = `${file}.tmp`
  const handle = await open(draft, 'w', 0o600)
  await handle.writeFile(JSON.stringify(state))
  await handle.sync()
  await handle.close()
  await rename(draft, file)
}

function parseState(text: string): ChainState | null {
  try {
    return v.parse(ChainState, JSON.parse(text))
  } catch {
    return null
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
