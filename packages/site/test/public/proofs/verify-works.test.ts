import { isolatedText } from '@priormark/core/platform/isolated-text'
import { toHex } from '@priormark/core/proofs/proof/bytes'
import { writeManifest } from '@priormark/core/proofs/proof/manifest'
import { firstBlocks, firstEpoch, firstTransaction } from '@priormark/core/proof-vectors/first-blocks'
import { sampleProof } from '@priormark/core/proof-vectors/vector-batch'
import { strToU8, zipSync, type Zippable } from 'fflate'
import { sha256 } from 'hash-wasm'
import { describe, expect, test } from 'vitest'
import { findingsIn, inFolder, only, readVector, type TestFile } from './verify-evidence.ts'

const work = readVector('work.txt')
const proof = readVector('sound/seven-leaves.json')
const { record } = JSON.parse(proof)
const wrongFile = 'The proof is for a different file, or this file was changed.'
const readme = 'Read me'
const manifest = writeManifest([
  { name: 'README.txt', sha256: await sha256(readme) },
  { name: 'record.json', sha256: await sha256(record) },
])
const evidence = {
  'proof.json': proof,
  'README.txt': readme,
  'record.json': record,
  'manifest.json': manifest,
}
const zip = (files: Record<string, string>, folder = '') =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [folder + name, strToU8(text)]),
    ) as Zippable,
  )
const tones = async (...files: TestFile[]) => (await findingsIn(files)).map(({ tone }) => tone)

describe('a chosen file is the work', () => {
  const changed = work.replace('R', 'r')
  const whole = zip({ ...evidence, 'work.txt': work })

  test.each(['work.txt', 'song.txt', 'README.txt', 'record.json', 'verify.html'])(
    'and a changed one named %s is refused next to a ZIP with the original',
    async (name) => {
      const results = await findingsIn([
        [name, changed],
        ['evidence.zip', whole],
      ])
      expect(only(results)).toMatchObject({ tone: 'refused', title: wrongFile })
    },
  )

  test.each([
    ['bitcoin-block-1.json', changed],
    ['bitcoin-block-1.json', firstBlocks.map(toHex).join('\n')],
    ['record.json', '{"fileName":"work.txt","projectName":"x"}'],
    ['certificate.pdf', `%PDF-1.7 (SHA-256 ${'a'.repeat(64)})`],
  ])('and a copy in a ZIP does not stand for %s', async (name, content) => {
    expect(await tones([name, content], ['evidence.zip', whole])).not.toContain('holds')
  })

  test('and a changed one is refused next to a dropped folder with the original', async () => {
    const folder = Object.entries({ ...evidence, 'work.txt': work }).map((file) => inFolder('evidence', file))
    expect(only(await findingsIn([['work.txt', changed], ...folder]))).toMatchObject({
      tone: 'refused',
      title: wrongFile,
    })
  })

  test('and a changed one is refused next to an .ots and a ZIP with the original and block headers', async () => {
    const { ots, transaction } = firstTransaction
    const sealed = zipSync({
      transaction,
      'transaction.ots': ots,
      'bitcoin-block-0.json': strToU8(firstBlocks.map(toHex).join('\n')),
    })
    const files: TestFile[] = [['evidence.zip', sealed]]
    expect(only(await findingsIn(files, { checkpoints: firstEpoch })).tone).toBe('proven')
    const other = await findingsIn([...files, ['transaction', transaction.with(9, 1)]], {
      checkpoints: firstEpoch,
    })
    expect(only(other)).toMatchObject({ tone: 'refused', title: wrongFile })
  })

  test('and a changed archive is refused next to a ZIP with the original archive', async () => {
    const game = zip({ 'game.js': 'play()' })
    const { proof: ofGame, zip: original } = soundZipOf(game)
    expect(await tones(['game.zip', game], ['proof.json', ofGame])).toEqual(['holds'])
    expect(await tones(['game.zip', zip({ 'game.js': 'lose()' })], ['evidence.zip', original])).toEqual([
      'refused',
    ])
  })

  test('and a changed one is refused although the original was chosen, too', async () => {
    const results = await findingsIn([
      ['work.txt', work],
      ['copy.txt', changed],
      ['proof.json', proof],
    ])
    expect(results.map(({ tone, about }) => [tone, about])).toEqual([
      ['refused', 'copy.txt'],
      ['holds', 'proof.json'],
    ])
  })

  test.each([
    ['next to a ZIP in its folder', inFolder('My song', ['evidence.zip', whole])],
    ['next to a ZIP that was chosen', ['evidence.zip', whole] as const],
    ['next to its proof alone', inFolder('My song', ['proof.json', proof])],
  ])('and a changed one in a dropped folder is refused %s', async (_place, evidenceFile) => {
    const own = inFolder('My song', ['work.txt', changed])
    expect(only(await findingsIn([own, evidenceFile]))).toMatchObject({ tone: 'refused', title: wrongFile })
    const renamed = inFolder('My song', ['second version.txt', changed])
    expect(await tones(renamed, evidenceFile)).toEqual(['asking'])
    expect(await tones(inFolder('My song', ['work.txt', work]), renamed, evidenceFile)).toEqual(['holds'])
  })

  test.each([
    ['an archive with a proof', whole, zip({ ...evidence, 'work.txt': changed })],
    ['a manifest', writeManifest([]), `${writeManifest([])} `],
    ['an .ots', firstTransaction.ots, firstTransaction.ots.slice(0, -1)],
    ['a proof', proof, proof.replace('"salt"', '"sal"')],
  ])('and a changed one that is %s is refused next to a ZIP with the original', async (kind, own, other) => {
    const bytes = typeof own === 'string' ? strToU8(own) : own
    const fileName = kind === 'a manifest' ? 'manifest.json' : 'work.txt'
    const { proof: ofOwn, zip: original } = soundZipOf(bytes, JSON.stringify({ fileName }))
    const named = (content: Uint8Array | string): TestFile => [fileName, content]
    expect(await tones(named(own), ['proof.json', ofOwn])).toContain('holds')
    const results = await findingsIn([named(other), ['evidence.zip', original]])
    expect(results.filter(({ tone }) => tone === 'holds')).toEqual([])
    expect(results.map(({ title }) => title)).toContain(wrongFile)
  })

  test('and one with the name of a proof or an .ots is not read as it', async () => {
    for (const name of ['waterproof.json', 'notes.ots']) {
      const { proof: ofNotes } = soundZipOf(strToU8('{}'))
      expect(await tones([name, '{}'], ['proof.json', ofNotes])).toEqual(['holds'])
    }
  })

  test('and the original next to the same ZIP matches, as does the ZIP alone', async () => {
    expect(await tones(['work.txt', work], ['evidence.zip', whole])).toEqual(['holds'])
    expect(await tones(['evidence.zip', whole])).toEqual(['holds'])
  })

  test.each([
    ['exactly 80 bytes', 'x'.repeat(80)],
    ['a header in hexadecimal', `My poem\n${toHex(firstBlocks[0] ?? new Uint8Array())}`],
    ['headers, named as those of a block', firstBlocks.map(toHex).join('\n')],
  ])('and one of %s is not read as block headers', async (_form, content) => {
    const { proof: ofWork } = soundZipOf(strToU8(content))
    const name = content.includes('\n0') && !content.startsWith('My') ? 'bitcoin-block-0.json' : 'poem.txt'
    expect(
      only(
        await findingsIn([
          [name, content],
          ['proof.json', ofWork],
        ]),
      ).checks.map(({ name }) => name),
    ).toEqual(['File', 'Record', 'Path', 'Root'])
    expect(await tones(['poem.txt', `${content} `], ['proof.json', ofWork])).toEqual(['refused'])
  })
})

describe('evidence in a folder', () => {
  test.each([
    ['', 'README.txt'],
    ['evidence/', 'record.json'],
    ['a/b/', 'README.txt'],
  ])('%j of a ZIP is compared with its manifest', async (folder, name) => {
    const spoilt = zip({ ...evidence, [name]: '{}' }, folder)
    const results = await findingsIn([
      ['work.txt', work],
      ['evidence.zip', spoilt],
    ])
    expect(results.map(({ tone, title }) => [tone, title]).at(-1)).toEqual([
      'refused',
      `Files of this evidence were changed: ${isolatedText(name)}.`,
    ])
    expect(await tones(['work.txt', work], ['evidence.zip', zip(evidence, folder)])).toEqual(['holds'])
  })

  test('that was dropped is compared with its manifest, also next to another of the same name', async () => {
    const folder = (place: string, files: Record<string, string>) =>
      Object.entries(files).map(([name, text]): TestFile => [name, text, `${place}/evidence/${name}`])
    const other = folder('2', { 'README.txt': 'Another', 'manifest.json': writeManifest([]) })
    expect(await tones(['work.txt', work], ...folder('1', evidence), ...other)).toEqual(['holds'])
    const spoilt = folder('1', { ...evidence, 'README.txt': 'Changed' })
    expect(await tones(['work.txt', work], ...spoilt)).toEqual(['holds', 'refused'])
  })

  test('has a record.json that is compared with the proof in its folder, whatever the manifest says', async () => {
    const another = record.replace('Ada', 'Eve')
    const replaced = { ...evidence, 'record.json': another, 'manifest.json': writeManifest([]) }
    const results = await findingsIn([
      ['work.txt', work],
      ['evidence.zip', zip(replaced)],
    ])
    expect(results.map(({ tone, title }) => [tone, title])).toEqual([
      ['holds', 'File and proof match. The time is on the blockchain: look it up.'],
      ['refused', 'The record.json next to this proof does not match it.'],
    ])
    const oddNames = {
      'a/proof.json': proof,
      'a//.\\record.json': another,
      './a/./README.txt': 'x',
      'a/manifest.json': manifest,
    }
    expect(await tones(['work.txt', work], ['evidence.zip', zip(oddNames)])).toEqual([
      'holds',
      'refused',
      'refused',
    ])
    const folder = (place: string, files: Record<string, string>) =>
      Object.entries(files).map(([name, text]): TestFile => [name, text, `${place}/evidence/${name}`])
    const ofAnother = {
      'proof.json': JSON.stringify(sampleProof(0, 2, { record: another })),
      'record.json': another,
    }
    expect(await tones(['work.txt', work], ...folder('1', evidence), ...folder('2', ofAnother))).toEqual([
      'holds',
      'holds',
    ])
    expect(
      await tones(['work.txt', work], ...folder('1', evidence), ...folder('2', { 'record.json': another })),
    ).toEqual(['holds'])
    const refusedProof = JSON.stringify({ ...sampleProof(0, 2, { record: another }), leaf: '00'.repeat(32) })
    expect(
      await tones(['work.txt', work], ...folder('1', { ...replaced, 'other-proof.json': refusedProof })),
    ).toEqual(['holds', 'refused', 'refused'])
  })

  test('is not compared with a chosen file of the same name, which is the work', async () => {
    expect(
      only(
        await findingsIn([
          ['README.txt', 'My own text'],
          ['evidence.zip', zip(evidence)],
        ]),
      ),
    ).toMatchObject({
      tone: 'refused',
      title: wrongFile,
    })
  })

  test.each([
    '__MACOSX/._proof.json',
    '__MACOSX/evidence/._manifest.json',
    '._proof.json',
    '.DS_Store',
    'check/.DS_Store',
    'Thumbs.db',
    'desktop.ini',
    'Desktop.ini',
    '.AppleDouble/proof.json',
    '@eaDir/proof.json@SynoEAStream',
    'ehthumbs.db',
  ])('may have %s of an operating system in it', async (name) => {
    const packed = zip({ ...evidence, [name]: '\0\x05\x16\x07 {"priormark-manifest' })
    expect(await tones(['work.txt', work], ['evidence.zip', packed])).toEqual(['holds'])
    expect(await tones(['work.txt', work], ['evidence.zip', zip(evidence)], [name, 'x'])).toEqual(['holds'])
  })

  test.each(['proof.json', 'PROOF.json', 'proof.json.', 'proof.json ', '.\\proof.json', '../proof.json'])(
    'that lies in a ZIP with proof.json and %s is not opened',
    async (name) => {
      const placeholder = 'y'.repeat(name.length)
      const patched = Uint8Array.from(
        new TextDecoder('latin1')
          .decode(zip({ 'proof.json': proof, [placeholder]: proof }))
          .replaceAll(placeholder, name),
        (character) => character.charCodeAt(0),
      )
      expect(only(await findingsIn([['evidence.zip', patched]])).messages.join(' ')).toContain(
        'two files in it have the same name',
      )
    },
  )
})

test('a certificate asks for its proof and its file, and says nothing once they are here', async () => {
  const certificate: TestFile = [
    'certificate.pdf',
    `%PDF-1.7\n51 0 obj\n(SHA-256 ${await sha256(work)})\nendobj\n`,
  ]
  expect(only(await findingsIn([certificate]))).toMatchObject({
    tone: 'asking',
    title: 'This is the certificate of an order. Now add its proof and its file.',
    seals: [{ sha256: await sha256(work) }],
  })
  expect(await tones(certificate, ['proof.json', proof], ['work.txt', work])).toEqual(['holds'])
  expect(await tones(certificate, ['work.txt', work])).toEqual(['asking'])
})

/** A sound proof for other bytes, and a ZIP of both. */
function soundZipOf(content: Uint8Array, ofRecord = record): { proof: string; zip: Uint8Array } {
  const text = JSON.stringify(sampleProof(3, 7, { work: content, record: ofRecord }))
  return { proof: text, zip: zipSync({ 'proof.json': strToU8(text), original: content }) }
}
