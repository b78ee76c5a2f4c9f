import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { createApi, type Api } from '@priormark/core/api'
import { createClient, type Client } from '@priormark/core/http/client'

const program = path.resolve(import.meta.dirname, '../../api/src/main.ts')
/** Who may log in there. */
export const credentials = { username: 'admin', password: 'correct-horse-battery' }

/** What becomes of a call; each is used up by the next call. */
export type CallFault = 'none' | 'lost-request' | 'lost-answer' | 'broken' | 'bad-gateway'

/** An administrator's machine, as the API sees it. */
export interface ApiClient {
  client: Client
  api: Api
  /** What happens to the next calls; all others go through. */
  faults: CallFault[]
  /** No call gets out. */
  isOffline: boolean
  /** The credential; null sends none. */
  token: string | null
}

/** The real API in a process of its own, with nothing in it. */
export interface ApiProcess {
  url: string
  /** Logs in as the administrator, or as whoever else there is. */
  logIn(who?: typeof credentials): Promise<ApiClient>
  stop(): Promise<void>
}

export interface ApiOptions {
  /** What is done to the folder of its data before it starts. */
  prepare?: (dataDir: string) => Promise<void>
}

/** Starts the API and waits until it listens. @throws with its output where it ends before */
export async function startApi({ prepare }: ApiOptions = {}): Promise<ApiProcess> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'priormark-desktop-api-'))
  await prepare?.(dataDir)
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      PAYMENTS: 'embedded',
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      ADMIN_USERNAME: credentials.username,
      ADMIN_PASSWORD: credentials.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  // Its last words may come after its exit: `close` is after both.
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const found = /Site\s+(http:\/\/\S+)/.exec(output)?.[1]
        if (found !== undefined) resolve(found.replace('localhost', '127.0.0.1'))
      })
    }
    void exited.then(() => reject(new Error(`the API did not start:\n${output}`)))
  })
  return {
    url,
    async logIn(who = credentials) {
      const machine = newClient(url)
      machine.token = (await machine.api.auth.login({ body: who })).token
      return machine
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      process.off('exit', kill)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function newClient(baseUrl: string): ApiClient {
  const client = createClient({
    baseUrl,
    token: () => machine.token,
    fetch: async (url, init) => {
      const fault = machine.faults.shift()
      if (machine.isOffline || fault === 'lost-request') throw new TypeError('no network')
      if (fault === 'broken') return Response.json({ error: 'Something went wrong' }, { status: 500 })
      if (fault === 'bad-gateway') return new Response('Bad Gateway', { status: 502 })
      const response = await fetch(url, init)
      if (fault === 'lost-answer') throw new TypeError('the answer was lost')
      return response
    },
  })
  const machine: ApiClient = { client, api: createApi(client), faults: [], isOffline: false, token: null }
  return machine
}
