import { rm } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { header, servePages, smallSite, writeSite } from './pages-fixtures.ts'

const siteDir = await writeSite({
  ...smallSite,
  'dist/client/assets/app-def456.js': 'as it is',
  'dist/client/assets/app-def456.js.br': 'compressed by Brotli',
  'dist/client/assets/app-def456.js.gz': 'compressed by gzip',
})
const served = await servePages(siteDir, async () => 8.97)
afterAll(async () => {
  await served.close()
  await rm(siteDir, { recursive: true })
})

describe('a file that the build compressed', () => {
  test.each([
    { accepted: 'gzip, br', encoding: 'br', sent: 'compressed by Brotli' },
    { accepted: 'gzip', encoding: 'gzip', sent: 'compressed by gzip' },
    { accepted: '', encoding: '', sent: 'as it is' },
  ])("is sent in the build's own form to a client that accepts '$accepted'", async (expected) => {
    const response = await served.request('/assets/app-def456.js', { 'accept-encoding': expected.accepted })
    expect(response.body.toString()).toBe(expected.sent)
    expect(header(response, 'content-encoding')).toBe(expected.encoding)
    expect(header(response, 'content-type')).toBe('text/javascript; charset=utf-8')
  })

  test.each(['br', 'gz'])('is not served by its name with .%s', async (extension) => {
    const response = await served.request(`/assets/app-def456.js.${extension}`)
    expect(response.status).toBe(404)
  })
})
