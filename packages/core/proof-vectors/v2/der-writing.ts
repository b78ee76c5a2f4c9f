import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import { concatBytes, fromHex } from '@priormark/core/proofs/proof/bytes'
import { utf8 } from '@priormark/core/platform/utf8'
import { fixedBytes } from '../vector-batch.ts'

/** Writes a value of DER. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const body = concatBytes(...parts)
  const size = body.length.toString(16)
  const digits = fromHex(size.length % 2 === 1 ? `0${size}` : size)
  const length = body.length < 0x80 ? digits : concatBytes(Uint8Array.of(0x80 + digits.length), digits)
  return concatBytes(Uint8Array.of(tag), length, body)
}

export const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
export const oid = (hex: string) => der(0x06, fromHex(hex))
export const small = (value: number) => der(0x02, Uint8Array.of(value))
/** An INTEGER of any size that is not negative. */
export function integer(value: bigint): Uint8Array {
  const hex = value.toString(16)
  const bytes = fromHex(hex.length % 2 === 1 ? `0${hex}` : hex)
  return der(0x02, ...((bytes[0] ?? 0) >= 0x80 ? [Uint8Array.of(0)] : []), bytes)
}
export const octets = (bytes: Uint8Array) => der(0x04, bytes)
export const bits = (bytes: Uint8Array) => der(0x03, Uint8Array.of(0), bytes)
export const nameOf = (name: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, utf8(name)))))
/** A UTCTime if the year has two digits, else a GeneralizedTime. */
export const time = (text: string) => der(/^\d{10}(?:\d\d)?Z$/.test(text) ? 0x17 : 0x18, utf8(text))

export const sha256Id = sequence(oid('608648016503040201'))
export const sha512Id = sequence(oid('608648016503040203'))
export const sha1Id = sequence(oid('2b0e03021a'))
export const ed25519 = sequence(oid('2b6570'))
/** An algorithm that is not verified, because it uses SHA-1. */
export const sha1WithRsa = sequence(oid('2a864886f70d010105'), der(0x05))

/** Keys of Ed25519, which sign the same bytes in the same way each time. */
export function keysOf(name: string): { secret: KeyObject; spki: Uint8Array } {
  const head = fromHex('302e020100300506032b657004220420')
  const secret = createPrivateKey({
    key: Buffer.from(concatBytes(head, fixedBytes(`key of ${name}`))),
    format: 'der',
    type: 'pkcs8',
  })
  return { secret, spki: new Uint8Array(createPublicKey(secret).export({ format: 'der', type: 'spki' })) }
}

export const signed = (bytes: Uint8Array, secret: KeyObject) => new Uint8Array(sign(null, bytes, secret))

/** An extension by its identifier in hex. */
export const extension = (id: string, isCritical: boolean, value: Uint8Array) =>
  sequence(oid(id), ...(isCritical ? [der(0x01, Uint8Array.of(0xff))] : []), octets(value))

export const timeStamping = (isCritical = true, ...others: readonly string[]) =>
  extension('551d25', isCritical, sequence(...['2b06010505070308', ...others].map(oid)))
export const ocspSigning = extension('551d25', false, sequence(oid('2b06010505070309')))
export const authorityOf = (limit: number | null = null, isAuthority = true) =>
  extension(
    '551d13',
    true,
    sequence(
      ...(isAuthority ? [der(0x01, Uint8Array.of(0xff))] : []),
      ...(limit === null ? [] : [small(limit)]),
    ),
  )
export const keyUsage = (byte: number) => extension('551d0f', true, der(0x03, Uint8Array.of(1, byte)))
