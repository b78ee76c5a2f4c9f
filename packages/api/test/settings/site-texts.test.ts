import { ApiError } from '@priormark/core/platform/http/api-error'
import { defaultLegal } from '@priormark/core/settings/default-legal'
import { afterAll, describe, expect, test } from 'vitest'
import { sampleWarnings } from '../../src/settings/shop-settings.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { newAdmin } from '../../testing/visitor.ts'

const app = await startTestApp()
const admin = await newAdmin(app)
afterAll(() => app.close())

async function fieldsOf(call: Promise<unknown>): Promise<Record<string, string[]>> {
  const error = await call.catch((failure: unknown) => failure)
  if (error instanceof ApiError) return error.fields
  throw new Error('The call did not fail as expected', { cause: error })
}

describe('the texts of the shop', () => {
  test('begin with seven questions and three sample reviews, of which the operator is warned', async () => {
    const { faq, reviews, areSampleReviews } = await admin.api.pageTexts.home()
    expect(faq).toHaveLength(7)
    expect(faq.map(({ answer }) => answer).join(' ')).not.toMatch(/[{}]/)
    expect(reviews).toHaveLength(3)
    expect(areSampleReviews).toBe(true)
    expect(sampleWarnings(await app.parts.settings.current())).toHaveLength(1)
  })

  test('reject a sample among own reviews, an unsafe avatar and an unknown placeholder, each at its field', async () => {
    const { shop } = await admin.api.settings.read()
    const [sample] = shop.values.reviews
    if (sample === undefined) throw new Error('No sample')
    const own = { name: 'Ada', role: 'Writer', testimonial: 'Good.', avatarUrl: 'javascript:alert(1)' }
    const submit = (changes: Partial<typeof shop.values>) => {
      const values = { ...shop.values, ...changes }
      return fieldsOf(admin.api.settings.shop({ body: { version: shop.version, values } }))
    }
    const fields = await submit({ reviews: [own], faq: [{ question: 'Why {nothing}?', answer: ' ' }] })
    expect(Object.keys(fields).sort()).toEqual([
      'values.faq.0.answer',
      'values.faq.0.question',
      'values.reviews.0.avatarUrl',
    ])
    const sampleFields = await submit({ reviews: [{ ...own, avatarUrl: '' }, sample] })
    expect(Object.keys(sampleFields)).toEqual(['values.reviews.1.testimonial'])
    expect(fields['values.faq.0.question']?.[0]).toContain('{nothing} is not a placeholder. Use {shopName}')
  })

  test('are shown at once with their placeholders filled in, and end the warning', async () => {
    const { shop } = await admin.api.settings.read()
    const values = {
      ...shop.values,
      reviews: [],
      faq: [{ question: 'Who is {shopName}?', answer: 'Write to {supportEmail}. {secondRecord}' }],
    }
    await admin.api.settings.shop({ body: { version: shop.version, values } })
    expect(await admin.api.pageTexts.home()).toEqual({
      faq: [{ question: 'Who is Priormark?', answer: 'Write to support@priormark.example.' }],
      reviews: [],
      areSampleReviews: false,
    })
    expect(sampleWarnings(await app.parts.settings.current())).toEqual([])
  })
})

describe('the legal texts', () => {
  const terms = { document: 'terms' } as const

  test('are the default until a version is published, and keep every version with who and when', async () => {
    expect(await admin.api.legal.list({ params: terms })).toEqual({ variable: null, versions: [] })
    expect((await admin.api.pageTexts.legal({ params: terms })).lastUpdated).toBe('April 28, 2025')

    const text = '## Who we are\n\nWe are **{tradingName}**.\n\n- One [link](https://example.org)\n- Two'
    const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    const dayBefore = longDay.format(new Date())
    await admin.api.legal.publish({ params: terms, body: { basedOn: 1, text } })
    const shown = await admin.api.pageTexts.legal({ params: terms })
    const today = longDay.format(new Date())
    expect(shown).toEqual({
      // Midnight may come between the two.
      lastUpdated: expect.toBeOneOf([dayBefore, today]),
      sections: [
        {
          title: 'Who we are',
          blocks: [
            {
              kind: 'paragraph',
              content: [
                { kind: 'text', text: 'We are ' },
                { kind: 'bold', text: 'Priormark, a sole trader' },
                { kind: 'text', text: '.' },
              ],
            },
            {
              kind: 'list',
              items: [
                [
                  { kind: 'text', text: 'One ' },
                  { kind: 'link', text: 'link', href: 'https://example.org' },
                ],
                [{ kind: 'text', text: 'Two' }],
              ],
            },
          ],
        },
      ],
    })

    await admin.api.legal.publish({ params: terms, body: { basedOn: 2, text: defaultLegal.terms.text } })
    const { versions } = await admin.api.legal.list({ params: terms })
    expect(versions.map(({ number, isDefault, publishedBy }) => [number, isDefault, publishedBy])).toEqual([
      [3, true, 'admin'],
      [2, false, 'admin'],
    ])
    expect(versions[1]?.text).toBe(text)
  })

  test('are published by only one of two administrators', async () => {
    const privacy = { document: 'privacy' } as const
    const results = await Promise.allSettled(
      ['A', 'B'].map((name) =>
        admin.api.legal.publish({
          params: privacy,
          body: { basedOn: 1, text: `## ${name}\n\nText.` },
        }),
      ),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const rejected = results.find(({ status }) => status === 'rejected')
    expect(rejected).toMatchObject({ reason: { status: 412, code: 'version_conflict' } })
  })

  test.each([
    ['Text without a heading', 'Begin with a heading'],
    ['## A\n\n<b>bold</b>', 'Line 3 contains HTML'],
    ['## A\n\n[x](javascript:alert)', 'The link in line 3 must begin with https://'],
    ['## A\n\n## B\n\nText', 'There is no text under “A”'],
    ['## A\n\n{nobody}', '{nobody} is not a placeholder'],
  ])('reject %j with a message', async (text, message) => {
    const fields = await fieldsOf(admin.api.legal.publish({ params: terms, body: { basedOn: 1, text } }))
    expect(fields['text']?.[0]).toContain(message)
  })
})
