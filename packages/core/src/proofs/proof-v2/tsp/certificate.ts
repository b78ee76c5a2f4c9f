import { equalBytes, toHex } from '../../proof/bytes.ts'
import { Fields, only, requireThat, smallNumber, tags } from './der.ts'
import { algorithmOf, isSignedBy, type Algorithm, type Subtle } from './signature.ts'

/** The extensions that a verifier understands, as the bytes of their object identifiers in hex. */
const extensionIds = {
  keyIdentifier: '551d0e',
  keyUsage: '551d0f',
  basicConstraints: '551d13',
  authorityKey: '551d23',
  policies: '551d20',
  extendedKeyUsage: '551d25',
} as const

/** An X.509 certificate (RFC 5280). Names, keys and serial numbers are their bytes in DER. */
export interface Certificate {
  raw: Uint8Array
  serial: Uint8Array
  issuer: Uint8Array
  subject: Uint8Array
  notBefore: number
  notAfter: number
  publicKey: Uint8Array
  extensions: ReadonlyMap<string, Extension>
  signed: SignedPart
}

interface Extension {
  isCritical: boolean
  value: Uint8Array
}

/** The bytes that a signature is for, and the signature. */
interface SignedPart {
  bytes: Uint8Array
  algorithm: Algorithm
  signature: Uint8Array
}

/** Reads a certificate of version 3. @throws TokenError */
export function readCertificate(raw: Uint8Array): Certificate {
  const { algorithm, fields, signed } = readSigned(raw)
  const version = fields.next(0xa0)
  requireThat(smallNumber(only(version.body, tags.integer)) === 2, 'structure')
  const serial = fields.next(tags.integer).body
  requireThat(equalBytes(fields.next(tags.sequence).raw, algorithm), 'structure')
  const issuer = fields.next(tags.sequence).raw
  const validity = fields.sequence()
  const [notBefore, notAfter] = [validity.time(), validity.time()]
  const subject = fields.next(tags.sequence).raw
  const publicKey = fields.next(tags.sequence).raw
  fields.optional(0x81)
  fields.optional(0x82)
  const extensions = readExtensions(fields.optional(0xa3)?.body)
  fields.end()
  return { raw, serial, issuer, subject, notBefore, notAfter, publicKey, extensions, signed }
}

/** Reads a signed SEQUENCE: of a certificate, of a CRL or of an OCSP response, which certificates may follow. */
export function readSigned(raw: Uint8Array): {
  algorithm: Uint8Array
  fields: Fields
  signed: SignedPart
  certificates: Uint8Array | undefined
} {
  const outer = Fields.of(raw)
  const signedBytes = outer.next(tags.sequence)
  const algorithm = outer.next(tags.sequence).raw
  const bits = outer.next(tags.bits).body
  const certificates = outer.optional(0xa0)?.body
  outer.end()
  requireThat(bits[0] === 0, 'structure')
  return {
    signed: { bytes: signedBytes.raw, algorithm: algorithmOf(algorithm), signature: bits.subarray(1) },
    algorithm,
    fields: new Fields(signedBytes.body),
    certificates,
  }
}

/** Reads a list of extensions by their identifiers in hex. @throws TokenError if one occurs twice */
export function readExtensions(bytes: Uint8Array | undefined): Map<string, Extension> {
  const extensions = new Map<string, Extension>()
  if (bytes === undefined) return extensions
  for (const { body } of Fields.of(bytes).sequences()) {
    const fields = new Fields(body)
    const id = toHex(fields.next(tags.oid).body)
    const isCritical = fields.optional(tags.boolean)?.body[0] === 0xff
    requireThat(!extensions.has(id), 'structure')
    extensions.set(id, { isCritical, value: fields.next(tags.octets).body })
    fields.end()
  }
  return extensions
}

const timeStamping = '300a06082b06010505070308'

/** Whether a certificate is for time-stamps alone, by an extension that is critical (RFC 3161, section 2.3). */
export function isForTimestamps({ extensions }: Certificate): boolean {
  const usage = extensions.get(extensionIds.extendedKeyUsage)
  return usage !== undefined && usage.isCritical && toHex(usage.value) === timeStamping
}

/** Whether a certificate is for OCSP responses, possibly among other uses. */
export function isForOcsp({ extensions }: Certificate): boolean {
  const usage = extensions.get(extensionIds.extendedKeyUsage)
  return usage !== undefined && toHex(usage.value).includes('06082b06010505070309')
}

/** The most certificates in a chain, in a token and in an OCSP response: each costs a verifier the check of a signature. */
export const maxCertificates = 8

/**
 * Returns the chain from a certificate upwards to the anchor, or as far as the pool has certificates. Stops before a
 * signature with SHA-1, which makes the chain weak. @throws TokenError for a chain that is broken
 * @param isAnchor whether a certificate is trusted as it is
 */
export async function chainOf(
  signer: Certificate,
  pool: readonly Certificate[],
  atSeconds: number,
  isAnchor: (certificate: Certificate) => Promise<boolean>,
  subtle: Subtle,
): Promise<{ chain: Certificate[]; isWeak: boolean }> {
  const chain: Certificate[] = []
  for (let current = signer; ;) {
    chain.push(current)
    requireThat(chain.length <= maxCertificates, 'chain')
    requireThat(atSeconds >= current.notBefore && atSeconds <= current.notAfter, 'validity')
    const readExtensionIds: readonly string[] = Object.values(extensionIds)
    for (const [id, { isCritical }] of current.extensions)
      requireThat(!isCritical || readExtensionIds.includes(id), 'chain')
    if ((await isAnchor(current)) || equalBytes(current.issuer, current.subject))
      return { chain, isWeak: false }
    const { issuer, raw } = current
    const candidates = pool.filter((one) => equalBytes(one.subject, issuer) && !equalBytes(one.raw, raw))
    if (candidates.length === 0) return { chain, isWeak: false }
    if (current.signed.algorithm.isWeak) return { chain, isWeak: true }
    const next = await firstSigner(current, candidates, chain.length - 1, subtle)
    requireThat(next !== undefined, 'chain')
    current = next
  }
}

async function firstSigner(
  certificate: Certificate,
  candidates: readonly Certificate[],
  below: number,
  subtle: Subtle,
): Promise<Certificate | undefined> {
  for (const candidate of candidates)
    if (maySign(candidate, below) && (await isSignedBy(candidate.publicKey, certificate.signed, subtle)))
      return candidate
  return undefined
}

/** Whether a certificate may sign others, with `below` intermediate ones under it (RFC 5280, section 4.2.1.9). */
function maySign({ extensions }: Certificate, below: number): boolean {
  const constraints = extensions.get(extensionIds.basicConstraints)
  if (constraints === undefined) return false
  const fields = Fields.of(constraints.value)
  if (fields.optional(tags.boolean)?.body[0] !== 0xff) return false
  const limit = fields.optional(tags.integer)
  if (limit !== undefined && smallNumber(limit) < below) return false
  const usage = extensions.get(extensionIds.keyUsage)
  return usage === undefined || ((only(usage.value, tags.bits).body[1] ?? 0) & 4) !== 0
}
