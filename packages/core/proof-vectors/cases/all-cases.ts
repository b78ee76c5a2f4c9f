import { apartCases, blockCases } from './block-cases.ts'
import { manifestCases, otherFileCases, recordFileCases } from './evidence-cases.ts'
import { memberCases, rewrittenCases, textCases, unknownKeyCases } from './form-cases.ts'
import { anchorCases, digitCases, otsCases, outputCases, pathCases, recordCases } from './tampered-cases.ts'
import type { VerdictCase } from './verdict-case.ts'

/** Every case, the same at every run. */
export function allCases(): VerdictCase[] {
  return [
    ...rewrittenCases(),
    ...anchorCases(),
    ...outputCases(),
    ...memberCases(),
    ...unknownKeyCases(),
    ...textCases(),
    ...digitCases(),
    ...recordCases(),
    ...pathCases(),
    ...otsCases(),
    ...manifestCases(),
    ...recordFileCases(),
    ...otherFileCases(),
    ...blockCases(),
    ...apartCases(),
  ]
}

/** cases.tsv: the name of each case and the verdicts that every verifier must come to. */
export function casesTable(): string {
  return allCases()
    .map(({ name, verdicts }) => `${name}\t${verdicts.join(', ')}\n`)
    .join('')
}
