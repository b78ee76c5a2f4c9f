// Reads OpenTimestamps files, and follows their SHA-256 operations to the attestations.
import { createHash } from 'node:crypto'

export function sha256(...parts) {
  return createHash('sha256').update(Buffer.concat(parts)).digest()
}

const magic = Buffer.from('004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294', 'hex')
const hashes = new Map([
  [0x02, ['sha1', 20]],
  [0x03, ['ripemd160', 20]],
  [0x08, ['sha256', 32]],
  [0x67, ['keccak256', 32]],
])
const pendingTag = '83dfe30d2ef90c8e'
const bitcoinTag = '0588960d73d71901'

/** The bytes are not a sound OpenTimestamps proof. */
export class OtsError extends Error {}

/** Reads bytes in order. */
class Bytes {
  constructor(data) {
    this.data = data
    this.at = 0
  }

  take(length) {
    if (this.at + length > this.data.length) throw new OtsError('truncated')
    this.at += length
    return this.data.subarray(this.at - length, this.at)
  }

  varint() {
    let value = 0
    for (let unit = 1; ; unit *= 128) {
      const [byte] = this.take(1)
      value += (byte % 128) * unit
      if (value > Number.MAX_SAFE_INTEGER || unit > Number.MAX_SAFE_INTEGER) throw new OtsError('too large')
      if (byte < 128) return value
    }
  }

  sized(least, most) {
    const length = this.varint()
    if (length < least || length > most) throw new OtsError('length')
    return this.take(length)
  }

  end() {
    if (this.at !== this.data.length) throw new OtsError('trailing bytes')
  }
}

function readAttestation(data) {
  const tag = data.take(8).toString('hex')
  const payload = new Bytes(data.sized(0, 8_192))
  if (tag === pendingTag) {
    const uri = payload.sized(0, 1_000).toString('latin1')
    if (!/^[A-Za-z0-9._/:-]*$/.test(uri)) throw new OtsError('address')
    payload.end()
    return { kind: 'pending', uri }
  }
  if (tag !== bitcoinTag) return { kind: 'unreadable', tag }
  const height = payload.varint()
  payload.end()
  return { kind: 'bitcoin', height }
}

/**
 * Returns the attestations of a node, with the messages that are passed on the way to each. `message` is null behind the
 * hash function `missing`.
 */
function readNode(data, { message, length, missing }, before, depth) {
  if (depth > 256) throw new OtsError('too deep')
  const passed = message === null ? before : [...before, message]
  const attestations = []
  const laterAttestations = []
  let hasMore
  do {
    const [first] = data.take(1)
    hasMore = first === 0xff
    const tag = hasMore ? data.take(1)[0] : first
    if (tag === 0x00) {
      const attestation = readAttestation(data)
      attestations.push({ ...readableAttestation(attestation, message, missing), message, passed })
    } else {
      const next = apply(tag, data, { message, length, missing })
      if (next.length > 4_096) throw new OtsError('message')
      laterAttestations.push(...readNode(data, next, passed, depth + 1))
    }
  } while (hasMore)
  return [...attestations, ...laterAttestations]
}

/** The result for an attestation of a message. */
function readableAttestation(attestation, message, missing) {
  if (message === null) return { kind: 'unreadable', missingHash: missing }
  if (attestation.kind === 'bitcoin' && message.length !== 32)
    return { kind: 'unreadable', length: message.length }
  return attestation
}

function apply(tag, data, { message, length, missing }) {
  const resultOf = (change) => (message === null ? null : change(message))
  if (tag === 0xf0 || tag === 0xf1) {
    const extra = data.sized(1, 4_096)
    const join = (bytes) => Buffer.concat(tag === 0xf0 ? [bytes, extra] : [extra, bytes])
    return { message: resultOf(join), length: length + extra.length, missing }
  }
  if (tag === 0xf2) return { message: resultOf((bytes) => Buffer.from(bytes).reverse()), length, missing }
  if (tag === 0xf3)
    return { message: resultOf((bytes) => Buffer.from(bytes.toString('hex'))), length: 2 * length, missing }
  const [name, hashLength] = hashes.get(tag) ?? []
  if (name === undefined) throw new OtsError('operation')
  if (name === 'sha256') return { message: resultOf((bytes) => sha256(bytes)), length: hashLength, missing }
  return { message: null, length: hashLength, missing: message === null ? missing : name }
}

/** Throws an OtsError for anything else than a sound file. */
export function readOts(content) {
  if (content.length > 65_536) throw new OtsError('too long')
  const data = new Bytes(content)
  if (!data.take(magic.length).equals(magic) || data.varint() !== 1) throw new OtsError('another format')
  const [hash, length] = hashes.get(data.take(1)[0]) ?? []
  if (hash === undefined) throw new OtsError('hash')
  const digest = data.take(length)
  const attestations = readNode(data, { message: digest, length, missing: hash }, [], 1)
  data.end()
  return { hash, digest, attestations }
}
