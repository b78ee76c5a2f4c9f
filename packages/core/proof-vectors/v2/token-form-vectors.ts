import { fromHex } from '@priormark/core/proofs/proof/bytes'
import type { TokenFlaw } from '@priormark/core/proofs/proof-v2/tsp/der'
import { attribute, certificate, namedBy, rootCertificate, signerCertificate } from './authority.ts'
import { ocspAnswer, revocationList, revokedAt } from './revocation-writing.ts'
import {
  authorityOf,
  der,
  ocspSigning,
  sequence,
  sha1Id,
  small,
  extension,
  oid,
  timeStamping,
} from './der-writing.ts'
import {
  by,
  crl,
  ocsp,
  oldWitness,
  oldWitnessWith,
  proofWith,
  token,
  tokenWitness,
  type TokenWitness,
  brokenTokens,
  revokedTokens,
  provenTokens,
  withData,
} from './token-witness.ts'
import { soundVector, type VectorV2 } from './vector.ts'

/** A token of a signer whose certificate has another form. */
const signedBy = (options: Parameters<typeof by>[0]) => tokenWitness(by(options))

/** Tokens, certificates and statements about revocation in forms that only a strict verifier tells apart. */
export function tokenFormVectors(): VectorV2[] {
  return [
    ...brokenTokens(broken()),
    ...revokedTokens(revoked()),
    ...provenTokens(sound()),
    ...provenTokens(ofTheNextDay(), 'Jan 3, 2026'),
    soundVector(
      'token/before-the-trust-began',
      ['holds', 'authority'],
      proofWith(oldWitness('sha256', '20091231235959Z')),
    ),
    soundVector(
      'token/weak-with-a-list',
      ['pending', 'weak'],
      proofWith(
        tokenWitness(
          token({ digestId: sha1Id }),
          [rootCertificate],
          [crl(revocationList({ revoked: [{ serial: 7, at: '20210101000000Z' }] }))],
        ),
      ),
    ),
  ]
}

/** Certificates of authorities above each other; the last one is the root's. */
function authorities(count: number): Uint8Array[] {
  const name = (n: number) => (n === count ? 'Root' : `Authority ${n}`)
  return Array.from({ length: count }, (_, n) =>
    certificate({ name: name(n), issuer: name(n + 1), serial: 20 + n, extensions: [authorityOf()] }),
  )
}

/** A token whose chain has so many certificates, with the root's. */
function ofChain(length: number): TokenWitness {
  const issuer = 'Authority 0'
  return tokenWitness(by({ issuer }, { issuer }), [...authorities(length - 2), rootCertificate])
}

function broken(): Record<string, [TokenFlaw, TokenWitness]> {
  const leftovers = (['signed-data', 'content', 'signers', 'signature', 'imprint'] as const).map(
    (leftover): [string, [TokenFlaw, TokenWitness]] => [
      `more-behind-the-${leftover}`,
      ['structure', tokenWitness(token({ leftover }))],
    ],
  )
  const otherUsage = extension('551d25', true, sequence(oid('2b06010505070308'), oid('2b06010505070309')))
  return {
    ...Object.fromEntries(leftovers),
    'data-of-another-kind': ['structure', tokenWitness(token({ contentKind: '2a864886f70d010703' }))],
    'signer-of-version-3': ['structure', tokenWitness(token({ signerVersion: 3 }))],
    'certificate-of-version-2': ['structure', signedBy({ version: 1 })],
    'certificate-with-two-algorithms': ['structure', signedBy({ innerAlgorithm: sha1Id })],
    'certificate-from-1949': ['structure', signedBy({ from: '19491231235959Z' })],
    'certificate-from-a-minute': ['structure', signedBy({ from: '2001010000Z' })],
    'time-of-the-24th-hour': ['structure', tokenWitness(token({ time: '20260102240000Z' }))],
    'time-of-the-60th-second': ['structure', tokenWitness(token({ time: '20260102030460Z' }))],
    'time-of-two-digits-a-year': ['structure', tokenWitness(token({ time: '260102030405Z' }))],
    'fraction-of-11-digits': [
      'structure',
      tokenWitness(token({ time: `20260102030405.${'1'.repeat(11)}Z` })),
    ],
    'tag-of-two-bytes': ['structure', tokenWitness(token({ more: [fromHex('1f8100')] }))],
    'attribute-that-is-none': ['structure', tokenWitness(token({ extraAttributes: [small(1)] }))],
    'signer-of-another-issuer': ['signer', tokenWitness(token({ issuer: 'Other' }))],
    'named-by-sha-1-in-the-new-way': ['signer', tokenWitness(token({ named: namedWith(sha1Id) }))],
    'another-named-by-sha-1-before-2020': [
      'signer',
      oldWitnessWith('20191231120000Z', namedBy(rootCertificate, 'sha1')),
    ],
    'usage-of-answers-too': ['usage', signedBy({ extensions: [otherUsage] })],
    'a-second-after-the-certificate': ['validity', signedBy({ until: '20260102030404Z' })],
    'a-second-before-the-certificate': ['validity', signedBy({ from: '20260102030406Z' })],
    'chain-of-nine': ['chain', ofChain(9)],
    'answer-of-another-kind': ['revocation', withData(ocsp(ocspAnswer({ kind: '2b0601050507300102' })))],
    'revoked-behind-what-cannot-be-read': [
      'revocation',
      withData(
        crl(signerCertificate),
        crl(revocationList({ revoked: [{ serial: 7, at: '20210101000000Z' }] })),
      ),
    ],
  }
}

const namedWith = (algorithm: Uint8Array) =>
  attribute('2a864886f70d010910022f', sequence(sequence(sequence(algorithm, der(0x04, new Uint8Array(20))))))

function revoked(): Record<string, TokenWitness> {
  const unknown = der(0x82)
  return {
    'at-that-second-in-an-answer': withData(ocsp(ocspAnswer({ status: revokedAt('20260102030405Z') }))),
    'in-an-answer-behind-unknown': withData(
      ocsp(ocspAnswer({ status: revokedAt('20210101000000Z'), before: [unknown] })),
    ),
    'in-front-of-what-cannot-be-read': withData(
      crl(revocationList({ revoked: [{ serial: 7, at: '20210101000000Z' }] })),
      crl(signerCertificate),
    ),
  }
}

function sound(): Record<string, TokenWitness> {
  const gone = revokedAt('20210101000000Z')
  const list = { revoked: [{ serial: 7, at: '20210101000000Z' }] }
  const delegate = (options: Partial<Parameters<typeof certificate>[0]>) =>
    withData(
      ocsp(
        ocspAnswer({
          signedBy: 'Responder',
          status: gone,
          certificates: [
            certificate({ name: 'Responder', issuer: 'Root', extensions: [ocspSigning], ...options }),
          ],
        }),
      ),
    )
  return {
    'certificate-from-1950-to-2049': signedBy({ from: '500101000000Z', until: '491231235959Z' }),
    'fraction-of-ten-digits': tokenWitness(token({ time: `20260102030405.${'1'.repeat(10)}Z` })),
    'certificate-of-another-kind-beside': tokenWitness(
      token({ certificates: [der(0xa1, small(1)), signerCertificate] }),
    ),
    'extension-with-a-written-false': signedBy({
      extensions: [
        timeStamping(),
        sequence(oid('551d63'), der(0x01, Uint8Array.of(0)), der(0x04, sequence())),
      ],
    }),
    'list-in-the-name-of-another': withData(
      crl(revocationList({ ...list, issuer: 'Other', signedBy: 'Root' })),
    ),
    'answer-revoked-later': withData(ocsp(ocspAnswer({ status: revokedAt('20260201000000Z') }))),
    'answer-about-another-name': withData(ocsp(ocspAnswer({ status: gone, about: { name: 'Other' } }))),
    'answer-about-another-key': withData(ocsp(ocspAnswer({ status: gone, about: { key: 'Other' } }))),
    'answer-revoked-behind-good': withData(ocsp(ocspAnswer({ status: gone, before: [der(0x80)] }))),
    'delegate-for-another-usage': delegate({ extensions: [timeStamping(false)] }),
    'delegate-from-later': delegate({ from: '20260301000001Z' }),
    'delegate-in-the-name-of-another': delegate({ issuer: 'Other', signedBy: 'Root' }),
  }
}

/** Tokens of Jan 2 that hold for Jan 3 only, once their accuracy is added. */
function ofTheNextDay(): Record<string, TokenWitness> {
  const accuracy = (tag: number) => sequence(der(tag, Uint8Array.of(1)))
  return {
    'midnight-without-accuracy': tokenWitness(token({ time: '20260102235959Z', accuracy: null })),
    'midnight-with-milliseconds': tokenWitness(token({ time: '20260102235959Z', accuracy: accuracy(0x80) })),
    'midnight-with-microseconds': tokenWitness(token({ time: '20260102235959Z', accuracy: accuracy(0x81) })),
    'midnight-with-a-fraction-alone': tokenWitness(
      token({ time: '20260102235959.1Z', accuracy: sequence(small(0)) }),
    ),
  }
}
