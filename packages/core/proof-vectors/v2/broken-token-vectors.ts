import { concatBytes, fromHex } from '@priormark/core/proofs/proof/bytes'
import type { TokenFlaw } from '@priormark/core/proofs/proof-v2/tsp/der'
import { fixedBytes } from '../vector-batch.ts'
import { verdictMessages as words } from '@priormark/core/proofs/proof/verdict-messages'
import { attribute, certificate, namedBy, rootCertificate, signerCertificate } from './authority.ts'
import { ocspAnswer, revocationList, revokedAt } from './revocation-writing.ts'
import {
  authorityOf,
  der,
  extension,
  keyUsage,
  ocspSigning,
  sha1Id,
  sha512Id,
  timeStamping,
} from './der-writing.ts'
import {
  oldWitness,
  by,
  crl,
  ocsp,
  middle,
  ofMiddle,
  openssl,
  proofWith,
  root,
  token,
  tokenWitness,
  type TokenWitness,
  revokedTokens,
  withData,
} from './token-witness.ts'
import { sampleProofV2 } from './vector-proof.ts'
import { brokenTokenVector, problemVector, provenVector, type VectorV2 } from './vector.ts'

/** Tokens with every check broken. */
export function brokenTokenVectors(): VectorV2[] {
  const sound = token()
  const other = fixedBytes('another digest')
  const flip = (at: number) => sound.map((byte, n) => (n === at ? byte ^ 1 : byte))
  const serverUsage = extension('551d25', true, der(0x30, der(0x06, fromHex('2b06010505070301'))))
  const revoked = (at: string, reason?: number) =>
    crl(revocationList({ revoked: [{ serial: 7, at, ...(reason === undefined ? {} : { reason }) }] }))
  const delegate = (extensions: readonly Uint8Array[], issuer = 'Root') =>
    ocspAnswer({
      signedBy: 'Responder',
      status: revokedAt('20210101000000Z'),
      certificates: [certificate({ name: 'Responder', issuer, extensions })],
    })
  const indefinite = concatBytes(Uint8Array.of(0x30, 0x80), sound.slice(4), new Uint8Array(2))
  const longLength = concatBytes(Uint8Array.of(0x30, 0x83, 0), sound.slice(2))
  const cases: Record<string, [TokenFlaw, TokenWitness]> = {
    empty: ['structure', tokenWitness(new Uint8Array())],
    'cut-short': ['structure', tokenWitness(sound.slice(0, -1))],
    'more-behind-it': ['structure', tokenWitness(concatBytes(sound, new Uint8Array(1)))],
    'not-der': ['structure', tokenWitness(fixedBytes('not DER'))],
    'indefinite-length': ['ber', tokenWitness(indefinite)],
    'long-length': ['ber', tokenWitness(longLength)],
    'version-1': ['structure', tokenWitness(token({ version: 1 }))],
    'info-version-2': ['structure', tokenWitness(token({ infoVersion: 2 }))],
    'signer-by-key': [
      'structure',
      tokenWitness(token({ signerVersion: 3, signerName: der(0x80, other.slice(0, 20)) })),
    ],
    'two-signers': ['structure', tokenWitness(token({ signers: 2 }))],
    'no-signer': ['structure', tokenWitness(token({ signers: 0 }))],
    'content-of-another-kind': ['structure', tokenWitness(token({ infoType: '2a864886f70d010701' }))],
    'time-that-is-none': ['structure', tokenWitness(token({ time: '20260230000000Z' }))],
    'time-without-a-zone': ['structure', tokenWitness(token({ time: '20260102030405' }))],
    'fraction-that-ends-with-zero': ['structure', tokenWitness(token({ time: '20260102030405.10Z' }))],
    'more-behind-the-token': ['structure', tokenWitness(Uint8Array.of(...sound, 5, 0))],
    'certificate-that-is-none': ['structure', tokenWitness(sound, [sound])],
    'certificate-cut-short': ['structure', tokenWitness(sound, [rootCertificate.slice(0, -1)])],
    'nine-certificates': [
      'structure',
      tokenWitness(token({ certificates: Array.from({ length: 9 }, () => signerCertificate) })),
    ],
    'md5-digest': [
      'algorithm',
      tokenWitness(token({ digestId: der(0x30, der(0x06, fromHex('2a864886f70d0205'))) })),
    ],
    'another-content-type': ['attributes', tokenWitness(token({ contentType: '2a864886f70d010701' }))],
    'another-digest': ['attributes', tokenWitness(token({ digest: concatBytes(other, other) }))],
    'digest-twice': [
      'attributes',
      tokenWitness(token({ extraAttributes: [attribute('2a864886f70d010904', der(0x04, other))] })),
    ],
    'no-certificate-named': ['attributes', tokenWitness(token({ named: null }))],
    'named-by-sha-1': ['attributes', oldWitness('sha1', '20200101000000Z')],
    'another-certificate-named': ['signer', tokenWitness(token({ named: namedBy(rootCertificate) }))],
    'signer-behind-its-twin': [
      'signer',
      tokenWitness(
        token({
          certificates: [
            certificate({ name: 'Twin', issuer: 'Root', serial: 7, extensions: [timeStamping()] }),
            signerCertificate,
          ],
        }),
      ),
    ],
    'extension-twice': [
      'structure',
      tokenWitness(by({ extensions: [timeStamping(), keyUsage(0x80), keyUsage(0x80)] })),
    ],
    'more-behind-the-info': ['structure', tokenWitness(token({ more: [der(0x04)] }))],
    'accuracy-of-five-bytes': [
      'structure',
      tokenWitness(token({ accuracy: der(0x30, der(0x02, Uint8Array.of(1, 0, 0, 0, 0))) })),
    ],
    'digest-with-two-values': [
      'attributes',
      tokenWitness(
        token({ extraAttributes: [attribute('2a864886f70d010904', der(0x04, other), der(0x04, other))] }),
      ),
    ],
    'year-before-1950': ['structure', tokenWitness(token({ time: '19491231235959Z' }))],
    'signer-missing': ['signer', tokenWitness(token({ certificates: [] }))],
    'signer-of-another-number': ['signer', tokenWitness(token({ serial: 8 }))],
    'signature-of-another-key': ['signature', tokenWitness(token({ signedBy: 'Other' }))],
    'signature-changed': ['signature', tokenWitness(flip(sound.length - 1))],
    'algorithm-of-another-key': [
      'signature',
      tokenWitness(
        token({ digestId: sha512Id, algorithm: der(0x30, der(0x06, fromHex('2a864886f70d01010d'))) }),
      ),
    ],
    'algorithm-with-another-hash': [
      'algorithm',
      tokenWitness(token({ algorithm: der(0x30, der(0x06, fromHex('2a864886f70d01010b'))) })),
    ],
    'no-usage': ['usage', tokenWitness(by({ extensions: [] }))],
    'usage-not-critical': ['usage', tokenWitness(by({ extensions: [timeStamping(false)] }))],
    'usage-of-a-server': ['usage', tokenWitness(by({ extensions: [serverUsage] }))],
    'usage-among-others': [
      'usage',
      tokenWitness(by({ extensions: [timeStamping(true, '2b06010505070301')] })),
    ],
    'before-the-certificate': ['validity', tokenWitness(by({ from: '20260201000000Z' }))],
    'after-the-certificate': ['validity', tokenWitness(by({ until: '20251231000000Z' }))],
    'after-an-authority-between': ['validity', ofMiddle(middle({ until: '20251231000000Z' }))],
    'unknown-critical-extension': [
      'chain',
      tokenWitness(by({ extensions: [timeStamping(), extension('551d1e', true, der(0x30))] })),
    ],
    'certificate-signed-by-another': ['chain', tokenWitness(by({ signedBy: 'Other' }))],
    'authority-that-is-none': ['chain', ofMiddle(middle({ extensions: [] }))],
    'authority-that-says-no': ['chain', ofMiddle(middle({ extensions: [authorityOf(null, false)] }))],
    'authority-that-may-not-sign': [
      'chain',
      ofMiddle(middle({ extensions: [authorityOf(), keyUsage(0x80)] })),
    ],
    'authority-between-signed-by-another': ['chain', ofMiddle(middle({ signedBy: 'Other' }))],
    'authority-without-room': [
      'chain',
      ofMiddle(
        middle({ issuer: 'Above' }),
        certificate({ name: 'Above', issuer: 'Root', extensions: [authorityOf(0)] }),
      ),
    ],
    'authorities-in-a-circle': [
      'chain',
      ofMiddle(
        middle({ issuer: 'Above' }),
        certificate({ name: 'Above', issuer: 'Middle', extensions: [authorityOf()] }),
      ),
    ],
    'list-that-is-none': ['revocation', withData(crl(sound))],
    'list-cut-short': ['revocation', withData(crl(revocationList().slice(0, -1)))],
    'answer-that-is-none': ['revocation', withData(ocsp(revocationList()))],
    'answer-with-nine-certificates': [
      'revocation',
      withData(ocsp(ocspAnswer({ certificates: Array.from({ length: 9 }, () => signerCertificate) }))),
    ],
    'answer-that-failed': ['revocation', withData(ocsp(ocspAnswer({ outcome: 6 })))],
    'another-imprint': ['imprint', tokenWitness(token({ imprint: other }))],
    'imprint-of-31-bytes': ['imprint', tokenWitness(token({ imprint: fromHex(root).slice(1) }))],
    'imprint-of-another-kind': ['imprint', tokenWitness(token({ imprintId: sha512Id }))],
    'weak-with-another-imprint': ['imprint', tokenWitness(token({ digestId: sha1Id, imprint: other }))],
    'openssl-token-of-another-root': [
      'imprint',
      {
        kind: 'rfc3161',
        token: openssl.tokens['p256'] ?? '',
        certificates: [openssl.certificates['ec-root']],
        revocation: [],
      },
    ],
  }
  const others = sampleProofV2({ index: 1 })
  const revocations: Record<string, TokenWitness> = {
    'before-in-a-list': withData(revoked('20260101000000Z')),
    'at-that-second-in-a-list': withData(revoked('20260102030405Z')),
    'later-with-the-key-stolen': withData(revoked('20260201000000Z', 1)),
    'in-a-list-from-before': withData(
      crl(revocationList({ thisUpdate: '20250601000000Z', revoked: [{ serial: 7, at: '20250501000000Z' }] })),
    ),
    'before-in-an-answer': withData(ocsp(ocspAnswer({ status: revokedAt('20260101000000Z', 4) }))),
    'in-an-answer-with-the-key-stolen': withData(
      ocsp(ocspAnswer({ status: revokedAt('20260201000000Z', 1) })),
    ),
    'in-an-answer-of-a-delegate': withData(ocsp(delegate([ocspSigning]))),
    'in-the-second-of-two': withData(
      crl(revocationList()),
      ocsp(ocspAnswer({ status: revokedAt('20260101000000Z') })),
    ),
  }
  return [
    ...Object.entries(cases).map(([name, [flaw, one]]) =>
      brokenTokenVector(
        name,
        flaw,
        name.startsWith('openssl') ? { ...others, witnesses: [one] } : proofWith(one),
      ),
    ),
    ...revokedTokens(revocations),
    soundTokenOf('delegate-without-the-usage', withData(ocsp(delegate([])))),
    soundTokenOf('delegate-of-another-authority', withData(ocsp(delegate([ocspSigning], 'Other')))),
    problemVector(
      'token/second-witness',
      'token_broken',
      proofWith(tokenWitness(sound), tokenWitness(token({ imprint: other }))),
      { number: 2, flaw: words['token.imprint'] },
    ),
  ]
}

function soundTokenOf(name: string, one: TokenWitness): VectorV2 {
  return provenVector(`token/${name}`, 'Jan 2, 2026', proofWith(one))
}
