// Reads a proof.json by the strict grammar of version 1 in README.md.
import { say, shown } from './messages.mjs'

export const tag = '7072696f726d61726b'
export const mostBytes = 1_000_000

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
  const found = text.match(/"(?:[^"\\]|\\[\s\S])*"|[-\d][-+.\deE]*|[{}[\]:,]/g) ?? []
  const open = []
  let depth = 0
  let isTwice = false
  let isInexact = false
  for (const [n, token] of found.entries()) {
    if (token === '{' || token === '[') {
      depth += 1
      if (depth > 32) throw new SyntaxError('too deep')
      open.push(new Set())
    } else if (token === '}' || token === ']') {
      depth -= 1
      open.pop()
    } else if (token.startsWith('"')) {
      if (found[n + 1] !== ':' || !isJson(token)) continue
      const name = JSON.parse(token)
      isTwice ||= open.at(-1)?.has(name) === true
      open.at(-1)?.add(name)
    } else if (/^[-\d]/.test(token)) {
      isInexact ||= !/^\d{1,16}$/.test(token) || !Number.isSafeInteger(Number(token))
    }
  }
  const value = JSON.parse(text)
  return { value, flaw: isTwice ? 'duplicate_key' : isInexact ? 'inexact_number' : null }
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
    where: place === '' ? say('issue.whole') : shown(place),
    what: say(`issue.${what}`),
  })
}

function below(where, key) {
  return where === '' ? String(key) : `${where}.${key}`
}

function requireThat(condition, where, what) {
  if (!condition) throw malformed(where, what)
}

function object(shape) {
  return (value, where) => {
    requireThat(typeof value === 'object' && value !== null, where, 'object')
    for (const [key, check] of Object.entries(shape)) {
      requireThat(Object.hasOwn(value, key), below(where, key), 'missing')
      check(value[key], below(where, key))
    }
    for (const key of Object.keys(value))
      requireThat(Object.hasOwn(shape, key), below(where, key), 'unknown_key')
  }
}

function list(checkItem, name, most) {
  return (value, where) => {
    requireThat(Array.isArray(value), where, name)
    for (const [n, item] of value.entries()) checkItem(item, below(where, n))
    requireThat(value.length <= most, where, `max_${name}`)
  }
}

function oneOf(what, ...values) {
  return (value, where) => requireThat(values.includes(value), where, what)
}

function text(pattern, what, most = Infinity) {
  return (value, where) => {
    requireThat(typeof value === 'string', where, 'text')
    requireThat(value.length <= most, where, 'too_long')
    requireThat(pattern.test(value), where, what)
  }
}

function number(least, most = Infinity, what = '') {
  return (value, where) => {
    requireThat(typeof value === 'number', where, 'number')
    requireThat(value >= least, where, `at_least_${least}`)
    requireThat(value <= most, where, what)
  }
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
    const written = pairs.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`)
    return `{${written.join(',')}}` === record ? pairs : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function checkRecord(value, where) {
  requireThat(typeof value === 'string', where, 'text')
  requireThat(recordFields(value) !== null, where, 'record')
}

function checkOts(value, where) {
  text(/^/, 'base64', 87_384)(value, where)
  requireThat(Buffer.from(value, 'base64').toString('base64') === value, where, 'base64')
}

const digest = text(/^[0-9a-f]{64}$/, 'digest')
const chainHash = text(/^0x[0-9a-f]{64}$/, 'chain_hash')
const space = '\\p{Cc}\\x20\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'
const link = new RegExp(`^https://[^${space}/?#][^${space}]*$`, 'u')

const anchors = {
  evm: object({
    kind: oneOf('anchor', 'evm'),
    chainId: number(1),
    transactionHash: chainHash,
    blockNumber: number(0),
    blockHash: chainHash,
    blockTime: number(0, 253_402_300_799, 'block_time'),
  }),
  opentimestamps: object({ kind: oneOf('anchor', 'opentimestamps'), ots: checkOts }),
  manual: object({ kind: oneOf('anchor', 'manual'), link: text(link, 'link', 2_000) }),
}

function checkAnchor(value, where) {
  requireThat(typeof value === 'object' && value !== null, where, 'anchor')
  const isKnown = typeof value.kind === 'string' && Object.hasOwn(anchors, value.kind)
  requireThat(isKnown && Object.hasOwn(value, 'kind'), below(where, 'kind'), 'anchor')
  anchors[value.kind](value, where)
}

const checkProof = object({
  format: oneOf('format', 'priormark-proof'),
  version: oneOf('version', 1),
  file: object({ sha256: digest }),
  record: checkRecord,
  salt: digest,
  tag: oneOf('tag', tag),
  leaf: digest,
  path: list(object({ side: oneOf('side', 'left', 'right'), hash: digest }), 'steps', 64),
  root: digest,
  anchors: list(checkAnchor, 'anchors', 16),
})

export function readProof(bytes) {
  requireThat(bytes.length <= mostBytes, '', 'too_long')
  const { value: proof, flaw } = jsonOf(bytes)
  if (proof === null || typeof proof !== 'object' || !Object.hasOwn(proof, 'format'))
    throw new Problem('not_a_proof')
  if (proof.format !== 'priormark-proof') throw new Problem('not_a_proof')
  requireThat(flaw === null, '', flaw)
  const { version } = proof
  if (typeof version === 'number' && version !== 1) throw new Problem('unsupported_version', { version })
  checkProof(proof, '')
  return proof
}

function jsonOf(bytes) {
  try {
    return readJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    throw new Problem('not_a_proof')
  }
}
