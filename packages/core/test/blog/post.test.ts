import { promoBlockHtml } from '@priormark/core/blog/html-rules'
import { NewPost, PostInput, postLimits } from '@priormark/core/blog/post'
import { videoFrom } from '@priormark/core/blog/video'
import { textOf } from '@priormark/core/blog/excerpt'
import { imageNameOf, imageSrcset, safeImageAddress, safeLink } from '@priormark/core/platform/image-address'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'

const bare = { title: 'Title', content: '<p>Text</p>', slug: 'title' }

const messages = (input: object) => {
  const result = v.safeParse(PostInput, input)
  return result.success ? [] : result.issues.map((issue) => [v.getDotPath(issue), issue.message])
}

describe('PostInput', () => {
  test('requires a title, content and a slug, and has defaults for the rest', () => {
    expect(v.parse(PostInput, bare)).toEqual({
      ...bare,
      excerpt: '',
      status: 'draft',
      authorId: 1,
      featuredImage: '',
      metaTitle: '',
      metaDescription: '',
      metaKeywords: '',
      categories: [],
      tags: [],
      scheduledAt: null,
    })
    const missing = [
      ['title', 'Title is required'],
      ['content', 'Content is required'],
      ['slug', 'Slug is required'],
    ]
    expect(messages({})).toEqual(missing)
    expect(messages({ title: ' ', content: '', slug: '' })).toEqual(missing)
  })

  test.each([
    ['excerpt', 300, 'Excerpt must be 300 characters or less'],
    ['metaTitle', 60, 'Meta title must be 60 characters or less'],
    ['metaDescription', 160, 'Meta description must be 160 characters or less'],
    ['metaKeywords', 200, 'Meta keywords must be 200 characters or less'],
  ] as const)('limits %s to %d characters', (name, length, message) => {
    expect(postLimits[name]).toBe(length)
    expect(messages({ ...bare, [name]: 'x'.repeat(length) })).toEqual([])
    expect(messages({ ...bare, [name]: 'x'.repeat(length + 1) })).toEqual([[name, message]])
  })

  test('accepts null for optional fields, and drops unknown ones', () => {
    const input = {
      ...bare,
      excerpt: null,
      featuredImage: null,
      authorId: null,
      publishedAt: null,
      version: 3,
    }
    expect(v.parse(PostInput, input)).toMatchObject({ excerpt: '', featuredImage: '', authorId: 1 })
    expect(Object.keys(v.parse(PostInput, input))).not.toContain('publishedAt')
  })

  test.each([
    ['<p>&nbsp;</p>', false],
    ['<p><br></p><ul><li></li></ul>', false],
    ['<img src="/media/a.webp">', true],
    ['<figure class="media"><oembed url="https://vimeo.com/1"></oembed></figure>', true],
  ])('treats the content %j as not empty: %s', (content, counts) => {
    expect(v.is(PostInput, { ...bare, content })).toBe(counts)
  })

  test('removes duplicate tags and keeps their order', () => {
    expect(v.parse(NewPost, { ...bare, tags: [' Two  words ', 'two words', 'One'] }).tags).toEqual([
      'Two words',
      'One',
    ])
  })

  test.each([
    ['https://example.org/a.jpg', true],
    ['/media/a-0123456789abcdef.webp', true],
    ['', true],
    ['javascript:alert(1)', false],
    ['data:image/png;base64,AA', false],
    ['http://example.org/a.jpg', false],
    ['http://localhost:3000/media/a-0123456789abcdef.webp', true],
    ['picture.jpg', false],
  ])('accepts the featured image %j: %s', (featuredImage, isFit) => {
    expect(v.is(PostInput, { ...bare, featuredImage })).toBe(isFit)
  })
})

test.each([
  ['https://example.org', 'https://example.org'],
  ['HTTP://example.org', 'HTTP://example.org'],
  ['mailto:a@example.org', 'mailto:a@example.org'],
  ['tel:+441234', 'tel:+441234'],
  [' /terms ', '/terms'],
  ['#part', '#part'],
  ['javascript:alert(1)', ''],
  ['java\nscript:alert(1)', ''],
  ['ftp://example.org', ''],
  ['//example.org', ''],
  ['/\\example.org', ''],
  ['https:example.org', ''],
  ['', ''],
])('safeLink turns %j into %j', (address, kept) => {
  expect(safeLink(address)).toBe(kept)
})

test('safeImageAddress accepts only addresses of files', () => {
  expect(safeImageAddress('https://example.org/a.jpg')).toBe('https://example.org/a.jpg')
  expect(safeImageAddress('mailto:a@example.org')).toBe('')
  expect(safeImageAddress('#a')).toBe('')
})

test('safeImageAddress rejects http:// addresses, except those of the library', () => {
  expect(safeImageAddress('http://example.org/a.jpg')).toBe('')
  expect(safeImageAddress('http://localhost:3000/media/640/a-0123456789abcdef.webp')).toBe(
    '/media/640/a-0123456789abcdef.webp',
  )
  const result = v.safeParse(PostInput, { ...bare, featuredImage: ' HTTP://example.org/a.jpg ' })
  expect(result.issues?.map(({ message }) => message)).toEqual([
    'The image is at an http:// address, which browsers do not show on our pages. Upload it to the library, or use its https:// address.',
  ])
})

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10s'],
  ['https://youtu.be/dQw4w9WgXcQ?t=1h2m3s', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3723s'],
  ['https://m.youtube.com/embed/dQw4w9WgXcQ?start=90', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s'],
  ['https://youtu.be/dQw4w9WgXcQ#t=2m', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=120s'],
  ['https://youtu.be/dQw4w9WgXcQ?t=soon', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['https://www.youtube.com/playlist?list=PLx', undefined],
  ['https://vimeo.com/76979871/8272103f6e', 'https://vimeo.com/76979871/8272103f6e'],
  ['https://player.vimeo.com/video/76979871?h=8272103f6e', 'https://vimeo.com/76979871/8272103f6e'],
  ['https://vimeo.com/76979871?h=8272103f6e#t=65s', 'https://vimeo.com/76979871/8272103f6e#t=65s'],
  ['https://vimeo.com/channels/staffpicks/76979871', 'https://vimeo.com/76979871'],
  ['https://vimeo.com/groups/shorts/videos/76979871', 'https://vimeo.com/76979871'],
  ['https://vimeo.com/showcase/1234567/video/76979871', 'https://vimeo.com/76979871'],
  ['https://vimeo.com/showcase/1234567', undefined],
  ['https://vimeo.com/event/4321', undefined],
  ['https://vimeo.com/constructor/1', undefined],
  ['https://www.youtube.com/watch?list=x&v=dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ?si=x', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['//player.vimeo.com/video/76979871?h=1', 'https://vimeo.com/76979871'],
  ['https://vimeo.com/76979871', 'https://vimeo.com/76979871'],
  ['https://evil.example/?u=https://youtu.be/dQw4w9WgXcQ', undefined],
  ['https://youtu.be.evil.example/dQw4w9WgXcQ', undefined],
  ['javascript://youtu.be/dQw4w9WgXcQ', undefined],
])('videoFrom recognizes %j as %j', (address, url) => {
  expect(videoFrom(address)?.url).toBe(url)
  // What is stored is read as the same video again.
  if (url !== undefined) expect(videoFrom(url)).toEqual(videoFrom(address))
})

test('videoFrom gives the player the hash of an unlisted video, and where to start', () => {
  expect(videoFrom('https://vimeo.com/1/8272103f6e#t=65s')?.playerUrl).toBe(
    'https://player.vimeo.com/video/1?dnt=1&h=8272103f6e#t=65s',
  )
  expect(videoFrom('https://youtu.be/dQw4w9WgXcQ?t=1m30s')?.playerUrl).toBe(
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90',
  )
})

test('imageNameOf recognizes library addresses of any width and host', () => {
  const name = 'a-b-0123456789abcdef.webp'
  for (const address of [`/media/${name}`, `/media/640/${name}`, `https://shop.example/media/${name}?x`]) {
    expect(imageNameOf(address)).toBe(name)
  }
  expect(imageNameOf('/media/a.webp')).toBeNull()
  expect(imageNameOf(`https://evil.example/x/media/${name}`)).toBeNull()
  expect(imageSrcset(name, [320, 900])).toBe(`/media/320/${name} 320w, /media/${name} 900w`)
  expect(imageSrcset(name, [900])).toBe('')
})

test('promoBlockHtml has its fixed text', () => {
  expect(textOf(promoBlockHtml)).toBe(
    'Blockchain-Powered Protection Protect Your Intellectual Property Secure your creative work with blockchain technology. Get legal-grade proof of ownership. It takes less than 5 minutes! Protect Your Work',
  )
})
