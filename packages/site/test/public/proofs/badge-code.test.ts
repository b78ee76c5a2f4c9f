import { expect, test } from 'vitest'
import { badgeHtml, badgeMarkdown } from '../../../src/public/proofs/badge/badge-code.ts'

const id = '0190a3c2-0000-7000-8000-000000000001'

test('badgeHtml links an image with its size and alternative text to the verifier', () => {
  expect(badgeHtml(id, 'https://priormark.example')).toBe(
    `<a href="https://priormark.example/verify?proof=${id}">` +
      `<img src="https://priormark.example/badge/${id}.svg" width="300" height="72" alt="Fingerprint recorded: check when this work existed"></a>`,
  )
})

test('badgeMarkdown links the same image to the verifier', () => {
  expect(badgeMarkdown(id, 'https://priormark.example')).toBe(
    `[![Fingerprint recorded: check when this work existed](https://priormark.example/badge/${id}.svg)]` +
      `(https://priormark.example/verify?proof=${id})`,
  )
})

test('badgeHtml escapes the id', () => {
  expect(badgeHtml('"><script>', 'https://priormark.example')).not.toContain('<script>')
})
