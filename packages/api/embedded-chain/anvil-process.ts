import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import * as v from 'valibot'

/** A running anvil. */
export interface AnvilProcess {
  /** Where its JSON-RPC answers. */
  url: string
  /** Of anvil itself, and of the keeper that ends it with us. */
  processIds: { anvil: number; keeper: number }
  /** Resolves when it has ended, for whatever reason. */
  exited: Promise<void>
  stop(): Promise<void>
}

const keeperFile = path.join(import.meta.dirname, 'keeper.ts')
const KeeperMessage = v.object({ childId: v.number() })
const listening = /Listening on 127\.0\.0\.1:(\d+)/

/**
 * Starts anvil on this machine alone, without a shell, and waits until it listens. It never outlives this process.
 * @param program from findAnvil
 * @param port 0 takes a free one
 * @throws with what it said where it ends before it listens
 */
export function startAnvil(program: string, args: readonly string[], port = 0): Promise<AnvilProcess> {
  // No page of a browser may talk to it: --no-cors.
  const all = [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--no-cors',
    '--slots-in-an-epoch',
    '1',
    ...args,
  ]
  const keeper = spawn(process.execPath, [keeperFile, program, ...all], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A Ctrl-C in the terminal is for the server: it stops with its chain still there.
    detached: true,
    windowsHide: true,
  })
  const exited = new Promise<void>((resolve) => keeper.once('exit', () => resolve()))
  const { stdout, stderr } = keeper
  if (stdout === null || stderr === null) throw new Error('anvil was started without its streams')
  let anvilId: number | null = null
  // Where the keeper itself was killed. If it was not, anvil has ended before it, and the id may be another program's by now.
  keeper.once('exit', (code) => code === null && anvilId !== null && endQuietly(anvilId))

  return new Promise((resolve, reject) => {
    let output = ''
    const readOn = (text: string) => {
      output += text
      const foundPort = listening.exec(output)?.[1]
      if (foundPort === undefined || anvilId === null || keeper.pid === undefined) return
      stdout.removeAllListeners('data').resume()
      stderr.removeAllListeners('data').resume()
      resolve({
        url: `http://127.0.0.1:${foundPort}`,
        processIds: { anvil: anvilId, keeper: keeper.pid },
        exited,
        async stop() {
          if (keeper.connected) keeper.disconnect()
          await exited
        },
      })
    }
    for (const stream of [stdout, stderr]) stream.setEncoding('utf8').on('data', readOn)
    keeper.on('message', (message) => {
      anvilId = v.parse(KeeperMessage, message).childId
      readOn('')
    })
    keeper.once('error', reject)
    keeper.once('exit', (code) => reject(new Error(`anvil ended (${code}) before it listened: ${output}`)))
  })
}

function endQuietly(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
