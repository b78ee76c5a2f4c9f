import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { leafHash } from '@priormark/core/proofs/proof/leaf'
import { commitmentOf, hiddenField, shownFields } from '@priormark/core/proofs/proof-v2/record-fields'
import type { RecordField } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../testing/depth.ts'
import { sampleFields, sampleValues } from '../../../proof-vectors/v2/vector-proof.ts'
import { fixedBytes, sha256 } from '../../../proof-vectors/vector-batch.ts'

const python = path.resolve(import.meta.dirname, '../../../proof-vectors/python')

const fields = sampleFields(sampleValues)
const commitmentTo = (shown: readonly RecordField[]) =>
  toHex(commitmentOf({ form: 2, fields: [...shown] }, sha256))

/** The fields with those hidden whose bit is set. */
const hiding = (all: readonly RecordField[], mask: number) =>
  all.map((field, n) => ((mask >> n) & 1 ? hiddenField(field, sha256) : field))

test('each subset of fields hidden leads to the same commitment', () => {
  const commitment = commitmentTo(fields)
  for (let mask = 0; mask < 2 ** fields.length; mask += 1)
    expect(commitmentTo(hiding(fields, mask))).toBe(commitment)
})

test('a hidden value of one bit is not found with the salts of all other fields', () => {
  const [secret, ...others] = shownFields({ aBit: '1', ...sampleValues }, fixedBytes('master salt'), sha256)
  if (secret === undefined) throw new Error('there is no field')
  const hidden = hiddenField(secret, sha256)
  const guesses = others.flatMap(({ salt }) =>
    ['0', '1'].map((value) => hiddenField({ ...secret, value, salt }, sha256)),
  )
  expect(guesses).toHaveLength(2 * others.length)
  expect(guesses).not.toContainEqual(hidden)
  expect(hiddenField(secret, sha256)).toEqual(hidden)
})

test('salts differ between fields and between master salts', () => {
  const salts = ['one', 'two'].flatMap((name) =>
    shownFields(sampleValues, fixedBytes(name), sha256).map(({ salt }) => salt),
  )
  expect(new Set(salts).size).toBe(2 * fields.length)
})

const digest = fc.uint8Array({ minLength: 32, maxLength: 32 })
const text = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.constantFrom('', '\0', 'e\u0301', '\u{1f469}\u200d\u{1f3a8}', 'שלום') },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(65_535), '\u20ac'.repeat(21_845)) },
)
const record = fc.record({
  file: digest,
  masterSalt: digest,
  values: fc.dictionary(fc.stringMatching(/^[a-z][A-Za-z0-9]{0,31}$/), text, { minKeys: 1, maxKeys: 32 }),
  mask: fc.nat(),
})

test('the Python program computes the same leaf for any record with any fields hidden', () => {
  const { numRuns, seed } = propertyRuns({ normal: 100, deep: 10_000 })
  const records = fc.sample(record, { numRuns, seed }).map(({ file, masterSalt, values, mask }) => {
    const shown = hiding(shownFields(values, masterSalt, sha256), mask)
    const leaf = leafHash(file, commitmentOf({ form: 2, fields: shown }, sha256), sha256)
    return { file: toHex(file), leaf: toHex(leaf), fields: shown }
  })
  const script = `
import json, sys
from computation import leaf_of
for one in json.load(sys.stdin):
    print(leaf_of({"version": 2, "record": {"fields": one["fields"]}}, bytes.fromhex(one["file"])))`
  const { stdout, stderr } = spawnSync('python3', ['-c', script], {
    cwd: python,
    input: JSON.stringify(records),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  expect(stderr).toBe('')
  expect(stdout.trim().split('\n')).toEqual(records.map(({ leaf }) => leaf))
  expect(fromHex(records[0]?.leaf ?? '')).toHaveLength(32)
})
