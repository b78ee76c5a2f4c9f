/** The parsed value of a JSON text, or why the text is not accepted. */
type JsonReading =
  | { value: unknown; flaw: null | 'duplicate_key' | 'inexact_number' }
  | { value: null; flaw: 'not_json' }

/** No file of the format nests deeper. */
const maxDepth = 32

/**
 * A string with its quotes, a number, or a single character of structure. An unterminated string is a token too: otherwise each
 * quote in it would start another search to the end of the text.
 */
const tokens = /"(?:[^"\\]|\\[^])*"?|[-\d][-+.\deE]*|[{}[\]:,]/g

/**
 * Parses JSON that every reader reads alike: without a byte order mark, no name twice in one object, and numbers only as
 * plain digits up to 2^53 - 1. Other readers differ in all three.
 */
export function readStrictJson(text: string): JsonReading {
  const jsonTokens = text.match(tokens) ?? []
  if (depthOf(jsonTokens) > maxDepth) return { value: null, flaw: 'not_json' }
  try {
    const value: unknown = JSON.parse(text)
    return { value, flaw: hasDuplicateKey(jsonTokens) ? 'duplicate_key' : numberFlaw(jsonTokens) }
  } catch (error) {
    if (error instanceof SyntaxError) return { value: null, flaw: 'not_json' }
    throw error
  }
}

function depthOf(jsonTokens: readonly string[]): number {
  let depth = 0
  let deepest = 0
  for (const token of jsonTokens) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** @param jsonTokens the tokens of valid JSON, in which a string before a colon is a name */
function hasDuplicateKey(jsonTokens: readonly string[]): boolean {
  const namesOfOpenObjects: Set<unknown>[] = []
  for (const [n, token] of jsonTokens.entries()) {
    if (token === '{') namesOfOpenObjects.push(new Set())
    else if (token === '}') namesOfOpenObjects.pop()
    else if (jsonTokens[n + 1] === ':') {
      const names = namesOfOpenObjects.at(-1)
      const name: unknown = JSON.parse(token)
      if (names?.has(name)) return true
      names?.add(name)
    }
  }
  return false
}

function numberFlaw(jsonTokens: readonly string[]): 'inexact_number' | null {
  const numbers = jsonTokens.filter((token) => /^[-\d]/.test(token))
  const isExact = (token: string) => /^\d{1,16}$/.test(token) && Number.isSafeInteger(Number(token))
  return numbers.every(isExact) ? null : 'inexact_number'
}
