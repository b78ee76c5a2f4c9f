import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { unlessLeaving } from '../../src/ui/unless-leaving.ts'

describe('unlessLeaving', () => {
  const reload = vi.fn<() => void>()
  let page: EventTarget

  beforeEach(() => {
    page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    vi.stubGlobal('location', { reload })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    reload.mockReset()
  })

  /** A part that a navigation interrupts. */
  function interrupted(): Promise<string> {
    page.dispatchEvent(new Event('beforeunload'))
    return Promise.reject(new Error('Interrupted'))
  }
  const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

  test('returns what was loaded, also while the page is being left', async () => {
    expect(await unlessLeaving(async () => 'part')).toBe('part')
    const loaded = unlessLeaving(async () => {
      page.dispatchEvent(new Event('beforeunload'))
      return 'part'
    })
    expect(await loaded).toBe('part')
  })

  test('rejects if a load fails without a navigation, even after an interrupted one', async () => {
    page.dispatchEvent(new Event('beforeunload'))
    await expect(unlessLeaving(() => Promise.reject(new Error('Offline')))).rejects.toThrow('Offline')
  })

  test('stays pending if a navigation interrupts the load', async () => {
    const settled = vi.fn<() => void>()
    unlessLeaving(interrupted).then(settled, settled)
    await new Promise((resolve) => setImmediate(resolve))
    expect(settled).not.toHaveBeenCalled()
  })

  test('reloads an interrupted page that comes back from the back/forward cache, and no other', async () => {
    void unlessLeaving(interrupted)
    await new Promise((resolve) => setImmediate(resolve))
    show(false)
    expect(reload).not.toHaveBeenCalled()
    show(true)
    expect(reload).toHaveBeenCalledOnce()
  })

  test('listens only while something is loading', async () => {
    const removed = vi.spyOn(page, 'removeEventListener')
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    await unlessLeaving(async () => 'part')
    expect(removed).toHaveBeenCalledWith('beforeunload', expect.any(Function))
  })
})
