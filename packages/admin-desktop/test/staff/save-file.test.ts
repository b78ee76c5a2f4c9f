import { expect, test, vi } from 'vitest'
import { safeFileName } from '../../src/main/staff/account.ts'

vi.mock('electron', () => ({ app: {}, BrowserWindow: {}, dialog: {} }))

test.each([
  ['song.wav', 'song.wav'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Windows\\song.wav', 'song.wav'],
  ['.hidden', 'hidden'],
  ['', 'download'],
  ['...', 'download'],
  ['a:b?.txt', 'a-b-.txt'],
  ['song\u202Egpj.exe', 'songgpj.exe'],
  ['歌.wav', '歌.wav'],
  ['aux.wav', '_aux.wav'],
  ['CON', '_CON'],
  ['com1 .txt', '_com1 .txt'],
  ['song.wav. .', 'song.wav'],
])('safeFileName turns %j into %j', (given, expected) => {
  expect(safeFileName(given)).toBe(expected)
})

test('safeFileName leaves room for .part in the 255 bytes of a name, and keeps the extension', () => {
  expect(safeFileName(`${'a'.repeat(300)}.wav`)).toBe(`${'a'.repeat(246)}.wav`)
  expect(safeFileName(`${'歌'.repeat(255)}.wav`)).toBe(`${'歌'.repeat(82)}.wav`)
})
