import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

/** The routes to the primary: the load balancer, or a pooler in each mode in front of it. */
export const ports = { haproxy: 27_500, session: 27_601, transaction: 27_602 }
export type Way = keyof typeof ports
export const eventNames = ['kill', 'switchover', 'restart'] as const
export type EventName = (typeof eventNames)[number]

/** Three nodes under Patroni with etcd, haproxy and pgbouncer, on this machine (up.sh). */
export interface Cluster {
  createDatabase(name: string): void
  /** Triggers the event on the primary. Returns a function that undoes it. */
  trigger(event: EventName): Promise<() => void>
  /** Resolves once three nodes are running, including the primary and a synchronous standby. */
  untilRecovered(): Promise<void>
  down(): void
}

interface Member {
  name: string
  role: string
  state: string
}

/** An event takes seconds; a cluster that has not recovered after this long never will. In milliseconds. */
const recoveryLimitMs = 180_000

const run = promisify(execFile)
const script = (name: string) => path.join(import.meta.dirname, name)

export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-cluster-'))
  chmodSync(folder, 0o711)
  const env = { ...process.env, HA: folder }
  const sql = (statement: string, database: string) =>
    execFileSync(
      'psql',
      [
        '-qAt',
        '-h',
        '127.0.0.1',
        '-p',
        String(ports.haproxy),
        '-U',
        'postgres',
        '-d',
        database,
        '-c',
        statement,
      ],
      { env: { ...process.env, PGPASSWORD: 'test-super' }, encoding: 'utf8' },
    )
  const members = async (): Promise<Member[]> => {
    for (const node of [1, 2, 3]) {
      try {
        const response = await fetch(`http://127.0.0.1:2710${node}/cluster`, {
          signal: AbortSignal.timeout(700),
        })
        return ((await response.json()) as { members: Member[] }).members
      } catch {
        // Another node will respond.
      }
    }
    return []
  }
  const named = async (role: string) => (await members()).find((member) => member.role === role)?.name ?? ''
  const patronictl = (...args: string[]) =>
    run('patronictl', ['-c', path.join(folder, 'conf', 'patroni1.yml'), ...args], {
      timeout: recoveryLimitMs,
    })
  const down = () => void execFileSync(script('down.sh'), { env: { ...env, WIPE: '1' }, stdio: 'ignore' })

  try {
    execFileSync(script('up.sh'), { env, stdio: ['ignore', 'ignore', 'inherit'] })
  } catch (error) {
    down()
    throw error
  }
  return {
    createDatabase(name) {
      sql(`create database ${name} owner shop`, 'postgres')
      sql('create extension pg_trgm', name)
    },
    async trigger(event) {
      const primary = await named('leader')
      if (event === 'switchover') {
        const candidate = await named('sync_standby')
        await patronictl('switchover', 'shop', '--master', primary, '--candidate', candidate, '--force')
        return () => undefined
      }
      if (event === 'restart') {
        await patronictl('restart', 'shop', primary, '--force')
        return () => undefined
      }
      for (const pid of processesOf(folder, primary)) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // It has already ended with the others.
        }
      }
      // A node that returns before its lease expires would remain the primary.
      await until('another primary', async () => !['', primary].includes(await named('leader')))
      return () => void execFileSync(script('up.sh'), ['node', primary.slice(2)], { env })
    },
    untilRecovered: () =>
      until('three running nodes', async () => {
        const all = await members()
        return (
          all.length === 3 &&
          all.every(({ state }) => state === 'running' || state === 'streaming') &&
          ['leader', 'sync_standby'].every((role) => all.some((member) => member.role === role))
        )
      }),
    down,
  }
}

/** @throws Error if the condition is not met within `recoveryLimitMs` */
async function until(what: string, isMet: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + recoveryLimitMs
  while (!(await isMet())) {
    if (performance.now() > endMs) throw new Error(`the cluster did not get ${what}`)
    await wait(250)
  }
}

/** Returns the process ids of Patroni, the postmaster and all its children. */
function processesOf(folder: string, node: string): number[] {
  const read = (...names: string[]) =>
    Number(readFileSync(path.join(folder, ...names), 'utf8').split('\n')[0])
  const postmaster = read(node, 'postmaster.pid')
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === postmaster
      } catch {
        return false
      }
    })
  return [read('pid', node.replace('pg', 'patroni')), postmaster, ...children.map(Number)]
}
