import { withoutDirectionMarks } from '@priormark/core/platform/isolated-text'
import { verdictMessages as words } from '@priormark/core/proofs/proof/verdict-messages'
import type { VerifyResult } from '../../../src/public/proofs/verify/verify-result.ts'

/**
 * Writes results as verify.py and verify.mjs print them: without the record, whose fields pages show in their own order, and
 * without the marks that isolate names on pages.
 */
export function textOfResults(results: readonly VerifyResult[]): string {
  return withoutDirectionMarks(`${results.map((result) => linesOf(result).join('\n')).join('\n\n')}\n`)
}

function linesOf({ tone, title, messages, checks, lookUps }: VerifyResult): string[] {
  const part = (heading: string, lines: string[]) => (lines.length === 0 ? [] : [`${heading}:`, ...lines])
  return [
    `${words[`tone.${tone}`]}: ${title}`,
    ...messages,
    ...part(
      words['heading.checks'],
      checks.map(({ name, outcome, detail }) => `  ${words[`outcome.${outcome}`]}: ${name}. ${detail}`),
    ),
    ...part(
      words['heading.look_ups'],
      lookUps.flatMap((lookUp) => [
        `  ${lookUp.title}. ${lookUp.message}`,
        ...lookUp.values.map(({ label, value }) => `    ${label}: ${value}`),
      ]),
    ),
  ]
}

/** Returns what a program printed without the records. */
export function withoutRecords(text: string): string {
  const [heading, next] = [words['heading.record'], words['heading.look_ups']]
  return text.replace(new RegExp(`^${heading}:\n(?:  .*\n)*?(?=${next}:|\n|$)`, 'gm'), '')
}
