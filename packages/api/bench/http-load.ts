import path from 'node:path'
import process from 'node:process'
import * as v from 'valibot'
import { runToEnd } from './child.ts'
import { cpuMs } from './process-meter.ts'
import { median } from './statistics.ts'

const autocannon = path.resolve(import.meta.dirname, '../../../node_modules/autocannon/autocannon.js')

const Result = v.object({
  requests: v.object({ total: v.number() }),
  duration: v.number(),
  errors: v.number(),
  non2xx: v.number(),
})

/** Sends concurrent requests from a separate process for some seconds. @throws if one fails */
function load(server: BenchServer, seconds: number, atOnce = 10): Promise<v.InferOutput<typeof Result>> {
  return send(server, ['-d', String(seconds)], atOnce)
}

/** Sends this many requests, ten at a time. @throws if one fails */
export async function sendRequests(server: BenchServer, amount: number): Promise<void> {
  await send(server, ['-a', String(amount)], 10)
}

async function send(
  { url, headers = {} }: BenchServer,
  limit: string[],
  atOnce: number,
): Promise<v.InferOutput<typeof Result>> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = [autocannon, '-j', '-n', '-c', String(atOnce), ...limit, ...named, url]
  const result = v.parse(Result, JSON.parse(await runToEnd(process.execPath, args)))
  const { errors, non2xx } = result
  if (errors + non2xx > 0)
    throw new Error(`${url}: ${errors} errors, ${non2xx} responses with other statuses than 2xx`)
  return result
}

/** A server in a comparison: its URL, and the process whose CPU time counts. */
export interface BenchServer {
  name: string
  url: string
  pid: number
  headers?: Record<string, string>
}

export interface Score {
  name: string
  requestsPerSecond: number
  cpuMicros: number
}

/** Measures all servers in turn, several times, and returns the medians, so that disturbances affect all of them. */
export async function compareServers(servers: BenchServer[], runs = 5): Promise<Score[]> {
  for (const server of servers) await load(server, 1)
  const measured = servers.map((server) => ({
    server,
    rates: new Array<number>(),
    cpus: new Array<number>(),
  }))
  for (let runIndex = 0; runIndex < runs; runIndex += 1) {
    for (const { server, rates, cpus } of measured) {
      const before = cpuMs(server.pid)
      const { requests, duration } = await load(server, 1)
      rates.push(requests.total / duration)
      cpus.push(((cpuMs(server.pid) - before) * 1000) / requests.total)
    }
  }
  return measured.map(({ server: { name }, rates, cpus }) => ({
    name,
    requestsPerSecond: median(rates),
    cpuMicros: median(cpus),
  }))
}

/** Measures one server with this many concurrent requests. */
export async function loadAt(
  server: BenchServer,
  atOnce: number,
): Promise<{ meanMs: number; cpuMicros: number }> {
  await load(server, 1, atOnce)
  const before = cpuMs(server.pid)
  const { requests, duration } = await load(server, 3, atOnce)
  // The load generator counts the times of requests in whole milliseconds, but each visitor asks again at once.
  return {
    meanMs: (atOnce * duration * 1_000) / requests.total,
    cpuMicros: ((cpuMs(server.pid) - before) * 1000) / requests.total,
  }
}
