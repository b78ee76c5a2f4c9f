import { blogPath, postPath } from '@priormark/core/blog/blog-view'
import { filesOf, gzippedBytes, readManifest } from '@priormark/site/testing/site-build'
import type { BlogServer } from '../blog-server.ts'
import { readCached, readRaw } from '../plain-node.ts'
import type { Figure, Section } from '../report.ts'

const routes = [
  {
    name: 'a post',
    path: postPath('what-a-fingerprint-of-a-file-is'),
    page: 'src/public/blog/PostPage.tsx',
    beforeKb: 12,
    requests: 5,
  },
  { name: 'the list', path: blogPath, page: 'src/public/blog/BlogPage.tsx' },
]

/** The transferred size of a first visit to the blog, with Brotli where browsers accept it. */
export async function measureBlogWeight({ server }: BlogServer): Promise<Section> {
  const figures: Figure[] = []
  const manifest = readManifest('manifest.json')
  const wireKb = async (paths: Iterable<string>) => {
    let bytes = 0
    for (const path of paths) {
      const { status, body } = await readRaw(server.url + path)
      if (status !== 200) throw new Error(`${path}: status ${status}`)
      bytes += body.length
    }
    return bytes / 1000
  }
  const addresses = (files: Iterable<string>) => [...files].map((file) => `/${file}`)
  for (const { name, path, page, beforeKb, requests } of routes) {
    const html = await (await fetch(server.url + path)).text()
    const css = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map((match) => match[1] ?? '').join('')
    const loader = filesOf(manifest, ['index.html'])
    const hydrating = filesOf(manifest, ['src/rendering/entry-client.tsx', page])
    for (const file of loader) hydrating.delete(file)
    const [htmlKb, loaderKb, scriptKb] = [
      (await readCached(server.url + path)).body.length / 1000,
      await wireKb(addresses(loader)),
      await wireKb(addresses(hydrating)),
    ]
    figures.push(
      {
        what: `${name}: everything but images, before the first interaction`,
        value: htmlKb + loaderKb,
        unit: 'KB',
        ...(beforeKb === undefined ? {} : { goal: { atMost: beforeKb } }),
        note: `HTML ${htmlKb.toFixed(1)} (its CSS ${(gzippedBytes(css) / 1000).toFixed(1)} by gzip only), script ${loaderKb.toFixed(1)}; without the headline font`,
      },
      {
        what: `${name}: requests before the first interaction, with the first image`,
        value: 2 + loader.size,
        unit: '',
        ...(requests === undefined ? {} : { goal: { atMost: requests } }),
      },
      {
        what: `${name}: script after the first interaction`,
        value: scriptKb,
        unit: 'KB',
        goal: { atMost: 110 },
        note: `${hydrating.size} files`,
      },
      ...(await firstImage(name, html, wireKb)),
    )
  }
  return { title: 'Blog pages on the wire (1 KB = 1,000 bytes)', figures, skipped: [] }
}

async function firstImage(
  name: string,
  html: string,
  wireKb: (paths: string[]) => Promise<number>,
): Promise<Figure[]> {
  const image = /<img [^>]*>/.exec(html)?.[0] ?? ''
  const variants = /srcset="([^"]*)"/i.exec(image)?.[1]?.split(', ') ?? []
  return Promise.all(
    variants.map(async (variant) => {
      const [path = '', width = ''] = variant.split(' ')
      return { what: `${name}: first image, ${width}`, value: await wireKb([path]), unit: 'KB' }
    }),
  )
}
