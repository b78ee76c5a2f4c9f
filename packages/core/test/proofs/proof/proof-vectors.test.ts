import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { toBase64 } from '@priormark/core/proofs/proof/base64'
import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { readProof, readProofText } from '@priormark/core/proofs/proof/proof-reading'
import { verifyProof } from '@priormark/core/proofs/proof/proof-verification'
import fc from 'fast-check'
import { propertyRuns } from '../../../testing/depth.ts'
import { expect, test } from 'vitest'
import { tamperedProofs } from '../../../proof-vectors/tampered-proofs.ts'
import { sampleProof, sha256 } from '../../../proof-vectors/vector-batch.ts'
import { vectorFiles } from '../../../proof-vectors/vector-files.ts'
import { schemaErrors } from './proof-json-schema.ts'

const folder = path.resolve(import.meta.dirname, '../../../proof-vectors')
const files = await vectorFiles()
const proofs = [...files.keys()].filter((name) => /^(?:sound|tampered)\//.test(name))
const work = readFileSync(path.join(folder, 'work.txt'))
const schema: unknown = JSON.parse(readFileSync(path.join(folder, 'proof.schema.json'), 'utf8'))

test('the published vectors are exactly what the generator creates', () => {
  for (const [name, content] of files) {
    expect(readFileSync(path.join(folder, name), 'utf8'), name).toBe(content)
  }
  const published = ['sound', 'tampered'].flatMap((part) =>
    readdirSync(path.join(folder, part)).map((name) => `${part}/${name}`),
  )
  expect(published.toSorted((a, b) => a.localeCompare(b))).toEqual(
    proofs.toSorted((a, b) => a.localeCompare(b)),
  )
})

test.each(proofs)('core returns the published result: %s', (name) => {
  const reading = readProofText(readFileSync(path.join(folder, name), 'utf8'))
  const holds = 'proof' in reading && verifyProof(reading.proof, toHex(sha256(work)), sha256).holds
  expect(holds).toBe(name.startsWith('sound/'))
})

test.each([
  ['verify.py', 'python3'],
  ['verify.mjs', process.execPath],
])('%s ends with status 0 for the right file, and with status 1 for another', (script, program) => {
  const run = (file: string) => {
    const args = [script, file, 'sound/one-leaf.json']
    const { status, stdout } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
    return { status, stdout }
  }
  expect(run('work.txt')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^MATCHES, NO DATE YET: /),
  })
  expect(run('sound/one-leaf.json')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('The proof is for a different file'),
  })
})

test('the JSON schema accepts every valid proof and rejects every malformed one that a schema can detect', () => {
  for (const name of proofs.filter((proof) => proof.startsWith('sound/')))
    expect(schemaErrors(schema, JSON.parse(files.get(name) ?? ''))).toEqual([])
  const ofContent = ['record-with-a-space', 'record-with-a-name-twice']
  for (const { name, kind, proof } of tamperedProofs()) {
    const formal =
      ['not_a_proof', 'unsupported_version', 'malformed'].includes(kind) && !ofContent.includes(name)
    expect({ name, refused: schemaErrors(schema, proof).length > 0 }).toEqual({ name, refused: formal })
  }
})

test('the JSON schema and core agree on any value at any path', () => {
  const proof = sampleProof(3, 7)
  const places = allPlaces(proof)
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(
      'ab'.repeat(32),
      'AB'.repeat(32),
      `0x${'ab'.repeat(32)}`,
      'left',
      'https://a.example',
      'AA==',
    ),
    fc.constantFrom(-1, 0, 1, 1.5, 2 ** 53, 1e300, 'evm', 'https://', 'http://a.example', 'AB==', ''),
  )
  const isRecord = (place: string[]) => place[0] === 'record'
  fc.assert(
    fc.property(fc.constantFrom(...places), value, (place, replacement) => {
      const changed: unknown = replaced(proof, place, replacement)
      const reading = readProofText(JSON.stringify(changed))
      // Whether a record is canonical is beyond a schema.
      fc.pre(!isRecord(place) || 'proof' in reading || typeof replacement !== 'string')
      expect(schemaErrors(schema, JSON.parse(JSON.stringify(changed))).length === 0).toBe('proof' in reading)
    }),
    propertyRuns({ normal: 500, deep: 20_000 }),
  )
})

test('the JSON schema and core agree on all maximum lengths', () => {
  const proof = sampleProof(3, 7)
  const steps = (count: number) => ({ ...proof, path: Array.from({ length: count }, () => proof.path[0]) })
  const manual = { kind: 'manual', link: 'https://a.example/' }
  const anchors = (count: number) => ({ ...proof, anchors: Array.from({ length: count }, () => manual) })
  const link = (length: number) => ({
    ...proof,
    anchors: [{ kind: 'manual', link: manual.link.padEnd(length, 'x') }],
  })
  const ots = (length: number) => ({
    ...proof,
    anchors: [{ kind: 'opentimestamps', ots: toBase64(new Uint8Array(length)) }],
  })
  const pairs = [
    [steps(64), steps(65)],
    [anchors(16), anchors(17)],
    [link(2_000), link(2_001)],
    [ots(65_536), ots(65_539)],
  ]
  for (const [most, tooMany] of pairs) {
    expect([schemaErrors(schema, most), 'proof' in readProof(most)]).toEqual([[], true])
    expect([schemaErrors(schema, tooMany).length > 0, 'proof' in readProof(tooMany)]).toEqual([true, false])
  }
})

/** Every place of a JSON value, and one key that is not there. */
function allPlaces(value: unknown, place: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [place]
  const inner = Object.entries(value).flatMap(([key, member]) => allPlaces(member, [...place, key]))
  return [
    ...(place.length > 0 ? [place] : []),
    ...inner,
    ...(Array.isArray(value) ? [] : [[...place, 'extra']]),
  ]
}

function replaced(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement
  if (Array.isArray(value))
    return value.map((member: unknown, n) =>
      String(n) === key ? replaced(member, rest, replacement) : member,
    )
  if (typeof value !== 'object' || value === null) return value
  const member = Object.entries(value).find(([name]) => name === key)?.[1] as unknown
  return { ...value, [key]: replaced(member, rest, replacement) }
}

test('the published .ots files match the published digests', () => {
  const { ots } = JSON.parse(files.get('vectors.json') ?? '') as Record<
    string,
    Record<string, Record<string, string>>
  >
  for (const { digest = '', ots: hex = '' } of Object.values(ots ?? {}))
    expect(toHex(fromHex(hex).slice(33, 65))).toBe(digest)
})
