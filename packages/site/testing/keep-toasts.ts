import type { BrowserContext } from '@playwright/test'
import { toastShownMs } from '../src/ui/toast-store.ts'

/**
 * Shows toasts for ten minutes. On a busy machine their usual time may pass before a test looks.
 * A clock that a test installs replaces this, so call it again after that.
 */
export async function keepToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(lengthenTimers, toastShownMs)
  for (const page of context.pages()) await page.evaluate(lengthenTimers, toastShownMs)
}

/** Runs in the page. No other timer of it has exactly this time. */
function lengthenTimers(usualMs: number): void {
  const { setTimeout } = window
  window.setTimeout = ((handler: TimerHandler, ms?: number, ...args: unknown[]) =>
    setTimeout(handler, ms === usualMs ? 600_000 : ms, ...args)) as typeof setTimeout
}
