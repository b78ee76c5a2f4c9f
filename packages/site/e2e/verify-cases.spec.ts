import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { allCases } from '@priormark/core/proof-vectors/cases/all-cases'
import { lyric } from '@priormark/core/proof-vectors/cases/evidence-cases'
import { verdictMessages } from '@priormark/core/proofs/proof/verdict-messages'
import { expect, test } from '@playwright/test'
import { VerifyScreen } from '../testing/screens/verify.screen.ts'

const verifyPage = path.resolve(import.meta.dirname, '../dist/verify/verify.html')
/** Files that are chosen come without their folders. */
const isFlat = (beside: object = {}) => Object.keys(beside).every((name) => !name.includes('/'))
const cases = allCases().filter(({ usesFirstEpoch, beside }) => usesFirstEpoch !== true && isFlat(beside))

/** Returns the label of a verdict. */
function toneOf(verdict: string): string {
  if (verdict === 'ots.alone') return verdictMessages['tone.asking']
  if (verdict === 'holds') return verdictMessages['tone.holds']
  return verdict === 'pending' ? verdictMessages['tone.pending'] : verdictMessages['tone.refused']
}

for (const { tag, every } of [
  { tag: [], every: 48 },
  { tag: '@deep', every: 1 },
]) {
  test(
    `verify.html returns the verdicts of the table of cases (1 in ${every})`,
    { tag },
    async ({ page }) => {
      await page.goto(pathToFileURL(verifyPage).href)
      const verify = new VerifyScreen(page)
      for (const { name, proof, work = lyric, beside = {}, verdicts } of cases.filter(
        (_, n) => n % every === 0,
      )) {
        const others = Object.entries(beside).map(([file, content]) => ({ name: file, content }))
        await verify.add(work, { name: 'proof.json', content: proof }, ...others)
        await expect(verify.results, name).toHaveCount(verdicts.length)
        const tones = await verify.results.locator('.verify-tag').allInnerTexts()
        expect({ name, tones: tones.map((tone) => tone.trim()) }).toEqual({
          name,
          tones: verdicts.map(toneOf),
        })
        await verify.removeAll()
      }
    },
  )
}
