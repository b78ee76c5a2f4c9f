import { expect, type Frame, type Page } from '@playwright/test'
import axeCore from 'axe-core'

/**
 * Expects axe to find no violations on the page, including the frame with the card form. Injects axe once for each
 * document and collects violations only, which takes a seventh of the CPU time of `@axe-core/playwright`.
 * @param rules by default all
 */
export async function expectAccessible(page: Page, state: string, rules?: readonly string[]): Promise<void> {
  for (const frame of page.frames()) await injectAxe(frame)
  await page.evaluate(endTransitions)
  const violations = await page.evaluate(
    async (runOnly) => {
      // axe itself asks the child frames, by messages.
      const results = await window.axe.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) })
      return results.violations
    },
    rules && [...rules],
  )
  const problems = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(problems, state).toEqual([])
}

/**
 * Expects no violations, enough contrast in the dark scheme as well, and that text of twice the size needs no sideways scrolling.
 * Leaves the page in the light scheme.
 */
export async function expectReadable(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, `${state}, in dark`, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  const overflowPixels = await page.evaluate(() => {
    const { style } = document.documentElement
    // As in a browser whose text size is set to 32 instead of 16 pixels: the page multiplies that (base.css).
    style.fontSize = `${2 * parseFloat(getComputedStyle(document.documentElement).fontSize)}px`
    const { scrollWidth, clientWidth } = document.documentElement
    style.fontSize = ''
    return scrollWidth - clientWidth
  })
  // Lengths are rounded to whole pixels.
  expect(overflowPixels, `${state}, with large text`).toBeLessThanOrEqual(1)
}

async function injectAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return
  await frame.evaluate(axeCore.source)
  // The card form's frame may be of another origin.
  await frame.evaluate(() => window.axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }))
}

/** In the browser: waits until no color is in transition, such as after a change of the color scheme. */
async function endTransitions(): Promise<void> {
  // Transitions start with the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
}

declare global {
  interface Window {
    /** In the browser, after axe was injected. */
    axe: typeof axeCore
  }
}
