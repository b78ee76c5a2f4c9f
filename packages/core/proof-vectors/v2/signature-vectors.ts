import { concatBytes } from '@priormark/core/proofs/proof/bytes'
import { der, integer, keysOf, oid, sequence, sha1Id, sha256Id, signed } from './der-writing.ts'
import { paddedForPkcs1, paddedForPss, pssWith, rsaKey, type RsaKey } from './rsa-signing.ts'
import { by, proofWith, tokenWitness } from './token-witness.ts'
import { brokenTokenVector, provenVector, soundVector, type VectorV2 } from './vector.ts'

interface Signing {
  spki?: Uint8Array
  algorithm: Uint8Array
  sign: (attributes: Uint8Array) => Uint8Array
}

// The primes are the first ones below these powers of 2 for which 65,537 is an exponent.
const [small, otherSmall] = [2n ** 1_024n - 105n, 2n ** 1_024n - 179n]
const [large, otherLarge] = [2n ** 2_048n - 1_557n, 2n ** 2_048n - 2_543n]
const keyOf2048 = rsaKey([small, otherSmall])
const keyOf4096 = rsaKey([large, otherLarge])
const keyOf2047 = rsaKey([2n ** 1_023n - 361n, small])
const keyOf4097 = rsaKey([2n ** 2_049n - 1_449n, large])

const withSha512 = sequence(oid('2a864886f70d01010d'), der(0x05))
const pkcs1 = (
  { spki, bytes, apply }: RsaKey,
  algorithm = withSha512,
  parameters?: readonly Uint8Array[],
): Signing => ({
  spki,
  algorithm,
  sign: (attributes) => apply(paddedForPkcs1(attributes, bytes, parameters)),
})
const pss = (algorithm: Uint8Array, padding: Parameters<typeof paddedForPss>[2]): Signing => ({
  spki: keyOf2048.spki,
  algorithm,
  sign: (attributes) => keyOf2048.apply(paddedForPss(attributes, keyOf2048.bytes, padding)),
})
const salt = (bytes: bigint) => [der(0xa2, integer(bytes))]
const otherMask = [der(0xa1, sequence(oid('2a864886f70d010108'), sha256Id))]
const signature = (attributes: Uint8Array) => signed(attributes, keysOf('Signer').secret)

/** Signatures of every form that is taken, and of forms that are not. */
export function signatureVectors(): VectorV2[] {
  const proofOf = ({ algorithm, sign, ...certificate }: Signing) =>
    proofWith(tokenWitness(by(certificate, { algorithm, sign })))
  return [
    ...Object.entries(sound).map(([name, signing]) =>
      provenVector(`token/${name}`, 'Jan 2, 2026', proofOf(signing)),
    ),
    ...Object.entries(broken).map(([name, signing]) =>
      brokenTokenVector(name, 'signature', proofOf(signing)),
    ),
    ...Object.entries(weak).map(([name, algorithm]) =>
      soundVector(`token/${name}`, ['pending', 'weak'], proofOf({ algorithm, sign: signature })),
    ),
    brokenTokenVector(
      'pss-without-parameters',
      'structure',
      proofOf({ algorithm: sequence(oid('2a864886f70d01010a')), sign: signature }),
    ),
  ]
}

const sound: Readonly<Record<string, Signing>> = {
  'rsa-2048': pkcs1(keyOf2048),
  'rsa-4096': pkcs1(keyOf4096),
  'rsa-with-an-exponent-of-32-bits': pkcs1(rsaKey([small, otherSmall], 2n ** 32n - 5n)),
  'rsa-without-the-hash': pkcs1(keyOf2048, sequence(oid('2a864886f70d010101'), der(0x05))),
  'rsa-algorithm-without-null': pkcs1(keyOf2048, sequence(oid('2a864886f70d01010d'))),
  'pss-without-the-length-of-the-salt': pss(pssWith(), { saltBytes: 20 }),
  'pss-with-a-salt-of-32-bytes': pss(pssWith({ salt: salt(32n) }), { saltBytes: 32 }),
  'pss-without-a-salt': pss(pssWith({ salt: salt(0n) }), { saltBytes: 0 }),
}

const broken: Readonly<Record<string, Signing>> = {
  'rsa-2047': pkcs1(keyOf2047),
  'rsa-4097': pkcs1(keyOf4097),
  'rsa-with-an-exponent-of-33-bits': pkcs1(rsaKey([small, otherSmall], 2n ** 32n + 15n)),
  'rsa-digest-without-null': pkcs1(keyOf2048, withSha512, []),
  'rsa-signature-with-a-zero-in-front': {
    ...pkcs1(keyOf2048),
    sign: (attributes) =>
      concatBytes(Uint8Array.of(0), keyOf2048.apply(paddedForPkcs1(attributes, keyOf2048.bytes))),
  },
  'pss-of-another-salt': pss(pssWith(), { saltBytes: 32 }),
  'pss-with-another-mask': pss(pssWith({ masked: otherMask, salt: salt(32n) }), {
    saltBytes: 32,
    maskHash: 'sha256',
  }),
  'pss-that-names-another-mask': pss(pssWith({ masked: otherMask, salt: salt(32n) }), { saltBytes: 32 }),
  'pss-with-another-trailer': pss(pssWith({ salt: salt(32n) }), { saltBytes: 32, trailer: 0xcc }),
  'pss-signed-as-pkcs1': pkcs1(keyOf2048, pssWith()),
  'rsa-with-md5': pkcs1(keyOf2048, sequence(oid('2a864886f70d010104'), der(0x05))),
}

/** Algorithms with SHA-1, which is the hash function of PSS if none is named. */
const weak: Readonly<Record<string, Uint8Array>> = {
  'ecdsa-with-sha-1': sequence(oid('2a8648ce3d0401')),
  'pss-with-sha-1': pssWith({
    hashed: [der(0xa0, sha1Id)],
    masked: [der(0xa1, sequence(oid('2a864886f70d010108'), sha1Id))],
  }),
  'pss-without-a-hash': pssWith({ hashed: [] }),
  'pss-without-a-mask': pssWith({ masked: [] }),
}
