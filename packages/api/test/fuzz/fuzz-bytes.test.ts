import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { OtsError } from '@priormark/core/proofs/opentimestamps/ots-bytes'
import { readOtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import { readProofText } from '@priormark/core/proofs/proof/proof-reading'
import { verifyProof } from '@priormark/core/proofs/proof/proof-verification'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { cleanPostHtml } from '../../src/blog/post-html.ts'
import { sha256 } from '../../src/platform/sha256.ts'
import { hangMs, send, type FuzzedResponse } from './fuzz-requests.ts'
import { fuzz, fuzzRuns } from './fuzz-run.ts'
import { hostileText, hostileValue } from './fuzz-values.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { newAdmin } from '../../testing/visitor.ts'
import { xssVectors } from '../../testing/xss-vectors.ts'

// A slot is free again only after the server has noticed that its client left. Slots that leak would all be taken.
const app = await startTestApp({
  limits: { maxConcurrentUploads: 20, uploadsPerNetwork: 20, rateLimitFactor: 0 },
})
afterAll(() => app.close())

const webhook = (body: string, headers: [string, string][]): Promise<FuzzedResponse> =>
  send(app.url, {
    role: 'stranger',
    method: 'POST',
    target: '/api/webhooks/stripe',
    // The stand-in for Stripe responds only on this machine.
    headers: [['host', new URL(app.url).host], ...headers],
    body,
  })

/** An event of the provider with one wrong part. */
const eventBody = fc
  .record({
    id: fc.oneof(fc.constant('evt_1'), hostileValue),
    object: fc.constant('event'),
    type: fc.oneof(
      fc.constantFrom(
        'payment_intent.succeeded',
        'payment_intent.payment_failed',
        'charge.refunded',
        'charge.dispute.closed',
      ),
      hostileValue,
    ),
    data: fc.oneof(
      fc.record({
        object: fc.oneof(
          fc.record({
            id: fc.oneof(fc.constant('pi_1'), hostileValue),
            payment_intent: fc.oneof(fc.constant('pi_1'), hostileValue),
            last_payment_error: fc.oneof(fc.constant(null), hostileValue),
          }),
          hostileValue,
        ),
      }),
      hostileValue,
    ),
  })
  .map((event) => JSON.stringify(event))

test('rejects an unsigned event, whatever it contains', async () => {
  await fuzz(fc.tuple(eventBody, fc.string({ unit: 'grapheme-ascii' })), async ([body, signature]) => {
    const { status } = await webhook(body, [['stripe-signature', signature.trim()]])
    expect(status).toBe(400)
  })
})

test('does not report a signed but invalid event as a server error', async () => {
  await fuzz(fc.oneof({ weight: 4, arbitrary: eventBody }, fc.json(), hostileText), async (body) => {
    const text = body.toWellFormed()
    const { status } = await webhook(text, [['stripe-signature', app.stripe.controls.sign(text)]])
    expect(status).toBeLessThan(500)
  })
})

/** Sends raw bytes. Returns the status line, or how the connection ended. @throws if it does not end */
function sendRaw(bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    let response = ''
    socket.setTimeout(hangMs, () => {
      reject(new Error('no response'))
      socket.destroy()
    })
    socket.on('data', (chunk) => (response += chunk.toString('latin1')))
    socket.once('error', () => resolve(response))
    socket.once('close', () => resolve(response))
    socket.end(bytes)
  })
}

test('accepts or rejects an upload in any encoding of the form', async () => {
  const line = fc.oneof(
    fc.constantFrom(
      '--b',
      '--b--',
      '--B',
      '',
      'Content-Disposition: form-data; name="file"; filename="a.wav"',
      'Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'%00%zz',
      'Content-Disposition: form-data; name="sha256"',
      'Content-Disposition: form-data; name="__proto__[a]"',
      'Content-Disposition: form-data',
      'Content-Disposition: attachment; filename="../../a"',
      'Content-Type: text/html; charset=utf-99',
      'Content-Transfer-Encoding: base64',
      'a'.repeat(20_000),
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  const type = fc.constantFrom(
    'multipart/form-data; boundary=b',
    'multipart/form-data',
    'multipart/form-data; boundary="b',
    'multipart/mixed; boundary=b',
  )
  await fuzz(
    fc.tuple(fc.array(line, { maxLength: 12 }), type, fc.integer({ min: -3, max: 40 })),
    async ([lines, contentType, more]) => {
      const body = Buffer.from(lines.join('\r\n'))
      const head = `POST /api/upload HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: ${contentType}\r\nContent-Length: ${Math.max(0, body.length + more)}\r\n\r\n`
      const response = await sendRaw(Buffer.concat([Buffer.from(head), body]))
      expect(response).not.toMatch(/^HTTP\/1\.1 5/)
    },
  )
})

test('re-encodes or rejects an image of any bytes', async () => {
  const admin = await newAdmin(app)
  const picture = await sharp({ create: { width: 9, height: 7, channels: 4, background: '#0af' } })
    .png()
    .toBuffer()
  const jpeg = await sharp(picture).jpeg().toBuffer()
  const damaged = fc
    .tuple(
      fc.constantFrom(picture, jpeg),
      fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { maxLength: 6 }),
      fc.nat(100),
    )
    .map(([bytes, changes, cut]) => {
      const copy = new Uint8Array(bytes)
      for (const [at, value] of changes) copy[at % copy.length] = value
      return cut > 80 ? copy.slice(0, Math.floor((copy.length * cut) / 100)) : copy
    })
  const start = fc.constantFrom(
    'GIF89a',
    '<svg onload="alert(1)">',
    '\x89PNG\r\n\x1a\n',
    'RIFF\0\0\0\0WEBPVP8 ',
    '%PDF-1.7',
    'BM',
  )
  const begun = fc
    .tuple(start, fc.uint8Array({ maxLength: 300 }))
    .map(([text, rest]) => new Uint8Array(Buffer.concat([Buffer.from(text, 'latin1'), rest])))
  const send = async (bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.set('image', new Blob([bytes], { type: 'image/png' }), 'a.png')
    const headers = { authorization: `Bearer ${admin.token ?? ''}` }
    const response = await admin.fetch('/api/admin/blog/upload-image', {
      method: 'POST',
      body: form,
      headers,
      signal: AbortSignal.timeout(hangMs),
    })
    await response.arrayBuffer()
    return response.status
  }
  expect(await send(new Uint8Array(picture)), 'undamaged').toBe(200)
  await fuzz(fc.oneof(damaged, begun), async (bytes) => {
    expect([200, 400, 413, 415]).toContain(await send(bytes))
  })
})

test('a post of any content executes nothing, and sanitizing it again changes nothing', async () => {
  const piece = fc.oneof(
    fc.constantFrom(...xssVectors),
    fc.constantFrom(
      '<p>',
      '</p>',
      '<a href="',
      '">',
      "<img src='",
      '<svg><',
      '<math>',
      '<!--',
      '-->',
      ']]>',
      '<'.repeat(500),
      '<b>'.repeat(300),
    ),
    hostileText,
  )
  await fuzz(fc.array(piece, { maxLength: 10 }), async (pieces) => {
    const clean = await cleanPostHtml(pieces.join(''))
    const tags = clean.replace(/"[^"]*"/g, '""')
    expect(tags).not.toMatch(
      /<(?:script|style|iframe|object|svg|math|form|base|meta|link)\b|<[^>]*\s(?:on\w+|style|srcset)\s*=/i,
    )
    // Inside a tag; as text of a post it is harmless.
    expect(clean).not.toMatch(/<(?:[^">]|"[^"]*")*\s(?:href|src)="\s*(?:javascript|vbscript|data):/i)
    expect(await cleanPostHtml(clean)).toBe(clean)
  })
})

const vectors = path.resolve(import.meta.dirname, '../../../core/proof-vectors/sound')
const soundProof = readFileSync(path.join(vectors, 'seven-leaves.json'), 'utf8')
const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('judges a damaged proof without throwing', async () => {
  const damaged = fc
    .tuple(fc.nat(soundProof.length - 1), fc.nat(30), fc.oneof(hostileText, fc.string()))
    .map(([at, length, text]) => soundProof.slice(0, at) + text + soundProof.slice(at + length))
  const replaced = fc
    .tuple(
      fc.constantFrom('file', 'record', 'salt', 'leaf', 'path', 'root', 'anchors', 'version', 'tag'),
      hostileValue,
    )
    .map(([key, value]) => JSON.stringify({ ...JSON.parse(soundProof), [key]: value }))
  await fuzz(fc.tuple(fc.oneof(damaged, replaced, hostileText), fc.uint8Array()), async ([text, file]) => {
    const reading = readProofText(text)
    if ('problem' in reading) expect(reading.problem.kind).not.toBe('')
    else expect(verifyProof(JSON.parse(text), hex(file), sha256).holds).toBe(false)
  })
})

test('parses a timestamp file of any bytes, or rejects it with a specific error', () => {
  const magic = Buffer.from('004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e8929401', 'hex')
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc
      .uint8Array({ maxLength: 400 })
      .map((rest) => new Uint8Array(Buffer.concat([magic, Buffer.from([8]), Buffer.alloc(32), rest]))),
  )
  fc.assert(
    fc.property(bytes, (file) => {
      try {
        readOtsFile(file)
      } catch (error) {
        expect(error).toBeInstanceOf(OtsError)
      }
    }),
    { ...fuzzRuns, numRuns: fuzzRuns.numRuns * 5 },
  )
})
