import * as v from 'valibot'

/** What a text may contain in braces, such as {shopName}, with its meaning. */
export type Placeholders = Readonly<Record<string, string>>

const pattern = /\{([A-Za-z]+)\}/g

/** Replaces the placeholders of a text. One without a value disappears together with the space before it. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/( ?)\{([A-Za-z]+)\}/g, (whole, space: string, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return whole
    return value === '' ? '' : space + value
  })
}

/** Rejects a text with a placeholder that does not exist, and names those that do. */
export function onlyPlaceholders(placeholders: Placeholders) {
  const known = Object.keys(placeholders)
  const unknown = (text: string) =>
    Array.from(text.matchAll(pattern), ([, name = '']) => name).find((name) => !known.includes(name))
  return v.check<string, (issue: v.CheckIssue<string>) => string>(
    (text) => unknown(text) === undefined,
    ({ input }) =>
      `{${unknown(input) ?? ''}} is not a placeholder. Use ${known.map((name) => `{${name}}`).join(', ')}`,
  )
}
