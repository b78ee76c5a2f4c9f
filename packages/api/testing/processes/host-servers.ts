import '../../src/platform/config/umask.ts'
import '../../src/platform/config/memory-limits.ts'
import process from 'node:process'
import { inspect } from 'node:util'
import { readConfig } from '../../src/operations/config/env.ts'
import { captureOutput } from '../../src/platform/logging/capture-output.ts'
import { createLog } from '../../src/platform/logging/log.ts'
import { startServer, type RunningServer } from '../../src/server.ts'
import type { HostResponse, HostRequest } from '../server-host.ts'

// Runs servers as its parent asks for them (server-host.ts).

const servers = new Map<number, RunningServer>()
const log = createLog('warn')
captureOutput(log)

async function start(id: number, env: NodeJS.ProcessEnv): Promise<void> {
  servers.set(id, await startServer({ config: readConfig(env), log }))
}

async function stop(id: number): Promise<void> {
  await servers.get(id)?.close()
  servers.delete(id)
}

const respond = (message: HostResponse) => process.send?.(message)

process.on('message', ({ id, env }: HostRequest) => {
  const work = env === null ? stop(id) : start(id, env)
  work.then(
    () => respond({ id, error: null }),
    (error: unknown) => respond({ id, error: inspect(error) }),
  )
})
// The parent has ended.
process.on('disconnect', () => process.exit())
