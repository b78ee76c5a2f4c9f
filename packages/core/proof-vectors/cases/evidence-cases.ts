import { concatBytes, toHex } from '@priormark/core/proofs/proof/bytes'
import { canonicalJson } from '@priormark/core/proofs/proof/canonical-json'
import { hiddenField } from '@priormark/core/proofs/proof-v2/record-fields'
import { otsOfProof } from '@priormark/core/proofs/proof/proof-ots'
import { writeOtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import { utf8 } from '@priormark/core/platform/utf8'
import { firstBlocks } from '../first-blocks.ts'
import { fixedBytes, sampleProof, sampleTimestamp, sha256, workText } from '../vector-batch.ts'
import { sampleFields, sampleProofV2, sampleValues } from '../v2/vector-proof.ts'
import { utf16 } from './form-cases.ts'
import { base, bytesOf, caseOf, type Verdict, type VerdictCase } from './verdict-case.ts'

const readme = utf8('Read me\n')
const listed = (name: string, content: Uint8Array) => ({ name, sha256: toHex(sha256(content)) })
const manifest = (...files: unknown[]) => ({ format: 'priormark-manifest', version: 1, files })

/** A proof with other files in its folder. */
export function besideCase(
  name: string,
  verdicts: readonly Verdict[],
  beside: Readonly<Record<string, unknown>>,
  proof: unknown = base,
): VerdictCase {
  const files = Object.entries(beside).map(([file, content]) => [
    file,
    content instanceof Uint8Array ? content : bytesOf(content),
  ])
  return {
    ...caseOf(`beside/${name}`, 'holds', proof),
    verdicts,
    beside: Object.fromEntries(files),
  }
}

/** A manifest that is sound, that names a changed file, or that is not one. */
export function manifestCases(): VerdictCase[] {
  const sound = listed('README.txt', readme)
  const malformed: Record<string, unknown> = {
    'version-2': { ...manifest(sound), version: 2 },
    'version-true': { ...manifest(sound), version: true },
    'more-keys': { ...manifest(sound), author: 'x' },
    'more-keys-in-a-file': manifest({ ...sound, size: 1 }),
    'a-folder-above': manifest(listed('../README.txt', readme)),
    'a-folder-above-inside': manifest(listed('check/../README.txt', readme)),
    'an-absolute-path': manifest(listed('/etc/passwd', readme)),
    'a-windows-path': manifest(listed('check\\README.txt', readme)),
    'a-hash-in-capitals': manifest({ ...sound, sha256: sound.sha256.toUpperCase() }),
    'no-list': { ...manifest(), files: {} },
    'too-many': manifest(...Array.from({ length: 101 }, () => sound)),
    'a-key-twice': JSON.stringify(manifest(sound)).replace('"version":1', '"version":1,"version":1'),
    'a-folder-above-behind-a-line-feed': manifest(listed('a\n/../README.txt', readme)),
    'a-folder-above-before-a-line-feed': manifest(listed('..\n', readme)),
    'a-folder-itself': manifest(listed('./README.txt', readme)),
    'an-empty-part': manifest(listed('check//README.txt', readme)),
    'a-drive': manifest(listed('C:/README.txt', readme)),
    'a-control': manifest(listed('README.txt\0', readme)),
    'another-format': { ...manifest(sound), format: 'priormark-manifests' },
    'byte-order-mark': `\ufeff${JSON.stringify(manifest(sound))}`,
    'utf-16': utf16(JSON.stringify(manifest(sound))),
    'not-utf-8': concatBytes(utf8(JSON.stringify(manifest(sound))), Uint8Array.of(0xff)),
    'something-before': `x${JSON.stringify(manifest(sound))}`,
    'a-hash-in-a-list': manifest({ ...sound, sha256: [sound.sha256] }),
    'a-name-in-a-list': manifest({ ...sound, name: [sound.name] }),
    'a-number-as-a-name': manifest({ ...sound, name: 5 }),
    'a-hash-that-is-null': manifest({ ...sound, sha256: null }),
    'a-list-as-a-file': manifest(Object.values(sound)),
    'a-text-as-a-file': manifest(sound.name),
    'a-file-that-is-null': manifest(null),
    'a-name-with-a-lone-surrogate': manifest({ ...sound, name: 'a\udc80' }),
    'more-than-a-million-bytes': JSON.stringify(manifest(sound)).padEnd(1_000_001),
    'cut-short': JSON.stringify(manifest(sound), null, 2).slice(0, -4),
  }
  return [
    besideCase('manifest-sound', ['holds'], { 'README.txt': readme, 'manifest.json': manifest(sound) }),
    besideCase('manifest-of-absent-files', ['holds'], { 'manifest.json': manifest(sound) }),
    besideCase('manifest-of-nothing', ['holds'], { 'README.txt': readme, 'manifest.json': manifest() }),
    besideCase('manifest-that-names-a-folder', ['holds'], {
      'check/README.txt': readme,
      'manifest.json': manifest(listed('check', readme)),
    }),
    besideCase('folders-with-the-names-of-files', ['holds'], {
      'work.txt.ots/README.txt': readme,
      'manifest.json/README.txt': readme,
      'record.json/README.txt': readme,
      'bitcoin-block-900000.json/README.txt': readme,
    }),
    besideCase('manifest-with-its-keys-in-another-order', ['holds', 'manifest.changed'], {
      'README.txt': utf8('x'),
      'manifest.json': { version: 1, files: [sound], format: 'priormark-manifest' },
    }),
    besideCase('manifest-of-exactly-a-million-bytes', ['holds'], {
      'README.txt': readme,
      'manifest.json': JSON.stringify(manifest(sound)).padEnd(1_000_000),
    }),
    besideCase('manifest-of-something-else', ['holds'], { 'manifest.json': { name: 'a game' } }),
    besideCase('manifest-file-changed', ['holds', 'manifest.changed'], {
      'README.txt': utf8('Do not read me\n'),
      'manifest.json': manifest(sound),
    }),
    besideCase('manifest-two-files-changed', ['holds', 'manifest.changed'], {
      'README.txt': utf8('x'),
      'LICENSE.txt': utf8('y'),
      'certificate.pdf': readme,
      'manifest.json': manifest(sound, listed('LICENSE.txt', readme), listed('certificate.pdf', readme)),
    }),
    besideCase(
      'manifest-and-proof-changed',
      ['leaf_changed', 'manifest.changed'],
      { 'README.txt': utf8('x'), 'manifest.json': manifest(sound) },
      { ...base, leaf: toHex(fixedBytes('another digest')) },
    ),
    ...Object.entries(malformed).map(([name, value]) =>
      besideCase(`manifest-malformed/${name}`, ['holds', 'manifest.malformed'], {
        'README.txt': readme,
        'manifest.json': value,
      }),
    ),
  ]
}

/** A `record.json` that is the record of the proof, or another one. */
export function recordFileCases(): VerdictCase[] {
  const another = base.record.replace('Ada', 'Eve')
  const changedRecord = { ...base, record: another }
  const changedSalt = { ...base, salt: toHex(fixedBytes('another digest')) }
  const version2 = canonicalJson(sampleValues)
  const withoutNames = sampleFields(sampleValues).map((field) =>
    field.name === 'firstName' ? hiddenField(field, sha256) : field,
  )
  const { firstName: _, ...shown } = sampleValues
  const hidden = sampleProofV2({ fields: withoutNames })
  const nothingShown = sampleProofV2({
    fields: sampleFields(sampleValues).map((field) => hiddenField(field, sha256)),
  })
  const likeAProof = canonicalJson({ ...sampleValues, projectName: 'priormark-proof' })
  const likeParts = canonicalJson({ leaf: 'leaf', path: 'path', root: 'root', salt: 'salt' })
  const namedRecord = { ...sampleValues, fileName: 'record.json' }
  return [
    besideCase('record-same', ['holds'], { 'record.json': base.record }),
    besideCase(
      'record-tells-of-the-record',
      ['record_changed'],
      { 'record.json': base.record },
      changedRecord,
    ),
    besideCase('record-tells-of-the-salt', ['salt_changed'], { 'record.json': base.record }, changedSalt),
    besideCase(
      'record-of-another-work',
      ['record_or_salt_changed'],
      { 'record.json': '{"a":"b"}' },
      changedSalt,
    ),
    besideCase(
      'record-not-canonical',
      ['record_or_salt_changed'],
      { 'record.json': base.record.replace(',', ', ') },
      changedRecord,
    ),
    besideCase('record-of-another-order', ['holds', 'record.other'], { 'record.json': another }),
    besideCase('record-of-another-order-in-a-replaced-manifest', ['holds', 'record.other'], {
      'record.json': another,
      'manifest.json': manifest(listed('record.json', utf8(another))),
    }),
    besideCase('record-of-another-order-with-headers', ['contradicted'], {
      'record.json': another,
      'bitcoin-block-900000.json': { header: toHex(firstBlocks[0] ?? new Uint8Array()) },
    }),
    besideCase('record-with-a-space', ['holds', 'record.other'], { 'record.json': `${base.record} ` }),
    besideCase('record-that-is-no-record', ['holds', 'record.other'], { 'record.json': { name: 5 } }),
    besideCase('record-not-utf-8', ['holds', 'record.other'], { 'record.json': Uint8Array.of(0xff) }),
    besideCase('record-of-version-2', ['holds'], { 'record.json': version2 }, sampleProofV2()),
    besideCase(
      'record-of-version-1-beside-2',
      ['holds', 'record.other'],
      { 'record.json': base.record },
      sampleProofV2(),
    ),
    besideCase('record-with-what-is-shown', ['holds'], { 'record.json': canonicalJson(shown) }, hidden),
    besideCase('record-with-what-is-hidden', ['holds', 'record.other'], { 'record.json': version2 }, hidden),
    besideCase('record-of-nothing-shown', ['holds'], { 'record.json': '{}' }, nothingShown),
    besideCase('record-with-a-byte-order-mark', ['holds', 'record.other'], {
      'record.json': `\ufeff${base.record}`,
    }),
    besideCase('record-too-long', ['holds', 'record.other'], {
      'record.json': base.record.padEnd(1_000_001),
    }),
    besideCase(
      'record-with-the-name-of-the-format',
      ['holds'],
      { 'record.json': likeAProof },
      sampleProof(3, 7, { record: likeAProof }),
    ),
    besideCase(
      'record-with-the-names-of-parts',
      ['holds'],
      { 'record.json': likeParts },
      sampleProof(3, 7, { record: likeParts }),
    ),
    besideCase('record-downloaded-twice', ['holds'], { 'record (1).json': another }),
    besideCase('record-in-another-folder', ['holds'], {
      'check/record.json': another,
      'record.json/record.json': another,
    }),
    besideCase('record-with-a-backslash-in-its-name', ['holds'], { 'check\\record.json': another }),
    {
      ...besideCase(
        'record-next-to-a-work-of-that-name',
        ['holds'],
        { 'record.json': canonicalJson(namedRecord) },
        sampleProofV2({ fields: sampleFields(namedRecord) }),
      ),
      work: { name: 'record.json', content: utf8(workText) },
    },
  ]
}

/** The `.ots` and block headers next to a proof. */
export function otherFileCases(): VerdictCase[] {
  const workOts = writeOtsFile(otsOfProof(base, sampleTimestamp, sha256))
  const stray = writeOtsFile({ hash: 'sha256', digest: fixedBytes('elsewhere'), timestamp: sampleTimestamp })
  const header = { height: 900_000, header: toHex(firstBlocks[0] ?? new Uint8Array()) }
  return [
    besideCase('ots-of-the-work', ['holds'], { 'work.txt.ots': workOts }),
    besideCase(
      'ots-of-the-work-without-anchors',
      ['holds'],
      { 'work.txt.ots': workOts },
      { ...base, anchors: [] },
    ),
    besideCase('ots-cut-short', ['holds', 'ots.unreadable'], { 'work.txt.ots': workOts.slice(0, 200) }),
    ownWorkCase('ots-of-something-else-is-the-work', 'work.ots', stray),
    ownWorkCase('ots-cut-short-is-the-work', 'work.ots', workOts.slice(0, 200)),
    besideCase('ots-of-something-else', ['holds', 'ots.alone'], { 'work.txt.ots': stray }),
    besideCase(
      'ots-with-a-broken-proof',
      ['holds', 'malformed'],
      { 'work.txt.ots': workOts },
      { ...base, salt: '' },
    ),
    besideCase('header-of-another-block', ['contradicted'], { 'bitcoin-block-900000.json': header }),
    besideCase('headers-not-utf-8', ['holds', 'headers.unreadable'], {
      'bitcoin-block-900000.json': concatBytes(bytesOf(header), Uint8Array.of(0xff)),
    }),
    besideCase('headers-of-more-than-a-million-bytes', ['holds', 'headers.unreadable'], {
      'bitcoin-block-900000.json': JSON.stringify(header).padEnd(1_000_001),
    }),
    besideCase('headers-of-exactly-a-million-bytes', ['contradicted'], {
      'bitcoin-block-900000.json': JSON.stringify(header).padEnd(1_000_000),
    }),
    besideCase('files-of-operating-systems', ['holds'], {
      '._work.txt.ots': utf8('Mac OS X'),
      '._bitcoin-block-900000.json': header,
      '._manifest.json': utf8('Mac OS X'),
      '.DS_Store': Uint8Array.of(0, 0, 0, 1, 0xff),
      'Thumbs.db': Uint8Array.of(0xd0, 0xcf),
      'desktop.ini': utf8('[.ShellClassInfo]'),
    }),
    besideCase('header-cut-short', ['holds'], {
      'bitcoin-block-900000.json': { height: 900_000, header: header.header.slice(2) },
    }),
  ]
}

/** A case with a work that lies next to its proof and has the name of a part of evidence. */
function ownWorkCase(name: string, fileName: string, content: Uint8Array): VerdictCase {
  const proof = sampleProof(3, 7, { work: content })
  return {
    ...besideCase(name, ['holds'], { [fileName]: content }, proof),
    work: { name: fileName, content },
  }
}

export const lyric = { name: 'work.txt', content: utf8(workText) }
