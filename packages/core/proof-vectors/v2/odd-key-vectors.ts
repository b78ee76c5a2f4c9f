import { hash } from 'node:crypto'
import { concatBytes, fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { verdictMessages as words } from '@priormark/core/proofs/proof/verdict-messages'
import { bits, der, ed25519, integer, keysOf, oid, sequence, signed } from './der-writing.ts'
import { paddedForPkcs1, pssWith } from './rsa-signing.ts'
import { by, proofWith, tokenWitness } from './token-witness.ts'
import { problemVector, type VectorV2 } from './vector.ts'

/** Tokens of keys in forms that some libraries take and others refuse. For all verifiers, their signatures are wrong. */
export function oddKeyVectors(): VectorV2[] {
  return Object.entries(oddSignatures).map(([name, { spki, algorithm, sign }]) =>
    problemVector(
      `token/${name}`,
      'token_broken',
      proofWith(tokenWitness(by({ spki }, { algorithm, sign }))),
      { number: 1, flaw: words['token.signature'] },
    ),
  )
}

interface OddSignature {
  spki: Uint8Array
  algorithm: Uint8Array
  sign: (attributes: Uint8Array) => Uint8Array
}

const sha512 = (bytes: Uint8Array) => hash('sha512', bytes)

// The key of P-256 whose secret is 1, and signatures of it with the nonce 1, which only need an addition.
const baseX = '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'
const baseY = '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

function ofP256(point: string, write: (r: bigint, s: bigint) => Uint8Array[]): OddSignature {
  return {
    spki: sequence(sequence(oid('2a8648ce3d0201'), oid('2a8648ce3d030107')), bits(fromHex(point))),
    algorithm: sequence(oid('2a8648ce3d040304')),
    sign(attributes) {
      const r = BigInt(`0x${baseX}`)
      return sequence(...write(r, (BigInt(`0x${sha512(attributes).slice(0, 64)}`) + r) % order))
    },
  }
}

/** With the exponent 1, the padded digest is its own signature (RFC 8017, section 9.2). */
function ofRsa(exponent: bigint, modulus: bigint, parameters: Uint8Array[] = [der(0x05)]): OddSignature {
  return {
    spki: sequence(
      sequence(oid('2a864886f70d010101'), ...parameters),
      bits(sequence(integer(modulus), integer(exponent))),
    ),
    algorithm: sequence(oid('2a864886f70d01010d'), der(0x05)),
    sign: (attributes) => paddedForPkcs1(attributes, 256),
  }
}

/** A signature of no number times the base point, which holds for keys of a small order. */
function ofEd25519(key: string): OddSignature {
  const nothing = fromHex(`01${'00'.repeat(63)}`)
  return { spki: sequence(ed25519, bits(fromHex(key))), algorithm: ed25519, sign: () => nothing }
}

const signerKeys = keysOf('Signer')

/** Adds the order of the base point to S, which changes nothing but the bytes: another signature of the same (RFC 8032, section 5.1.7). */
function signedAboveTheOrder(attributes: Uint8Array): Uint8Array {
  const signature = signed(attributes, signerKeys.secret)
  const hex = toHex(signature.slice(32).toReversed())
  const above = BigInt(`0x${hex}`) + 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n
  return concatBytes(signature.slice(0, 32), fromHex(above.toString(16).padStart(64, '0')).toReversed())
}

const modulus = 2n ** 2_048n - 1n
/** PSS with a salt of 2^31 - 1 bytes. */
const longSalt = pssWith({ salt: [der(0xa2, integer(2n ** 31n - 1n))] })

const oddSignatures: Readonly<Record<string, OddSignature>> = {
  'compressed-point': ofP256(`03${baseX}`, (r, s) => [integer(r), integer(s)]),
  'hybrid-point': ofP256(`07${baseX}${baseY}`, (r, s) => [integer(r), integer(s)]),
  'signature-with-a-zero-in-front': ofP256(`04${baseX}${baseY}`, (_r, s) => [
    der(0x02, Uint8Array.of(0), fromHex(baseX)),
    integer(s),
  ]),
  'signature-with-more': ofP256(`04${baseX}${baseY}`, (r, s) => [integer(r), integer(s), integer(1n)]),
  'signature-of-zeros': ofP256(`04${baseX}${baseY}`, () => [integer(0n), integer(0n)]),
  'signature-above-the-order': ofP256(`04${baseX}${baseY}`, (r, s) => [integer(r), integer(s + order)]),
  'point-off-the-curve': ofP256(`04${baseX}${baseX}`, (r, s) => [integer(r), integer(s)]),
  'rsa-exponent-1': ofRsa(1n, modulus),
  'rsa-key-without-null': ofRsa(1n, modulus, []),
  'pss-with-a-salt-of-2-gb': { ...ofRsa(65_537n, modulus), algorithm: longSalt },
  'ed25519-s-above-the-order': { spki: signerKeys.spki, algorithm: ed25519, sign: signedAboveTheOrder },
  'ed25519-key-of-order-1': ofEd25519(`01${'00'.repeat(31)}`),
  'ed25519-key-of-order-2': ofEd25519(`ec${'ff'.repeat(30)}7f`),
  'ed25519-key-above-the-prime': ofEd25519(`ee${'ff'.repeat(30)}7f`),
  'ed25519-key-with-a-sign-of-zero': ofEd25519(`01${'00'.repeat(30)}80`),
}
