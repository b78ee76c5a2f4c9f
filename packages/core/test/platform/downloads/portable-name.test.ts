import { propertyRuns } from '../../../testing/depth.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { portableName } from '@priormark/core/platform/downloads/portable-name'

describe('portable file names', () => {
  test.each([
    ['song.wav', 'song.wav'],
    ['../../etc/passwd', '-..-etc-passwd'],
    ['a<b>c:d"e|f?g*h\\i', 'a-b-c-d-e-f-g-h-i'],
    ['nul.txt', '_nul.txt'],
    ['COM1', '_COM1'],
    ['aux.wav', '_aux.wav'],
    ['CON', '_CON'],
    ['com1 .txt', '_com1 .txt'],
    ['aux. ', '_aux'],
    ['LPT¹.tar.gz', '_LPT¹.tar.gz'],
    ['conout$', '_conout$'],
    ['auxiliary.wav', 'auxiliary.wav'],
    ['com10.txt', 'com10.txt'],
    ['name. . ', 'name'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['...', 'file'],
    ['夜の海.wav', '夜の海.wav'],
    ['می\u200cخواهم.mp3', 'می\u200cخواهم.mp3'],
    ['क्\u200dष.wav', 'क्\u200dष.wav'],
    ['\u{1f469}\u200d\u{1f3a4}.png', '\u{1f469}\u200d\u{1f3a4}.png'],
    ['\u200d\u200bsong\u200c.wav', 'song.wav'],
  ])('%j becomes %j', (name, expected) => expect(portableName(name, { fallback: 'file' })).toBe(expected))

  test('are never empty, too long, or of forbidden characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const safe = portableName(name, { fallback: 'file' })
        expect(safe).toMatch(/^(?:[^<>:"/\\|?*\p{Cc}\p{Cf}]|[\u200c\u200d])+$/u)
        expect(safe).not.toMatch(/^[\s.]|[\s.]$/u)
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200)
        // Among others, it is not a name that is reserved on Windows.
        expect(portableName(safe, { fallback: 'file' })).toBe(safe)
      }),
      propertyRuns({ normal: 100, deep: 20_000 }),
    )
  })

  test('keep their extension when they are shortened', () => {
    const cut = portableName(`${'夜'.repeat(200)}.wav`, { fallback: 'file' })
    expect(cut).toMatch(/^夜+\.wav$/)
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(200)
  })

  test('are cut between characters, and never end with a dot, a space or a joiner', () => {
    const family = '\u{1f469}\u200d\u{1f467}'
    expect(portableName(`${family.repeat(20)}.png`, { fallback: 'file', maxBytes: 30 })).toBe(
      `${family.repeat(2)}.png`,
    )
    expect(portableName(`abc. . \u200c${'d'.repeat(20)} e`, { fallback: 'file', maxBytes: 8 })).toBe('abc')
    expect(portableName(`e${'\u0301'.repeat(200)}.wav`, { fallback: 'file' })).toBe('file.wav')
  })
})
