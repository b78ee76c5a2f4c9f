/** Where idle callbacks are missing (Safari), the page has settled after this time. */
const settledMs = 2_000

/** Calls back once the browser has nothing to do. Returns a function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(callback)
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(callback, settledMs)
  return () => clearTimeout(timer)
}
