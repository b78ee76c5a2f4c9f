import { concatBytes, toHex } from '../../proof/bytes.ts'
import { Fields, only, requireThat, smallNumber, tags } from './der.ts'

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
const ecKey = '2a8648ce3d0201'
const ed25519 = '2b6570'

/** Signature algorithms that name their hash function. */
const combined: Readonly<Record<string, readonly ['rsa' | 'ec', HashName | 'SHA-1']>> = {
  '2a864886f70d010105': ['rsa', 'SHA-1'],
  '2a864886f70d01010b': ['rsa', 'SHA-256'],
  '2a864886f70d01010c': ['rsa', 'SHA-384'],
  '2a864886f70d01010d': ['rsa', 'SHA-512'],
  '2a8648ce3d0401': ['ec', 'SHA-1'],
  '2a8648ce3d040302': ['ec', 'SHA-256'],
  '2a8648ce3d040303': ['ec', 'SHA-384'],
  '2a8648ce3d040304': ['ec', 'SHA-512'],
}

const curves: Readonly<Record<string, readonly [name: string, bytes: number]>> = {
  '2a8648ce3d030107': ['P-256', 32],
  '2b81040022': ['P-384', 48],
  '2b81040023': ['P-521', 66],
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
  const plain = { hash: null, saltBytes: 0, isWeak: false }
  if (id === rsa) return { kind: 'rsa', ...plain }
  if (id === ed25519) return { kind: 'ed25519', ...plain }
  if (id === pss) return pssOf(fields)
  const [kind, hash] = combined[id] ?? []
  if (kind === undefined || hash === undefined) return { kind: 'unknown', ...plain }
  return hash === 'SHA-1' ? { kind, ...plain, isWeak: true } : { kind, ...plain, hash }
}

/** RSASSA-PSS names its hash function twice, which must be the same, and the length of its salt (RFC 4055). */
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

/**
 * Whether a public key, a SubjectPublicKeyInfo in DER, made a signature. @throws TokenError for an unsupported algorithm or key
 */
export async function isSignedBy(
  publicKey: Uint8Array,
  { bytes, algorithm, signature }: { bytes: Uint8Array; algorithm: Algorithm; signature: Uint8Array },
  subtle: Subtle,
): Promise<boolean> {
  const verify = async (
    keyAlgorithm: Parameters<Subtle['importKey']>[2],
    verification: Parameters<Subtle['verify']>[0],
    plain = signature,
  ) => {
    const imported = await subtle
      .importKey('spki', Uint8Array.from(publicKey), keyAlgorithm, false, ['verify'])
      .catch(() => null)
    requireThat(imported !== null, 'algorithm')
    return subtle.verify(verification, imported, Uint8Array.from(plain), Uint8Array.from(bytes))
  }
  const key = Fields.of(publicKey)
  const identifier = key.sequence()
  const id = toHex(identifier.next(tags.oid).body)
  const { kind, hash, saltBytes } = algorithm
  if (kind === 'ed25519') {
    requireThat(id === ed25519, 'algorithm')
    return verify({ name: 'Ed25519' }, { name: 'Ed25519' })
  }
  requireThat(hash !== null, 'algorithm')
  if (kind === 'rsa' || kind === 'pss') {
    requireThat(id === rsa, 'algorithm')
    const bits = rsaBits(key.next(tags.bits).body)
    requireThat(bits >= 2_048 && bits <= 4_096, 'algorithm')
    const name = kind === 'rsa' ? 'RSASSA-PKCS1-v1_5' : 'RSA-PSS'
    return verify({ name, hash }, { name, saltLength: saltBytes })
  }
  requireThat(kind === 'ec' && id === ecKey, 'algorithm')
  const [namedCurve, width] = curves[toHex(identifier.next(tags.oid).body)] ?? []
  requireThat(namedCurve !== undefined && width !== undefined, 'algorithm')
  const numbers = Fields.of(signature)
  const [r, s] = [
    fixed(numbers.next(tags.integer).body, width),
    fixed(numbers.next(tags.integer).body, width),
  ]
  numbers.end()
  if (r === null || s === null) return false
  return verify({ name: 'ECDSA', namedCurve }, { name: 'ECDSA', hash }, concatBytes(r, s))
}

function rsaBits(bits: Uint8Array): number {
  const modulus = Fields.of(bits.subarray(1)).next(tags.integer).body
  const start = modulus[0] === 0 ? 1 : 0
  return 8 * (modulus.length - start) - Math.clz32(modulus[start] ?? 0) + 24
}

/** WebCrypto takes the numbers of an ECDSA signature side by side, each as long as the curve's. Null for a longer one. */
function fixed(number: Uint8Array, width: number): Uint8Array | null {
  const bytes = number[0] === 0 ? number.subarray(1) : number
  if (bytes.length > width) return null
  return concatBytes(new Uint8Array(width - bytes.length), bytes)
}
