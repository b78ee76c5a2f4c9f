import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { allCases, casesTable } from '@priormark/core/proof-vectors/cases/all-cases'
import { lyric } from '@priormark/core/proof-vectors/cases/evidence-cases'
import {
  base,
  caseOf,
  type Verdict,
  type VerdictCase,
} from '@priormark/core/proof-vectors/cases/verdict-case'
import { firstEpoch } from '@priormark/core/proof-vectors/first-blocks'
import { verifierTables } from '@priormark/core/proof-vectors/verifier-tables'
import { verdictMessages, type VerdictMessage } from '@priormark/core/proof/verdict-messages'
import * as v from 'valibot'
import { afterAll, expect, test } from 'vitest'
import { textOfResults, withoutRecords } from './verdict-text.ts'
import { findingsIn, inFolder, type TestFile } from './verify-evidence.ts'

const vectors = path.resolve(import.meta.dirname, '../../core/proof-vectors')
const folder = mkdtempSync(path.join(tmpdir(), 'verify-cases-'))
const cases = allCases()
const isFirstEpoch = ({ usesFirstEpoch }: VerdictCase) => usesFirstEpoch === true

afterAll(() => rmSync(folder, { recursive: true }))

/** The verifiers as they are published, and once more with the checkpoints of the first epoch. */
const programs = {
  published: vectors,
  firstEpoch: path.join(folder, 'first-epoch'),
}
for (const name of ['verify.py', 'python', 'verify.mjs', 'node'])
  cpSync(path.join(vectors, name), path.join(programs.firstEpoch, name), { recursive: true })
writeFileSync(path.join(programs.firstEpoch, 'tables.json'), verifierTables(firstEpoch))

/** Writes a case to the disk. Returns the arguments of a verifier. */
function argumentsFor(given: VerdictCase, n: number): [work: string, proof: string] {
  const own = path.join(folder, String(n))
  const { name, content } = given.work ?? lyric
  mkdirSync(path.join(own, 'work'), { recursive: true })
  writeFileSync(path.join(own, 'work', name), content)
  writeFileSync(path.join(own, 'proof.json'), given.proof)
  for (const [file, bytes] of Object.entries(given.beside ?? {})) {
    mkdirSync(path.dirname(path.join(own, file)), { recursive: true })
    writeFileSync(path.join(own, file), bytes)
  }
  return [path.join(own, 'work', name), path.join(own, 'proof.json')]
}

const runs = cases.map((given, n) => ({ given, args: argumentsFor(given, n) }))
const Outputs = v.array(v.object({ status: v.number(), text: v.string() }))

/** What verify.py prints of each run. */
function outputOfPython(program: string, given: typeof runs, encoding = 'utf-8') {
  const { stdout, stderr, status } = spawnSync(
    'python3',
    [path.join(import.meta.dirname, 'run-verify-py.py')],
    {
      input: JSON.stringify({
        script: path.join(program, 'verify.py'),
        runs: given.map(({ args }) => args),
        encoding,
      }),
      maxBuffer: 2 ** 28,
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(stderr)
  return v.parse(Outputs, JSON.parse(stdout))
}

const Verifier = v.object({
  resultsFor: v.function(),
  textOf: v.function(),
})

/** What verify.mjs prints of each run. */
async function outputOfNode(program: string, given: typeof runs) {
  const url = pathToFileURL(path.join(program, 'node/proof-results.mjs')).href
  const { resultsFor, textOf } = v.parse(Verifier, await import(/* @vite-ignore */ url))
  return given.map(({ args }) => {
    const results = v.parse(v.array(v.looseObject({ tone: v.string() })), resultsFor(...args))
    const status = results.some(({ tone }) => tone === 'refused') ? 1 : 0
    return { status, text: `${String(textOf(results))}\n` }
  })
}

/** What the pages show for a case, as the programs print it: with its folder dropped, and with each file chosen by itself. */
async function outputsOfPages(given: VerdictCase): Promise<string[]> {
  const { name, content } = given.work ?? lyric
  const evidence: TestFile[] = [['proof.json', given.proof], ...Object.entries(given.beside ?? {})]
  const dropped = evidence.map((file) => inFolder('evidence', file))
  // Files that are chosen come without their folders.
  const isFlat = evidence.every(([file]) => !file.includes('/'))
  const outputs = (isFlat ? [dropped, evidence] : [dropped]).map(async (files) =>
    textOfResults(
      await findingsIn([[name, content], ...files], isFirstEpoch(given) ? { checkpoints: firstEpoch } : {}),
    ),
  )
  return Promise.all(outputs)
}

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
  const args = argumentsFor(caseOf('dangling', 'holds', base), runs.length)
  for (const name of ['work.txt.ots', 'manifest.json', 'bitcoin-block-1.json'])
    symlinkSync('nowhere', path.join(path.dirname(args[1]), name))
  const run = { given: caseOf('dangling', 'holds', base), args }
  const [ofNode] = await outputOfNode(programs.published, [run])
  expect(outputOfPython(programs.published, [run])).toEqual([ofNode])
  expect(ofNode?.status).toBe(0)
})

test('the messages are ASCII, so that every console shows them', () => {
  expect(Object.values(verdictMessages).filter((message) => !/^[\x20-\x7e]*$/.test(message))).toEqual([])
})
