import { expect, test } from 'vitest'
import { createLog, createSampledLog } from '../../../src/platform/logging/log.ts'

test('writes the first event of a kind, then one line per interval with the count since the last line', () => {
  const lines: { kind: string; count: number }[] = []
  let nowMs = 0
  const write = createSampledLog(
    createLog('warn', { write: (line: string) => void lines.push(JSON.parse(line)) }),
    () => nowMs,
  )
  for (let n = 0; n < 1_000; n += 1) write('unavailable', 'request rejected')
  write('storage_full', 'request rejected')
  nowMs = 10_000
  write('unavailable', 'request rejected')
  expect(lines.map(({ kind, count }) => [kind, count])).toEqual([
    ['unavailable', 1],
    ['storage_full', 1],
    ['unavailable', 1_000],
  ])
})
