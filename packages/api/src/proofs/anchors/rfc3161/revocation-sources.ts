import { hash } from 'node:crypto'
import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import type { Certificate } from '@priormark/core/proofs/proof-v2/tsp/certificate'
import { Fields, tags, TokenError, type Der } from '@priormark/core/proofs/proof-v2/tsp/der'
import { HostError, requestHost, type HttpOptions } from '../anchor-http.ts'
import { der } from './der-writing.ts'

/** What an issuer states about the revocation of its certificates, in DER. */
export interface RevocationItem {
  kind: 'crl' | 'ocsp'
  data: Uint8Array
}

/** Object identifiers in hex. */
const ids = {
  accessInformation: '2b06010505070101',
  distributionPoints: '551d1f',
  ocsp: '2b06010505073001',
  sha1: '2b0e03021a',
} as const

/** The tag of a URI in a GeneralName (RFC 5280, 4.2.1.6). */
const uriTag = 0x86
/** The largest item that a proof can contain. */
const maxItemBytes = 65_536
/** Limits the time that a certificate with many addresses can take. */
const maxRequests = 4

/**
 * Requests the revocation status of the first certificate of a chain at the addresses in it: OCSP responses, which are
 * usually newer, then CRLs. Skips addresses without a usable response.
 */
export async function* requestRevocation(
  [certificate, issuer]: readonly Certificate[],
  http: Omit<HttpOptions, 'maxBytes'>,
): AsyncGenerator<RevocationItem> {
  if (certificate === undefined || issuer === undefined) return
  const requests = [
    ...ocspUrls(certificate).map((url) => ({
      kind: 'ocsp' as const,
      url,
      accept: 'application/ocsp-response',
      headers: { 'content-type': 'application/ocsp-request' },
      body: new Uint8Array(ocspRequest(certificate, issuer)),
    })),
    ...crlUrls(certificate).map((url) => ({
      kind: 'crl' as const,
      url,
      accept: 'application/pkix-crl',
    })),
  ]
  const options = { ...http, maxBytes: maxItemBytes }
  for (const { kind, ...request } of requests.slice(0, maxRequests)) {
    const data = await requestHost(options, request).catch((error: unknown) => {
      if (error instanceof HostError) return null
      throw error
    })
    if (data !== null) yield { kind, data }
  }
}

/** Writes an OCSP request about one certificate (RFC 6960, section 4.1.1). Responders expect SHA-1 in it; no security depends on it. */
function ocspRequest({ serial }: Certificate, issuer: Certificate): Uint8Array {
  const key = Fields.of(issuer.publicKey)
  key.next(tags.sequence)
  const keyBits = key.next(tags.bits).body.subarray(1)
  const id = der(
    tags.sequence,
    der(tags.sequence, der(tags.oid, fromHex(ids.sha1)), der(0x05)),
    der(tags.octets, hash('sha1', issuer.subject, 'buffer')),
    der(tags.octets, hash('sha1', keyBits, 'buffer')),
    der(tags.integer, serial),
  )
  // OCSPRequest, TBSRequest, requestList and Request each contain only the next one.
  return [1, 2, 3, 4].reduce((inner) => der(tags.sequence, inner), id)
}

function ocspUrls(certificate: Certificate): string[] {
  return extensionOf(certificate, ids.accessInformation, (list) =>
    itemsOf(list, tags.sequence).flatMap(({ body }) => {
      const description = new Fields(body)
      const method = toHex(description.next(tags.oid).body)
      return method === ids.ocsp ? httpUrls(description.optional(uriTag)) : []
    }),
  )
}

function crlUrls(certificate: Certificate): string[] {
  return extensionOf(certificate, ids.distributionPoints, (list) =>
    itemsOf(list, tags.sequence).flatMap(({ body }) => {
      const name = new Fields(body).optional(0xa0)
      const names = name === undefined ? undefined : new Fields(name.body).optional(0xa0)
      return names === undefined ? [] : itemsOf(new Fields(names.body), uriTag).flatMap(httpUrls)
    }),
  )
}

/** Returns the values with a tag, up to the first with another one. */
function itemsOf(list: Fields, tag: number): Der[] {
  const items: Der[] = []
  for (let item = list.optional(tag); item !== undefined; item = list.optional(tag)) items.push(item)
  return items
}

/** Returns the addresses in an extension; empty if it is missing or cannot be read. */
function extensionOf({ extensions }: Certificate, id: string, read: (list: Fields) => string[]): string[] {
  const extension = extensions.get(id)
  if (extension === undefined) return []
  try {
    return read(Fields.of(extension.value))
  } catch (error) {
    if (error instanceof TokenError) return []
    throw error
  }
}

function httpUrls(uri: Der | undefined): string[] {
  const text = uri === undefined ? '' : String.fromCharCode(...uri.body.subarray(0, 2_000))
  return /^https?:\/\//.test(text) && URL.canParse(text) ? [text] : []
}
