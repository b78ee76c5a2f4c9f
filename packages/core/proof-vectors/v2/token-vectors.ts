import { readFileSync } from 'node:fs'
import { toBase64 } from '@priormark/core/proofs/proof/base64'
import { concatBytes, fromHex } from '@priormark/core/proofs/proof/bytes'
import type { ProofV2, Witness } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import type { TokenFlaw } from '@priormark/core/proofs/proof-v2/tsp/der'
import { verdictMessages as words } from '@priormark/core/proofs/proof/verdict-messages'
import { fixedBytes } from '../vector-batch.ts'
import {
  attribute,
  authorityOf,
  certificate,
  der,
  extension,
  keyUsage,
  namedBy,
  ocspAnswer,
  ocspSigning,
  oldRootCertificate,
  revocationList,
  revokedAt,
  rootCertificate,
  sha1Id,
  sha1WithRsa,
  sha512Id,
  signerCertificate,
  timeStamping,
  tokenOf,
  type TokenOptions,
} from './authority.ts'
import { evmWitness } from './evm-block.ts'
import { manualWitness, sampleProofV2 } from './vector-proof.ts'
import { problemVector, provenVector, soundVector, type VectorV2 } from './vector.ts'

const base = sampleProofV2()
const { root } = base

interface OpensslTokens {
  certificates: Record<'ec-root' | 'rsa-root', string>
  tokens: Record<string, string>
  crl: Record<'ec-root' | 'rsa-root', string>
  ocsp: { p256: string }
}
const openssl = JSON.parse(
  readFileSync(new URL('openssl/tokens.json', import.meta.url), 'utf8'),
) as OpensslTokens

type Revocation = { kind: 'crl' | 'ocsp'; data: Uint8Array }
type TokenWitness = Extract<Witness, { kind: 'rfc3161' }>

export function witness(
  token: Uint8Array,
  certificates: readonly Uint8Array[] = [rootCertificate],
  revocation: readonly Revocation[] = [],
): TokenWitness {
  return {
    kind: 'rfc3161',
    token: toBase64(token),
    certificates: certificates.map(toBase64),
    revocation: revocation.map(({ kind, data }) => ({ kind, data: toBase64(data) })),
  }
}

const proofWith = (...witnesses: readonly Witness[]): ProofV2 => ({ ...base, witnesses: [...witnesses] })
const token = (options: Partial<TokenOptions> = {}) => tokenOf({ root, ...options })

/** A token of a signer with another certificate. */
export function by(
  options: Partial<Parameters<typeof certificate>[0]>,
  more: Partial<TokenOptions> = {},
): Uint8Array {
  const signer = certificate({ name: 'Signer', issuer: 'Root', extensions: [timeStamping()], ...options })
  return token({ signer, ...more })
}

const crl = (data: Uint8Array): Revocation => ({ kind: 'crl', data })
const ocsp = (data: Uint8Array): Revocation => ({ kind: 'ocsp', data })
/** An authority between the root and the signer. */
const middle = (options: Partial<Parameters<typeof certificate>[0]> = {}) =>
  certificate({ name: 'Middle', issuer: 'Root', extensions: [authorityOf()], ...options })
const ofMiddle = (...certificates: readonly Uint8Array[]) =>
  witness(by({ issuer: 'Middle' }, { issuer: 'Middle' }), [...certificates, rootCertificate])

/** A token of the authority from before 2020, with its certificate named by SHA-1 or SHA-256. */
function old(name: 'sha1' | 'sha256', time: string): TokenWitness {
  const signer = certificate({
    name: 'Signer',
    issuer: 'Old Root',
    extensions: [timeStamping()],
    from: '20100101000000Z',
  })
  return witness(token({ signer, issuer: 'Old Root', time, named: namedBy(signer, name) }), [
    oldRootCertificate,
  ])
}

/** Tokens that hold. */
export function soundTokenVectors(): VectorV2[] {
  const day = 'Jan 2, 2026'
  const proven: Record<string, Witness> = {
    plain: witness(token()),
    'root-in-the-token': witness(token({ certificates: [signerCertificate, rootCertificate] }), []),
    'signer-beside-the-token': witness(token({ certificates: [] }), [signerCertificate, rootCertificate]),
    'without-accuracy': witness(token({ accuracy: null })),
    'with-a-fraction': witness(token({ time: '20260102030405.25Z' })),
    'with-milliseconds': witness(token({ accuracy: der(0x30, der(0x80, Uint8Array.of(100))) })),
    'with-everything-optional': witness(
      token({ more: [der(0x01, Uint8Array.of(0xff)), der(0x02, Uint8Array.of(9)), der(0xa0, der(0x82))] }),
    ),
    'named-by-sha-512': witness(token({ named: namedBy(signerCertificate, 'sha512') })),
    'list-from-later': witness(token(), [rootCertificate], [crl(revocationList())]),
    'list-from-before': witness(
      token(),
      [rootCertificate],
      [crl(revocationList({ thisUpdate: '20260101000000Z' }))],
    ),
    'list-of-another-authority': witness(
      token(),
      [rootCertificate],
      [crl(revocationList({ issuer: 'Other' }))],
    ),
    'list-of-others': witness(
      token(),
      [rootCertificate],
      [crl(revocationList({ revoked: [{ serial: 8, at: '20210101000000Z' }] }))],
    ),
    'revoked-later': witness(
      token(),
      [rootCertificate],
      [crl(revocationList({ revoked: [{ serial: 7, at: '20260201000000Z', reason: 4 }] }))],
    ),
    'partial-list': witness(
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
    answer: witness(token(), [rootCertificate], [ocsp(ocspAnswer())]),
    'answer-of-a-delegate': witness(
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
    'answer-of-somebody': witness(token(), [rootCertificate], [ocsp(ocspAnswer({ signedBy: 'Other' }))]),
    'answer-about-another': witness(token(), [rootCertificate], [ocsp(ocspAnswer({ serial: 8 }))]),
    'answer-that-knows-nothing': witness(
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
  const unknown = witness(by({ issuer: 'Nobody' }, { issuer: 'Nobody' }), [])
  const expired = witness(by({ until: '20210101000000Z' }, { time: '20200601000000Z' }))
  const weak = witness(by({ algorithm: sha1WithRsa }))
  const rootless = witness(token(), [])
  return [
    ...Object.entries(proven).map(([name, one]) => provenVector(`token/${name}`, day, proofWith(one))),
    provenVector('token/beside-others', day, proofWith(manualWitness, evmWitness(root), witness(token()))),
    provenVector(
      'token/two-of-which-the-earlier-counts',
      'Dec 31, 2025',
      proofWith(witness(token()), witness(token({ time: '20251231235958Z' }))),
    ),
    provenVector(
      'token/accuracy-over-midnight',
      'Jan 3, 2026',
      proofWith(witness(token({ time: '20260102235959Z' }))),
    ),
    provenVector(
      'token/named-by-sha-1-before-2020',
      'Dec 31, 2019',
      proofWith(old('sha1', '20191231120000Z')),
      qualified,
    ),
    provenVector('token/qualified', 'Jul 1, 2024', proofWith(old('sha256', '20240701000000Z')), qualified),
    provenVector('token/through-an-authority-between', day, proofWith(ofMiddle(middle()))),
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
      proofWith(old('sha256', '20260101000000Z')),
    ),
    soundVector('token/without-its-root', ['holds', 'authority'], proofWith(rootless)),
    soundVector('token/unknown-and-link', ['holds', 'authority'], proofWith(manualWitness, rootless)),
    soundVector('token/unknown-and-evm', ['holds', 'open'], proofWith(evmWitness(root), rootless)),
    soundVector('token/expired', ['pending', 'weak'], proofWith(expired)),
    soundVector('token/expired-and-link', ['holds', 'declared'], proofWith(expired, manualWitness)),
    soundVector('token/certificate-signed-with-sha-1', ['pending', 'weak'], proofWith(weak)),
    soundVector(
      'token/signed-with-sha-1',
      ['pending', 'weak'],
      proofWith(witness(token({ algorithm: sha1WithRsa }))),
    ),
    soundVector(
      'token/digest-of-sha-1',
      ['pending', 'weak'],
      proofWith(witness(token({ digestId: sha1Id }))),
    ),
  ]
}

const qualified = { id: 'proven.qualified.sentence', authority: 'Example Qualified Time' } as const

/** Tokens with every check broken. */
export function brokenTokenVectors(): VectorV2[] {
  const sound = token()
  const other = fixedBytes('another digest')
  const flip = (at: number) => sound.map((byte, n) => (n === at ? byte ^ 1 : byte))
  const serverUsage = extension('551d25', true, der(0x30, der(0x06, fromHex('2b06010505070301'))))
  const revoked = (at: string, reason?: number) =>
    crl(revocationList({ revoked: [{ serial: 7, at, ...(reason === undefined ? {} : { reason }) }] }))
  const withData = (...items: readonly Revocation[]) => witness(sound, [rootCertificate], items)
  const delegate = (extensions: readonly Uint8Array[], issuer = 'Root') =>
    ocspAnswer({
      signedBy: 'Responder',
      status: revokedAt('20210101000000Z'),
      certificates: [certificate({ name: 'Responder', issuer, extensions })],
    })
  const indefinite = concatBytes(Uint8Array.of(0x30, 0x80), sound.slice(4), new Uint8Array(2))
  const longLength = concatBytes(Uint8Array.of(0x30, 0x83, 0), sound.slice(2))
  const cases: Record<string, [TokenFlaw, TokenWitness]> = {
    empty: ['structure', witness(new Uint8Array())],
    'cut-short': ['structure', witness(sound.slice(0, -1))],
    'more-behind-it': ['structure', witness(concatBytes(sound, new Uint8Array(1)))],
    'not-der': ['structure', witness(fixedBytes('not DER'))],
    'indefinite-length': ['ber', witness(indefinite)],
    'long-length': ['ber', witness(longLength)],
    'version-1': ['structure', witness(token({ version: 1 }))],
    'info-version-2': ['structure', witness(token({ infoVersion: 2 }))],
    'signer-by-key': [
      'structure',
      witness(token({ signerVersion: 3, signerName: der(0x80, other.slice(0, 20)) })),
    ],
    'two-signers': ['structure', witness(token({ signers: 2 }))],
    'no-signer': ['structure', witness(token({ signers: 0 }))],
    'content-of-another-kind': ['structure', witness(token({ infoType: '2a864886f70d010701' }))],
    'time-that-is-none': ['structure', witness(token({ time: '20260230000000Z' }))],
    'time-without-a-zone': ['structure', witness(token({ time: '20260102030405' }))],
    'fraction-that-ends-with-zero': ['structure', witness(token({ time: '20260102030405.10Z' }))],
    'certificate-that-is-none': ['structure', witness(sound, [sound])],
    'certificate-cut-short': ['structure', witness(sound, [rootCertificate.slice(0, -1)])],
    'md5-digest': [
      'algorithm',
      witness(token({ digestId: der(0x30, der(0x06, fromHex('2a864886f70d0205'))) })),
    ],
    'another-content-type': ['attributes', witness(token({ contentType: '2a864886f70d010701' }))],
    'another-digest': ['attributes', witness(token({ digest: concatBytes(other, other) }))],
    'digest-twice': [
      'attributes',
      witness(token({ extraAttributes: [attribute('2a864886f70d010904', der(0x04, other))] })),
    ],
    'no-certificate-named': ['attributes', witness(token({ named: null }))],
    'named-by-sha-1': ['attributes', old('sha1', '20200101000000Z')],
    'another-certificate-named': ['signer', witness(token({ named: namedBy(rootCertificate) }))],
    'signer-missing': ['signer', witness(token({ certificates: [] }))],
    'signer-of-another-number': ['signer', witness(token({ serial: 8 }))],
    'signature-of-another-key': ['signature', witness(token({ signedBy: 'Other' }))],
    'signature-changed': ['signature', witness(flip(sound.length - 1))],
    'algorithm-of-another-key': [
      'signature',
      witness(token({ digestId: sha512Id, algorithm: der(0x30, der(0x06, fromHex('2a864886f70d01010d'))) })),
    ],
    'algorithm-with-another-hash': [
      'algorithm',
      witness(token({ algorithm: der(0x30, der(0x06, fromHex('2a864886f70d01010b'))) })),
    ],
    'no-usage': ['usage', witness(by({ extensions: [] }))],
    'usage-not-critical': ['usage', witness(by({ extensions: [timeStamping(false)] }))],
    'usage-of-a-server': ['usage', witness(by({ extensions: [serverUsage] }))],
    'usage-among-others': ['usage', witness(by({ extensions: [timeStamping(true, '2b06010505070301')] }))],
    'before-the-certificate': ['validity', witness(by({ from: '20260201000000Z' }))],
    'after-the-certificate': ['validity', witness(by({ until: '20251231000000Z' }))],
    'after-an-authority-between': ['validity', ofMiddle(middle({ until: '20251231000000Z' }))],
    'unknown-critical-extension': [
      'chain',
      witness(by({ extensions: [timeStamping(), extension('551d1e', true, der(0x30))] })),
    ],
    'certificate-signed-by-another': ['chain', witness(by({ signedBy: 'Other' }))],
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
    'answer-that-failed': ['revocation', withData(ocsp(ocspAnswer({ outcome: 6 })))],
    'another-imprint': ['imprint', witness(token({ imprint: other }))],
    'imprint-of-31-bytes': ['imprint', witness(token({ imprint: fromHex(root).slice(1) }))],
    'imprint-of-another-kind': ['imprint', witness(token({ imprintId: sha512Id }))],
    'weak-with-another-imprint': ['imprint', witness(token({ digestId: sha1Id, imprint: other }))],
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
      tokenVector(name, flaw, name.startsWith('openssl') ? { ...others, witnesses: [one] } : proofWith(one)),
    ),
    ...Object.entries(revocations).map(([name, one]) =>
      problemVector(`token/revoked-${name}`, 'token_revoked', proofWith(one), { number: 1 }),
    ),
    soundTokenOf('delegate-without-the-usage', withData(ocsp(delegate([])))),
    soundTokenOf('delegate-of-another-authority', withData(ocsp(delegate([ocspSigning], 'Other')))),
    problemVector(
      'token/second-witness',
      'token_broken',
      proofWith(witness(sound), witness(token({ imprint: other }))),
      { number: 2, flaw: words['token.imprint'] },
    ),
  ]
}

function soundTokenOf(name: string, one: TokenWitness): VectorV2 {
  return provenVector(`token/${name}`, 'Jan 2, 2026', proofWith(one))
}

function tokenVector(name: string, flaw: TokenFlaw, proof: ProofV2): VectorV2 {
  if (flaw === 'revoked') throw new Error('It has a problem of its own')
  return problemVector(`token/${name}`, 'token_broken', proof, { number: 1, flaw: words[`token.${flaw}`] })
}
