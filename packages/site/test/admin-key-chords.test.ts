import { describe, expect, test } from 'vitest'
import { chordTimeoutMs, readKey, type KeyPress, type PendingChord } from '../src/admin/shell/key-chords.ts'

const press = (key: string, change: Partial<KeyPress> = {}): KeyPress => ({
  key,
  hasModifier: false,
  isTaken: false,
  atMs: 0,
  ...change,
})

/** The commands that a row of presses gives. */
function type(...presses: KeyPress[]) {
  let pending: PendingChord = null
  return presses.map((next) => {
    const step = readKey(pending, next)
    pending = step.pending
    return step.command
  })
}

describe('keys', () => {
  test.each([
    ['/', 'search'],
    ['j', 'down'],
    ['k', 'up'],
    ['Enter', 'open'],
    ['?', 'help'],
  ])('%s means %s', (key, command) => {
    expect(type(press(key))).toEqual([command])
  })

  test('g then o goes to the orders, g then b to the blog', () => {
    expect(type(press('g'), press('o'), press('g'), press('b'))).toEqual([null, 'orders', null, 'blog'])
  })

  test('g then u goes to the account', () => {
    expect(type(press('g'), press('u'))).toEqual([null, 'account'])
  })

  test('o without g means nothing', () => {
    expect(type(press('o'))).toEqual([null])
  })

  test('a chord that waited too long is forgotten', () => {
    expect(type(press('g'), press('o', { atMs: chordTimeoutMs + 1 }))).toEqual([null, null])
  })

  test('another key after g acts for itself and ends the chord', () => {
    expect(type(press('g'), press('j'), press('o'))).toEqual([null, 'down', null])
  })

  test('g twice still waits for its second key', () => {
    expect(type(press('g'), press('g'), press('o'))).toEqual([null, null, 'orders'])
  })

  test('nothing happens while the person types', () => {
    expect(type(press('/', { isTaken: true }), press('j', { isTaken: true }))).toEqual([null, null])
  })

  test('typing forgets a chord that waits', () => {
    expect(type(press('g'), press('x', { isTaken: true }), press('o'))).toEqual([null, null, null])
  })

  test('a shortcut of the browser is left alone', () => {
    expect(type(press('k', { hasModifier: true }))).toEqual([null])
  })
})
