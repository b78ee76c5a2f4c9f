import type { BrowserContext } from '@playwright/test'
import { toastShownMs } from '../src/ui/toast-store.ts'

/** How long tests show a toast, in milliseconds. */
export const keptToastMs = 600_000

/**
 * Shows toasts for ten minutes. On a busy machine their usual time may pass before a test looks.
 * A clock that a test installs replaces this, so call it again after that.
 */
export async function keepToasts(context: BrowserContext): Promise<void> {
  const times = { usualMs: toastShownMs, keptMs: keptToastMs }
  await context.addInitScript(lengthenTimers, times)
  for (const page of context.pages()) await page.evaluate(lengthenTimers, times)
}

/** Runs in the page. No other timer of it has exactly this time. */
function lengthenTimers({ usualMs, keptMs }: { usualMs: number; keptMs: number }): void {
  const { setTimeout } = window
  window.setTimeout = ((handler: TimerHandler, ms?: number, ...args: unknown[]) =>
    setTimeout(handler, ms === usualMs ? keptMs : ms, ...args)) as typeof setTimeout
}
