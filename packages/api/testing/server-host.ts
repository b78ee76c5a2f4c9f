import { fork } from 'node:child_process'
import path from 'node:path'
import { limitsModules, serverEnvironment, type ServerProcess } from './server-process.ts'

/** Asks the process of a host to start the server `id` with these variables, or with null to stop it. */
export interface HostRequest {
  id: number
  env: NodeJS.ProcessEnv | null
}

export interface HostResponse {
  id: number
  error: string | null
}

/** One process for the servers of many tests: loading the application takes five times as long as starting it. */
interface ServerHost {
  /** Starts a server with time limits that no busy machine reaches. @throws with the output of the process if it fails */
  start(env: Record<string, string>): Promise<Pick<ServerProcess, 'output' | 'stop'>>
  /** Ends the process. */
  close(): Promise<void>
}

/** Starts the process, which ends with this one at the latest. */
export function startServerHost(): ServerHost {
  const child = fork(path.join(import.meta.dirname, 'processes/host-servers.ts'), {
    execArgv: limitsModules.long.flatMap((module) => ['--import', module]),
    env: { ...serverEnvironment, TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exited = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => resolve(`ended with ${code ?? signal}`))
    child.once('error', (error) => resolve(String(error)))
  })
  const endsFirst = exited.then((end) => {
    throw new Error(`the host of servers: ${end}\n${output}`)
  })
  // Only matters to a request that waits for its response.
  endsFirst.catch(() => undefined)
  const waiting = new Map<number, (error: string | null) => void>()
  child.on('message', ({ id, error }: HostResponse) => waiting.get(id)?.(error))
  const ask = async (request: HostRequest): Promise<void> => {
    const responded = new Promise<string | null>((resolve) => waiting.set(request.id, resolve))
    // If the host has ended, `endsFirst` says so.
    child.send(request, () => undefined)
    const error = await Promise.race([responded, endsFirst])
    if (error !== null) throw new Error(`${error}\n${output}`)
  }
  let lastId = 0
  return {
    async start(env) {
      const id = (lastId += 1)
      await ask({ id, env: { ...serverEnvironment, ...env } })
      return {
        output: () => output,
        async stop() {
          await ask({ id, env: null })
          return 0
        },
      }
    },
    async close() {
      child.kill()
      await exited
    },
  }
}
