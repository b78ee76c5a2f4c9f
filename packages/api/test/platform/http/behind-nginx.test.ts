import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { accountEndpoints } from '@priormark/core/staff/auth/account-endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseTrustedProxies } from '../../../src/platform/http/client-address.ts'
import { administrator } from '../../../testing/administrator.ts'
import { nginxMissing, startNginx, type Nginx } from '../../../testing/nginx-server.ts'
import { stablePort } from '../../../testing/stable-port.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newVisitor, type Visitor } from '../../../testing/visitor.ts'

const title = `behind nginx at an address with a port${nginxMissing === null ? '' : ` (skipped: ${nginxMissing})`}`

describe.skipIf(nginxMissing !== null)(title, () => {
  const certificates = getCACertificates('default')
  let app: TestApp
  let nginx: Nginx
  let admin: Visitor
  beforeAll(async () => {
    app = await startTestApp({
      https: true,
      trustedProxies: parseTrustedProxies('1') ?? 'none',
      stripeStandIn: null,
    })
    nginx = await startNginx([app.url, app.url], { tls: await stablePort(), plain: await stablePort() })
    setDefaultCACertificates([...certificates, nginx.certificate])
    admin = newVisitor(nginx, {})
    await admin.api.auth.login({ body: administrator })
  })
  afterAll(async () => {
    setDefaultCACertificates(certificates)
    await nginx.stop()
    await app.close()
  })

  /** Makes a change by cookie from a page. @param origin of the page, the only thing that a browser without Fetch Metadata sends */
  const logOut = (origin: string) =>
    admin.fetch(accountEndpoints.endOtherLogins.path, { method: 'POST', headers: { origin } })

  test('a page of the shop may make changes, and a page on another port may not', async () => {
    expect((await logOut(nginx.url)).status).toBe(200)
    expect((await logOut(nginx.plainUrl.replace('http:', 'https:'))).status).toBe(403)
    expect((await logOut('https://localhost')).status).toBe(403)
  })
})
