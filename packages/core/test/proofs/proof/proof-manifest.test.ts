import { isManifest } from '@priormark/core/proofs/proof/manifest'
import { describe, expect, test } from 'vitest'

describe('isManifest', () => {
  test.each([
    ['manifest.json', '{"format":"priormark-manifest"}', true],
    ['evidence/manifest.json', '{"format":"priormark-manifest"}', true],
    ['manifest.json', null, true],
    ['manifest.json', '\uFEFF{}', true],
    ['manifest.json', '{"name":"An app"}', false],
    ['my-manifest.json', '{"format":"priormark-manifest"}', false],
    ['manifest.json.txt', '{"format":"priormark-manifest"}', false],
    ['proof.json', null, false],
  ])('recognizes the evidence’s manifest: %s with %j is %s', (name, text, expected) => {
    expect(isManifest(name, text)).toBe(expected)
  })
})
