import type { BrowserContext } from '@playwright/test'

/**
 * Shows toasts for ten minutes. On a busy machine their six seconds may pass before a test looks.
 * A clock that a test installs replaces this.
 */
export async function keepToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(lengthenToasts)
  for (const page of context.pages()) await page.evaluate(lengthenToasts)
}

/** Runs in the page. Only toasts wait for exactly six seconds: see Toaster.tsx. */
function lengthenToasts(): void {
  const { setTimeout } = window
  window.setTimeout = ((handler: TimerHandler, ms?: number, ...args: unknown[]) =>
    setTimeout(handler, ms === 6_000 ? 600_000 : ms, ...args)) as typeof setTimeout
}
