// Certificates, their chains, and signatures.
import { constants, createHash, createPublicKey, verify } from 'node:crypto'
import { Fields, numberOf, only, requireThat, TokenError } from './der.mjs'

const hashes = new Map([
  ['2b0e03021a', 'sha1'],
  ['608648016503040201', 'sha256'],
  ['608648016503040202', 'sha384'],
  ['608648016503040203', 'sha512'],
])
const signatureAlgorithms = new Map([
  ['2a864886f70d010105', ['rsa', 'sha1']],
  ['2a864886f70d01010b', ['rsa', 'sha256']],
  ['2a864886f70d01010c', ['rsa', 'sha384']],
  ['2a864886f70d01010d', ['rsa', 'sha512']],
  ['2a8648ce3d0401', ['ec', 'sha1']],
  ['2a8648ce3d040302', ['ec', 'sha256']],
  ['2a8648ce3d040303', ['ec', 'sha384']],
  ['2a8648ce3d040304', ['ec', 'sha512']],
])
/** The kinds of keys by their AlgorithmIdentifier, each with the bytes of a number. */
const keyKinds = new Map([
  ['300d06092a864886f70d0101010500', ['rsa']],
  ['300506032b6570', ['ed25519']],
  ['301306072a8648ce3d020106082a8648ce3d030107', ['ec', 32]],
  ['301006072a8648ce3d020106052b81040022', ['ec', 48]],
  ['301006072a8648ce3d020106052b81040023', ['ec', 66]],
])
const rsaId = '2a864886f70d010101'

export function digestOf(name, bytes) {
  return createHash(name).update(bytes).digest()
}

/** Returns the name of the hash function of an AlgorithmIdentifier. */
export function hashOf(sequence) {
  return hashes.get(Fields.of(sequence).oid())
}

/** Returns the algorithm of a signature. One with SHA-1 is weak, and is not verified. */
export function algorithmOf(sequence) {
  const fields = Fields.of(sequence)
  const id = fields.oid()
  if (id === rsaId) return { kind: 'rsa' }
  if (id === '2b6570') return { kind: 'ed25519' }
  if (id === '2a864886f70d01010a') return pssOf(fields.sequence())
  const [kind, hash] = signatureAlgorithms.get(id) ?? ['unknown']
  return hash === 'sha1' ? { kind, isWeak: true } : { kind, hash }
}

function pssOf(parameters) {
  const hashed = parameters.optional(0xa0)
  const masked = parameters.optional(0xa1)
  const salt = parameters.optional(0xa2)
  if (hashed === undefined || masked === undefined) return { kind: 'pss', isWeak: true }
  const hash = hashOf(hashed.body)
  const mask = Fields.of(masked.body)
  const isMgf1 = mask.oid() === '2a864886f70d010108'
  const isSame = isMgf1 && hashOf(mask.next(0x30).raw) === hash
  if (hash === 'sha1') return { kind: 'pss', isWeak: true }
  const saltBytes = salt === undefined ? 20 : numberOf(only(salt.body, 0x02))
  return { kind: isSame && hash !== undefined ? 'pss' : 'unknown', hash, saltBytes }
}

/** Whether the key of a certificate made a signature. An algorithm or key that is not supported counts as no. */
export function isSigned({ bytes, algorithm, signature }, { publicKey }) {
  try {
    const { kind, hash, saltBytes } = algorithm
    const fields = Fields.of(publicKey)
    const [keyKind, numberBytes] = keyKinds.get(fields.next(0x30).raw.toString('hex')) ?? []
    const bits = fields.next(0x03).body
    fields.end()
    if (bits[0] !== 0 || keyKind === undefined || keyKind !== (kind === 'pss' ? 'rsa' : kind)) return false
    const key = bits.subarray(1)
    if (keyKind === 'ed25519') return isEd25519(key, signature, bytes)
    if (hash === undefined) return false
    if (keyKind === 'rsa') {
      const options =
        kind === 'rsa' ? {} : { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: saltBytes }
      return isRsaKey(key, signature.length) && isValidSignature(hash, bytes, publicKey, options, signature)
    }
    const hexNumbers = numbersIn(signature).map((number) =>
      number.toString(16).padStart(2 * numberBytes, '0'),
    )
    if (
      key.length !== 1 + 2 * numberBytes ||
      key[0] !== 4 ||
      hexNumbers.some((hex) => hex.length > 2 * numberBytes)
    )
      return false
    const rawSignature = Buffer.from(hexNumbers.join(''), 'hex')
    return isValidSignature(hash, bytes, publicKey, { dsaEncoding: 'ieee-p1363' }, rawSignature)
  } catch (error) {
    if (error instanceof TokenError) return false
    throw error
  }
}

function isRsaKey(key, signatureBytes) {
  const [modulus, exponent] = numbersIn(key)
  const bits = modulus.toString(2).length
  const isModulus = bits >= 2_048 && bits <= 4_096 && Math.ceil(bits / 8) === signatureBytes
  const isOdd = modulus % 2n === 1n && exponent % 2n === 1n
  return isModulus && isOdd && exponent >= 3n && exponent < 2n ** 32n
}

/** The two numbers of a SEQUENCE, as DER writes them, none of them negative. */
function numbersIn(sequence) {
  const fields = Fields.of(sequence)
  const numbers = [fields.next(0x02).body, fields.next(0x02).body].map((body) => {
    requireThat(body.length > 0 && body[0] < 0x80, 'structure')
    requireThat(body[0] > 0 || body.length === 1 || body[1] >= 0x80, 'structure')
    return BigInt(`0x${body.toString('hex')}`)
  })
  fields.end()
  return numbers
}

const prime = 2n ** 255n - 19n
/** The y of the points whose order is at most 8. */
const smallY = ['00', '01', '05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826'].map((hex) =>
  BigInt(`0x${hex}`),
)

/** Whether bytes can be a point of Ed25519, and not one of a small order. */
function isPoint(bytes) {
  if (bytes.length !== 32) return false
  const y = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`) % 2n ** 255n
  return y < prime && !smallY.some((one) => y === one || y === (prime - one) % prime)
}

/** Whether a key of Ed25519 made a signature. */
export function isEd25519(key, signature, message) {
  if (!isPoint(key) || !isPoint(signature.subarray(0, 32))) return false
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key])
  return isValidSignature(null, message, spki, {}, signature)
}

function isValidSignature(hash, bytes, publicKey, options, signature) {
  try {
    const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' })
    return verify(hash, bytes, { key, ...options }, signature)
  } catch {
    // OpenSSL refuses the key.
    return false
  }
}

/** Reads a signed SEQUENCE: of a certificate, of a list or of an OCSP response, which may have certificates behind it. */
export function readSigned(raw) {
  const outer = Fields.of(raw)
  const body = outer.next(0x30)
  const algorithm = outer.next(0x30).raw
  const bits = outer.next(0x03).body
  const certificates = outer.optional(0xa0)?.body
  outer.end()
  requireThat(bits[0] === 0, 'structure')
  const signed = { bytes: body.raw, algorithm: algorithmOf(algorithm), signature: bits.subarray(1) }
  return { fields: new Fields(body.body), algorithm, signed, certificates }
}

export function readCertificate(raw) {
  const { fields, algorithm, signed } = readSigned(raw)
  requireThat(numberOf(only(fields.next(0xa0).body, 0x02)) === 2, 'structure')
  const serial = fields.next(0x02).body
  requireThat(fields.next(0x30).raw.equals(algorithm), 'structure')
  const issuer = fields.next(0x30).raw
  const validity = fields.sequence()
  const [notBefore, notAfter] = [validity.time(), validity.time()]
  const subject = fields.next(0x30).raw
  const publicKey = fields.next(0x30).raw
  fields.optional(0x81)
  fields.optional(0x82)
  const extensions = readExtensions(fields.optional(0xa3)?.body)
  fields.end()
  return { raw, serial, issuer, subject, notBefore, notAfter, publicKey, extensions, signed }
}

export function readExtensions(bytes) {
  const extensions = new Map()
  if (bytes === undefined) return extensions
  const list = Fields.of(bytes)
  for (const { body } of list.sequences()) {
    const fields = new Fields(body)
    const id = fields.oid()
    const isCritical = fields.optional(0x01)?.body[0] === 0xff
    requireThat(!extensions.has(id), 'structure')
    extensions.set(id, { isCritical, value: fields.next(0x04).body })
    fields.end()
  }
  list.end()
  return extensions
}

const knownExtensions = ['551d0e', '551d0f', '551d13', '551d23', '551d20', '551d25']

/** Returns the chain from a certificate upwards, as far as certificates are here or to an anchor. */
export function chainOf(signer, pool, seconds, isAnchor) {
  const chain = []
  for (let current = signer; ;) {
    chain.push(current)
    requireThat(chain.length <= 8, 'chain')
    requireThat(seconds >= current.notBefore && seconds <= current.notAfter, 'validity')
    for (const [id, { isCritical }] of current.extensions)
      requireThat(!isCritical || knownExtensions.includes(id), 'chain')
    const { issuer, raw, signed } = current
    if (isAnchor(current) || issuer.equals(current.subject)) return { chain, isWeak: false }
    const candidates = pool.filter((one) => one.subject.equals(issuer) && !one.raw.equals(raw))
    if (candidates.length === 0) return { chain, isWeak: false }
    if (signed.algorithm.isWeak) return { chain, isWeak: true }
    current = candidates.find((one) => maySign(one, chain.length - 1) && isSigned(signed, one))
    requireThat(current !== undefined, 'chain')
  }
}

function maySign({ extensions }, below) {
  const constraints = extensions.get('551d13')
  if (constraints === undefined) return false
  const fields = Fields.of(constraints.value)
  if (fields.optional(0x01)?.body[0] !== 0xff) return false
  const limit = fields.optional(0x02)
  if (limit !== undefined && numberOf(limit.body) < below) return false
  const usage = extensions.get('551d0f')
  return usage === undefined || ((only(usage.value, 0x03)[1] ?? 0) & 4) !== 0
}
