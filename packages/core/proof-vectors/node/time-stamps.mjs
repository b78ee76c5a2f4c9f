// Checks time-stamp tokens (RFC 3161, RFC 5816) in the order of v2/README.md.
import { algorithmOf, chainOf, digestOf, hashOf, isSigned, readCertificate } from './certificates.mjs'
import { Fields, numberOf, only, requireThat, timeOf, TokenError, valuesIn } from './der.mjs'
import { Problem } from './grammar.mjs'
import { say, tables } from './messages.mjs'
import { isCheckedForRevocation } from './revocation.mjs'

const infoId = '2a864886f70d0109100104'
const lastOldSecond = Date.UTC(2020, 0, 1) / 1_000

/** Returns what a token says. Throws the Problem of a witness whose token does not hold. */
export function readToken(witness, number, root) {
  try {
    return tokenOf(witness, Buffer.from(root, 'hex'))
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    if (error.flaw === 'revoked') throw new Problem('token_revoked', { number })
    throw new Problem('token_broken', { number, flaw: say(`token.${error.flaw}`) })
  }
}

function tokenOf(witness, root) {
  const { content, certificates, signer } = readSignedData(Buffer.from(witness.token, 'base64'))
  const info = readInfo(content)
  const otherCertificates = witness.certificates.map((base64) => Buffer.from(base64, 'base64'))
  const embeddedCertificates = certificates.filter(({ tag }) => tag === 0x30).map(({ raw }) => raw)
  requireThat(embeddedCertificates.length <= 8, 'structure')
  const pool = [...embeddedCertificates, ...otherCertificates].map(readCertificate)
  const certificate = pool.find(
    ({ issuer, serial }) => issuer.equals(signer.issuer) && serial.equals(signer.serial),
  )
  requireThat(certificate !== undefined, 'signer')
  const hash = hashOf(signer.digestAlgorithm)
  const signatureAlgorithm = algorithmOf(signer.signatureAlgorithm)
  let isWeak = hash === 'sha1' || signatureAlgorithm.isWeak === true
  let authority
  let chain = [certificate]
  if (!isWeak) {
    checkSigner({ certificate, signer, hash, signatureAlgorithm, content, seconds: info.seconds })
    const isAnchor = ({ raw }) => (authority = authorityOf(raw, info.seconds)) !== undefined
    const chainResult = chainOf(certificate, pool, info.seconds, isAnchor)
    isWeak = chainResult.isWeak
    chain = chainResult.chain
  }
  const isRevocationChecked = isCheckedForRevocation(chain, witness.revocation, info.seconds)
  requireThat(info.imprint.equals(root), 'imprint')
  const lastCertificate = digestOf('sha256', chain.at(-1).raw).toString('hex')
  return {
    isWeak,
    authority,
    isRevocationChecked,
    lastCertificate,
    seconds: info.noLaterThan,
    until: Math.min(...chain.map(({ notAfter }) => notAfter)),
  }
}

/** Returns tokens with what they are worth now. Time alone weakens them, unless a renewal from before shows that they existed. */
export function withStates(tokens, renewedAt) {
  return tokens.map((token) => ({ ...token, state: stateOf(token, renewedAt) }))
}

function stateOf({ isWeak, until, authority }, renewedAt) {
  if (isWeak) return 'weak'
  if (until < Math.floor(Date.now() / 1_000) && renewedAt > until) return 'expired'
  return authority === undefined ? 'unknown' : 'known'
}

function authorityOf(raw, seconds) {
  const fingerprint = digestOf('sha256', raw).toString('hex')
  return tables.authorities.find(
    ({ anchorSha256, from, until }) =>
      anchorSha256 === fingerprint && seconds >= from && (until === null || seconds < until),
  )
}

function checkSigner({ certificate, signer, hash, signatureAlgorithm, content, seconds }) {
  requireThat(hash !== undefined, 'algorithm')
  const attribute = attributesOf(signer.attributes)
  const typeId = only(attribute('2a864886f70d010903'), 0x06).toString('hex')
  const statedDigest = only(attribute('2a864886f70d010904'), 0x04)
  requireThat(typeId === infoId, 'attributes')
  requireThat(statedDigest.equals(digestOf(hash, content)), 'attributes')
  requireThat(isNamed(certificate, attribute, seconds), 'signer')
  const algorithm = { ...signatureAlgorithm, hash: signatureAlgorithm.hash ?? hash }
  requireThat(algorithm.hash === hash, 'algorithm')
  // The attributes are signed as a SET, not as the [0] that they are here.
  const bytes = Buffer.from(signer.attributes)
  bytes[0] = 0x31
  requireThat(isSigned({ bytes, algorithm, signature: signer.signature }, certificate), 'signature')
  const usage = certificate.extensions.get('551d25')
  const isForTimestamps =
    usage?.isCritical === true && usage.value.toString('hex') === '300a06082b06010505070308'
  requireThat(isForTimestamps, 'usage')
}

function readSignedData(token) {
  const outer = Fields.of(token)
  requireThat(outer.oid() === '2a864886f70d010702', 'structure')
  const data = Fields.of(outer.next(0xa0).body)
  outer.end()
  requireThat(numberOf(data.next(0x02).body) === 3, 'structure')
  data.next(0x31)
  const inner = data.sequence()
  requireThat(inner.oid() === infoId, 'structure')
  const content = only(inner.next(0xa0).body, 0x04)
  inner.end()
  const certificates = valuesIn(data.optional(0xa0)?.body ?? Buffer.alloc(0))
  data.optional(0xa1)
  const signer = new Fields(only(data.next(0x31).body, 0x30))
  data.end()
  requireThat(numberOf(signer.next(0x02).body) === 1, 'structure')
  const name = signer.sequence()
  const [issuer, serial] = [name.next(0x30).raw, name.next(0x02).body]
  name.end()
  const digestAlgorithm = signer.next(0x30).raw
  const attributes = signer.next(0xa0).raw
  const signatureAlgorithm = signer.next(0x30).raw
  const signature = signer.next(0x04).body
  signer.optional(0xa1)
  signer.end()
  return {
    content,
    certificates,
    signer: { issuer, serial, digestAlgorithm, attributes, signatureAlgorithm, signature },
  }
}

function readInfo(content) {
  const info = Fields.of(content)
  requireThat(numberOf(info.next(0x02).body) === 1, 'structure')
  info.next(0x06)
  const imprint = info.sequence()
  const isSha256 = hashOf(imprint.next(0x30).raw) === 'sha256'
  const imprintHash = imprint.next(0x04).body
  imprint.end()
  requireThat(isSha256, 'imprint')
  info.next(0x02)
  const { seconds, hasFraction } = timeOf(info.next(0x18))
  const accuracy = info.optional(0x30)
  for (const tag of [0x01, 0x02, 0xa0, 0xa1]) info.optional(tag)
  info.end()
  return { imprint: imprintHash, seconds, noLaterThan: seconds + Number(hasFraction) + accuracyOf(accuracy) }
}

/** Returns whole seconds, rounded up; one if no accuracy is named. */
function accuracyOf(accuracy) {
  if (accuracy === undefined) return 1
  const fields = new Fields(accuracy.body)
  const seconds = fields.optional(0x02)
  const parts = [fields.optional(0x80), fields.optional(0x81)]
  fields.end()
  return (
    (seconds === undefined ? 0 : numberOf(seconds.body)) + Number(parts.some((part) => part !== undefined))
  )
}

/** Returns a function that gives the only value of all attributes of a kind. */
function attributesOf(raw) {
  const all = valuesIn(only(raw, 0xa0)).map(({ raw: one }) => {
    const fields = Fields.of(one)
    const entry = { id: fields.oid(), values: valuesIn(fields.next(0x31).body) }
    fields.end()
    return entry
  })
  return (attributeId) => {
    const values = all.filter(({ id }) => id === attributeId).flatMap((one) => one.values)
    requireThat(values.length === 1, 'attributes')
    return values[0].raw
  }
}

/** Whether the attributes name a certificate by its hash (RFC 5035): by SHA-1 only before 2020, if there is no other. */
function isNamed({ raw }, attribute, seconds) {
  const certificateIdIn = (id) => Fields.of(attribute(id)).sequence().sequence()
  try {
    const first = certificateIdIn('2a864886f70d010910022f')
    const algorithm = first.optional(0x30)
    const hash = algorithm === undefined ? 'sha256' : hashOf(algorithm.raw)
    const statedHash = first.next(0x04).body
    return hash !== undefined && hash !== 'sha1' && statedHash.equals(digestOf(hash, raw))
  } catch (error) {
    if (!(error instanceof TokenError) || error.flaw !== 'attributes' || seconds >= lastOldSecond) throw error
  }
  return certificateIdIn('2a864886f70d010910020c').next(0x04).body.equals(digestOf('sha1', raw))
}
