import { readFileSync } from 'node:fs'
import { toBase64 } from '@priormark/core/proofs/proof/base64'
import type { TokenFlaw } from '@priormark/core/proofs/proof-v2/tsp/der'
import type { ProofV2, Witness } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import {
  certificate,
  namedBy,
  oldRootCertificate,
  rootCertificate,
  tokenOf,
  type TokenOptions,
} from './authority.ts'
import { authorityOf, timeStamping } from './der-writing.ts'
import { sampleProofV2 } from './vector-proof.ts'
import { brokenTokenVector, provenVector, revokedVector, type VectorV2 } from './vector.ts'

const base = sampleProofV2()
export const { root } = base

interface OpensslTokens {
  certificates: Record<'ec-root' | 'rsa-root', string>
  tokens: Record<string, string>
  crl: Record<'ec-root' | 'rsa-root', string>
  ocsp: { p256: string }
}
export const openssl = JSON.parse(
  readFileSync(new URL('openssl/tokens.json', import.meta.url), 'utf8'),
) as OpensslTokens

export type Revocation = { kind: 'crl' | 'ocsp'; data: Uint8Array }
export type TokenWitness = Extract<Witness, { kind: 'rfc3161' }>

export function tokenWitness(
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

/** The token with statements about revocation. */
export const withData = (...items: readonly Revocation[]) => tokenWitness(token(), [rootCertificate], items)

export const proofWith = (...witnesses: readonly Witness[]): ProofV2 => ({
  ...base,
  witnesses: [...witnesses],
})
export const token = (options: Partial<TokenOptions> = {}) => tokenOf({ root, ...options })

/** A token of a signer with another certificate. */
export function by(
  options: Partial<Parameters<typeof certificate>[0]>,
  more: Partial<TokenOptions> = {},
): Uint8Array {
  const signer = certificate({ name: 'Signer', issuer: 'Root', extensions: [timeStamping()], ...options })
  return token({ signer, ...more })
}

export const crl = (data: Uint8Array): Revocation => ({ kind: 'crl', data })
export const ocsp = (data: Uint8Array): Revocation => ({ kind: 'ocsp', data })
/** An authority between the root and the signer. */
export const middle = (options: Partial<Parameters<typeof certificate>[0]> = {}) =>
  certificate({ name: 'Middle', issuer: 'Root', extensions: [authorityOf()], ...options })
export const ofMiddle = (...certificates: readonly Uint8Array[]) =>
  tokenWitness(by({ issuer: 'Middle' }, { issuer: 'Middle' }), [...certificates, rootCertificate])

/** The signer of the authority from before 2020. */
export const oldSigner = certificate({
  name: 'Signer',
  issuer: 'Old Root',
  extensions: [timeStamping()],
  from: '20090101000000Z',
})

/** A token of that authority, with its certificate named by SHA-1 or SHA-256. */
export const oldWitness = (name: 'sha1' | 'sha256', time: string) =>
  oldWitnessWith(time, namedBy(oldSigner, name))

/** The same with attributes that name certificates. */
export function oldWitnessWith(time: string, ...extraAttributes: readonly Uint8Array[]): TokenWitness {
  const options = { signer: oldSigner, issuer: 'Old Root', time, named: null, extraAttributes }
  return tokenWitness(token(options), [oldRootCertificate])
}

/** Vectors of tokens by their names, each with its flaw. */
export function brokenTokens(
  tokens: Readonly<Record<string, readonly [TokenFlaw, TokenWitness]>>,
): VectorV2[] {
  return Object.entries(tokens).map(([name, [flaw, one]]) => brokenTokenVector(name, flaw, proofWith(one)))
}

/** Vectors of tokens whose certificates were revoked. */
export function revokedTokens(tokens: Readonly<Record<string, TokenWitness>>): VectorV2[] {
  return Object.entries(tokens).map(([name, one]) => revokedVector(name, proofWith(one)))
}

/** Vectors of tokens that prove a day. */
export function provenTokens(
  tokens: Readonly<Record<string, Witness>>,
  day = 'Jan 2, 2026',
  provenBy: Parameters<typeof provenVector>[3] = {},
): VectorV2[] {
  return Object.entries(tokens).map(([name, one]) =>
    provenVector(`token/${name}`, day, proofWith(one), provenBy),
  )
}
