import { propertyRuns } from '@priormark/core/testing/depth'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { archiveName } from '../../src/evidence/archive-name.ts'

describe('file names in a ZIP', () => {
  test.each([
    ['song.wav', 'song.wav'],
    ['../../etc/passwd', '-..-etc-passwd'],
    ['a<b>c:d"e|f?g*h\\i', 'a-b-c-d-e-f-g-h-i'],
    ['nul.txt', '_nul.txt'],
    ['COM1', '_COM1'],
    ['name. . ', 'name'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['...', 'file'],
    ['夜の海.wav', '夜の海.wav'],
    ['می\u200cخواهم.mp3', 'می\u200cخواهم.mp3'],
    ['क्\u200dष.wav', 'क्\u200dष.wav'],
    ['\u{1f469}\u200d\u{1f3a4}.png', '\u{1f469}\u200d\u{1f3a4}.png'],
    ['\u200d\u200bsong\u200c.wav', 'song.wav'],
  ])('%j becomes %j', (name, expected) => expect(archiveName(name, 'file')).toBe(expected))

  test('are never empty, too long, or of forbidden characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const safe = archiveName(name, 'file')
        expect(safe).toMatch(/^(?:[^<>:"/\\|?*\p{Cc}\p{Cf}]|[\u200c\u200d])+$/u)
        expect(safe).not.toMatch(/^[\s.]|[\s.]$/u)
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(201)
        expect(archiveName(safe, 'file')).toBe(safe)
      }),
      propertyRuns({ normal: 100, deep: 20_000 }),
    )
  })

  test('keep their extension when they are shortened', () => {
    const cut = archiveName(`${'夜'.repeat(200)}.wav`, 'file')
    expect(cut).toMatch(/^夜+\.wav$/)
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(200)
  })
})
