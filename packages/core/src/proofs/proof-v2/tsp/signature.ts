import { concatBytes, toHex } from '../../proof/bytes.ts'
import { Fields, only, requireThat, smallNumber, tags, type Der } from './der.ts'

/** The part of WebCrypto, in browsers and in Node, that verifies signatures. */
export interface Subtle {
  digest(algorithm: string, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>
  importKey(
    format: 'spki',
    keyData: Uint8Array<ArrayBuffer>,
    algorithm: { name: string; hash?: string; namedCurve?: string },
    extractable: boolean,
    keyUsages: 'verify'[],
  ): Promise<unknown>
  verify(
    algorithm: { name: string; hash?: string; saltLength?: number },
    key: unknown,
    signature: Uint8Array<ArrayBuffer>,
    data: Uint8Array<ArrayBuffer>,
  ): Promise<boolean>
}

type HashName = 'SHA-256' | 'SHA-384' | 'SHA-512'

/** Object identifiers in DER, in hex, without tag and length. */
const hashIds: Readonly<Record<string, HashName | 'SHA-1'>> = {
  '2b0e03021a': 'SHA-1',
  '608648016503040201': 'SHA-256',
  '608648016503040202': 'SHA-384',
  '608648016503040203': 'SHA-512',
}
const rsa = '2a864886f70d010101'
const pss = '2a864886f70d01010a'
const mgf1 = '2a864886f70d010108'
const ed25519 = '2b6570'

/** Signature algorithms that name their hash function. */
const signatureAlgorithms: Readonly<Record<string, readonly ['rsa' | 'ec', HashName | 'SHA-1']>> = {
  '2a864886f70d010105': ['rsa', 'SHA-1'],
  '2a864886f70d01010b': ['rsa', 'SHA-256'],
  '2a864886f70d01010c': ['rsa', 'SHA-384'],
  '2a864886f70d01010d': ['rsa', 'SHA-512'],
  '2a8648ce3d0401': ['ec', 'SHA-1'],
  '2a8648ce3d040302': ['ec', 'SHA-256'],
  '2a8648ce3d040303': ['ec', 'SHA-384'],
  '2a8648ce3d040304': ['ec', 'SHA-512'],
}

type KeyKind = { kind: 'rsa' } | { kind: 'ed25519' } | { kind: 'ec'; namedCurve: string; bytes: number }

/** Public keys by their AlgorithmIdentifier in hex: each has only this one form. */
const keyKinds: Readonly<Record<string, KeyKind>> = {
  '300d06092a864886f70d0101010500': { kind: 'rsa' },
  '300506032b6570': { kind: 'ed25519' },
  '301306072a8648ce3d020106082a8648ce3d030107': { kind: 'ec', namedCurve: 'P-256', bytes: 32 },
  '301006072a8648ce3d020106052b81040022': { kind: 'ec', namedCurve: 'P-384', bytes: 48 },
  '301006072a8648ce3d020106052b81040023': { kind: 'ec', namedCurve: 'P-521', bytes: 66 },
}

/** A signature algorithm. `hash` is null if it names none; `isWeak` for SHA-1, which is not verified. */
export interface Algorithm {
  kind: 'rsa' | 'pss' | 'ec' | 'ed25519' | 'unknown'
  hash: HashName | null
  saltBytes: number
  isWeak: boolean
}

/** Reads the AlgorithmIdentifier of a signature. */
export function algorithmOf(sequence: Uint8Array): Algorithm {
  const fields = Fields.of(sequence)
  const id = toHex(fields.next(tags.oid).body)
  const withoutHash = { hash: null, saltBytes: 0, isWeak: false }
  if (id === rsa) return { kind: 'rsa', ...withoutHash }
  if (id === ed25519) return { kind: 'ed25519', ...withoutHash }
  if (id === pss) return pssOf(fields)
  const [kind, hash] = signatureAlgorithms[id] ?? []
  if (kind === undefined || hash === undefined) return { kind: 'unknown', ...withoutHash }
  return hash === 'SHA-1' ? { kind, ...withoutHash, isWeak: true } : { kind, ...withoutHash, hash }
}

/** RSASSA-PSS names its hash function twice, each time the same one, and the length of its salt (RFC 4055). */
function pssOf(fields: Fields): Algorithm {
  const parameters = fields.sequence()
  const hashed = parameters.optional(0xa0)
  const masked = parameters.optional(0xa1)
  const salt = parameters.optional(0xa2)
  if (hashed === undefined || masked === undefined)
    return { kind: 'pss', hash: null, saltBytes: 0, isWeak: true }
  const hash = hashOf(hashed.body)
  const mask = Fields.of(masked.body)
  const isMgf1 = toHex(mask.next(tags.oid).body) === mgf1
  const isSame = isMgf1 && hashOf(mask.next(tags.sequence).raw) === hash
  if (hash === 'SHA-1') return { kind: 'pss', hash: null, saltBytes: 0, isWeak: true }
  const saltBytes = salt === undefined ? 20 : smallNumber(only(salt.body, tags.integer))
  return { kind: isSame && hash !== null ? 'pss' : 'unknown', hash, saltBytes, isWeak: false }
}

/** Returns the hash function of an AlgorithmIdentifier; null for an unknown one. */
export function hashOf(sequence: Uint8Array): HashName | 'SHA-1' | null {
  return hashIds[toHex(Fields.of(sequence).next(tags.oid).body)] ?? null
}

/** Computes a hash. */
export async function digest(
  name: HashName | 'SHA-1',
  bytes: Uint8Array,
  subtle: Subtle,
): Promise<Uint8Array> {
  return new Uint8Array(await subtle.digest(name, Uint8Array.from(bytes)))
}

/** Whether an error means that this browser does not have an algorithm, as older ones do not have Ed25519. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof Error && error.name === 'NotSupportedError'
}

/**
 * Whether a public key, a SubjectPublicKeyInfo in DER, made a signature. False if the format does not allow the
 * algorithm or the key.
 * @throws an error that `isUnsupported`
 */
export async function isSignedBy(
  publicKey: Uint8Array,
  { bytes, algorithm, signature }: { bytes: Uint8Array; algorithm: Algorithm; signature: Uint8Array },
  subtle: Subtle,
): Promise<boolean> {
  try {
    const [keyAlgorithm, verification, rawSignature] = verificationOf(publicKey, algorithm, signature)
    const key = await subtle.importKey('spki', Uint8Array.from(publicKey), keyAlgorithm, false, ['verify'])
    return await subtle.verify(verification, key, Uint8Array.from(rawSignature), Uint8Array.from(bytes))
  } catch (error) {
    // WebCrypto rejects a key that is not a point on its curve, and a salt that is too long.
    if (isUnsupported(error)) throw error
    return false
  }
}

/** Returns what WebCrypto needs: the algorithms of the key and of the signature, and the signature. @throws TokenError */
function verificationOf(
  publicKey: Uint8Array,
  { kind, hash, saltBytes }: Algorithm,
  signature: Uint8Array,
): [Parameters<Subtle['importKey']>[2], Parameters<Subtle['verify']>[0], Uint8Array] {
  const fields = Fields.of(publicKey)
  const keyKind = keyKinds[toHex(fields.next(tags.sequence).raw)]
  const bits = fields.next(tags.bits).body
  fields.end()
  const key = bits.subarray(1)
  requireThat(keyKind !== undefined && bits[0] === 0, 'algorithm')
  requireThat(keyKind.kind === (kind === 'pss' ? 'rsa' : kind), 'algorithm')
  if (keyKind.kind === 'ed25519') {
    requireThat(isPoint(key) && isPoint(signature.subarray(0, 32)), 'signature')
    return [{ name: 'Ed25519' }, { name: 'Ed25519' }, signature]
  }
  requireThat(hash !== null, 'algorithm')
  if (keyKind.kind === 'rsa') {
    requireThat(isRsaKey(key, signature.length), 'algorithm')
    const name = kind === 'rsa' ? 'RSASSA-PKCS1-v1_5' : 'RSA-PSS'
    return [{ name, hash }, { name, saltLength: saltBytes }, signature]
  }
  const { namedCurve, bytes } = keyKind
  requireThat(key.length === 1 + 2 * bytes && key[0] === 4, 'algorithm')
  const numbers = Fields.of(signature)
  const numberParts = [naturalOf(numbers.next(tags.integer)), naturalOf(numbers.next(tags.integer))]
  numbers.end()
  // WebCrypto takes the two numbers side by side, each as long as the curve's.
  const rawSignature = numberParts.flatMap((number) => {
    requireThat(number.length <= bytes, 'signature')
    return [new Uint8Array(bytes - number.length), number]
  })
  return [{ name: 'ECDSA', namedCurve }, { name: 'ECDSA', hash }, concatBytes(...rawSignature)]
}

/** Whether a key has an odd modulus of 2,048 to 4,096 bits, as long as a signature, and an odd exponent from 3 to 2^32 - 1. */
function isRsaKey(key: Uint8Array, signatureBytes: number): boolean {
  const numbers = Fields.of(key)
  const [modulus, exponent] = [naturalOf(numbers.next(tags.integer)), naturalOf(numbers.next(tags.integer))]
  numbers.end()
  const bits = 8 * modulus.length - Math.clz32(modulus[0] ?? 0) + 24
  const isOdd = [modulus, exponent].every((number) => (number.at(-1) ?? 0) % 2 === 1)
  const isExponent = exponent.length <= 4 && !(exponent.length === 1 && exponent[0] === 1)
  return bits >= 2_048 && bits <= 4_096 && modulus.length === signatureBytes && isOdd && isExponent
}

/** Returns the bytes of an INTEGER as DER writes it, without the zero in front. @throws TokenError for a negative one */
function naturalOf({ body }: Der): Uint8Array {
  const [first = 0x80, second = 0x80] = body
  requireThat(first < 0x80 && (first > 0 || body.length === 1 || second >= 0x80), 'structure')
  return first === 0 ? body.subarray(1) : body
}

/** The points of Ed25519 whose order is at most 8, without their signs: signatures with them prove nothing. */
const smallPoints = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]

/** Whether bytes can be a point of Ed25519: below the prime 2^255 - 19, and not of a small order. */
function isPoint(bytes: Uint8Array): boolean {
  const hex = toHex(bytes.map((byte, n) => (n === 31 ? byte & 0x7f : byte)))
  return hex.length === 64 && !smallPoints.includes(hex) && !/^(?:e[d-f]|f.)(?:ff){30}7f$/.test(hex)
}
