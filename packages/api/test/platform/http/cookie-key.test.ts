import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../testing/test-app.ts'

/** Whether the database is enough to sign this server's cookies. */
async function isSignedBySessionKey(encryptionKey: string | null): Promise<boolean> {
  const app = await startTestApp({ encryptionKey })
  const form = new FormData()
  form.set('file', new Blob(['la la la']), 'song.wav')
  const { headers } = await fetch(`${app.url}/api/upload`, { method: 'POST', body: form })
  const [cookie = '', signature = ''] = headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  expect(cookie).toMatch(/^priormark=./)
  const own = createHmac('sha256', app.parts.sessionKey).update(cookie).digest('base64url')
  await app.close()
  return signature === `priormark.sig=${own}`
}

test('the key in the database signs cookies only without an encryption key', async () => {
  expect(await isSignedBySessionKey(null)).toBe(true)
  expect(await isSignedBySessionKey('an encryption key of the operator')).toBe(false)
})
