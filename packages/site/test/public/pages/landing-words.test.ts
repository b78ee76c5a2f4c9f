import { everyPolicy } from '@priormark/core/testing/policy-claims'
import { describe, expect, test } from 'vitest'
import { openSiteServer } from '../../../src/rendering/entry-server.tsx'
import { pageData, siteTexts } from '../../page-data-fixture.ts'

/** The texts of the page that the specification fixes. They do not count. */
const specified = [
  'Secure your ideas on the blockchain in minutes',
  'Protect your idea',
  'How It Works',
  'How it works',
  'Why it works',
  'Upload Pay Once Protect Forever Verify',
  'Protect Your Work Now',
  'Drag and drop your file here',
  'Browse Files',
  'Maximum file size: 50MB',
  'Why This Works',
  'What Can Be Protected',
  'Logos and Marketing Dramatic Works Music Literature Education and Training Software Art Work',
  'AT RISK',
  '4.5 out of 5',
  'Resources Blog',
  'Terms & Conditions',
  'Contact',
]

const { renderPage } = await openSiteServer()

/** Returns everything that a visitor can read on the landing page, opened questions included. */
function textOf(policy: (typeof everyPolicy)[number]): string {
  return renderPage({ path: '/', data: { ...pageData, policy }, texts: siteTexts, view: null })
    .html.replaceAll(/<noscript>.*?<\/noscript>|<code\b.*?<\/code>|<!-- -->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
}

describe.each(everyPolicy)('the landing page of a shop that records works by $kinds', (policy) => {
  const text = textOf(policy)

  test('has at most 480 words besides those of the specification', () => {
    const missing = specified.filter((phrase) => !text.includes(phrase))
    const rest = specified.reduce((left, phrase) => left.replaceAll(phrase, ' '), text)
    expect(missing).toEqual([])
    expect(rest.match(/[^\s]*[\p{L}\d][^\s]*/gu)?.length).toBeLessThanOrEqual(480)
  })

  test.each([
    ['the price', /\$12\.50/g],
    ['the size limit', /50\s?MB/g],
    ['the retention of files', /We delete our copy/g],
    ['that no account is needed', /no account/g],
    ['how long it takes', /recorded within/g],
    ['copyright registration', /copyright registration/g],
    ['what the chain shows', /random secret/g],
  ])('says %s once', (_fact, pattern) => {
    expect(text.match(pattern)).toHaveLength(1)
  })
})
