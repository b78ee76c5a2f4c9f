import process from 'node:process'

/** Returns the CPU time of this process in milliseconds while `work` runs: unlike its duration, it does not grow with other load. */
export async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
