import { beforeEach, describe, expect, test, vi } from 'vitest'

const opened = vi.hoisted(() => new Array<string>())
vi.mock('electron', () => ({
  app: {},
  shell: { openExternal: async (address: string) => void opened.push(address) },
}))

const { openOutside } = await import('../../src/main/platform/window-restrictions.ts')

beforeEach(() => {
  opened.length = 0
})

describe('openOutside', () => {
  const server = 'https://shop.example'
  test.each([
    ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
    ['mailto:grace@example.org?subject=Your%20order', 'mailto:grace@example.org?subject=Your%20order'],
    ['app://admin/blog/a?b#c', 'https://shop.example/blog/a?b#c'],
    ['app://admin//example.org/a', 'https://shop.example//example.org/a'],
  ])('opens %s as %s', async (address, expected) => {
    expect(await openOutside(address, server)).toBe(true)
    expect(opened).toEqual([expected])
  })

  test.each([
    'file:///etc/passwd',
    'smb://example.org/share',
    'javascript:alert(1)',
    'ms-msdt:/id',
    'http://example.org/',
    'http://shop.example/',
    'https://name:secret@example.org/',
    'https://shop.example@example.org/',
    'app://other/admin',
    'mailto:grace@example.org?attach=/etc/passwd',
    'mailto:?to=a@example.org&Attachment=/etc/passwd',
    'mailto:?%61ttach=/etc/passwd',
    '/admin',
    '',
  ])('does not open %s', async (address) => {
    expect(await openOutside(address, server)).toBe(false)
    expect(opened).toEqual([])
  })
})
