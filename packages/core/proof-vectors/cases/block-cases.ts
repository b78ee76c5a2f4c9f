import { fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { writeOtsFile, type OtsTimestamp } from '@priormark/core/proofs/opentimestamps/ots-file'
import { mergeTimestamps } from '@priormark/core/proofs/opentimestamps/ots-merge'
import { otsOfProof } from '@priormark/core/proofs/proof/proof-ots'
import { firstBlocks, firstTransaction } from '../first-blocks.ts'
import { sampleProof, sampleTimestamp, sha256 } from '../vector-batch.ts'
import { besideCase } from './evidence-cases.ts'
import { base, type Verdict, type VerdictCase } from './verdict-case.ts'

const work = { name: 'transaction', content: firstTransaction.transaction }

/** The `.ots` of Bitcoin's first transaction with the first headers, next to a file that is not a proof. */
export function blockCases(): VerdictCase[] {
  const blockCase = (
    name: string,
    verdict: Verdict,
    headers: readonly Uint8Array[],
    { usesFirstEpoch = true, height = 0 } = {},
  ) => ({
    ...besideCase(
      `blocks/${name}`,
      [verdict, 'malformed'],
      {
        'transaction.ots': firstTransaction.otsAt(height),
        'bitcoin-block-0.json': { headers: headers.map(toHex) },
      },
      { ...base, salt: '' },
    ),
    work,
    ...(usesFirstEpoch ? { usesFirstEpoch: true as const } : {}),
  })
  const [first = new Uint8Array(80)] = firstBlocks
  return [
    blockCase('seven', 'proven', firstBlocks),
    blockCase('seven-in-another-order', 'proven', firstBlocks.toReversed()),
    blockCase('six', 'holds', firstBlocks.slice(0, 6)),
    blockCase('alone', 'holds', [first]),
    blockCase('one-missing', 'holds', firstBlocks.toSpliced(3, 1)),
    blockCase('one-without-work', 'holds', firstBlocks.with(2, (firstBlocks[2] ?? first).with(76, 0))),
    blockCase('without-work', 'contradicted', [first.with(76, 0), ...firstBlocks.slice(1)]),
    blockCase('without-the-block', 'contradicted', firstBlocks.slice(1)),
    blockCase('of-an-unknown-epoch', 'holds', firstBlocks, { usesFirstEpoch: false }),
    blockCase('at-another-height-of-the-epoch', 'proven', firstBlocks, { height: 100 }),
    blockCase('sixth-after-it-is-not-the-known-block', 'holds', firstBlocks, { height: 2_009 }),
    blockCase('not-the-known-block', 'contradicted', firstBlocks, { height: 2_015 }),
    blockCase('of-the-time-of-another-epoch', 'contradicted', firstBlocks, { height: 2_016 }),
    blockCase('after-the-known-epochs', 'holds', firstBlocks, { height: 4_032 }),
  ]
}

/** An `.ots` of the file that does not pass through the proof: it dates the file, and says nothing about the record. */
export function apartCases(): VerdictCase[] {
  const proof = (size: number) => sampleProof(0, size, { work: work.content, anchors: () => [] })
  const headers = { 'bitcoin-block-0.json': { headers: firstBlocks.map(toHex) } }
  const dated = (name: string, verdicts: readonly Verdict[], proof: unknown) => ({
    ...besideCase(`apart/${name}`, verdicts, { 'transaction.ots': firstTransaction.ots, ...headers }, proof),
    work,
    usesFirstEpoch: true as const,
  })
  const promise: OtsTimestamp = {
    attestations: [{ kind: 'pending', uri: 'https://a.example' }],
    branches: [],
  }
  const through = otsOfProof(base, sampleTimestamp, sha256)
  const lyricOts = (timestamp: OtsTimestamp) => writeOtsFile({ ...through, timestamp })
  const rootOts = (timestamp: OtsTimestamp) =>
    writeOtsFile({ hash: 'sha256', digest: fromHex(base.root), timestamp })
  const behindKeccak: OtsTimestamp = {
    attestations: [],
    branches: [{ operation: { kind: 'hash', hash: 'keccak256' }, timestamp: sampleTimestamp }],
  }
  const undated = { ...base, anchors: [] }
  return [
    dated('another-record', ['pending', 'proven'], proof(1)),
    dated('another-record-in-a-batch', ['pending', 'proven'], proof(5)),
    dated(
      'another-record-with-its-own-block',
      ['holds', 'proven'],
      sampleProof(0, 1, { work: work.content }),
    ),
    besideCase(
      'apart/of-the-file',
      ['pending', 'holds'],
      { 'work.txt.ots': lyricOts(sampleTimestamp) },
      undated,
    ),
    besideCase('apart/promise-of-the-file', ['holds', 'pending'], { 'work.txt.ots': lyricOts(promise) }),
    besideCase(
      'apart/through-another-salt',
      ['pending', 'holds'],
      { 'work.txt.ots': writeOtsFile(through) },
      sampleProof(0, 1, { record: '{"a":"b"}', anchors: () => [] }),
    ),
    besideCase(
      'apart/through-and-beside',
      ['holds', 'pending'],
      { 'work.txt.ots': lyricOts(mergeTimestamps(through.timestamp, promise)) },
      undated,
    ),
    besideCase('apart/of-the-root', ['holds'], { 'root.ots': rootOts(sampleTimestamp) }, undated),
    besideCase(
      'apart/of-the-root-behind-keccak',
      ['pending'],
      { 'root.ots': rootOts(behindKeccak) },
      undated,
    ),
    besideCase(
      'apart/two-of-the-file',
      ['holds', 'pending'],
      { 'a.ots': lyricOts(promise), 'b.ots': writeOtsFile(through) },
      undated,
    ),
  ]
}
