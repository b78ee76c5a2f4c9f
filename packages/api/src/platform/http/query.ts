import { AppError } from '@priormark/core/platform/errors'

/** No endpoint has more than a few parameters. */
const maxParameters = 50

/**
 * Parses the query of an endpoint. A repeated parameter becomes an array, which schemas reject. Takes linear time, unlike
 * `ctx.query` of Koa (docs/upstream.md), so nothing may read that.
 * @throws AppError invalid_input above 50 parameters
 */
export function parseQuery(querystring: string): Record<string, string | string[]> {
  const query = new Map<string, string | string[]>()
  let count = 0
  for (const [name, value] of new URLSearchParams(querystring)) {
    count += 1
    if (count > maxParameters) {
      throw new AppError('invalid_input', `An address has at most ${maxParameters} parameters`)
    }
    const earlierValue = query.get(name)
    query.set(name, earlierValue === undefined ? value : [earlierValue, value].flat())
  }
  return Object.fromEntries(query)
}

/** Returns the value of a parameter, or undefined unless it occurs exactly once. */
export function readParameter(querystring: string, name: string): string | undefined {
  const values = new URLSearchParams(querystring).getAll(name)
  return values.length === 1 ? values[0] : undefined
}
