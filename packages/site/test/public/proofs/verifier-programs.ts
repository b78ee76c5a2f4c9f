import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { lyric } from '@priormark/core/proof-vectors/cases/evidence-cases'
import type { VerdictCase } from '@priormark/core/proof-vectors/cases/verdict-case'
import { firstEpoch } from '@priormark/core/proof-vectors/first-blocks'
import { testTrust } from '@priormark/core/proof-vectors/v2/test-trust'
import { verifierTables } from '@priormark/core/proof-vectors/verifier-tables'
import * as v from 'valibot'
import { afterAll } from 'vitest'
import { textOfResults } from './verdict-text.ts'
import { findingsIn, inFolder, type TestFile } from './verify-evidence.ts'

/** What the verifiers are given: the files, and whether they know the first epoch. */
export type VerifierInput = Pick<VerdictCase, 'proof' | 'work' | 'beside' | 'usesFirstEpoch'>

/** An input on the disk, with the arguments of a verifier. */
interface VerifierRun<Input extends VerifierInput = VerifierInput> {
  given: Input
  args: [work: string, proof: string]
}

export const vectors = path.resolve(import.meta.dirname, '../../../../core/proof-vectors')
export const isFirstEpoch = ({ usesFirstEpoch }: VerifierInput) => usesFirstEpoch === true

/**
 * Makes a folder for the inputs of a test file: the verifiers as they are published, and once more with the checkpoints of the
 * first epoch.
 */
export function prepareVerifiers() {
  const folder = mkdtempSync(path.join(tmpdir(), 'verifiers-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const programs = {
    published: vectors,
    firstEpoch: programWith('first-epoch', verifierTables({ checkpoints: firstEpoch })),
    testTrust: programWith('test-trust', verifierTables(testTrust)),
  }

  /** Returns a copy of the verifiers with other tables. */
  function programWith(name: string, tables: string): string {
    const program = path.join(folder, name)
    for (const part of ['verify.py', 'python', 'verify.mjs', 'node'])
      cpSync(path.join(vectors, part), path.join(program, part), { recursive: true })
    writeFileSync(path.join(program, 'tables.json'), tables)
    return program
  }

  /** Writes an input to the disk, in a folder of its own. */
  function writeRun<Input extends VerifierInput>(
    given: Input,
    folderName: number | string,
  ): VerifierRun<Input> {
    const own = path.join(folder, String(folderName))
    const { name, content } = given.work ?? lyric
    mkdirSync(path.join(own, 'work'), { recursive: true })
    writeFileSync(path.join(own, 'work', name), content)
    writeFileSync(path.join(own, 'proof.json'), given.proof)
    for (const [file, bytes] of Object.entries(given.beside ?? {})) {
      mkdirSync(path.dirname(path.join(own, file)), { recursive: true })
      writeFileSync(path.join(own, file), bytes)
    }
    return { given, args: [path.join(own, 'work', name), path.join(own, 'proof.json')] }
  }

  return { programs, writeRun }
}

const Outputs = v.array(v.object({ status: v.number(), text: v.string() }))

/** What verify.py prints of each run. */
export function outputOfPython(program: string, given: readonly VerifierRun[], encoding = 'utf-8') {
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
export async function outputOfNode(program: string, given: readonly VerifierRun[]) {
  const url = pathToFileURL(path.join(program, 'node/proof-results.mjs')).href
  const { resultsFor, textOf } = v.parse(Verifier, await import(/* @vite-ignore */ url))
  return given.map(({ args }) => {
    const results = v.parse(v.array(v.looseObject({ tone: v.string() })), resultsFor(...args))
    const status = results.some(({ tone }) => tone === 'refused') ? 1 : 0
    return { status, text: `${String(textOf(results))}\n` }
  })
}

/** What the pages show for a case, as the programs print it: with its folder dropped, and with each file chosen by itself. */
export async function outputsOfPages(
  given: VerifierInput,
  trust: Partial<typeof testTrust> = {},
): Promise<string[]> {
  const { name, content } = given.work ?? lyric
  const evidence: TestFile[] = [['proof.json', given.proof], ...Object.entries(given.beside ?? {})]
  const dropped = evidence.map((file) => inFolder('evidence', file))
  // Files that are chosen come without their folders.
  const isFlat = evidence.every(([file]) => !file.includes('/'))
  const outputs = (isFlat ? [dropped, evidence] : [dropped]).map(async (files) =>
    textOfResults(
      await findingsIn([[name, content], ...files], {
        ...(isFirstEpoch(given) ? { checkpoints: firstEpoch } : {}),
        ...trust,
      }),
    ),
  )
  return Promise.all(outputs)
}
