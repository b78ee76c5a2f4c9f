import process from 'node:process'

/** Returns the processor time of this process during a call, in milliseconds. Unlike wall time, other programs do not add to it. */
export async function cpuMilliseconds(call: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
