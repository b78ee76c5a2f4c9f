import { hash } from 'node:crypto'
import { concatBytes, fromHex } from '@priormark/core/proofs/proof/bytes'
import type { Authority } from '@priormark/core/proofs/proof-v2/tsp/authorities'
import {
  authorityOf,
  bits,
  der,
  ed25519,
  keyUsage,
  keysOf,
  nameOf,
  octets,
  oid,
  sequence,
  sha256Id,
  sha512Id,
  signed,
  small,
  time,
  timeStamping,
} from './der-writing.ts'

/** What can differ between certificates. */
interface CertificateOptions {
  name: string
  issuer: string
  /** The public key, if it is not the name's. */
  spki?: Uint8Array
  /** Whose key signs it, if it is not the issuer's. */
  signedBy?: string
  extensions?: readonly Uint8Array[]
  from?: string
  until?: string
  serial?: number
  algorithm?: Uint8Array
  version?: number
  /** The algorithm inside, if it is another one than outside. */
  innerAlgorithm?: Uint8Array
  /** The unique identifiers of issuer and subject. */
  uniqueNames?: readonly Uint8Array[]
}

/** Serial numbers by name: no two authorities share one, so a verifier that looks for the wrong certificate fails. */
const serials: Readonly<Record<string, number>> = {
  Root: 1,
  'Old Root': 2,
  Middle: 3,
  Above: 4,
  Responder: 5,
  Signer: 7,
}

/** Returns a certificate for the key of a name. */
export function certificate({
  name,
  issuer,
  spki = keysOf(name).spki,
  signedBy = issuer,
  extensions = [],
  from = '20200101000000Z',
  until = '21000101000000Z',
  serial = serials[name] ?? 6,
  algorithm = ed25519,
  version = 2,
  innerAlgorithm = algorithm,
  uniqueNames = [],
}: CertificateOptions): Uint8Array {
  const body = sequence(
    der(0xa0, small(version)),
    small(serial),
    innerAlgorithm,
    nameOf(issuer),
    sequence(time(from), time(until)),
    nameOf(name),
    spki,
    ...uniqueNames,
    ...(extensions.length === 0 ? [] : [der(0xa3, sequence(...extensions))]),
  )
  return sequence(body, algorithm, bits(signed(body, keysOf(signedBy).secret)))
}

export const rootCertificate = certificate({
  name: 'Root',
  issuer: 'Root',
  extensions: [authorityOf(), keyUsage(0x06)],
})
/** Of an authority from before 2020. */
export const oldRootCertificate = certificate({
  name: 'Old Root',
  issuer: 'Old Root',
  extensions: [authorityOf()],
  from: '20090101000000Z',
})
export const signerCertificate = certificate({ name: 'Signer', issuer: 'Root', extensions: [timeStamping()] })

/** A signer that is trusted itself, as in the trusted lists of some countries. */
export const trustedSigner = certificate({ name: 'Signer', issuer: 'Above', extensions: [timeStamping()] })

/** The authorities that the vectors trust. The second one is qualified, and trusted until 2026 only. */
export const testAuthorities: readonly Authority[] = [
  {
    name: 'Example Time-Stamping',
    country: 'DE',
    anchorSha256: hash('sha256', rootCertificate),
    qualified: false,
    from: 1_577_836_800,
    until: null,
    note: '',
  },
  {
    name: 'Example Qualified Time',
    country: 'FR',
    anchorSha256: hash('sha256', oldRootCertificate),
    qualified: true,
    from: 1_262_304_000,
    until: 1_767_225_600,
    note: '',
  },
  {
    name: 'Example Service',
    country: 'AT',
    anchorSha256: hash('sha256', trustedSigner),
    qualified: false,
    from: 1_577_836_800,
    until: null,
    note: '',
  },
]

/** What can differ between tokens. `attributes` and `content` replace what is signed. */
export interface TokenOptions {
  root: string
  certificates?: readonly Uint8Array[]
  signer?: Uint8Array
  signedBy?: string
  time?: string
  imprint?: Uint8Array
  imprintId?: Uint8Array
  accuracy?: Uint8Array | null
  more?: readonly Uint8Array[]
  version?: number
  infoVersion?: number
  signerVersion?: number
  /** Replaces the name of the signer's certificate. */
  signerName?: Uint8Array
  /** The issuer of the signer's certificate, and its serial number. */
  issuer?: string
  serial?: number
  digestId?: Uint8Array
  algorithm?: Uint8Array
  named?: Uint8Array | null
  contentType?: string
  infoType?: string
  digest?: Uint8Array
  extraAttributes?: readonly Uint8Array[]
  /** Lists of revoked certificates beside those in the token, and attributes of the signer that are not signed. */
  lists?: Uint8Array
  unsigned?: Uint8Array
  /** Something behind the last part of a SEQUENCE. */
  leftover?: 'signed-data' | 'content' | 'signers' | 'signature' | 'imprint'
  contentKind?: string
  signers?: number
  /** Signs the attributes, if the key of `signedBy` does not. */
  sign?: (attributes: Uint8Array) => Uint8Array
}

export const attribute = (id: string, ...values: readonly Uint8Array[]) =>
  sequence(oid(id), der(0x31, ...values))

const infoId = '2a864886f70d0109100104'

/** The attribute that names the signer's certificate by its SHA-256, or by another hash. */
export function namedBy(
  certificateBytes: Uint8Array,
  name: 'sha256' | 'sha512' | 'sha1' = 'sha256',
): Uint8Array {
  const digest = octets(fromHex(hash(name, certificateBytes)))
  if (name === 'sha1') return attribute('2a864886f70d010910020c', sequence(sequence(sequence(digest))))
  const algorithm = name === 'sha512' ? [sha512Id] : []
  return attribute('2a864886f70d010910022f', sequence(sequence(sequence(...algorithm, digest))))
}

/** Returns a time-stamp token; sound unless the options say otherwise. */
export function tokenOf(options: TokenOptions): Uint8Array {
  const { root, signer = signerCertificate, certificates = [signer], signedBy = 'Signer' } = options
  const {
    time: at = '20260102030405Z',
    digestId = sha512Id,
    algorithm = ed25519,
    named = namedBy(signer),
  } = options
  const { accuracy = sequence(small(1)), imprintId = sha256Id, more = [], signers = 1 } = options
  const behind = (part: TokenOptions['leftover']) => (options.leftover === part ? [der(0x05)] : [])
  const info = sequence(
    small(options.infoVersion ?? 1),
    oid('2b0601040186a01f01'),
    sequence(imprintId, octets(options.imprint ?? fromHex(root)), ...behind('imprint')),
    small(5),
    time(at),
    ...(accuracy === null ? [] : [accuracy]),
    ...more,
  )
  const digest = options.digest ?? fromHex(hash('sha512', info))
  const attributes = concatBytes(
    attribute('2a864886f70d010903', oid(options.contentType ?? infoId)),
    attribute('2a864886f70d010904', octets(digest)),
    ...(named === null ? [] : [named]),
    ...(options.extraAttributes ?? []),
  )
  const { sign = (bytes) => signed(bytes, keysOf(signedBy).secret) } = options
  const signature = sign(der(0x31, attributes))
  const signerInfo = sequence(
    small(options.signerVersion ?? 1),
    options.signerName ?? sequence(nameOf(options.issuer ?? 'Root'), small(options.serial ?? 7)),
    digestId,
    der(0xa0, attributes),
    algorithm,
    octets(signature),
    ...(options.unsigned === undefined ? [] : [options.unsigned]),
    ...behind('signature'),
  )
  const data = sequence(
    small(options.version ?? 3),
    der(0x31, digestId),
    sequence(oid(options.infoType ?? infoId), der(0xa0, octets(info)), ...behind('content')),
    ...(certificates.length === 0 ? [] : [der(0xa0, ...certificates)]),
    ...(options.lists === undefined ? [] : [options.lists]),
    der(0x31, ...Array.from({ length: signers }, () => signerInfo)),
    ...behind('signers'),
  )
  return sequence(oid(options.contentKind ?? '2a864886f70d010702'), der(0xa0, data), ...behind('signed-data'))
}
