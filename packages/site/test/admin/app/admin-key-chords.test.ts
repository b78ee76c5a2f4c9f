import type { Role } from '@priormark/core/platform/roles'
import { describe, expect, test } from 'vitest'
import { adminKeyBindings } from '../../../src/admin/app/key-bindings.ts'
import { screens } from '../../../src/admin/app/screens.ts'
import { readKey, type KeyPress, type PendingChord } from '../../../src/admin/platform/ui/key-chords.ts'

const keyBindings = adminKeyBindings({}, 'owner')

const press = (key: string, change: Partial<KeyPress> = {}): KeyPress => ({
  key,
  hasModifier: false,
  belongsToControl: false,
  atMs: 0,
  ...change,
})

/** Returns the command of each press in a sequence. */
function type(...presses: KeyPress[]) {
  let pending: PendingChord = null
  return presses.map((next) => {
    const step = readKey(keyBindings, pending, next)
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
  ])('maps %s to %s', (key, command) => {
    expect(type(press(key))).toEqual([command])
  })

  test.each([
    ['o', '/admin/dashboard'],
    ['m', '/admin/statements'],
    ['b', '/admin/blog'],
    ['c', '/admin/anchors'],
    ['a', '/admin/audit'],
    ['u', '/admin/account'],
    ['h', '/admin/health'],
    ['p', '/admin/people'],
    ['n', '/admin/blog/editor'],
    ['i', '/admin/blog/images'],
    ['d', '/admin/blog/history'],
  ])('g then %s goes to %s', (key, path) => {
    expect(type(press('g'), press(key))).toEqual([null, path])
  })

  test('has only the screens of the role', () => {
    const pathsOf = (role: Role) =>
      adminKeyBindings({}, role)
        .filter(({ keys }) => keys[0] === 'g')
        .map(({ command }) => command)
    expect(pathsOf('orders')).toEqual([
      '/admin/dashboard',
      '/admin/statements',
      '/admin/anchors',
      '/admin/account',
    ])
    expect(pathsOf('blog')).toEqual([
      '/admin/blog',
      '/admin/blog/editor',
      '/admin/blog/images',
      '/admin/blog/topics',
      '/admin/blog/views',
      '/admin/blog/history',
      '/admin/account',
    ])
  })

  test('ignores o without g', () => {
    expect(type(press('o'))).toEqual([null])
  })

  test('ignores the second key of a chord after the timeout', () => {
    expect(type(press('g'), press('o', { atMs: 1_501 }))).toEqual([null, null])
  })

  test('runs a single key pressed after g, and ends the chord', () => {
    expect(type(press('g'), press('j'), press('o'))).toEqual([null, 'down', null])
  })

  test('still waits for the second key after g is pressed twice', () => {
    expect(type(press('g'), press('g'), press('o'))).toEqual([null, null, '/admin/dashboard'])
  })

  test('ignores keys while the person types', () => {
    expect(type(press('/', { belongsToControl: true }), press('j', { belongsToControl: true }))).toEqual([
      null,
      null,
    ])
  })

  test('ends a waiting chord when the person types', () => {
    expect(type(press('g'), press('x', { belongsToControl: true }), press('o'))).toEqual([null, null, null])
  })

  test('leaves browser shortcuts alone', () => {
    expect(type(press('k', { hasModifier: true }))).toEqual([null])
  })
})

describe('the chords', () => {
  test('lead to every screen but that of one order, each with a key of its own', () => {
    const without = screens.filter(({ shortcut }) => shortcut?.key === undefined).map(({ path }) => path)
    // The settings are one screen with a page for each group, and Health has one for backups.
    expect(without.filter((path) => !/^\/admin\/(settings|health)\//.test(path))).toEqual([
      '/admin/orders/:id',
    ])
    const keys = screens.flatMap(({ shortcut }) => shortcut?.key ?? [])
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('lead to no screen that the platform does not have', () => {
    expect(type(press('g'), press('l'))).toEqual([null, null])
  })
})
