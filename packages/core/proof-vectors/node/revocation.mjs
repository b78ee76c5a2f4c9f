// What lists and OCSP responses say about the certificate of a signer.
import { digestOf, hashOf, isSigned, readCertificate, readExtensions, readSigned } from './certificates.mjs'
import { Fields, numberOf, only, requireThat, timeOf, TokenError } from './der.mjs'

/** Whether the issuer said at that time or later that the certificate was not revoked. */
export function isCheckedForRevocation([certificate, issuer], items, seconds) {
  let isChecked = false
  for (const { kind, data } of items) {
    const statement = statementOf(kind, Buffer.from(data, 'base64'), certificate, issuer)
    if (statement === null) continue
    const { revoked, thisUpdate } = statement
    const isRevoked = revoked !== null && (revoked.seconds <= seconds || revoked.reason === 1)
    requireThat(!isRevoked, 'revoked')
    isChecked ||= thisUpdate >= seconds
  }
  return isChecked
}

function statementOf(kind, data, certificate, issuer) {
  try {
    return (kind === 'crl' ? statementOfList : statementOfResponse)(data, certificate, issuer)
  } catch (error) {
    throw error instanceof TokenError ? new TokenError('revocation') : error
  }
}

function statementOfList(data, { serial }, issuer) {
  const { fields, signed } = readSigned(data)
  fields.optional(0x02)
  fields.next(0x30)
  const name = fields.next(0x30).raw
  const thisUpdate = fields.time()
  const next = fields.optional(0x17) ?? fields.optional(0x18)
  if (next !== undefined) timeOf(next)
  const list = fields.optional(0x30)
  const extensions = readExtensions(fields.optional(0xa0)?.body)
  fields.end()
  const revoked = list === undefined ? null : entryOf(new Fields(list.body), serial)
  const isPartial = [...extensions.values()].some(({ isCritical }) => isCritical)
  if (issuer === undefined || isPartial || !name.equals(issuer.subject)) return null
  return isSigned(signed, issuer) ? { revoked, thisUpdate } : null
}

function entryOf(list, ownSerial) {
  let revoked = null
  for (const { body } of list.sequences()) {
    const entry = new Fields(body)
    const serial = entry.next(0x02).body
    const seconds = entry.time()
    const extensions = entry.optional(0x30)
    entry.end()
    const reason = readExtensions(extensions?.raw).get('551d15')
    const code = reason === undefined ? 0 : numberOf(only(reason.value, 0x0a))
    if (serial.equals(ownSerial)) revoked = { seconds, reason: code }
  }
  list.end()
  return revoked
}

function statementOfResponse(data, certificate, issuer) {
  const outer = Fields.of(data)
  requireThat(numberOf(outer.next(0x0a).body) === 0, 'revocation')
  const response = Fields.of(outer.next(0xa0).body)
  outer.end()
  requireThat(response.oid() === '2b0601050507300101', 'revocation')
  const { fields, signed, certificates } = readSigned(response.next(0x04).body)
  response.end()
  fields.optional(0xa0)
  if (fields.optional(0xa1) === undefined) fields.next(0xa2)
  const producedAt = fields.time()
  const singleResponses = fields.sequence()
  fields.optional(0xa1)
  fields.end()
  const statements = singleResponses.sequences().map(({ body }) => readSingleResponse(new Fields(body)))
  singleResponses.end()
  const delegates = certificates === undefined ? [] : certificatesIn(certificates)
  if (issuer === undefined) return null
  const isDelegate = (one) =>
    one.extensions.get('551d25')?.value.toString('hex').includes('06082b06010505070309') === true &&
    one.issuer.equals(issuer.subject) &&
    producedAt >= one.notBefore &&
    producedAt <= one.notAfter &&
    isSigned(one.signed, issuer)
  const isFromIssuer =
    isSigned(signed, issuer) || delegates.some((one) => isDelegate(one) && isSigned(signed, one))
  if (!isFromIssuer) return null
  const firstStatement = statements.find(
    ({ certificateId, statement }) => statement !== null && isAbout(certificateId, certificate, issuer),
  )
  return firstStatement?.statement ?? null
}

function readSingleResponse(fields) {
  const certificateId = fields.sequence()
  const isGood = fields.optional(0x80) !== undefined
  const revoked = fields.optional(0xa1)
  if (!isGood && revoked === undefined) fields.next(0x82)
  const thisUpdate = fields.time()
  fields.optional(0xa0)
  fields.optional(0xa1)
  fields.end()
  const isStatement = isGood || revoked !== undefined
  return { certificateId, statement: isStatement ? { revoked: revocationOf(revoked), thisUpdate } : null }
}

function revocationOf(revoked) {
  if (revoked === undefined) return null
  const fields = new Fields(revoked.body)
  const seconds = fields.time()
  const reason = fields.optional(0xa0)
  fields.end()
  return { seconds, reason: reason === undefined ? 0 : numberOf(only(reason.body, 0x0a)) }
}

function isAbout(certificateId, { serial }, issuer) {
  const hash = hashOf(certificateId.next(0x30).raw)
  const [name, key, statedSerial] = [
    certificateId.next(0x04).body,
    certificateId.next(0x04).body,
    certificateId.next(0x02).body,
  ]
  certificateId.end()
  if (hash === undefined) return false
  const ownKey = Fields.of(issuer.publicKey)
  ownKey.next(0x30)
  const bits = ownKey.next(0x03).body.subarray(1)
  return (
    statedSerial.equals(serial) &&
    name.equals(digestOf(hash, issuer.subject)) &&
    key.equals(digestOf(hash, bits))
  )
}

function certificatesIn(bytes) {
  const list = Fields.of(bytes)
  const certificates = list.sequences().map(({ raw }) => readCertificate(raw))
  list.end()
  requireThat(certificates.length <= 8, 'structure')
  return certificates
}
