import { isolatedText } from '@priormark/core/platform/isolated-text'
import { strToU8, zipSync } from 'fflate'
import { sha256 } from 'hash-wasm'
import { describe, expect, test } from 'vitest'
import { findingsIn, inFolder, only, readVector, vectorNames } from './verify-evidence.ts'

const work = readVector('work.txt')
const proof = readVector('sound/seven-leaves.json')
const changed = (change: (proof: Record<string, unknown>) => object) =>
  JSON.stringify(change(JSON.parse(proof)))

describe('a file and a proof.json', () => {
  test('match in any order, and list the values to look up', async () => {
    const result = only(
      await findingsIn([
        ['proof.json', proof],
        ['work.txt', work],
      ]),
    )
    expect(
      only(
        await findingsIn([
          ['work.txt', work],
          ['proof.json', proof],
        ]),
      ),
    ).toEqual(result)
    expect(result).toMatchObject({
      tone: 'holds',
      seals: [{ label: 'work.txt', sha256: await sha256(work) }],
    })
    expect(result.title).not.toContain('existed')
    expect(result.checks.map(({ name, outcome }) => [name, outcome])).toEqual(
      ['File', 'Record', 'Path', 'Root'].map((name) => [name, 'fits']),
    )
    expect(result.record).toContainEqual({ label: 'Project', value: 'River of glass' })
    const values = result.lookUps.flatMap((lookUp) => lookUp.values)
    const { root } = JSON.parse(proof)
    expect(values).toContainEqual({ label: 'Input data', value: `0x7072696f726d61726b01${root}` })
    expect(values).toContainEqual({ label: 'Height', value: '900000' })
    expect(values).toContainEqual({ label: 'Calendar', value: 'https://calendar.example.org' })
    expect(result.lookUps.map(({ title }) => title)).toContain(
      'A link added by the operator, not checked automatically',
    )
  })

  test.each(vectorNames('sound'))('%s is sound with its file', async (name) => {
    const result = only(
      await findingsIn([
        ['proof.json', readVector(`sound/${name}.json`)],
        ['work.txt', work],
      ]),
    )
    expect(['holds', 'pending']).toContain(result.tone)
  })

  test('a proof without its file asks for the file by the name in the record', async () => {
    const result = only(await findingsIn([['proof.json', proof]]))
    expect(result).toMatchObject({ tone: 'asking', lookUps: [] })
    expect(result.messages.join(' ')).toContain(`“${isolatedText('work.txt')}”`)
  })

  test('a proof without anchors is not dated', async () => {
    const bare = changed((whole) => ({ ...whole, anchors: [] }))
    expect(
      only(
        await findingsIn([
          ['work.txt', work],
          ['p.json', bare],
        ]),
      ),
    ).toMatchObject({ tone: 'pending' })
  })

  test('a private test chain proves no time', async () => {
    const anchors = JSON.parse(proof).anchors.slice(0, 1)
    const result = only(
      await findingsIn([
        ['work.txt', work],
        ['proof.json', changed((whole) => ({ ...whole, anchors }))],
      ]),
    )
    expect(result).toMatchObject({ tone: 'pending' })
    expect(result.title).toContain('test chain')
    const onEthereum = anchors.map((anchor: object) => ({ ...anchor, chainId: 1 }))
    const open = only(
      await findingsIn([
        ['work.txt', work],
        ['proof.json', changed((whole) => ({ ...whole, anchors: onEthereum }))],
      ]),
    )
    expect(open.tone).toBe('holds')
    expect(open.lookUps[0]?.links[0]?.href).toMatch(/^https:\/\/etherscan\.io\/tx\/0x/)
  })

  test('shows a link with credentials as text only', async () => {
    const anchors = [{ kind: 'manual', link: 'https://user:pass@example.org/' }]
    const result = only(
      await findingsIn([
        ['work.txt', work],
        ['proof.json', changed((whole) => ({ ...whole, anchors }))],
      ]),
    )
    expect(result.lookUps[0]?.links).toEqual([])
    expect(result.title).toContain('The operator says')
  })
})

const notAsRequired = 'This proof does not follow version 1 of the format.'
const pathOrRoot = 'The path or the root was changed.'
const pathChanged = 'The path was changed: it does not lead to the root.'
const recordOrSalt = 'The record or the salt in the proof was changed.'

const tamperedTitles: Record<string, string> = {
  'anchor-of-another-kind': notAsRequired,
  'anchor-of-another-root': 'Anchor 2 is for a different root.',
  'anchor-unreadable': 'The OpenTimestamps proof in anchor 2 cannot be read.',
  'another-file': 'The proof is for a different file, or this file was changed.',
  'another-key': notAsRequired,
  'another-tag': notAsRequired,
  'file-sha256': 'The fingerprint in the proof was changed.',
  leaf: 'The leaf in the proof was changed.',
  'not-a-proof': 'This is not a proof.',
  'path-hash': pathChanged,
  'path-longer': pathChanged,
  'path-shorter': pathChanged,
  'path-side': 'Step 2 of the path has its side changed.',
  'path-without-anchor': pathOrRoot,
  record: recordOrSalt,
  'record-with-a-name-twice': notAsRequired,
  'record-with-a-space': notAsRequired,
  root: 'The root in the proof was changed.',
  'root-without-anchor': pathOrRoot,
  salt: recordOrSalt,
  'salt-and-root': 'Several parts of the proof were changed.',
  'salt-in-capitals': notAsRequired,
  'version-2': 'This proof does not follow version 2 of the format.',
  'version-3': 'This proof has version 3, which this verifier does not know.',
}

describe('tampering', () => {
  test.each(Object.entries(tamperedTitles))('%s has its own error message', async (name, title) => {
    const result = only(
      await findingsIn([
        ['work.txt', work],
        ['proof.json', readVector(`tampered/${name}.json`)],
      ]),
    )
    expect(result).toMatchObject({ tone: 'refused', title, lookUps: [] })
  })

  test('covers every tampered test vector', () => {
    expect(Object.keys(tamperedTitles).sort()).toEqual(vectorNames('tampered').sort())
  })

  test('a separate record.json shows whether the record or the salt was changed', async () => {
    const { record } = JSON.parse(proof)
    const withRecord = async (file: string) =>
      only(
        await findingsIn([
          ['work.txt', work],
          ['proof.json', readVector(`tampered/${file}.json`)],
          ['record.json', record],
        ]),
      ).title
    expect(await withRecord('record')).toBe('The record in the proof was changed.')
    expect(await withRecord('salt')).toBe('The salt in the proof was changed.')
  })

  test('a file with one changed byte is rejected, with both seals', async () => {
    const result = only(
      await findingsIn([
        ['work.txt', work.replace('R', 'r')],
        ['proof.json', proof],
      ]),
    )
    expect(result.title).toBe('The proof is for a different file, or this file was changed.')
    expect(result.seals.map(({ sha256 }) => sha256)).toEqual([
      await sha256(work),
      await sha256(work.replace('R', 'r')),
    ])
  })

  test('a truncated proof is reported as broken and not treated as a work', async () => {
    const result = only(
      await findingsIn([
        ['work.txt', work],
        ['mine.json', proof.slice(0, -40)],
      ]),
    )
    expect(result.title).toBe('This is not a proof.')
  })
})

describe('an archive', () => {
  const evidence = zipSync({
    'evidence/anything': strToU8(proof),
    'evidence/README.txt': strToU8('Read me'),
  })

  test('is read by content, regardless of file names', async () => {
    const result = only(
      await findingsIn([
        ['work.txt', work],
        ['evidence.zip', evidence],
      ]),
    )
    expect(result.tone).toBe('holds')
  })

  test('that contains the work needs no other file', async () => {
    const whole = zipSync({ 'proof.json': strToU8(proof), 'song.txt': strToU8(work) })
    expect(only(await findingsIn([['all.zip', whole]]))).toMatchObject({
      tone: 'holds',
      seals: [{ label: 'song.txt' }],
    })
  })

  test('may contain the description of the format, which is not a proof', async () => {
    const schema = readVector('proof.schema.json')
    const whole = zipSync({ 'proof.json': strToU8(proof), 'check/proof.schema.json': strToU8(schema) })
    expect(
      only(
        await findingsIn([
          ['all.zip', whole],
          ['work.txt', work],
        ]),
      ),
    ).toMatchObject({ tone: 'holds' })
  })

  test('can be the work itself', async () => {
    const game = zipSync({ 'game.js': strToU8('play()') })
    expect(only(await findingsIn([['game.zip', game]]))).toMatchObject({ lookupSha256: await sha256(game) })
  })

  test('with other files of the evidence is never treated as the work', async () => {
    const results = await findingsIn([['evidence.zip', evidence]])
    expect(only(results)).toMatchObject({ tone: 'asking' })
  })
})

test('verifies proofs for different files separately', async () => {
  const results = await findingsIn([
    ['work.txt', work],
    ['proof.json', proof],
    ['other.json', readVector('tampered/another-file.json')],
  ])
  expect(results[0]?.title).toBe('These proofs are for 2 different files.')
  expect(results.slice(1).map(({ about, tone }) => [about, tone])).toEqual([
    ['proof.json', 'holds'],
    ['other.json', 'refused'],
  ])
})

test('shows the fingerprint of a file without a proof, and offers to ask the shop', async () => {
  expect(only(await findingsIn([['work.txt', work]]))).toMatchObject({
    tone: 'asking',
    lookupSha256: await sha256(work),
  })
})

describe('all files of unpacked evidence, chosen one by one', () => {
  const { record } = JSON.parse(proof)
  const unpacked: [string, string][] = [
    ['README.txt', 'Read me'],
    ['certificate.pdf', '%PDF-'],
    ['proof.json', proof],
    ['record.json', record],
  ]

  test('match the work', async () => {
    expect(only(await findingsIn([...unpacked, ['song.txt', work]])).tone).toBe('holds')
  })

  test('ask for the work if it is missing, and reject none of the files', async () => {
    const asking = { tone: 'asking', title: 'The proof is valid. Now add the file it is for.' }
    expect(only(await findingsIn(unpacked))).toMatchObject(asking)
    expect(only(await findingsIn(unpacked.slice(2)))).toMatchObject(asking)
    expect(only(await findingsIn(unpacked.map((file) => inFolder('evidence', file))))).toMatchObject(asking)
  })

  test('reject a different file with the name of the work', async () => {
    const result = only(await findingsIn([...unpacked, ['work.txt', 'Changed']]))
    expect(result).toMatchObject({ tone: 'refused', seals: [{}, { label: 'work.txt' }] })
  })
})
