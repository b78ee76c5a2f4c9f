import { equalBytes, toHex } from '../../proof/bytes.ts'
import {
  isForOcsp,
  maxCertificates,
  readCertificate,
  readExtensions,
  readSigned,
  type Certificate,
} from './certificate.ts'
import { Fields, only, requireThat, smallNumber, tags, timeOf, TokenError, type Der } from './der.ts'
import { digest, hashOf, isSignedBy, type Subtle } from './signature.ts'

const basicResponse = '2b0601050507300101'
const reasonId = '551d15'
/** The reason keyCompromise: anyone with the key can sign with any time. */
const keyCompromise = 1

/** What a list or a response says about one certificate. Times are in seconds since 1970. */
interface Statement {
  revoked: { atSeconds: number; reason: number } | null
  thisUpdateSeconds: number
}

/**
 * Whether a list (RFC 5280) or a response (RFC 6960) that the issuer signed at the time of the token or later says that the
 * signer's certificate was not revoked at that time.
 * @throws TokenError if one says that it was, or cannot be read
 */
export async function isCheckedForRevocation(
  [certificate, issuer]: readonly Certificate[],
  items: readonly { kind: 'crl' | 'ocsp'; data: Uint8Array }[],
  atSeconds: number,
  subtle: Subtle,
): Promise<boolean> {
  let isChecked = false
  for (const { kind, data } of items) {
    const read = kind === 'crl' ? statementOfList : statementOfResponse
    const statement = await read(data, certificate, issuer, subtle).catch(asRevocationFlaw)
    if (statement === null) continue
    const { revoked, thisUpdateSeconds } = statement
    const isRevoked = revoked !== null && (revoked.atSeconds <= atSeconds || revoked.reason === keyCompromise)
    requireThat(!isRevoked, 'revoked')
    isChecked ||= thisUpdateSeconds >= atSeconds
  }
  return isChecked
}

function asRevocationFlaw(error: unknown): never {
  throw error instanceof TokenError ? new TokenError('revocation') : error
}

/** Null if a CRL is from another issuer, or has a critical extension: then it is not about all certificates of its issuer. */
async function statementOfList(
  data: Uint8Array,
  certificate: Certificate | undefined,
  issuer: Certificate | undefined,
  subtle: Subtle,
): Promise<Statement | null> {
  const { fields, signed } = readSigned(data)
  fields.optional(tags.integer)
  fields.next(tags.sequence)
  const name = fields.next(tags.sequence).raw
  const thisUpdateSeconds = fields.time()
  const next = fields.optional(tags.utcTime) ?? fields.optional(tags.generalizedTime)
  if (next !== undefined) timeOf(next)
  const list = fields.optional(tags.sequence)
  const extensions = readExtensions(fields.optional(0xa0)?.body)
  fields.end()
  const revoked = list === undefined ? null : entryOf(new Fields(list.body), certificate)
  const isPartial = [...extensions.values()].some(({ isCritical }) => isCritical)
  if (issuer === undefined || isPartial || !equalBytes(name, issuer.subject)) return null
  return (await isSignedBy(issuer.publicKey, signed, subtle)) ? { revoked, thisUpdateSeconds } : null
}

function entryOf(list: Fields, certificate: Certificate | undefined): Statement['revoked'] {
  let revoked: Statement['revoked'] = null
  for (const { body } of list.sequences()) {
    const entry = new Fields(body)
    const serial = entry.next(tags.integer).body
    const atSeconds = entry.time()
    const extensions = entry.optional(tags.sequence)
    entry.end()
    const reason = readExtensions(extensions?.raw).get(reasonId)
    const code = reason === undefined ? 0 : smallNumber(only(reason.value, tags.enumerated))
    if (certificate !== undefined && equalBytes(serial, certificate.serial))
      revoked = { atSeconds, reason: code }
  }
  return revoked
}

/** Null if an OCSP response is from another responder, or says nothing about the certificate. */
async function statementOfResponse(
  data: Uint8Array,
  certificate: Certificate | undefined,
  issuer: Certificate | undefined,
  subtle: Subtle,
): Promise<Statement | null> {
  const outer = Fields.of(data)
  requireThat(smallNumber(outer.next(tags.enumerated)) === 0, 'revocation')
  const response = Fields.of(outer.next(0xa0).body)
  outer.end()
  requireThat(toHex(response.next(tags.oid).body) === basicResponse, 'revocation')
  const { fields, signed, certificates } = readSigned(response.next(tags.octets).body)
  response.end()
  fields.optional(0xa0)
  if (fields.optional(0xa1) === undefined) fields.next(0xa2)
  const producedAt = fields.time()
  const singleResponses = fields.sequence()
  fields.optional(0xa1)
  fields.end()
  const statements = Array.from(singleResponses.sequences(), ({ body }) =>
    readSingleResponse(new Fields(body)),
  )
  const delegates = certificates === undefined ? [] : certificatesIn(certificates)
  if (certificate === undefined || issuer === undefined) return null
  let isFromIssuer = await isSignedBy(issuer.publicKey, signed, subtle)
  for (const delegate of delegates)
    isFromIssuer ||=
      isForOcsp(delegate) &&
      equalBytes(delegate.issuer, issuer.subject) &&
      producedAt >= delegate.notBefore &&
      producedAt <= delegate.notAfter &&
      (await isSignedBy(issuer.publicKey, delegate.signed, subtle)) &&
      (await isSignedBy(delegate.publicKey, signed, subtle))
  if (!isFromIssuer) return null
  for (const { certificateId, statement } of statements)
    if (statement !== null && (await isAbout(certificateId, certificate, issuer, subtle))) return statement
  return null
}

/** Reads what a response says about one certificate. An unknown status is no statement. */
function readSingleResponse(fields: Fields): { certificateId: Fields; statement: Statement | null } {
  const certificateId = fields.sequence()
  const good = fields.optional(0x80)
  const revoked = fields.optional(0xa1)
  if (good === undefined && revoked === undefined) fields.next(0x82)
  const thisUpdateSeconds = fields.time()
  fields.optional(0xa0)
  fields.optional(0xa1)
  fields.end()
  const isStatement = good !== undefined || revoked !== undefined
  return {
    certificateId,
    statement: isStatement ? { revoked: revocationOf(revoked), thisUpdateSeconds } : null,
  }
}

function revocationOf(revoked: Der | undefined): Statement['revoked'] {
  if (revoked === undefined) return null
  const fields = new Fields(revoked.body)
  const atSeconds = fields.time()
  const reason = fields.optional(0xa0)
  fields.end()
  return { atSeconds, reason: reason === undefined ? 0 : smallNumber(only(reason.body, tags.enumerated)) }
}

/** Whether a CertID names a certificate: by the hashes of its issuer's name and key, and its serial number. */
async function isAbout(
  certificateId: Fields,
  { serial }: Certificate,
  issuer: Certificate,
  subtle: Subtle,
): Promise<boolean> {
  const hash = hashOf(certificateId.next(tags.sequence).raw)
  const [name, key] = [certificateId.next(tags.octets).body, certificateId.next(tags.octets).body]
  const statedSerial = certificateId.next(tags.integer).body
  certificateId.end()
  if (hash === null) return false
  const ownKey = Fields.of(issuer.publicKey)
  ownKey.next(tags.sequence)
  const keyBits = ownKey.next(tags.bits).body.subarray(1)
  return (
    equalBytes(statedSerial, serial) &&
    equalBytes(name, await digest(hash, issuer.subject, subtle)) &&
    equalBytes(key, await digest(hash, keyBits, subtle))
  )
}

function certificatesIn(bytes: Uint8Array): Certificate[] {
  const certificates = Array.from(Fields.of(bytes).sequences(), ({ raw }) => readCertificate(raw))
  requireThat(certificates.length <= maxCertificates, 'structure')
  return certificates
}
