import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** Process statistics from /proc, so the bench runs only on Linux. */

/** Returns the CPU time of all threads of a process so far, user and system, in milliseconds; 0 if it has exited. */
export function cpuMs(pid: number): number {
  let total = 0
  if (!existsSync(`/proc/${pid}/task`)) return total
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    // A thread may exit between listing and reading.
    const [runNs = '0'] = readOrEmpty(`/proc/${pid}/task/${task}/schedstat`).split(' ')
    total += Number(runNs) / 1e6
  }
  return total
}

/** Returns the CPU time of a process and its running descendants, in milliseconds. */
export function cpuMsOfTree(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readOrEmpty(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  )
  return cpuMs(pid) + children.reduce((sum, child) => sum + cpuMsOfTree(child), 0)
}

/** Returns the peak memory of a process since the last reset, in MB. */
export function peakRssMb(pid: number): number {
  return statusKb(pid, 'VmHWM') / 1024
}

/** Returns the current memory of a process, in MB. */
export function rssMb(pid: number): number {
  return statusKb(pid, 'VmRSS') / 1024
}

/** Resets the peak of peakRssMb. */
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
