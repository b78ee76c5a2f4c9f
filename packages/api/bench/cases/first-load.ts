import { filesOf, gzippedBytes, kilobytesOfFiles, readManifest } from '@priormark/site/testing/site-build'
import type { RealServer } from '../real-server.ts'
import type { Figure, Section } from '../report.ts'

/** Each public route with the module that hydrates it, as named in entry-client.tsx. */
const routes = [
  { path: '/', page: 'src/public/pages/home/HomePage.tsx' },
  { path: '/checkout', page: 'src/public/orders/checkout/CheckoutPage.tsx' },
  { path: '/success', page: 'src/public/orders/success/SuccessPage.tsx' },
  { path: '/terms', page: 'src/public/settings/legal/LegalPages.tsx' },
  { path: '/no-such-page', page: 'src/public/platform/not-found/NotFoundPage.tsx' },
]

/** The gzipped size of a first visit to each public route and to the admin. */
export async function measureFirstLoads(server: RealServer): Promise<Section> {
  const figures: Figure[] = []
  const manifest = readManifest('manifest.json')
  for (const { path, page } of routes) {
    const html = await readPage(server.url + path)
    const css = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map((match) => match[1] ?? '').join('')
    const loader = filesOf(manifest, ['index.html'])
    const hydrating = filesOf(manifest, ['src/rendering/entry-client.tsx', page])
    for (const file of loader) hydrating.delete(file)
    const [htmlKb, loaderKb] = [gzippedBytes(html) / 1000, kilobytesOfFiles(loader)]
    const isLanding = path === '/'
    figures.push(
      {
        what: `${path}: before the first interaction`,
        value: htmlKb + loaderKb,
        unit: 'KB',
        ...(isLanding ? { goal: { atMost: 15 } } : {}),
        note: `HTML ${htmlKb.toFixed(1)} (its CSS ${(gzippedBytes(css) / 1000).toFixed(1)})`,
      },
      {
        what: `${path}: requests before the first interaction`,
        value: 1 + loader.size,
        unit: '',
        ...(isLanding ? { goal: { atMost: 3 } } : {}),
        note: 'HTML and loader, without the headline font, the icon and the service worker',
      },
      { what: `${path}: loader`, value: loaderKb, unit: 'KB', goal: { atMost: 5 } },
      {
        what: `${path}: script that hydrates it`,
        value: kilobytesOfFiles(hydrating),
        unit: 'KB',
        goal: { atMost: 110 },
        note: `${hydrating.size} files`,
      },
    )
  }
  figures.push(...(await adminFigures(server)))
  return { title: 'First load, gzip (1 KB = 1,000 bytes)', figures, skipped: [] }
}

async function adminFigures(server: RealServer): Promise<Figure[]> {
  const manifest = readManifest('admin-manifest.json')
  const screens = [
    { name: '/admin/login', sources: ['admin-login.html'], atMost: 120 },
    {
      name: '/admin/dashboard',
      sources: ['admin.html', 'src/admin/app/AdminFrame.tsx', 'src/admin/app/dashboard/DashboardScreen.tsx'],
      atMost: 300,
    },
  ]
  return Promise.all(
    screens.map(async ({ name, sources, atMost }) => {
      const html = await readPage(server.url + name)
      const files = filesOf(manifest, sources)
      return {
        what: `${name}: HTML, styles and scripts of the first screen`,
        value: gzippedBytes(html) / 1000 + kilobytesOfFiles(files),
        unit: 'KB',
        goal: { atMost },
        note: `${files.size + 1} requests`,
      }
    }),
  )
}

async function readPage(url: string): Promise<string> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  return response.text()
}
