import os from 'node:os'
import { Worker } from 'node:worker_threads'

const spinMs = 1_000

/** How much of the processor time must be free for figures that mean anything. */
const enoughFree = 0.9

/** Each thread computes for a second of the clock and returns the CPU time it got. */
const spin = `
const { parentPort, workerData } = require('node:worker_threads')
const before = process.threadCpuUsage()
const end = performance.now() + workerData
while (performance.now() < end);
const { user, system } = process.threadCpuUsage(before)
parentPort.postMessage((user + system) / 1000)`

/** Returns the share of the processor time that is free, 0 to 1, measured for a second on all cores. */
export async function freeCpuShare(): Promise<number> {
  const cores = os.availableParallelism()
  const got = await Promise.all(
    Array.from(
      { length: cores },
      () =>
        new Promise<number>((resolve, reject) => {
          const worker = new Worker(spin, { eval: true, workerData: spinMs })
          worker.once('message', resolve)
          worker.once('error', reject)
        }),
    ),
  )
  return got.reduce((sum, ms) => sum + ms, 0) / (cores * spinMs)
}

/** Returns a message if the machine is too busy to measure; null if it is not. */
export function busyText(freeShare: number): string | null {
  if (freeShare >= enoughFree) return null
  const percent = Math.round(freeShare * 100)
  return `This machine is too busy to measure: only ${percent} % of its processor time is free. --anyway measures nevertheless.`
}
