import { expect, test } from 'vitest'
import { badgeHtml, badgeMarkdown } from '../src/public/badge/badge-code.ts'

const id = '0190a3c2-0000-7000-8000-000000000001'

test('the badge’s HTML is a picture of known size with words, and leads to the verifier', () => {
  expect(badgeHtml(id, 'https://priormark.example')).toBe(
    `<a href="https://priormark.example/verify?proof=${id}">` +
      `<img src="https://priormark.example/badge/${id}.svg" width="300" height="72" alt="Fingerprint recorded: check when this work existed"></a>`,
  )
})

test('the badge’s Markdown shows and leads to the same', () => {
  expect(badgeMarkdown(id, 'https://priormark.example')).toBe(
    `[![Fingerprint recorded: check when this work existed](https://priormark.example/badge/${id}.svg)]` +
      `(https://priormark.example/verify?proof=${id})`,
  )
})

test('no address ends an attribute that it stands in', () => {
  expect(badgeHtml('"><script>', 'https://priormark.example')).not.toContain('<script>')
})
