import { readFileSync } from 'node:fs'
import path from 'node:path'
import { BlockchainLink } from '@priormark/core/proofs/anchors/blockchain-link'
import { safeImageAddress, safeLink } from '@priormark/core/platform/image-address'
import { postLimits } from '@priormark/core/blog/post'
import { maxDescriptionLength, maxEmailLength, maxNameLength } from '@priormark/core/platform/limits'
import { orderTabs } from '@priormark/core/orders/order'
import { cancellationDays } from '@priormark/core/settings/policy/start-request'
import { roleLabels } from '@priormark/core/platform/roles'
import { is } from 'valibot'
import { describe, expect, test } from 'vitest'
import { refundText } from '@priormark/core/settings/policy/rule-texts'
import { minPriceDollars } from '@priormark/core/orders/price/endpoints'

const root = path.resolve(import.meta.dirname, '../../../..')
const record = readFileSync(path.join(root, 'docs/decisions/0032-gaps-in-the-specification.md'), 'utf8')
/** What the product does instead, by the beginning of the specification's sentence. */
const rows = new Map(
  record
    .split('\n')
    .filter((line) => /^\| (?!The specification|-)/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, sentence = '', instead = '']) => [sentence.split(':')[0] ?? '', instead]),
)

/** A test elsewhere. */
interface OtherTest {
  file: string
  title: string
}

/** Each deviation that is checked here, or the test that checks it. */
const checks: Record<string, ((instead: string) => void) | OtherTest> = {
  'Rich text links': () => {
    expect(['/blog/a', '#part', 'https://a.example', 'tel:1', 'ftp://a'].map(safeLink)).toEqual([
      '/blog/a',
      '#part',
      'https://a.example',
      'tel:1',
      '',
    ])
  },
  'Add Blockchain Link': () => {
    expect(is(BlockchainLink, 'https://example.org/tx/1')).toBe(true)
    expect(is(BlockchainLink, 'http://example.org/tx/1')).toBe(false)
  },
  'Image addresses have no restriction.': () => {
    expect(['https://a.example/a.png', 'http://a.example/a.png'].map(safeImageAddress)).toEqual([
      'https://a.example/a.png',
      '',
    ])
  },
  'Names, project names and descriptions need 1 character and have no upper limit.': (instead) => {
    const limits = [maxNameLength, maxDescriptionLength, maxEmailLength, postLimits.title]
    for (const limit of limits) expect(instead).toContain(limit.toLocaleString('en-US'))
  },
  'A price is a number greater than zero; input min 0.01.': (instead) =>
    expect(instead).toContain(`$${minPriceDollars.toFixed(2)}`),
  Administrator: (instead) => {
    for (const { name } of Object.values(roleLabels)) expect(instead).toContain(`${name.toLowerCase()}s`)
  },
  'Order tabs': () =>
    expect(orderTabs.slice(5), 'the specification has five').toEqual(['refunded', 'disputed']),
  'Each route change triggers a page-view analytics call.': {
    file: 'packages/site/e2e/analytics.spec.ts',
    title: 'counts the visit of a visitor who has accepted from page load, and never the admin',
  },
  'POST /api/upload takes the file as multipart.': {
    file: 'packages/site/e2e/upload-resume.spec.ts',
    title: 'continues an upload after a lost connection',
  },
  'No refund after payment.': (instead) => {
    expect(refundText).toContain('no refund after payment')
    expect(instead).toContain(`${cancellationDays} days`)
  },
  'The bearer credential': {
    file: 'packages/core/test/platform/http/client.test.ts',
    title: 'sends neither body nor content type without a body, but always cookies',
  },
  'Queries do not retry and never go stale by default.': {
    file: 'packages/core/test/platform/http/client.test.ts',
    title: 'repeats a read after a 503 and the delay in Retry-After',
  },
  Package: () => {
    const { dependencies } = JSON.parse(
      readFileSync(path.join(root, 'packages/api/package.json'), 'utf8'),
    ) as { dependencies: Record<string, string> }
    expect(dependencies).toHaveProperty('@mikro-orm/postgresql')
    expect(dependencies).not.toHaveProperty('mikro-orm')
  },
}

describe('the table of deviations from the specification', () => {
  test('has a check for each row', () => {
    expect([...rows.keys()]).toEqual(Object.keys(checks))
  })

  test.each(Object.entries(checks))('is right about: %s', (sentence, check) => {
    if (typeof check === 'function') check(rows.get(sentence) ?? '')
    else expect(readFileSync(path.join(root, check.file), 'utf8')).toContain(`'${check.title}'`)
  })
})
