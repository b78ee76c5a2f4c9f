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

/** Loads a contender from a process of its own, ten requests at a time. @throws where one failed */
async function load(
  { url, headers = {} }: Contender,
  seconds: number,
): Promise<v.InferOutput<typeof Result>> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = [autocannon, '-j', '-n', '-c', '10', '-d', String(seconds), ...named, url]
  const result = v.parse(Result, JSON.parse(await runToEnd(process.execPath, args)))
  const { errors, non2xx } = result
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} errors, ${non2xx} answers that are not 2xx`)
  return result
}

/** Who takes part in a contest: where it listens, and the process that is charged. */
export interface Contender {
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

/** Loads all contenders in turn, several rounds, and answers the medians: what disturbs one round disturbs them all. */
export async function contest(contenders: Contender[], rounds = 5): Promise<Score[]> {
  for (const contender of contenders) await load(contender, 1)
  const measured = contenders.map((contender) => ({
    contender,
    rates: new Array<number>(),
    cpus: new Array<number>(),
  }))
  for (let round = 0; round < rounds; round += 1) {
    for (const { contender, rates, cpus } of measured) {
      const before = cpuMs(contender.pid)
      const { requests, duration } = await load(contender, 2)
      rates.push(requests.total / duration)
      cpus.push(((cpuMs(contender.pid) - before) * 1000) / requests.total)
    }
  }
  return measured.map(({ contender: { name }, rates, cpus }) => ({
    name,
    requestsPerSecond: median(rates),
    cpuMicros: median(cpus),
  }))
}
