import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseTrustedProxies } from '../../../src/platform/http/client-address.ts'
import { createLog } from '../../../src/platform/logging/log.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newVisitor } from '../../../testing/visitor.ts'

const uploadsAtOnce = 50

let app: TestApp
let sockets: Socket[] = []
let logged: string[] = []
let refusals = 0

beforeEach(async () => {
  sockets = []
  logged = []
  refusals = 0
  app = await startTestApp({
    trustedProxies: parseTrustedProxies('127.0.0.1') ?? 'none',
    stripeStandIn: null,
    limits: { maxConcurrentUploads: uploadsAtOnce, uploadsPerNetwork: 5, rateLimitFactor: 0 },
    log: createLog('info', { write: (line: string) => void logged.push(line) }),
  })
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
})

/** Starts an upload that sends its first bytes and then nothing. */
function startSlowUpload(address: string): void {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  let response = ''
  socket.setEncoding('latin1').on('error', () => {})
  socket.on('data', (text: string) => {
    if (response === '' && text.startsWith('HTTP/1.1 503 ')) refusals += 1
    response += text
  })
  socket.write(
    `POST /api/upload HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n` +
      'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000000\r\n\r\n' +
      '--b\r\nContent-Disposition: form-data; name="file"; filename="song.wav"\r\n\r\n17 bytes of a song',
  )
  sockets.push(socket)
}

/** Resolves once every slow upload was either rejected or has one of the slots. */
async function attack(addresses: string[], held: number): Promise<void> {
  for (const address of addresses) startSlowUpload(address)
  await expect.poll(() => refusals).toBe(addresses.length - held)
}

const honest = () => newVisitor(app, { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '192.0.2.77' })

test('two addresses cannot take all slots', async () => {
  const addresses = Array.from({ length: 100 }, (_, n) => (n % 2 === 0 ? '198.51.100.7' : '2001:db8::7'))
  await attack(addresses, 10)
  expect(await honest().upload('la la la')).toMatchObject({ fileSize: 8 })
})

const elsewhere = Array.from({ length: 500 }, (_, n) => `${20 + (n % 20)}.18.0.${n % 250}`)
const ofOneHost = Array.from({ length: 500 }, (_, n) => `2001:db8:7:${(n % 256).toString(16)}00::1`)

test.each([
  ['500 slow clients of 20 networks hold every slot', elsewhere, uploadsAtOnce],
  ['a host with an IPv6 /48 starts 500 slow ones', ofOneHost, 10],
  ['both do', [...ofOneHost, ...elsewhere], uploadsAtOnce],
])('an upload succeeds at the first attempt while %s', async (_name, addresses, held) => {
  await attack(addresses, held)
  expect(await honest().upload(new Uint8Array(1_000_000))).toMatchObject({ fileSize: 1_000_000 })
})

test('rejections share a few log lines without a stack trace', async () => {
  const addresses = Array.from({ length: 100 }, () => '198.51.100.7')
  await attack(addresses, 5)
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.length).toBeLessThan(10)
  expect(logged.join('')).not.toContain('stack')
})
