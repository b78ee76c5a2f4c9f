import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import * as v from 'valibot'

/** A running anvil. */
export interface AnvilProcess {
  /** The URL of its JSON-RPC. */
  url: string
  /** The process ids of anvil, and of the watchdog that ends it with this process. */
  processIds: { anvil: number; watchdog: number }
  /** Resolves when it has ended, for any reason. */
  exited: Promise<void>
  stop(): Promise<void>
}

const watchdogFile = path.join(import.meta.dirname, 'watchdog.ts')
const WatchdogMessage = v.object({ childId: v.number() })
const listening = /Listening on 127\.0\.0\.1:(\d+)/

/**
 * Starts anvil without a shell, on loopback only, and waits until it listens. It never outlives this process.
 * @param program from findAnvil
 * @param port 0 takes a free one
 * @throws Error with its output if it ends before it listens
 */
export function startAnvil(program: string, args: readonly string[], port = 0): Promise<AnvilProcess> {
  // --no-cors keeps pages in browsers from talking to it.
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
  const watchdog = spawn(process.execPath, [watchdogFile, program, ...all], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C in the terminal is meant for the server, which saves the chain before it stops it.
    detached: true,
    windowsHide: true,
  })
  const exited = new Promise<void>((resolve) => watchdog.once('exit', () => resolve()))
  const { stdout, stderr } = watchdog
  if (stdout === null || stderr === null) throw new Error('anvil was started without output streams')
  let anvilId: number | null = null
  // For a killed watchdog. Otherwise anvil ended before it, and the id may belong to another program by now.
  watchdog.once('exit', (code) => code === null && anvilId !== null && endQuietly(anvilId))

  return new Promise((resolve, reject) => {
    let output = ''
    const readOn = (text: string) => {
      output += text
      const foundPort = listening.exec(output)?.[1]
      if (foundPort === undefined || anvilId === null || watchdog.pid === undefined) return
      stdout.removeAllListeners('data').resume()
      stderr.removeAllListeners('data').resume()
      resolve({
        url: `http://127.0.0.1:${foundPort}`,
        processIds: { anvil: anvilId, watchdog: watchdog.pid },
        exited,
        async stop() {
          if (watchdog.connected) watchdog.disconnect()
          await exited
        },
      })
    }
    for (const stream of [stdout, stderr]) stream.setEncoding('utf8').on('data', readOn)
    watchdog.on('message', (message) => {
      anvilId = v.parse(WatchdogMessage, message).childId
      readOn('')
    })
    watchdog.once('error', reject)
    watchdog.once('exit', (code) => reject(new Error(`anvil ended (${code}) before it listened: ${output}`)))
  })
}

function endQuietly(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
