import { hash } from 'node:crypto'
import { fromHex } from '@priormark/core/proofs/proof/bytes'
import {
  bits,
  der,
  ed25519,
  extension,
  keysOf,
  nameOf,
  octets,
  oid,
  sequence,
  sha1Id,
  signed,
  small,
  time,
} from './der-writing.ts'

/** Returns a list of revoked certificates by their serial numbers. */
export function revocationList({
  issuer = 'Root',
  signedBy = issuer,
  thisUpdate = '20260301000000Z',
  nextUpdate = '21000101000000Z',
  revoked = [],
  extensions = [],
}: {
  issuer?: string
  signedBy?: string
  thisUpdate?: string
  nextUpdate?: string | null
  revoked?: readonly { serial: number; at: string; reason?: number }[]
  extensions?: readonly Uint8Array[]
} = {}): Uint8Array {
  const entries = revoked.map(({ serial, at, reason }) =>
    sequence(
      small(serial),
      time(at),
      ...(reason === undefined
        ? []
        : [sequence(extension('551d15', false, der(0x0a, Uint8Array.of(reason))))]),
    ),
  )
  const body = sequence(
    small(1),
    ed25519,
    nameOf(issuer),
    time(thisUpdate),
    ...(nextUpdate === null ? [] : [time(nextUpdate)]),
    ...(entries.length === 0 ? [] : [sequence(...entries)]),
    ...(extensions.length === 0 ? [] : [der(0xa0, sequence(...extensions))]),
  )
  return sequence(body, ed25519, bits(signed(body, keysOf(signedBy).secret)))
}

/** Returns an OCSP answer about the signer's certificate. */
export function ocspAnswer({
  signedBy = 'Root',
  status = der(0x80),
  thisUpdate = '20260301000000Z',
  serial = 7,
  certificates = [],
  outcome = 0,
  kind = '2b0601050507300101',
  about = {},
  before = [],
  responder = der(0xa1, nameOf(signedBy)),
  hashId = sha1Id,
  version,
  more = [],
}: {
  signedBy?: string
  status?: Uint8Array
  thisUpdate?: string
  serial?: number
  certificates?: readonly Uint8Array[]
  outcome?: number
  kind?: string
  /** The issuer's name, whose key it has, and what is behind the serial number. */
  about?: { name?: string; key?: string; more?: Uint8Array }
  /** Statuses of statements before this one, about the same certificate. */
  before?: readonly Uint8Array[]
  responder?: Uint8Array
  /** The hash function that the statements name. */
  hashId?: Uint8Array
  version?: Uint8Array
  /** What is behind the statements. */
  more?: readonly Uint8Array[]
} = {}): Uint8Array {
  const key = keysOf(about.key ?? 'Root').spki.subarray(-32)
  const certificateId = sequence(
    hashId,
    octets(fromHex(hash('sha1', nameOf(about.name ?? 'Root')))),
    octets(fromHex(hash('sha1', key))),
    small(serial),
    ...(about.more === undefined ? [] : [about.more]),
  )
  const body = sequence(
    ...(version === undefined ? [] : [version]),
    responder,
    time('20260301000000Z'),
    sequence(...[...before, status].map((one) => sequence(certificateId, one, time(thisUpdate)))),
    ...more,
  )
  const basic = sequence(
    body,
    ed25519,
    bits(signed(body, keysOf(signedBy).secret)),
    ...(certificates.length === 0 ? [] : [der(0xa0, sequence(...certificates))]),
  )
  return sequence(der(0x0a, Uint8Array.of(outcome)), der(0xa0, sequence(oid(kind), octets(basic))))
}

/** The status of a certificate that was revoked at a time. */
export const revokedAt = (at: string, reason: number | null = null) =>
  der(0xa1, time(at), ...(reason === null ? [] : [der(0xa0, der(0x0a, Uint8Array.of(reason)))]))
