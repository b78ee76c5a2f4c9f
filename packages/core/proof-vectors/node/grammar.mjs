// What the grammars of both versions are made of.
import { say, shown } from './messages.mjs'

/** Why a proof is rejected. */
export class Problem extends Error {
  constructor(kind, parts = {}) {
    super(kind)
    this.kind = kind
    this.parts = parts
  }
}

/** Returns the value and its inexact parts. Throws a SyntaxError if the text is not JSON. */
export function readJson(text) {
  // A string that does not end counts as one: otherwise each of its quotes would start another search to the end.
  const tokens = text.match(/"(?:[^"\\]|\\[\s\S])*"?|[-\d][-+.\deE]*|[{}[\]:,]/g) ?? []
  const namesOfOpenObjects = []
  let depth = 0
  let hasDuplicateKey = false
  let hasInexactNumber = false
  for (const [n, token] of tokens.entries()) {
    if (token === '{' || token === '[') {
      depth += 1
      if (depth > 32) throw new SyntaxError('too deep')
      namesOfOpenObjects.push(new Set())
    } else if (token === '}' || token === ']') {
      depth -= 1
      namesOfOpenObjects.pop()
    } else if (token.startsWith('"')) {
      if (tokens[n + 1] !== ':' || !isJson(token)) continue
      const name = JSON.parse(token)
      hasDuplicateKey ||= namesOfOpenObjects.at(-1)?.has(name) === true
      namesOfOpenObjects.at(-1)?.add(name)
    } else if (/^[-\d]/.test(token)) {
      hasInexactNumber ||= !/^\d{1,16}$/.test(token) || !Number.isSafeInteger(Number(token))
    }
  }
  const value = JSON.parse(text)
  return { value, flaw: hasDuplicateKey ? 'duplicate_key' : hasInexactNumber ? 'inexact_number' : null }
}

function isJson(text) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function malformed(where, what) {
  const place = [...where].slice(0, 100).join('')
  return new Problem('malformed', {
    version: 1,
    where: place === '' ? say('issue.whole') : shown(place),
    what: say(`issue.${what}`),
  })
}

export function below(where, key) {
  return where === '' ? String(key) : `${where}.${key}`
}

export function requireThat(condition, where, what) {
  if (!condition) throw malformed(where, what)
}

export function object(shape, unknownKey = 'unknown_key') {
  return (value, where) => {
    requireThat(typeof value === 'object' && value !== null, where, 'object')
    for (const [key, check] of Object.entries(shape)) {
      requireThat(Object.hasOwn(value, key), below(where, key), 'missing')
      check(value[key], below(where, key))
    }
    for (const key of Object.keys(value))
      requireThat(Object.hasOwn(shape, key), below(where, key), unknownKey)
  }
}

export function list(checkItem, name, most) {
  return (value, where) => {
    requireThat(Array.isArray(value), where, name)
    for (const [n, item] of value.entries()) checkItem(item, below(where, n))
    requireThat(value.length <= most, where, `max_${name}`)
  }
}

/** An object of one of several shapes, by the value of one of its keys. */
export function variant(key, what, shapes) {
  return (value, where) => {
    requireThat(typeof value === 'object' && value !== null, where, what)
    const check = Object.hasOwn(value, key) ? shapes.get(value[key]) : undefined
    requireThat(check !== undefined, below(where, key), what)
    check(value, where)
  }
}

export function oneOf(what, ...values) {
  return (value, where) => requireThat(values.includes(value), where, what)
}

export function text(pattern, what, most = Infinity) {
  return (value, where) => {
    requireThat(typeof value === 'string', where, 'text')
    requireThat(value.length <= most, where, 'too_long')
    requireThat(pattern.test(value), where, what)
  }
}

export function number(least, most = Infinity, what = '') {
  return (value, where) => {
    requireThat(typeof value === 'number', where, 'number')
    requireThat(value >= least, where, `at_least_${least}`)
    requireThat(value <= most, where, what)
  }
}

/** Writes sorted fields as a canonical record. */
export function writtenRecord(fields) {
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`
}

/** Returns the fields of a canonical record as sorted pairs, else null. */
export function recordFields(record) {
  try {
    const { value } = readJson(record)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const pairs = Object.keys(value)
      .sort()
      .map((name) => [name, value[name]])
    const isText = (one) => typeof one === 'string' && one.isWellFormed()
    if (!pairs.flat().every(isText)) return null
    return writtenRecord(pairs) === record ? pairs : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

export function checkRecord(value, where) {
  requireThat(typeof value === 'string', where, 'text')
  requireThat(recordFields(value) !== null, where, 'record')
}

export function checkBase64(value, where) {
  text(/^/, 'base64', 87_384)(value, where)
  requireThat(Buffer.from(value, 'base64').toString('base64') === value, where, 'base64')
}

export const digest = text(/^[0-9a-f]{64}$/, 'digest')
const chainHash = text(/^0x[0-9a-f]{64}$/, 'chain_hash')
const space = '\\p{Cc}\\x20\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'
const linkPattern = new RegExp(`^https://[^${space}/?#][^${space}]*$`, 'u')

/** The keys of the anchors that both versions know. */
export const evmShape = {
  kind: () => {},
  chainId: number(1),
  transactionHash: chainHash,
  blockNumber: number(0),
  blockHash: chainHash,
  blockTime: number(0, 253_402_300_799, 'block_time'),
}
export const otsShape = { kind: () => {}, ots: checkBase64 }
export const manualShape = { kind: () => {}, link: text(linkPattern, 'link', 2_000) }
export const stepShape = { side: oneOf('side', 'left', 'right'), hash: digest }
