/**
 * Loads something that the page needs. If a navigation away from the page interrupts it, the promise stays pending
 * instead of failing.
 *
 * Firefox cancels the requests of a page as soon as a navigation begins, while the page is still running. Handling that as
 * an error would report a false one, or reload the page and so cancel the navigation.
 */
export async function unlessLeaving<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  let isLeaving = false
  const onBeforeUnload = () => {
    isLeaving = true
  }
  // Only while loading: some browsers do not keep a page with such a listener for the back button.
  addEventListener('beforeunload', onBeforeUnload)
  try {
    return await load()
  } catch (failure) {
    if (!isLeaving) throw failure
    // Firefox never requests a module again that failed in the same document, so a page that comes back starts over.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
    return new Promise(() => {})
  } finally {
    removeEventListener('beforeunload', onBeforeUnload)
  }
}
