import { createElement } from 'react'
import { prerender } from 'react-dom/static'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyLoad, LoadError } from '../../src/ui/lazy-load.ts'
import { LoadBoundary } from '../../src/ui/LoadBoundary.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a component that cannot be loaded twice throws a LoadError with the cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  const load = vi.fn<() => Promise<() => null>>().mockRejectedValue(cause)
  const Part = lazyLoad(load)
  const rendering = prerender(createElement(Part), { onError: () => {} })
  const failure = expect(rendering).rejects.toMatchObject({ name: 'LoadError', cause })
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  await vi.runAllTimersAsync()
  await failure
  expect(load).toHaveBeenCalledTimes(2)
})

test('LoadBoundary shows a failed load, and passes on any other error', () => {
  const boundary = new LoadBoundary({ children: 'part' })
  const renderAfter = (error: Error) => {
    boundary.state = LoadBoundary.getDerivedStateFromError(error)
    return boundary.render()
  }
  expect(boundary.render()).toBe('part')
  expect(renderAfter(new LoadError('Offline'))).toMatchObject({ props: { role: 'alert' } })
  expect(() => renderAfter(new TypeError('A bug'))).toThrow('A bug')
})
