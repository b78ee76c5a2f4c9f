import { toBase64 } from '@priormark/core/proofs/proof/base64'
import type { Witness } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { certificate, namedBy, rootCertificate, signerCertificate } from './authority.ts'
import { ocspAnswer, revocationList, revokedAt } from './revocation-writing.ts'
import {
  authorityOf,
  der,
  extension,
  keyUsage,
  ocspSigning,
  sha1Id,
  sha1WithRsa,
  timeStamping,
} from './der-writing.ts'
import { evmWitness } from './evm-block.ts'
import {
  oldWitness,
  by,
  crl,
  ocsp,
  middle,
  ofMiddle,
  openssl,
  proofWith,
  provenTokens,
  root,
  token,
  tokenWitness,
  type TokenWitness,
} from './token-witness.ts'
import { manualWitness } from './vector-proof.ts'
import { provenVector, soundVector, type VectorV2 } from './vector.ts'

/** Has the issuer and the serial number of the signer's certificate. */
const twin = certificate({ name: 'Twin', issuer: 'Root', serial: 7, extensions: [timeStamping()] })

/** A token with so many authorities between the root and the signer. */
function chainOf(length: number): TokenWitness {
  const nameAt = (n: number) => (n === length ? 'Root' : `Between ${n}`)
  const between = Array.from({ length }, (_, n) =>
    certificate({ name: nameAt(n), issuer: nameAt(n + 1), extensions: [authorityOf()] }),
  )
  return tokenWitness(by({ issuer: nameAt(0) }, { issuer: nameAt(0) }), [...between, rootCertificate])
}

const qualified = { id: 'proven.qualified.sentence', authority: 'Example Qualified Time' } as const

/** Tokens that hold. */
export function soundTokenVectors(): VectorV2[] {
  const day = 'Jan 2, 2026'
  const proven: Record<string, Witness> = {
    plain: tokenWitness(token()),
    'root-in-the-token': tokenWitness(token({ certificates: [signerCertificate, rootCertificate] }), []),
    'signer-beside-the-token': tokenWitness(token({ certificates: [] }), [
      signerCertificate,
      rootCertificate,
    ]),
    'signer-before-its-twin': tokenWitness(token({ certificates: [signerCertificate, twin] })),
    'chain-of-eight': chainOf(6),
    'first-second-of-the-certificate': tokenWitness(by({ from: '20260102030405Z' })),
    'without-accuracy': tokenWitness(token({ accuracy: null })),
    'with-a-fraction': tokenWitness(token({ time: '20260102030405.25Z' })),
    'with-milliseconds': tokenWitness(token({ accuracy: der(0x30, der(0x80, Uint8Array.of(100))) })),
    'with-everything-optional': tokenWitness(
      token({ more: [der(0x01, Uint8Array.of(0xff)), der(0x02, Uint8Array.of(9)), der(0xa0, der(0x82))] }),
    ),
    'named-by-sha-512': tokenWitness(token({ named: namedBy(signerCertificate, 'sha512') })),
    'list-from-later': tokenWitness(token(), [rootCertificate], [crl(revocationList())]),
    'list-from-before': tokenWitness(
      token(),
      [rootCertificate],
      [crl(revocationList({ thisUpdate: '20260101000000Z' }))],
    ),
    'list-of-another-authority': tokenWitness(
      token(),
      [rootCertificate],
      [crl(revocationList({ issuer: 'Other' }))],
    ),
    'list-of-others': tokenWitness(
      token(),
      [rootCertificate],
      [crl(revocationList({ revoked: [{ serial: 8, at: '20210101000000Z' }] }))],
    ),
    'list-signed-by-another': tokenWitness(
      token(),
      [rootCertificate],
      [crl(revocationList({ signedBy: 'Other', revoked: [{ serial: 7, at: '20210101000000Z' }] }))],
    ),
    'revoked-a-second-later': tokenWitness(
      token(),
      [rootCertificate],
      [crl(revocationList({ revoked: [{ serial: 7, at: '20260102030406Z' }] }))],
    ),
    'answer-of-a-delegate-that-had-ended': tokenWitness(
      token(),
      [rootCertificate],
      [
        ocsp(
          ocspAnswer({
            signedBy: 'Responder',
            status: revokedAt('20260101000000Z'),
            certificates: [
              certificate({
                name: 'Responder',
                issuer: 'Root',
                extensions: [ocspSigning],
                until: '20260228235959Z',
              }),
            ],
          }),
        ),
      ],
    ),
    'revoked-later': tokenWitness(
      token(),
      [rootCertificate],
      [crl(revocationList({ revoked: [{ serial: 7, at: '20260201000000Z', reason: 4 }] }))],
    ),
    'partial-list': tokenWitness(
      token(),
      [rootCertificate],
      [
        crl(
          revocationList({
            revoked: [{ serial: 7, at: '20210101000000Z' }],
            extensions: [extension('551d1c', true, der(0x30))],
          }),
        ),
      ],
    ),
    answer: tokenWitness(token(), [rootCertificate], [ocsp(ocspAnswer())]),
    'answer-of-a-delegate': tokenWitness(
      token(),
      [rootCertificate],
      [
        ocsp(
          ocspAnswer({
            signedBy: 'Responder',
            certificates: [certificate({ name: 'Responder', issuer: 'Root', extensions: [ocspSigning] })],
          }),
        ),
      ],
    ),
    'answer-of-somebody': tokenWitness(token(), [rootCertificate], [ocsp(ocspAnswer({ signedBy: 'Other' }))]),
    'answer-about-another': tokenWitness(token(), [rootCertificate], [ocsp(ocspAnswer({ serial: 8 }))]),
    'answer-that-knows-nothing': tokenWitness(
      token(),
      [rootCertificate],
      [ocsp(ocspAnswer({ status: der(0x82) }))],
    ),
  }
  const ofOpenssl = Object.entries(openssl.tokens).map(([name, bytes]) => {
    const authority = name === 'rsa' || name === 'pss' ? 'rsa-root' : 'ec-root'
    const revocation: TokenWitness['revocation'] = [{ kind: 'crl', data: openssl.crl[authority] }]
    if (name === 'p256') revocation.push({ kind: 'ocsp', data: openssl.ocsp.p256 })
    const certificates = [openssl.certificates[authority]]
    return soundVector(
      `token/openssl-${name}`,
      ['holds', 'authority'],
      proofWith({ kind: 'rfc3161', token: bytes, certificates, revocation }),
    )
  })
  const unknown = tokenWitness(by({ issuer: 'Nobody' }, { issuer: 'Nobody' }), [])
  const expired = tokenWitness(by({ until: '20210101000000Z' }, { time: '20200601000000Z' }))
  const weak = tokenWitness(by({ algorithm: sha1WithRsa }))
  const rootless = tokenWitness(token(), [])
  return [
    ...provenTokens(proven),
    provenVector(
      'token/beside-others',
      day,
      proofWith(manualWitness, evmWitness(root), tokenWitness(token())),
    ),
    provenVector(
      'token/two-of-which-the-earlier-counts',
      'Dec 31, 2025',
      proofWith(tokenWitness(token()), tokenWitness(token({ time: '20251231235958Z' }))),
    ),
    provenVector(
      'token/accuracy-over-midnight',
      'Jan 3, 2026',
      proofWith(tokenWitness(token({ time: '20260102235959Z' }))),
    ),
    provenVector(
      'token/named-by-sha-1-before-2020',
      'Dec 31, 2019',
      proofWith(oldWitness('sha1', '20191231120000Z')),
      qualified,
    ),
    provenVector(
      'token/qualified',
      'Jul 1, 2024',
      proofWith(oldWitness('sha256', '20240701000000Z')),
      qualified,
    ),
    provenVector(
      'token/fraction-at-the-end-of-a-day',
      'Jan 3, 2026',
      proofWith(tokenWitness(token({ time: '20260102235958.5Z' }))),
    ),
    provenVector(
      'token/last-second-but-one-of-a-day',
      day,
      proofWith(tokenWitness(token({ time: '20260102235958Z' }))),
    ),
    provenVector(
      'token/from-the-first-trusted-second',
      'Jan 1, 2020',
      proofWith(tokenWitness(token({ time: '20200101000000Z' }))),
    ),
    provenVector('token/through-an-authority-between', day, proofWith(ofMiddle(middle()))),
    provenVector(
      'token/list-with-the-authority-between',
      day,
      proofWith({
        ...ofMiddle(middle()),
        revocation: [
          {
            kind: 'crl',
            data: toBase64(revocationList({ revoked: [{ serial: 3, at: '20210101000000Z' }] })),
          },
        ],
      }),
    ),
    provenVector(
      'token/through-one-of-two-of-a-name',
      day,
      proofWith(ofMiddle(middle({ serial: 8, extensions: [] }), middle())),
    ),
    provenVector(
      'token/authority-with-no-room-below',
      day,
      proofWith(ofMiddle(middle({ extensions: [authorityOf(0), keyUsage(0x04)] }))),
    ),
    ...ofOpenssl,
    soundVector('token/of-an-unknown-authority', ['holds', 'authority'], proofWith(unknown)),
    soundVector(
      'token/after-the-trust-ended',
      ['holds', 'authority'],
      proofWith(oldWitness('sha256', '20260101000000Z')),
    ),
    soundVector('token/without-its-root', ['holds', 'authority'], proofWith(rootless)),
    soundVector('token/unknown-and-link', ['holds', 'authority'], proofWith(manualWitness, rootless)),
    soundVector('token/unknown-and-evm', ['holds', 'open'], proofWith(evmWitness(root), rootless)),
    soundVector('token/expired', ['pending', 'weak'], proofWith(expired)),
    soundVector(
      'token/in-the-last-second-of-the-certificate',
      ['pending', 'weak'],
      proofWith(tokenWitness(by({ until: '20260102030405Z' }))),
    ),
    soundVector('token/expired-and-link', ['holds', 'declared'], proofWith(expired, manualWitness)),
    soundVector('token/certificate-signed-with-sha-1', ['pending', 'weak'], proofWith(weak)),
    soundVector(
      'token/signed-with-sha-1',
      ['pending', 'weak'],
      proofWith(tokenWitness(token({ algorithm: sha1WithRsa }))),
    ),
    soundVector(
      'token/digest-of-sha-1',
      ['pending', 'weak'],
      proofWith(tokenWitness(token({ digestId: sha1Id }))),
    ),
  ]
}
