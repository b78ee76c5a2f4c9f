import { expect, test } from 'vitest'
import { sampleLine, sampleSha256, sha256OfText } from '../../../src/public/pages/home/WorkCard.tsx'

test('the prerendered fingerprint matches the sample line', async () => {
  expect(await sha256OfText(sampleLine)).toBe(sampleSha256)
})

test('sha256OfText hashes a text as UTF-8', async () => {
  expect(await sha256OfText('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c')
})
