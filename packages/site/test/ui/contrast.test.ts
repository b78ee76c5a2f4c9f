import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'

const css = await readFile(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8')
const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)]
const schemes = {
  light: new Map(pairs.map(([, name, light]) => [name, light])),
  dark: new Map(pairs.map(([, name, , dark]) => [name, dark])),
}

/** Returns the relative luminance of a color (WCAG 2.2). */
function luminance(hex = ''): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string | undefined, other: string | undefined): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

describe.each(Object.entries(schemes))('the palette in the %s scheme', (_name, colors) => {
  test.each([
    ['text', 7, ['ink', 'ink-soft'], ['paper', 'sheet']],
    ['text in a box of a state', 7, ['ink'], ['wash', 'amber-wash', 'rule']],
    ['states', 4.5, ['verified', 'at-risk', 'amber'], ['paper', 'sheet']],
    ['a recorded state', 4.5, ['verified'], ['wash']],
    ['borders of controls', 3, ['control'], ['paper', 'sheet']],
  ] as const)('has enough contrast for %s', (_use, least, fronts, backs) => {
    const weak = fronts.flatMap((front) =>
      backs
        .map((back) => ({ front, back, ratio: contrast(colors.get(front), colors.get(back)) }))
        .filter(({ ratio }) => ratio < least),
    )
    expect(weak).toEqual([])
  })
})
