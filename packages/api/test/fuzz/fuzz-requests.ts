import { maxHeaderSize, request } from 'node:http'
import type { EndpointSpec } from '@priormark/core/platform/http/endpoint'
import fc from 'fast-check'
import { nearlyValuesOf, valuesOf } from './fuzz-schema.ts'
import { hostileBody, hostileHeaders, hostilePathPart, hostileText } from './fuzz-values.ts'
import { roles, type Role, type FuzzShop } from './fuzz-shop.ts'

/** A request as it is sent over the network. */
interface FuzzedCall {
  role: Role
  method: string
  /** With its query, encoded. */
  target: string
  headers: [string, string][]
  body: string | Uint8Array | null
}

export interface FuzzedResponse {
  status: number
  text: string
}

/** The addresses that requests come from, few enough to reach the limits per address. */
const addresses = ['198.51.100.1', '198.51.100.2', '198.51.100.3'] as const

/** Generates calls of an endpoint by every role. Most are nearly valid, since the parser rejects all others early. */
export function callsOf(spec: EndpointSpec, shop: FuzzShop): fc.Arbitrary<FuzzedCall> {
  const insider = spec.access === 'public' ? 'owner' : 'admin'
  return fc.oneof(
    ...roles.map((role) => ({ weight: role === insider ? 3 : 1, arbitrary: callsBy(role, spec, shop) })),
  )
}

function callsBy(role: Role, spec: EndpointSpec, shop: FuzzShop): fc.Arbitrary<FuzzedCall> {
  const known = shop.known[role]
  return fc
    .tuple(
      targetsOf(spec, known),
      bodiesOf(spec, known),
      oftenNone(hostileHeaders),
      fc.constantFrom(...addresses),
    )
    .map(([target, body, extra, address]) => ({
      role,
      method: spec.method,
      target,
      headers: [
        ...Object.entries({
          'sec-fetch-site': 'same-origin',
          ...shop.headers[role],
          'x-forwarded-for': address,
        }),
        ...(body === null ? [] : body.headers),
        ...extra,
      ],
      body: body?.content ?? null,
    }))
}

function targetsOf(spec: EndpointSpec, known: readonly string[]): fc.Arbitrary<string> {
  const names = Array.from(spec.path.matchAll(/:(\w+)/g), ([, name = '']) => name)
  const params = spec.params === undefined ? fc.constant({}) : valuesOf(spec.params, known)
  const query =
    spec.query === undefined
      ? fc.constant({})
      : fc.oneof(valuesOf(spec.query, known), nearlyValuesOf(spec.query, known))
  return fc
    .tuple(
      params,
      fc.array(rarely(hostilePathPart), { minLength: names.length, maxLength: names.length }),
      query,
      oftenNone(hostileQuery),
    )
    .map(([values, parts, search, extra]) => {
      const given = new Map(Object.entries(values ?? {}))
      const path = names.reduce((text, name, index) => {
        const value =
          parts[index] == null
            ? encodeURIComponent(String(given.get(name) ?? known[0] ?? 'x').toWellFormed())
            : parts[index]
        return text.replace(`:${name}`, () => value)
      }, spec.path)
      const pairs = [
        ...Object.entries(search ?? {})
          .filter(([, value]) => value !== undefined)
          .map(
            ([name, value]) =>
              `${encodeURIComponent(name)}=${encodeURIComponent(asText(value).toWellFormed())}`,
          ),
        ...extra,
      ]
      return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
    })
}

const hostileQuery = fc.array(
  fc.oneof(
    fc.constantFrom(
      'a=%',
      'search=%zz',
      'page=1&page=2',
      'search[]=x',
      'search=%00',
      '__proto__=1',
      'constructor=1',
      '&&',
      '=',
      'limit=1e3',
      'since=-1',
    ),
    fc
      .tuple(fc.constantFrom('search', 'page', 'limit', 'status', 'orderId', 'x'), hostileText)
      .map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`.slice(0, 6_000)),
  ),
  { maxLength: 3 },
)

interface Body {
  headers: [string, string][]
  content: string | Uint8Array
}

function bodiesOf({ body }: EndpointSpec, known: readonly string[]): fc.Arbitrary<Body | null> {
  const asJson = (content: string | Uint8Array): Body => ({
    headers: [['content-type', 'application/json']],
    content,
  })
  if (body === 'multipart') return multipart
  if (body === undefined || body === null) return rarely(hostileBody.map(asJson))
  return fc.oneof(
    { weight: 5, arbitrary: valuesOf(body, known).map((value) => asJson(JSON.stringify(value) ?? '')) },
    { weight: 4, arbitrary: nearlyValuesOf(body, known).map((value) => asJson(JSON.stringify(value) ?? '')) },
    { weight: 2, arbitrary: hostileBody.map(asJson) },
  )
}

/** Forms with a file, valid and broken. */
const multipart: fc.Arbitrary<Body> = fc
  .record({
    field: fc.constantFrom('file', 'image', 'other'),
    name: hostileText.map((text) => text.replace(/["\r\n]/g, '').slice(0, 400)),
    content: fc.uint8Array({ maxLength: 300 }),
    ending: fc.constantFrom('--fuzz--\r\n', '--fuzz', ''),
  })
  .map(({ field, name, content, ending }) => ({
    headers: [['content-type', 'multipart/form-data; boundary=fuzz']],
    content: Buffer.concat([
      Buffer.from(`--fuzz\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`),
      content,
      Buffer.from(`\r\n${ending}`),
    ]),
  }))

function oftenNone<T>(arbitrary: fc.Arbitrary<T[]>): fc.Arbitrary<T[]> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant<T[]>([]) }, { weight: 1, arbitrary })
}

function rarely<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** A timeout for hung requests, in milliseconds; it does not measure speed. */
export const hangMs = 60_000

/** Sends a call. @throws if there is no response */
export function send(url: string, call: FuzzedCall): Promise<FuzzedResponse> {
  return new Promise((resolve, reject) => {
    const headers = call.headers.flat()
    const hasHost = call.headers.some(([name]) => name.toLowerCase() === 'host')
    const length = call.body === null ? [] : ['content-length', String(Buffer.byteLength(call.body))]
    const outgoing = request(url, {
      // A new connection per request: the server may close an idle one just as it is reused.
      agent: false,
      method: call.method,
      path: call.target,
      headers: [...(hasHost ? [] : ['host', 'priormark.example']), ...headers, ...length],
    })
    outgoing.setTimeout(hangMs, () => outgoing.destroy(new Error('no response')))
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      // Node's parser responds 431 to oversized headers and closes immediately, so the response may be lost.
      if (error.code === 'ECONNRESET' && call.target.length > maxHeaderSize)
        resolve({ status: 431, text: '' })
      else reject(error)
    })
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      )
    })
    outgoing.end(call.body ?? undefined)
  })
}
