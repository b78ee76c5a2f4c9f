import { randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import * as v from 'valibot'

const ChainState = v.object({
  format: v.literal(1),
  /** Unique per chain, so that a new chain after deleting the file is not mistaken for the deleted one. */
  chainId: v.pipe(v.number(), v.safeInteger()),
  /** Anvil's dump of the state; null before the first block. */
  dump: v.nullable(v.pipe(v.string(), v.regex(/^0x[0-9a-f]*$/i))),
  /** The process that runs the chain, or null. */
  owner: v.nullable(v.number()),
})

/** Everything needed to resume a chain. */
export type ChainState = v.InferOutput<typeof ChainState>

/** Returns the state in a file, or that of a new chain if there is no file. @throws Error if it is not a state, or in use */
export function readChainState(file: string): ChainState {
  // Ids that begin with 31337, the usual id of test chains, and that no public chain uses.
  if (!existsSync(file)) {
    return { format: 1, chainId: 3_133_700_000 + randomInt(100_000), dump: null, owner: null }
  }
  const state = parseState(readFileSync(file, 'utf8'))
  if (state === null) {
    throw new Error(`${file} is not a saved test chain. Move it away to start a new chain.`)
  }
  if (state.owner !== null && state.owner !== process.pid && isAlive(state.owner)) {
    throw new Error(
      `The test chain in ${file} is already run by process ${state.owner}. Stop it first, or set DATA_DIR to another folder.`,
    )
  }
  return state
}

/** Writes a state atomically and durably. */
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
