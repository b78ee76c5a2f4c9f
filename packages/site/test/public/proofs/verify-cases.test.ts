import { readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { allCases, casesTable } from '@priormark/core/proof-vectors/cases/all-cases'
import { base, caseOf, type Verdict } from '@priormark/core/proof-vectors/cases/verdict-case'
import { verdictMessages, type VerdictMessage } from '@priormark/core/proofs/proof/verdict-messages'
import { expect, test } from 'vitest'
import { withoutRecords } from './verdict-text.ts'
import {
  isFirstEpoch,
  outputOfNode,
  outputOfPython,
  outputsOfPages,
  prepareVerifiers,
  vectors,
} from './verifier-programs.ts'

const { programs, writeRun } = prepareVerifiers()
const cases = allCases()
const runs = cases.map((given, n) => writeRun(given, n))

/** The possible first words of the output for a verdict. */
function openingsOf(verdict: Verdict): string[] {
  const opening = (tone: VerdictMessage, ...titles: VerdictMessage[]) =>
    titles.map((title) => `${verdictMessages[tone]}: ${verdictMessages[title].replace(/ ?\{.*$/, '')}`)
  switch (verdict) {
    case 'proven':
      return opening('tone.proven', 'proven.title')
    case 'holds':
      return opening('tone.holds', 'open.title', 'declared.title')
    case 'pending':
      return opening('tone.pending', 'test.title', 'unknown.title', 'unreadable.title', 'pending.title')
    case 'ots.alone':
      return opening('tone.asking', 'ots.alone.title')
    case 'contradicted':
    case 'record.other':
    case 'manifest.changed':
    case 'manifest.malformed':
    case 'ots.unreadable':
    case 'headers.unreadable':
      return opening('tone.refused', `${verdict}.title`)
    default:
      return opening('tone.refused', `problem.${verdict}.title`)
  }
}

const groups = [
  { program: programs.published, given: runs.filter(({ given }) => !isFirstEpoch(given)) },
  { program: programs.firstEpoch, given: runs.filter(({ given }) => isFirstEpoch(given)) },
]
const runsWithOutput = (
  await Promise.all(
    groups.map(async ({ program, given }) => {
      const ofPython = outputOfPython(program, given)
      const ofNode = await outputOfNode(program, given)
      return given.map((run, n) => ({ ...run, python: ofPython[n], node: ofNode[n] }))
    }),
  )
).flat()

test('there are at least 250 cases, and the published table names them all', () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
  expect(cases.length).toBeGreaterThanOrEqual(250)
  expect(readFileSync(path.join(vectors, 'cases.tsv'), 'utf8')).toBe(casesTable())
})

test.for(runsWithOutput)(
  '$given.name: every verifier comes to the same verdict in the same words',
  async (one) => {
    const { given, python, node } = one
    expect(python).toEqual(node)
    const text = withoutRecords(node?.text ?? '')
    for (const output of await outputsOfPages(given)) expect(output).toBe(text)
    const results = text.trimEnd().split('\n\n')
    expect(results).toHaveLength(given.verdicts.length)
    for (const [n, verdict] of given.verdicts.entries()) {
      const openings = openingsOf(verdict)
      expect(
        openings.some((opening) => results[n]?.startsWith(opening)),
        `${openings.join(' or ')} in ${results[n] ?? ''}`,
      ).toBe(true)
    }
    const isRefused = results.some((result) => result.startsWith(verdictMessages['tone.refused']))
    expect(node?.status).toBe(isRefused ? 1 : 0)
  },
)

test('no case makes a verifier print a control character', () => {
  for (const { given, node } of runsWithOutput)
    expect(node?.text, given.name).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u)
})

test('a field of a record cannot look like a verdict', () => {
  const text = runsWithOutput.find(({ given }) => given.name === 'output/field-like-a-verdict')?.node?.text
  expect(text).toContain('\n  "VERIFIED": "This file existed')
})

test('verify.py comes to the same verdicts on a console with a Windows code page', () => {
  const group = groups[0]
  if (group === undefined) throw new Error('There is no group')
  const sound = group.given.filter(({ given }) => ['holds', 'pending'].includes(given.verdicts.join()))
  for (const encoding of ['cp1252', 'cp437', 'ascii']) {
    const statuses = outputOfPython(group.program, sound, encoding).map(({ status }) => status)
    expect(new Set(statuses), encoding).toEqual(new Set([0]))
  }
})

test('a link that leads nowhere is not a file of the evidence', async () => {
  const run = writeRun(caseOf('dangling', 'holds', base), runs.length)
  for (const name of ['work.txt.ots', 'manifest.json', 'bitcoin-block-1.json'])
    symlinkSync('nowhere', path.join(path.dirname(run.args[1]), name))
  const [ofNode] = await outputOfNode(programs.published, [run])
  expect(outputOfPython(programs.published, [run])).toEqual([ofNode])
  expect(ofNode?.status).toBe(0)
})

test('the messages are ASCII, so that every console shows them', () => {
  expect(Object.values(verdictMessages).filter((message) => !/^[\x20-\x7e]*$/.test(message))).toEqual([])
})
