import { equalBytes, toHex } from '../../proof/bytes.ts'
import type { Authority } from './authorities.ts'
import {
  chainOf,
  isForTimestamps,
  maxCertificates,
  readCertificate,
  type Certificate,
} from './certificate.ts'
import {
  Fields,
  only,
  requireThat,
  smallNumber,
  tags,
  timeOf,
  TokenError,
  valuesIn,
  type TokenFlaw,
} from './der.ts'
import { isCheckedForRevocation } from './revocation.ts'
import { algorithmOf, digest, hashOf, isSignedBy, type Subtle } from './signature.ts'

/** Object identifiers in DER, in hex, without tag and length. */
const ids = {
  signedData: '2a864886f70d010702',
  timestampInfo: '2a864886f70d0109100104',
  contentType: '2a864886f70d010903',
  messageDigest: '2a864886f70d010904',
  signingCertificate: '2a864886f70d010910020c',
  signingCertificateV2: '2a864886f70d010910022f',
} as const

/** Before 2020, some authorities named their certificate with SHA-1 only. */
const sha1OnlyUntilSeconds = Date.UTC(2020, 0, 1) / 1_000

/** A token, and the certificates and revocation data that are stored with it, all in DER. */
export interface TokenParts {
  token: Uint8Array
  certificates: readonly Uint8Array[]
  revocation: readonly { kind: 'crl' | 'ocsp'; data: Uint8Array }[]
}

/** What a valid token says. Times are in seconds since 1970. */
export interface TokenResult {
  /** The root existed no later than this: the token's time and its accuracy. */
  noLaterThanSeconds: number
  /** When the first certificate of the chain expires. After that, anyone may have its key. */
  validUntilSeconds: number
  /** Whether it is signed with SHA-1, which proves nothing today. */
  isWeak: boolean
  /** The authority in the table whose certificate the chain has; null if there is none. */
  authority: Authority | null
  isRevocationChecked: boolean
  /** The SHA-256 of the last certificate of the chain, in hex. */
  lastCertificate: string
  /** From the signer's certificate upwards, as far as certificates are available. */
  chain: readonly Certificate[]
}

/** What a token is worth now: only a known one proves a date. */
export type TokenState = 'known' | 'unknown' | 'weak' | 'expired'

/** Judges a token. An expired one still counts if a renewal shows that it existed before it expired. */
export function tokenState(
  { isWeak, authority, validUntilSeconds }: TokenResult,
  nowSeconds: number,
  renewedAt: number | null,
): TokenState {
  if (isWeak) return 'weak'
  const isRenewed = renewedAt !== null && renewedAt <= validUntilSeconds
  if (validUntilSeconds < nowSeconds && !isRenewed) return 'expired'
  return authority === null ? 'unknown' : 'known'
}

/**
 * Checks a time-stamp token (RFC 3161, RFC 5816) of a root, in the order of packages/core/proof-vectors/v2/README.md.
 * @param root the 32 bytes that the token must be for
 */
export async function checkToken(
  parts: TokenParts,
  root: Uint8Array,
  authorities: readonly Authority[],
  subtle: Subtle,
): Promise<TokenResult | { flaw: TokenFlaw }> {
  try {
    return await resultOf(parts, root, authorities, subtle)
  } catch (error) {
    if (error instanceof TokenError) return { flaw: error.flaw }
    throw error
  }
}

/** Returns what a token says, and its certificates in DER. Checks only its structure. @throws TokenError */
export function readToken(token: Uint8Array) {
  const { content, certificates } = readSignedData(token)
  return { ...readInfo(content), certificates: certificates.map(({ raw }) => raw) }
}

async function resultOf(
  parts: TokenParts,
  root: Uint8Array,
  authorities: readonly Authority[],
  subtle: Subtle,
): Promise<TokenResult> {
  const { content, certificates, signer } = readSignedData(parts.token)
  const info = readInfo(content)
  const embeddedCertificates = certificates.filter(({ tag }) => tag === tags.sequence).map(({ raw }) => raw)
  requireThat(embeddedCertificates.length <= maxCertificates, 'structure')
  const pool = [...embeddedCertificates, ...parts.certificates].map(readCertificate)
  const certificate = pool.find(
    ({ issuer, serial }) => equalBytes(issuer, signer.issuer) && equalBytes(serial, signer.serial),
  )
  requireThat(certificate !== undefined, 'signer')
  const hash = hashOf(signer.digestAlgorithm)
  const signatureAlgorithm = algorithmOf(signer.signatureAlgorithm)
  // Signatures with SHA-1 are not verified: such a token proves nothing in any case.
  let isWeak = hash === 'SHA-1' || signatureAlgorithm.isWeak
  let authority: Authority | null = null
  let chain = [certificate]
  if (!isWeak) {
    requireThat(hash !== null && hash !== 'SHA-1', 'algorithm')
    const attribute = attributesOf(signer.attributes)
    const typeId = only(attribute(ids.contentType), tags.oid).body
    const statedDigest = only(attribute(ids.messageDigest), tags.octets).body
    requireThat(toHex(typeId) === ids.timestampInfo, 'attributes')
    requireThat(equalBytes(statedDigest, await digest(hash, content, subtle)), 'attributes')
    requireThat(await isNamed(certificate, attribute, info.seconds, subtle), 'signer')
    // The attributes are signed as a SET, not as the [0] that they are here.
    const bytes = signer.attributes.with(0, tags.set)
    const algorithm = signatureAlgorithm.hash === null ? { ...signatureAlgorithm, hash } : signatureAlgorithm
    requireThat(algorithm.hash === hash, 'algorithm')
    const part = { bytes, algorithm, signature: signer.signature }
    requireThat(await isSignedBy(certificate.publicKey, part, subtle), 'signature')
    requireThat(isForTimestamps(certificate), 'usage')
    const authorityOf = async (one: Certificate) => {
      const fingerprint = toHex(await digest('SHA-256', one.raw, subtle))
      const isTrustedThen = ({ from, until }: Authority) =>
        info.seconds >= from && (until === null || info.seconds < until)
      return authorities.find((row) => row.anchorSha256 === fingerprint && isTrustedThen(row)) ?? null
    }
    const isAnchor = async (one: Certificate) => (authority = await authorityOf(one)) !== null
    const chainResult = await chainOf(certificate, pool, info.seconds, isAnchor, subtle)
    isWeak = chainResult.isWeak
    chain = chainResult.chain
  }
  const isRevocationChecked = await isCheckedForRevocation(chain, parts.revocation, info.seconds, subtle)
  requireThat(equalBytes(info.imprint, root), 'imprint')
  return {
    noLaterThanSeconds: info.noLaterThanSeconds,
    validUntilSeconds: Math.min(...chain.map(({ notAfter }) => notAfter)),
    isWeak,
    authority,
    isRevocationChecked,
    lastCertificate: toHex(await digest('SHA-256', chain.at(-1)?.raw ?? new Uint8Array(), subtle)),
    chain,
  }
}

/** Reads the CMS structure around a time-stamp (RFC 5652), with one signer who is named by issuer and serial number. */
function readSignedData(token: Uint8Array) {
  const outer = Fields.of(token)
  requireThat(toHex(outer.next(tags.oid).body) === ids.signedData, 'structure')
  const data = Fields.of(outer.next(0xa0).body)
  outer.end()
  requireThat(smallNumber(data.next(tags.integer)) === 3, 'structure')
  data.next(tags.set)
  const inner = data.sequence()
  requireThat(toHex(inner.next(tags.oid).body) === ids.timestampInfo, 'structure')
  const content = only(inner.next(0xa0).body, tags.octets).body
  inner.end()
  const certificates = valuesIn(data.optional(0xa0)?.body ?? new Uint8Array())
  data.optional(0xa1)
  const signer = new Fields(only(data.next(tags.set).body, tags.sequence).body)
  data.end()
  requireThat(smallNumber(signer.next(tags.integer)) === 1, 'structure')
  const name = signer.sequence()
  const [issuer, serial] = [name.next(tags.sequence).raw, name.next(tags.integer).body]
  name.end()
  const digestAlgorithm = signer.next(tags.sequence).raw
  const attributes = signer.next(0xa0).raw
  const signatureAlgorithm = signer.next(tags.sequence).raw
  const signature = signer.next(tags.octets).body
  signer.optional(0xa1)
  signer.end()
  return {
    content,
    certificates,
    signer: { issuer, serial, digestAlgorithm, attributes, signatureAlgorithm, signature },
  }
}

/** Reads a TSTInfo. Its imprint must use SHA-256, because the hash in it is a root. */
function readInfo(content: Uint8Array) {
  const info = Fields.of(content)
  requireThat(smallNumber(info.next(tags.integer)) === 1, 'structure')
  const policy = toHex(info.next(tags.oid).body)
  const imprint = info.sequence()
  const isSha256 = hashOf(imprint.next(tags.sequence).raw) === 'SHA-256'
  const imprintHash = imprint.next(tags.octets).body
  imprint.end()
  requireThat(isSha256, 'imprint')
  info.next(tags.integer)
  const { seconds, hasFraction } = timeOf(info.next(tags.generalizedTime))
  const accuracy = info.optional(tags.sequence)
  info.optional(tags.boolean)
  const nonce = info.optional(tags.integer)?.body
  info.optional(0xa0)
  info.optional(0xa1)
  info.end()
  const noLaterThanSeconds = seconds + Number(hasFraction) + accuracyOf(accuracy?.body)
  return { imprint: imprintHash, policy, nonce, seconds, noLaterThanSeconds }
}

/** Returns the accuracy in whole seconds, rounded up; one second if none is named. */
function accuracyOf(body: Uint8Array | undefined): number {
  if (body === undefined) return 1
  const fields = new Fields(body)
  const seconds = fields.optional(tags.integer)
  const parts = [fields.optional(0x80), fields.optional(0x81)]
  fields.end()
  return (seconds === undefined ? 0 : smallNumber(seconds)) + Number(parts.some((part) => part !== undefined))
}

/** Returns a function that returns the value of an attribute, which must be present once and have one value. */
function attributesOf(raw: Uint8Array): (id: string) => Uint8Array {
  const all = valuesIn(only(raw, 0xa0).body).map(({ raw: one }) => {
    const fields = Fields.of(one)
    const attribute = { id: toHex(fields.next(tags.oid).body), values: valuesIn(fields.next(tags.set).body) }
    fields.end()
    return attribute
  })
  return (attributeId) => {
    const values = all.filter(({ id }) => id === attributeId).flatMap((one) => one.values)
    const [value] = values
    requireThat(value !== undefined && values.length === 1, 'attributes')
    return value.raw
  }
}

/** Whether the signed attributes name a certificate by its hash (RFC 5035). One with SHA-1 counts only before 2020, alone. */
async function isNamed(
  { raw }: Certificate,
  attribute: (id: string) => Uint8Array,
  atSeconds: number,
  subtle: Subtle,
): Promise<boolean> {
  const certificateIdIn = (id: string) => Fields.of(attribute(id)).sequence().sequence()
  try {
    const first = certificateIdIn(ids.signingCertificateV2)
    const algorithm = first.optional(tags.sequence)
    const hash = algorithm === undefined ? 'SHA-256' : hashOf(algorithm.raw)
    const statedHash = first.next(tags.octets).body
    return hash !== null && hash !== 'SHA-1' && equalBytes(statedHash, await digest(hash, raw, subtle))
  } catch (error) {
    if (!(error instanceof TokenError) || error.flaw !== 'attributes' || atSeconds >= sha1OnlyUntilSeconds)
      throw error
  }
  return equalBytes(
    certificateIdIn(ids.signingCertificate).next(tags.octets).body,
    await digest('SHA-1', raw, subtle),
  )
}
