/** Loads the code of the blog's screens, so that they work offline. The list of it is not needed at first. */
export async function loadOfflineCode(): Promise<void> {
  const code = await import('./offline-screens.ts').catch(() => null)
  await code?.loadOfflineScreens()
}
