import { constants, createPrivateKey, hash, privateEncrypt } from 'node:crypto'
import { concatBytes, fromHex } from '@priormark/core/proofs/proof/bytes'
import { fixedBytes } from '../vector-batch.ts'
import { bits, der, integer, oid, sequence, sha512Id } from './der-writing.ts'

/** A key of RSA from two large primes, each of them a little below a power of 2, so that anybody can write it down. */
export interface RsaKey {
  spki: Uint8Array
  bytes: number
  /** Signs a padded digest as it is. */
  apply: (padded: Uint8Array) => Uint8Array
}

/** Makes a key; each prime is 2^bits less a number. */
export function rsaKey([p, q]: readonly [bigint, bigint], exponent = 65_537n): RsaKey {
  const modulus = p * q
  const secret = inverse(exponent, (p - 1n) * (q - 1n))
  const numbers = {
    n: modulus,
    e: exponent,
    d: secret,
    p,
    q,
    dp: secret % (p - 1n),
    dq: secret % (q - 1n),
    qi: inverse(q, p),
  }
  const jwk = Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [
      name,
      Buffer.from(hexOf(value), 'hex').toString('base64url'),
    ]),
  )
  const key = createPrivateKey({ key: { kty: 'RSA', ...jwk }, format: 'jwk' })
  return {
    spki: sequence(
      sequence(oid('2a864886f70d010101'), der(0x05)),
      bits(sequence(integer(modulus), integer(exponent))),
    ),
    bytes: hexOf(modulus).length / 2,
    apply: (padded) => new Uint8Array(privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, padded)),
  }
}

function hexOf(value: bigint): string {
  const hex = value.toString(16)
  return hex.length % 2 === 1 ? `0${hex}` : hex
}

/** The number whose product with another one is 1 more than a multiple of the modulus. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [before, now] = [
    { rest: modulus, factor: 0n },
    { rest: value % modulus, factor: 1n },
  ]
  while (now.rest !== 0n) {
    const times = before.rest / now.rest
    ;[before, now] = [
      now,
      { rest: before.rest - times * now.rest, factor: before.factor - times * now.factor },
    ]
  }
  return ((before.factor % modulus) + modulus) % modulus
}

const sha512 = (bytes: Uint8Array) => fromHex(hash('sha512', bytes))

/** Pads the SHA-512 of some bytes for PKCS #1 v1.5 (RFC 8017, section 9.2). @param parameters those of SHA-512 */
export function paddedForPkcs1(
  message: Uint8Array,
  length: number,
  parameters: readonly Uint8Array[] = [der(0x05)],
): Uint8Array {
  const algorithm = sequence(oid('608648016503040203'), ...parameters)
  const info = sequence(algorithm, der(0x04, sha512(message)))
  const padding = new Uint8Array(length - 3 - info.length).fill(0xff)
  return concatBytes(Uint8Array.of(0, 1), padding, Uint8Array.of(0), info)
}

/** Pads the SHA-512 of some bytes for PSS (RFC 8017, section 9.1.1), for a modulus whose bits fill its bytes. */
export function paddedForPss(
  message: Uint8Array,
  length: number,
  {
    saltBytes,
    maskHash = 'sha512',
    trailer = 0xbc,
  }: { saltBytes: number; maskHash?: string; trailer?: number },
): Uint8Array {
  const salt = fixedBytes('salt of PSS').slice(0, saltBytes)
  const digest = sha512(concatBytes(new Uint8Array(8), sha512(message), salt))
  const block = new Uint8Array(length - digest.length - 1)
  block.set(concatBytes(Uint8Array.of(1), salt), block.length - salt.length - 1)
  const mask = Array.from({ length: Math.ceil(block.length / 32) }, (_, n) =>
    fromHex(hash(maskHash, concatBytes(digest, Uint8Array.of(0, 0, 0, n)))),
  )
  const masked = concatBytes(...mask).slice(0, block.length)
  for (const [n, byte] of block.entries()) masked[n] = (masked[n] ?? 0) ^ byte
  masked[0] = (masked[0] ?? 0) & 0x7f
  return concatBytes(masked, digest, Uint8Array.of(trailer))
}

/** The AlgorithmIdentifier of PSS, with SHA-512 unless it says otherwise. */
export function pssWith({
  hashed = [der(0xa0, sha512Id)],
  masked = [der(0xa1, sequence(oid('2a864886f70d010108'), sha512Id))],
  salt = [],
}: {
  hashed?: readonly Uint8Array[]
  masked?: readonly Uint8Array[]
  salt?: readonly Uint8Array[]
} = {}): Uint8Array {
  return sequence(oid('2a864886f70d01010a'), sequence(...hashed, ...masked, ...salt))
}
