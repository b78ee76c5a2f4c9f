import fc from 'fast-check'
import { propertyRuns } from '@priormark/core/testing/depth'
import { expect, test, vi } from 'vitest'
import { safeFileName } from '../src/main/save-file.ts'

vi.mock('electron', () => ({ app: {}, BrowserWindow: {}, dialog: {} }))

test.each([
  ['song.wav', 'song.wav'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Windows\\song.wav', 'song.wav'],
  ['.hidden', 'hidden'],
  ['', 'download'],
  ['...', 'download'],
  ['a:b?.txt', 'a_b_.txt'],
  ['song\u202Egpj.exe', 'song_gpj.exe'],
  ['歌.wav', '歌.wav'],
])('safeFileName turns %j into %j', (given, expected) => {
  expect(safeFileName(given)).toBe(expected)
})

test('safeFileName returns a short name without separators or control characters for any input', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400, unit: 'binary' }), (given) => {
      const name = safeFileName(given)
      expect(name.length).toBeGreaterThan(0)
      expect(name.length).toBeLessThanOrEqual(120)
      expect(name).not.toMatch(/[/\\<>:"|?*]|\p{Cc}|\p{Cf}|^\./u)
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})
