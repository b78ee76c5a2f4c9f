import process from 'node:process'
import { GCProfiler } from 'node:v8'

/** Returns how many bytes of heap this thread allocates during a piece of work, including those already collected. */
export async function countAllocatedBytes(work: () => Promise<unknown>): Promise<number> {
  const profiler = new GCProfiler()
  profiler.start()
  const before = process.memoryUsage().heapUsed
  await work()
  const grown = process.memoryUsage().heapUsed - before
  const collected = profiler
    .stop()
    .statistics.map(
      ({ beforeGC, afterGC }) => beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize,
    )
  return collected.reduce((sum, bytes) => sum + bytes, grown)
}
