import { compareBytes, concatBytes, equalBytes, fromHex } from '../proof/bytes.ts'
import { utf8 } from '../../platform/utf8.ts'
import { OtsError, type OtsReader, maxPayloadBytes, maxUriBytes, sizedBytes, varint } from './ots-bytes.ts'

/** Who attests a message: a calendar that will know more later, a Bitcoin block, or an unknown kind. */
export type OtsAttestation =
  | { readonly kind: 'pending'; readonly uri: string }
  | { readonly kind: 'bitcoin'; readonly height: number }
  | { readonly kind: 'unknown'; readonly tag: Uint8Array; readonly payload: Uint8Array }

const tagBytes = 8
const pendingTag = fromHex('83dfe30d2ef90c8e')
const bitcoinTag = fromHex('0588960d73d71901')

/** Reads an attestation after its 00. Unknown kinds are preserved byte for byte. */
export function readAttestation(reader: OtsReader): OtsAttestation {
  const tag = reader.bytes(tagBytes)
  const payload = reader.sized(maxPayloadBytes)
  if (equalBytes(tag, pendingTag)) return { kind: 'pending', uri: onlyValue(readUri(payload), payload) }
  if (equalBytes(tag, bitcoinTag)) return { kind: 'bitcoin', height: onlyValue(payload.varint(), payload) }
  return { kind: 'unknown', tag, payload: payload.rest() }
}

function readUri(payload: OtsReader): string {
  const start = payload.offset
  const uri = String.fromCharCode(...payload.sizedBytes(0, maxUriBytes))
  if (!isUri(uri)) throw new OtsError('bad_uri', start)
  return uri
}

/** The format allows no query, login or percent sign in a calendar's address. */
function isUri(uri: string): boolean {
  return uri.length <= maxUriBytes && /^[A-Za-z0-9._/:-]*$/.test(uri)
}

function onlyValue<T>(value: T, payload: OtsReader): T {
  payload.end()
  return value
}

/** Writes an attestation without its 00. */
export function writeAttestation(attestation: OtsAttestation): Uint8Array {
  if (attestation.kind === 'unknown') {
    if (attestation.tag.length !== tagBytes || attestation.payload.length > maxPayloadBytes)
      throw new OtsError('bad_length')
    return concatBytes(attestation.tag, sizedBytes(attestation.payload))
  }
  if (attestation.kind === 'bitcoin') return concatBytes(bitcoinTag, sizedBytes(varint(attestation.height)))
  if (!isUri(attestation.uri)) throw new OtsError('bad_uri')
  return concatBytes(pendingTag, sizedBytes(sizedBytes(utf8(attestation.uri))))
}

/** Sorts a node's attestations as the reference implementation does. */
export function compareAttestations(a: OtsAttestation, b: OtsAttestation): number {
  const byTag = compareBytes(tagOf(a), tagOf(b))
  if (byTag !== 0) return byTag
  if (a.kind === 'bitcoin' && b.kind === 'bitcoin') return a.height - b.height
  return compareBytes(contentOf(a), contentOf(b))
}

function tagOf(attestation: OtsAttestation): Uint8Array {
  if (attestation.kind === 'unknown') return attestation.tag
  return attestation.kind === 'pending' ? pendingTag : bitcoinTag
}

function contentOf(attestation: OtsAttestation): Uint8Array {
  if (attestation.kind === 'unknown') return attestation.payload
  return attestation.kind === 'pending' ? utf8(attestation.uri) : varint(attestation.height)
}
