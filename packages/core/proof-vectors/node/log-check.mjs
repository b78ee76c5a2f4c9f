// Checks that a root is in a public log: signed notes (C2SP), and the tree of RFC 9162.
import { isEd25519 } from './certificates.mjs'
import { Problem } from './grammar.mjs'
import { say, tables } from './messages.mjs'
import { sha256 } from './ots-format.mjs'

const lastSecond = 253_402_300_799n

/** Returns what can be said of the log of a proof. Throws the Problem if it does not hold. */
export function checkLog(log, root) {
  if (log === null) return { kind: 'none' }
  const note = readNote(log.checkpoint)
  if (note === null || note.origin !== log.origin || note.size !== String(log.size)) throw logProblem('note')
  const entry = sha256(Buffer.of(0), Buffer.from(`priormark/2 root\n${root}\n`))
  if (rootOfLog(entry, log)?.equals(note.root) !== true) throw logProblem('path')
  const row = tables.logs.find(({ origin }) => origin === log.origin)
  if (row === undefined) return { kind: 'unknown', ...log }
  if (timesOf(note, row.vkey).length === 0) throw logProblem('signature')
  const cosignatures = tables.logWitnesses.flatMap(({ name, vkey }) =>
    timesOf(note, vkey).map((seconds) => ({ name, seconds })),
  )
  return { kind: 'known', ...log, cosignatures }
}

function logProblem(flaw) {
  return new Problem('log_broken', { flaw: say(`log.${flaw}`) })
}

function readNote(checkpoint) {
  const end = checkpoint.indexOf('\n\n')
  const rest = checkpoint.slice(end + 2)
  if (end === -1 || !rest.endsWith('\n')) return null
  const text = checkpoint.slice(0, end + 1)
  const [origin, size, base64] = text.split('\n')
  const root = bytesOf(base64)
  const signatures = rest
    .slice(0, -1)
    .split('\n')
    .map((line) => {
      const match = /^\u2014 ([^ \n+]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line)
      return { name: match?.[1], bytes: bytesOf(match?.[2]) }
    })
  const isSound = root?.length === 32 && signatures.every(({ bytes }) => bytes !== null && bytes.length >= 5)
  return isSound ? { text, origin, size, root, signatures } : null
}

/** Returns null for what is not base64 with padding. */
function bytesOf(base64 = '') {
  const bytes = Buffer.from(base64, 'base64')
  return base64 !== '' && bytes.toString('base64') === base64 ? bytes : null
}

function rootOfLog(entry, { index, size, path }) {
  if (index >= size) return null
  let [first, last] = [BigInt(index), BigInt(size - 1)]
  let hash = entry
  for (const hex of path) {
    const sibling = Buffer.from(hex, 'hex')
    if (last === 0n) return null
    if (first % 2n === 1n || first === last) {
      hash = sha256(Buffer.of(1), sibling, hash)
      for (; first % 2n === 0n && first !== 0n; first >>= 1n) last >>= 1n
    } else hash = sha256(Buffer.of(1), hash, sibling)
    first >>= 1n
    last >>= 1n
  }
  return last === 0n ? hash : null
}

/** Returns the times of the signatures of a key, 0 if they have none. Throws the Problem if one of them is wrong. */
function timesOf({ text, signatures }, vkey) {
  const [name, id, ...rest] = vkey.split('+')
  const key = Buffer.from(rest.join('+'), 'base64')
  const isTimed = key[0] === 4
  const ownSignatures = signatures.filter(
    (one) => one.name === name && one.bytes.subarray(0, 4).toString('hex') === id,
  )
  return ownSignatures.map(({ bytes }) => {
    const start = isTimed ? 12 : 4
    if (bytes.length !== start + 64) throw logProblem('signature')
    const seconds = isTimed ? bytes.readBigUInt64BE(4) : 0n
    const message = Buffer.from(`${isTimed ? `cosignature/v1\ntime ${seconds}\n` : ''}${text}`)
    const isSigned = seconds <= lastSecond && isEd25519(key.subarray(1), bytes.subarray(start), message)
    if (!isSigned) throw logProblem('signature')
    return Number(seconds)
  })
}
