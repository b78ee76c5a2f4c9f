import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** What the kernel booked on a process, from /proc: this bench runs on Linux alone. */

/** CPU time of all threads of a process so far, in milliseconds, of user and system together; 0 where it is gone. */
export function cpuMs(pid: number): number {
  let total = 0
  if (!existsSync(`/proc/${pid}/task`)) return total
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    // A thread may end between the listing and the reading.
    const [runNs = '0'] = readOrEmpty(`/proc/${pid}/task/${task}/schedstat`).split(' ')
    total += Number(runNs) / 1e6
  }
  return total
}

/** CPU time of a process and all processes below it that still run, in milliseconds. */
export function cpuMsOfTree(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readOrEmpty(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  )
  return cpuMs(pid) + children.reduce((sum, child) => sum + cpuMsOfTree(child), 0)
}

/** The most memory a process held since the last reset, in MB. */
export function peakRssMb(pid: number): number {
  return statusKb(pid, 'VmHWM') / 1024
}

/** The memory a process holds now, in MB. */
export function rssMb(pid: number): number {
  return statusKb(pid, 'VmRSS') / 1024
}

/** Lets peakRssMb count anew. */
export function resetPeakRss(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

function statusKb(pid: number, name: string): number {
  const line = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? Number.NaN)
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
