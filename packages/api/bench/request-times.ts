import { Agent, get } from 'node:http'
import type pg from 'pg'
import { cpuMs } from './process-meter.ts'
import { median, quantile } from './statistics.ts'

/** The cost of a request: its durations, and the CPU time of the server and PostgreSQL together. */
interface RequestCost {
  p50Ms: number
  p99Ms: number
  cpuMs: number
}

export interface Requests {
  /** Requested in turn, repeatedly. */
  addresses: readonly string[]
  headers?: Record<string, string>
  tries: number
  /** The server's process. */
  pid: number
  pool: pg.Pool
}

/** Sends one request at a time over one connection. @throws if a status is not 200 */
export async function costOfRequests({
  addresses,
  headers = {},
  tries,
  pid,
  pool,
}: Requests): Promise<RequestCost> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (index: number) => timeMs(addresses[index % addresses.length] ?? '', headers, agent)
  try {
    // Five warm-up requests. If each address is requested only once, these are the last ones.
    for (let index = 0; index < 5; index += 1) await ask(addresses.length - 1 - (index % addresses.length))
    const charged = [pid, ...(await backends(pool))]
    const before = charged.map((each) => cpuMs(each))
    const times: number[] = []
    for (let index = 0; index < tries; index += 1) times.push(await ask(index))
    const spent = charged.map((each, index) => cpuMs(each) - (before[index] ?? 0))
    return {
      p50Ms: median(times),
      p99Ms: quantile(times, 0.99),
      cpuMs: spent.reduce((sum, ms) => sum + ms, 0) / tries,
    }
  } finally {
    agent.destroy()
  }
}

/** Returns the PostgreSQL processes of this database. */
async function backends(pool: pg.Pool): Promise<number[]> {
  const statement =
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'"
  const { rows } = await pool.query<{ pid: number }>(statement, [])
  return rows.map(({ pid }) => pid)
}

function timeMs(address: string, headers: Record<string, string>, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    get(address, { headers, agent }, (response) => {
      response.resume()
      response.once('error', reject)
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - startedAt)
        else reject(new Error(`${address} got status ${response.statusCode}`))
      })
    }).once('error', reject)
  })
}
