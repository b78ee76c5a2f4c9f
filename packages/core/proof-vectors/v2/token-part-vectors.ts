import { concatBytes, fromHex } from '@priormark/core/proofs/proof/bytes'
import { valuesIn, type TokenFlaw } from '@priormark/core/proofs/proof-v2/tsp/der'
import {
  attribute,
  certificate,
  namedBy,
  oldRootCertificate,
  rootCertificate,
  signerCertificate,
  trustedSigner,
} from './authority.ts'
import { ocspAnswer, revocationList, revokedAt } from './revocation-writing.ts'
import {
  authorityOf,
  bits,
  der,
  extension,
  keyUsage,
  ocspSigning,
  oid,
  sequence,
  sha1Id,
  small,
  timeStamping,
} from './der-writing.ts'
import {
  by,
  crl,
  middle,
  ocsp,
  oldSigner,
  ofMiddle,
  oldWitnessWith,
  proofWith,
  token,
  tokenWitness,
  type Revocation,
  type TokenWitness,
  brokenTokens,
  revokedTokens,
  provenTokens,
  withData,
} from './token-witness.ts'
import { provenVector, soundVector, type VectorV2 } from './vector.ts'

const oldAt = (...named: readonly Uint8Array[]) => oldWitnessWith('20191231120000Z', ...named)
const gone = revokedAt('20210101000000Z')
const md5Id = sequence(oid('2a864886f70d0205'))

/** Tokens with parts that are rare, with something behind a part, and with lengths and numbers at their limits. */
export function tokenPartVectors(): VectorV2[] {
  const rootless = (...items: readonly Revocation[]) => tokenWitness(token(), [], items)
  return [
    ...brokenTokens(broken()),
    ...provenTokens(sound()),
    ...provenTokens(soundIn2019(), 'Dec 31, 2019', {
      id: 'proven.qualified.sentence',
      authority: 'Example Qualified Time',
    }),
    ...revokedTokens(revoked()),
    provenVector(
      'token/trusted-signer-below-what-is-no-authority',
      'Jan 2, 2026',
      proofWith(
        tokenWitness(token({ signer: trustedSigner, issuer: 'Above' }), [
          certificate({ name: 'Above', issuer: 'Root' }),
        ]),
      ),
      { authority: 'Example Service' },
    ),
    soundVector(
      'token/below-an-authority-that-has-ended',
      ['pending', 'weak'],
      proofWith(
        tokenWitness(by({ issuer: 'Middle' }, { issuer: 'Middle', time: '20200601000000Z' }), [
          middle({ until: '20210101000000Z' }),
          rootCertificate,
        ]),
      ),
    ),
    soundVector(
      'token/beside-a-certificate-of-another-name',
      ['holds', 'authority'],
      proofWith(tokenWitness(token(), [oldRootCertificate])),
    ),
    soundVector(
      'token/revoked-in-an-answer-without-its-root',
      ['holds', 'authority'],
      proofWith(rootless(ocsp(ocspAnswer({ status: gone })))),
    ),
  ]
}

/** Returns DER with NULL behind the last part of one value, to which the places of parts lead from the outermost value. */
function withMore(bytes: Uint8Array, [place, ...others]: readonly number[]): Uint8Array {
  const [{ tag, body } = { tag: 0, body: bytes }] = valuesIn(bytes)
  if (place === undefined) return der(tag, body, der(0x05))
  return der(tag, ...valuesIn(body).map(({ raw }, n) => (n === place ? withMore(raw, others) : raw)))
}

function broken(): Record<string, [TokenFlaw, TokenWitness]> {
  const list = revocationList({ revoked: [{ serial: 8, at: '20210101000000Z' }] })
  const answer = ocspAnswer({ status: gone, certificates: [signerCertificate] })
  const named = namedBy(oldSigner, 'sha1')
  return {
    'more-behind-the-name-of-the-signer': ['structure', tokenWitness(withMore(token(), [1, 0, 4, 0, 1]))],
    'more-behind-the-accuracy': ['structure', tokenWitness(withMore(token(), [1, 0, 2, 1, 0, 0, 5]))],
    'more-behind-an-attribute': ['structure', tokenWitness(withMore(token(), [1, 0, 4, 0, 3, 0]))],
    ...Object.fromEntries(
      Object.entries({
        certificate: [],
        body: [0],
        extension: [0, 7, 0, 0],
        'extension-list': [0, 7, 0],
      }).map(([name, places]): [string, [TokenFlaw, TokenWitness]] => [
        `certificate-with-more-behind-its-${name}`,
        ['structure', tokenWitness(token({ certificates: [withMore(signerCertificate, places)] }))],
      ]),
    ),
    ...Object.fromEntries(
      Object.entries({ body: [0], entries: [0, 5], entry: [0, 5, 0] }).map(
        ([name, places]): [string, [TokenFlaw, TokenWitness]] => [
          `list-with-more-behind-its-${name}`,
          ['revocation', withData(crl(withMore(list, places)))],
        ],
      ),
    ),
    ...Object.fromEntries(
      Object.entries({
        status: [],
        bytes: [1, 0],
        body: [1, 0, 1, 0, 0],
        statements: [1, 0, 1, 0, 0, 2],
        statement: [1, 0, 1, 0, 0, 2, 0],
        revocation: [1, 0, 1, 0, 0, 2, 0, 1],
        certificates: [1, 0, 1, 0, 3, 0],
      }).map(([name, places]): [string, [TokenFlaw, TokenWitness]] => [
        `answer-with-more-behind-its-${name}`,
        ['revocation', withData(ocsp(withMore(answer, places)))],
      ]),
    ),
    'answer-with-more-behind-its-name': [
      'revocation',
      withData(ocsp(ocspAnswer({ about: { more: der(0x05) } }))),
    ],
    'list-that-ends-at-no-time': ['revocation', withData(crl(revocationList({ nextUpdate: '2100' })))],
    'answer-of-nobody': ['revocation', withData(ocsp(ocspAnswer({ responder: der(0xa3) })))],
    'both-attributes-of-which-the-new-one-is-wrong': ['signer', oldAt(namedBy(rootCertificate), named)],
    'both-attributes-of-which-the-new-one-has-sha-1': ['signer', oldAt(newWithSha1, named)],
    'both-attributes-of-which-the-new-one-is-none': [
      'structure',
      oldAt(attribute('2a864886f70d010910022f', small(1)), named),
    ],
    'both-attributes-of-which-the-old-one-is-wrong-twice': [
      'attributes',
      oldAt(namedBy(rootCertificate, 'sha1'), namedBy(rootCertificate, 'sha1')),
    ],
    'both-attributes-of-which-the-new-one-is-wrong-since-2020': [
      'signer',
      tokenWitness(
        token({ named: namedBy(rootCertificate), extraAttributes: [namedBy(signerCertificate, 'sha1')] }),
      ),
    ],
    'named-twice-and-by-sha-1-since-2020': [
      'attributes',
      tokenWitness(
        token({ extraAttributes: [namedBy(signerCertificate), namedBy(signerCertificate, 'sha1')] }),
      ),
    ],
    'number-of-no-bytes': ['structure', tokenWitness(token({ accuracy: sequence(der(0x02)) }))],
    'negative-number': ['structure', tokenWitness(token({ accuracy: sequence(small(0x80)) }))],
    'time-of-the-13th-month': ['structure', tokenWitness(token({ time: '20261302000000Z' }))],
    'time-of-the-60th-minute': ['structure', tokenWitness(token({ time: '20260102036000Z' }))],
    'length-of-four-bytes': ['ber', tokenWitness(fromHex('308401000000'))],
    'length-of-three-bytes-above-the-rest': ['structure', tokenWitness(fromHex('3083010000'))],
    'length-of-127-in-the-long-form': [
      'ber',
      tokenWitness(token({ more: [concatBytes(fromHex('a0817f'), new Uint8Array(127))] })),
    ],
    'authority-with-an-empty-usage': [
      'chain',
      ofMiddle(middle({ extensions: [authorityOf(), extension('551d0f', true, bits(new Uint8Array()))] })),
    ],
    'authority-for-another-bit': ['chain', ofMiddle(middle({ extensions: [authorityOf(), keyUsage(0x01)] }))],
  }
}

const newWithSha1 = attribute(
  '2a864886f70d010910022f',
  sequence(sequence(sequence(sha1Id, der(0x04, new Uint8Array(20))))),
)

function sound(): Record<string, TokenWitness> {
  const others = Array.from({ length: 7 }, (_, n) => certificate({ name: `Other ${n}`, issuer: 'Other' }))
  const critical = (id: string) => extension(id, true, sequence())
  return {
    'eight-certificates': tokenWitness(token({ certificates: [...others, signerCertificate] })),
    'with-lists-in-the-token': tokenWitness(token({ lists: der(0xa1, revocationList()) })),
    'digest-without-a-value-beside': tokenWitness(
      token({ extraAttributes: [attribute('2a864886f70d010904')] }),
    ),
    'with-unsigned-attributes': tokenWitness(token({ unsigned: der(0xa1, small(1)) })),
    'with-extensions-of-the-info': tokenWitness(token({ more: [der(0xa1, sequence())] })),
    'with-lengths-of-127-and-128': tokenWitness(
      token({ more: [der(0xa0, new Uint8Array(127)), der(0xa1, new Uint8Array(128))] }),
    ),
    'fraction-that-ends-with-nine': tokenWitness(token({ time: '20260102030405.9Z' })),
    'accuracy-of-256-seconds': tokenWitness(token({ accuracy: sequence(der(0x02, Uint8Array.of(1, 0))) })),
    'certificate-with-unique-names': tokenWitness(
      by({ uniqueNames: [der(0x81, small(1)), der(0x82, small(1))] }),
    ),
    'known-critical-extensions': tokenWitness(
      by({ extensions: [timeStamping(), ...['551d0e', '551d23', '551d20'].map(critical)] }),
    ),
    'both-attributes-since-2020': tokenWitness(
      token({ extraAttributes: [namedBy(rootCertificate, 'sha1')] }),
    ),
    'list-without-an-end': withData(crl(revocationList({ nextUpdate: null }))),
    'answer-with-a-version-and-extensions': withData(
      ocsp(ocspAnswer({ version: der(0xa0, small(0)), more: [der(0xa1, sequence())] })),
    ),
    'answer-of-a-key': withData(ocsp(ocspAnswer({ responder: der(0xa2, der(0x04, new Uint8Array(20))) }))),
    'answer-of-somebody-with-more-behind-its-name': withData(
      ocsp(ocspAnswer({ signedBy: 'Other', about: { more: der(0x05) } })),
    ),
    'answer-about-a-name-in-md5': withData(ocsp(ocspAnswer({ status: gone, hashId: md5Id }))),
  }
}

/** Before 2020, the attribute with SHA-1 counts only if there is not exactly one of the newer kind. */
function soundIn2019(): Record<string, TokenWitness> {
  return {
    'both-attributes-of-which-the-old-one-is-wrong': oldAt(
      namedBy(oldSigner),
      namedBy(rootCertificate, 'sha1'),
    ),
    'named-twice-and-by-sha-1': oldAt(
      namedBy(rootCertificate),
      namedBy(rootCertificate),
      namedBy(oldSigner, 'sha1'),
    ),
  }
}

function revoked(): Record<string, TokenWitness> {
  const at = '20260301000000Z'
  const delegate = (options: object) =>
    withData(
      ocsp(
        ocspAnswer({
          signedBy: 'Responder',
          status: gone,
          certificates: [
            ...Array.from({ length: 7 }, () => signerCertificate),
            certificate({ name: 'Responder', issuer: 'Root', extensions: [ocspSigning], ...options }),
          ],
        }),
      ),
    )
  return {
    'by-the-last-of-eight-in-its-first-second': delegate({ from: at }),
    'by-the-last-of-eight-in-its-last-second': delegate({ until: at }),
  }
}
