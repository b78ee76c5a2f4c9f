import process from 'node:process'

/** Returns the processor time of this process during a call, in milliseconds. Unlike wall time, other programs do not add to it. */
export async function cpuMilliseconds(call: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The processor time that hostile input may cost in addition to an ordinary one, in milliseconds. */
const allowedMs = 50

/** Whether a call costs much more than an ordinary one did. Measures up to three times, since a garbage collection may fall into one. */
export async function isCostly(call: () => unknown, ordinaryMs: number): Promise<boolean> {
  for (let times = 0; times < 3; times += 1) {
    if ((await cpuMilliseconds(call)) <= ordinaryMs + allowedMs) return false
  }
  return true
}
