import { fromBase64 } from '../../proof/base64.ts'
import { concatBytes, equalBytes, fromHex, toHex } from '../../proof/bytes.ts'
import { lastSecond } from '../../proof/proof-schema.ts'
import type { HashFunction } from '../../proof/hash.ts'
import { nodeHash } from '../../proof/merkle-path.ts'
import { utf8 } from '../../../platform/utf8.ts'
import type { ProofV2 } from '../proof-v2-schema.ts'
import type { ProofDeps } from '../proof-deps.ts'
import { isSignedBy } from '../tsp/signature.ts'
import { knownLogs } from './known-logs.ts'

/** Which check of a log fails. */
export type LogFlaw = 'note' | 'path' | 'signature'

type Log = NonNullable<ProofV2['log']>

/** What a verifier can say of the log of a proof. */
export type LogCheck =
  | { kind: 'none' }
  /** The log contains the root, but the verifier knows no key of that log. */
  | { kind: 'unknown'; log: Log }
  /** The log signed it. `cosignatures` are those of log witnesses (C2SP), with the seconds since 1970 by their clocks. */
  | { kind: 'known'; log: Log; cosignatures: readonly { name: string; seconds: number }[] }

type LogDeps = Pick<ProofDeps, 'sha256' | 'subtle' | 'knownLogs'>

/** Checks that a root is an entry of the log that a signed note is about (C2SP tlog-checkpoint, RFC 9162). */
export async function checkLog(
  log: Log | null,
  rootHex: string,
  deps: LogDeps,
): Promise<LogCheck | { flaw: LogFlaw }> {
  if (log === null) return { kind: 'none' }
  const { sha256, knownLogs: known = knownLogs } = deps
  const note = readNote(log.checkpoint)
  if (note === null || note.origin !== log.origin || note.size !== String(log.size)) return { flaw: 'note' }
  const entry = sha256(concatBytes(Uint8Array.of(0), utf8(`priormark/2 root\n${rootHex}\n`)))
  const logRoot = rootOfLog(entry, log, sha256)
  if (logRoot === null || !equalBytes(logRoot, note.root)) return { flaw: 'path' }
  const knownLog = known.logs.find(({ origin }) => origin === log.origin)
  if (knownLog === undefined) return { kind: 'unknown', log }
  const logTimes = await signatureTimesOf(note, knownLog.vkey, deps)
  if (logTimes === null || logTimes.length === 0) return { flaw: 'signature' }
  const cosignatures: { name: string; seconds: number }[] = []
  for (const { name, vkey } of known.logWitnesses) {
    const times = await signatureTimesOf(note, vkey, deps)
    if (times === null) return { flaw: 'signature' }
    cosignatures.push(...times.map((seconds) => ({ name, seconds })))
  }
  return { kind: 'known', log, cosignatures }
}

interface Note {
  text: string
  origin: string
  size: string
  root: Uint8Array
  signatures: readonly { name: string; bytes: Uint8Array }[]
}

/** Reads a signed note that is a checkpoint. Null if it is not one. */
function readNote(checkpoint: string): Note | null {
  const end = checkpoint.indexOf('\n\n')
  if (end === -1 || !checkpoint.endsWith('\n') || checkpoint.length < end + 4) return null
  const text = checkpoint.slice(0, end + 1)
  const [origin = '', size = '', root = ''] = text.split('\n')
  const rootBytes = fromBase64(root)
  const lines = checkpoint.slice(end + 2, -1).split('\n')
  const signatures = lines.map((line) => {
    const [, name = '', base64 = ''] = /^\u2014 ([^ \n+]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? []
    return { name, bytes: fromBase64(base64) ?? new Uint8Array() }
  })
  if (rootBytes?.length !== 32 || signatures.some(({ bytes }) => bytes.length < 5)) return null
  return { text, origin, size, root: rootBytes, signatures }
}

/** Computes the root of the tree of a log from one entry (RFC 9162, section 2.1.3.2). Null if the path does not fit. */
function rootOfLog(entry: Uint8Array, { index, size, path }: Log, sha256: HashFunction): Uint8Array | null {
  if (index >= size) return null
  let [first, last] = [index, size - 1]
  let hash = entry
  for (const hex of path) {
    if (last === 0) return null
    if (first % 2 === 1 || first === last) {
      hash = nodeHash(fromHex(hex), hash, sha256)
      while (first % 2 === 0 && first !== 0) [first, last] = [first / 2, Math.floor(last / 2)]
    } else hash = nodeHash(hash, fromHex(hex), sha256)
    first = Math.floor(first / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? hash : null
}

/** The beginning of the SubjectPublicKeyInfo of a key of Ed25519. */
const spkiHead = fromHex('302a300506032b6570032100')
const ed25519 = { kind: 'ed25519', hash: null, saltBytes: 0, isWeak: false } as const
/** The types of keys: of a log, and of a witness, whose signatures have their own time. */
const [logKeyType, witnessKeyType] = [1, 4]

/** Returns the times of the signatures of a key; 0 if they have none. Null if a signature is invalid or the key is malformed. */
async function signatureTimesOf(
  note: Note,
  vkey: string,
  { sha256, subtle }: LogDeps,
): Promise<number[] | null> {
  const [name = '', id = '', ...rest] = vkey.split('+')
  const key = fromBase64(rest.join('+')) ?? new Uint8Array()
  const isTimed = key[0] === witnessKeyType
  const keyId = toHex(sha256(concatBytes(utf8(`${name}\n`), key)).subarray(0, 4))
  if (key.length !== 33 || (key[0] !== logKeyType && !isTimed) || keyId !== id) return null
  const times: number[] = []
  for (const { bytes } of note.signatures.filter(
    (one) => one.name === name && toHex(one.bytes.subarray(0, 4)) === id,
  )) {
    const time = isTimed ? bytes.subarray(4, 12) : new Uint8Array()
    const seconds = time.reduce((sum, byte) => sum * 256 + byte, 0)
    const signature = bytes.subarray(4 + time.length)
    const head = isTimed ? `cosignature/v1\ntime ${seconds}\n` : ''
    const isAllowed = Number.isSafeInteger(seconds) && seconds <= lastSecond && signature.length === 64
    const part = { bytes: utf8(head + note.text), algorithm: ed25519, signature }
    if (!isAllowed || !(await isSignedBy(concatBytes(spkiHead, key.subarray(1)), part, subtle))) return null
    times.push(seconds)
  }
  return times
}
