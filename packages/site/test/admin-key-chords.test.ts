import { describe, expect, test } from 'vitest'
import {
  chordTimeoutMs,
  listKeyBindings,
  readKey,
  type KeyBinding,
  type KeyPress,
  type PendingChord,
} from '../src/admin/ui/key-chords.ts'

const bindings: readonly KeyBinding[] = [
  ...listKeyBindings,
  { keys: ['g', 'o'], command: '/admin/dashboard', label: 'Go to orders' },
  { keys: ['g', 'b'], command: '/admin/blog', label: 'Go to the blog' },
  { keys: ['?'], command: 'help', label: 'List the keys' },
]

const press = (key: string, change: Partial<KeyPress> = {}): KeyPress => ({
  key,
  hasModifier: false,
  isTaken: false,
  atMs: 0,
  ...change,
})

/** Returns the command of each press in a sequence. */
function type(...presses: KeyPress[]) {
  let pending: PendingChord = null
  return presses.map((next) => {
    const step = readKey(bindings, pending, next)
    pending = step.pending
    return step.command
  })
}

describe('readKey', () => {
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
    expect(type(press('g'), press('o'), press('g'), press('b'))).toEqual([
      null,
      '/admin/dashboard',
      null,
      '/admin/blog',
    ])
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
    expect(type(press('g'), press('g'), press('o'))).toEqual([null, null, '/admin/dashboard'])
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
