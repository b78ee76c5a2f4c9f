import { toBase64 } from '@priormark/core/proofs/proof/base64'
import { concatBytes, fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { MerkleTree } from '@priormark/core/proofs/proof/merkle-tree'
import type { KnownLogs } from '@priormark/core/proofs/proof-v2/log/known-logs'
import type { LogFlaw } from '@priormark/core/proofs/proof-v2/log/log-check'
import type { ProofV2 } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { verdictMessages as words } from '@priormark/core/proofs/proof/verdict-messages'
import { utf8 } from '@priormark/core/platform/utf8'
import { fixedBytes, sha256 } from '../vector-batch.ts'
import { keysOf, signed } from './der-writing.ts'
import { sampleProofV2 } from './vector-proof.ts'
import { malformedVector, problemVector, soundVector, type VectorV2 } from './vector.ts'

const base = sampleProofV2()
const origin = 'log.example/log'

type Log = NonNullable<ProofV2['log']>

/** The key of a name as a note has it: a type, 1 for a log and 4 for a witness, and 32 bytes. */
function keyOf(name: string, type: 1 | 4): { id: Uint8Array; vkey: string } {
  const key = concatBytes(Uint8Array.of(type), keysOf(name).spki.subarray(-32))
  const id = sha256(concatBytes(utf8(`${name}\n`), key)).slice(0, 4)
  return { id, vkey: `${name}+${toHex(id)}+${toBase64(key)}` }
}

/** The log and its witness that the vectors trust. */
export const testLogs: KnownLogs = {
  logs: [{ origin, vkey: keyOf(origin, 1).vkey }],
  logWitnesses: [{ name: 'witness.example/w1', vkey: keyOf('witness.example/w1', 4).vkey }],
}

/** A line of a note. @param by whose key signs, if it is not that of the name */
function signatureLine(name: string, text: string, by = name): string {
  const bytes = concatBytes(keyOf(name, 1).id, signed(utf8(text), keysOf(by).secret))
  return `\u2014 ${name} ${toBase64(bytes)}\n`
}

function cosignatureLine(name: string, text: string, by = name, seconds = 1_767_323_100): string {
  const time = new Uint8Array(new BigUint64Array([BigInt(seconds)]).buffer).toReversed()
  const message = utf8(`cosignature/v1\ntime ${seconds}\n${text}`)
  const bytes = concatBytes(keyOf(name, 4).id, time, signed(message, keysOf(by).secret))
  return `\u2014 ${name} ${toBase64(bytes)}\n`
}

/** Returns the log of the sample proof, as one entry of a tree; sound unless the changes say otherwise. */
export function logOf(
  index: number,
  size: number,
  {
    name = origin,
    note = (root: string) => `${name}\n${size}\n${root}\n`,
    lines = (text: string) => signatureLine(name, text),
    entry = base.root,
  }: {
    name?: string
    note?: (root: string) => string
    lines?: (text: string) => string
    entry?: string
  } = {},
): Log {
  const entryOf = (root: string) => sha256(concatBytes(Uint8Array.of(0), utf8(`priormark/2 root\n${root}\n`)))
  const entries = Array.from({ length: size }, (_, n) =>
    entryOf(n === index ? entry : toHex(fixedBytes(`leaf ${n}`))),
  )
  const tree = new MerkleTree(sha256, entries)
  const text = note(toBase64(tree.root()))
  const path = tree.path(index).map(({ hash }) => hash)
  return { origin: name, index, size, path, checkpoint: `${text}\n${lines(text)}` }
}

/** Proofs in public logs. */
export function logVectors(): VectorV2[] {
  const proofWith = (log: unknown) => ({ ...base, log })
  const sound = logOf(41, 44)
  const other = toHex(fixedBytes('another digest'))
  const both = (text: string) => signatureLine(origin, text) + cosignatureLine('witness.example/w1', text)
  const places = [
    [0, 1],
    [0, 2],
    [1, 2],
    [2, 3],
    [6, 7],
    [41, 44],
    [43, 44],
    [100, 300],
  ]
  const rubbish = toBase64(concatBytes(keyOf(origin, 1).id, new Uint8Array(64)))
  const lookAlikes =
    `\u2014 ${origin} ${toBase64(new Uint8Array(68))}\n` + `\u2014 somebody.example ${rubbish}\n`
  const logsByName: Record<string, Log> = {
    ...Object.fromEntries(
      places.map(([index = 0, size = 1]) => [`entry-${index}-of-${size}`, logOf(index, size)]),
    ),
    cosigned: logOf(41, 44, { lines: both }),
    'cosigned-by-somebody': logOf(41, 44, {
      lines: (text) => both(text) + cosignatureLine('witness.example/w2', text),
    }),
    'with-an-extension': logOf(3, 5, { note: (root) => `${origin}\n5\n${root}\nmore\n` }),
    'with-others-of-its-name-or-its-id': logOf(41, 44, {
      lines: (text) => lookAlikes + signatureLine(origin, text),
    }),
    'with-a-name-of-other-spaces': logOf(41, 44, {
      lines: (text) => `${signatureLine(origin, text)}\u2014 a\u00a0b\tc ${toBase64(new Uint8Array(5))}\n`,
    }),
    unknown: logOf(3, 5, { name: 'other.example/log' }),
    'unknown-signed-by-nobody-known': logOf(3, 5, {
      name: 'other.example/log',
      lines: (text) => signatureLine('other.example/log', text, 'somebody'),
    }),
  }
  const longName = 'a'.repeat(255)
  const logOfBytes = (bytes: number, more = ''): Log => {
    const log = logOf(3, 5, { name: longName, note: (root) => `${longName}\n5\n${root}\n${more}\n` })
    const missing = bytes - utf8(log.checkpoint).length
    return missing > 0 ? logOfBytes(bytes, 'x'.repeat(missing)) : log
  }
  const note = (checkpoint: string): Log => ({ ...sound, checkpoint })
  const [text = '', lines = ''] = sound.checkpoint.split(/(?<=\n)\n/)
  // Roots that a verifier reaches if it does not count the steps.
  const [, , entryRoot = ''] = logOf(0, 1).checkpoint.split('\n')
  const entry = new Uint8Array(Buffer.from(entryRoot, 'base64'))
  const aboveRoot = toBase64(sha256(concatBytes(Uint8Array.of(1), fromHex(other), entry)))
  const broken: Record<string, [LogFlaw, Log]> = {
    'no-note': ['note', note('')],
    'note-without-signatures': ['note', note(text)],
    'note-with-nothing-behind-it': ['note', note(`${text}\n`)],
    'note-with-an-empty-line-behind-it': ['note', note(`${text}\n\n`)],
    'note-cut-short': ['note', note(sound.checkpoint.slice(0, -1))],
    'note-that-ends-with-a-letter': ['note', note(`${sound.checkpoint.slice(0, -1)}x`)],
    'signature-that-is-no-base64': ['note', note(`${text}\n\u2014 ${origin} AB==\n`)],
    'signature-that-is-too-short': ['note', note(`${text}\n\u2014 ${origin} AAAA\n`)],
    'signature-with-a-hyphen': ['note', note(sound.checkpoint.replace('\u2014', '-'))],
    'signature-of-four-bytes': ['note', note(`${text}\n\u2014 ${origin} AAAAAA==\n`)],
    'signature-of-a-name-with-a-plus': ['note', note(`${sound.checkpoint}\u2014 a+b ${rubbish}\n`)],
    'signature-without-a-name': ['note', note(`${sound.checkpoint}\u2014  ${rubbish}\n`)],
    'text-with-an-empty-line': ['note', logOf(3, 5, { note: (root) => `${origin}\n5\n${root}\n\nmore\n` })],
    'note-of-another-log': ['note', { ...sound, origin: 'other.example/log' }],
    'note-of-another-size': ['note', { ...sound, size: 45 }],
    'size-with-a-zero': ['note', logOf(3, 5, { note: (root) => `${origin}\n05\n${root}\n` })],
    'root-of-31-bytes': [
      'note',
      logOf(3, 5, { note: () => `${origin}\n5\n${toBase64(new Uint8Array(31))}\n` }),
    ],
    'another-index': ['path', { ...sound, index: 40 }],
    'index-behind-the-end': ['path', { ...sound, index: 44 }],
    'index-behind-the-only-entry': ['path', { ...logOf(0, 1), index: 1 }],
    'path-shorter': ['path', { ...sound, path: sound.path.slice(1) }],
    'path-longer': ['path', { ...sound, path: [...sound.path, other] }],
    'path-that-ends-below-the-root': [
      'path',
      { ...logOf(0, 2, { note: () => `${origin}\n2\n${entryRoot}\n` }), path: [] },
    ],
    'path-that-goes-on-above-the-root': [
      'path',
      { ...logOf(0, 1, { note: () => `${origin}\n1\n${aboveRoot}\n` }), path: [other] },
    ],
    'path-changed': ['path', { ...sound, path: [other, ...sound.path.slice(1)] }],
    'entry-of-another-root': [
      'path',
      logOf(41, 44, { note: () => `${origin}\n44\n${toBase64(fromHex(other))}\n` }),
    ],
    'unknown-log-with-another-index': ['path', { ...logOf(3, 5, { name: 'other.example/log' }), index: 2 }],
    'signature-of-another-key': [
      'signature',
      logOf(41, 44, { lines: (one) => signatureLine(origin, one, 'somebody') }),
    ],
    'signature-of-another-name': [
      'signature',
      logOf(41, 44, { lines: (one) => signatureLine('somebody', one) }),
    ],
    'signature-of-another-note': [
      'signature',
      logOf(41, 44, { lines: () => signatureLine(origin, 'other\n') }),
    ],
    'only-a-cosignature': [
      'signature',
      logOf(41, 44, { lines: (one) => cosignatureLine('witness.example/w1', one) }),
    ],
    'second-signature-wrong': [
      'signature',
      logOf(41, 44, { lines: (one) => lines + signatureLine(origin, one, 'somebody') }),
    ],
    'cosignature-of-another-key': [
      'signature',
      logOf(41, 44, {
        lines: (one) => signatureLine(origin, one) + cosignatureLine('witness.example/w1', one, 'somebody'),
      }),
    ],
    'cosignature-cut-short': [
      'signature',
      logOf(41, 44, {
        lines: (one) =>
          signatureLine(origin, one) +
          `\u2014 witness.example/w1 ${toBase64(concatBytes(keyOf('witness.example/w1', 4).id, new Uint8Array(71)))}\n`,
      }),
    ],
    'cosignature-after-the-year-9999': [
      'signature',
      logOf(41, 44, {
        lines: (one) =>
          signatureLine(origin, one) +
          cosignatureLine('witness.example/w1', one, 'witness.example/w1', 253_402_300_800),
      }),
    ],
  }
  return [
    ...Object.entries(logsByName).map(([name, log]) =>
      soundVector(`log/${name}`, ['holds', 'open'], proofWith(log)),
    ),
    soundVector('log/name-and-note-at-their-limits', ['holds', 'open'], proofWith(logOfBytes(16_384))),
    malformedVector('note-of-16385-bytes', 'log.checkpoint', 'issue.too_long', proofWith(logOfBytes(16_385))),
    ...Object.entries(broken).map(([name, [flaw, log]]) =>
      problemVector(`log/${name}`, 'log_broken', proofWith(log), { flaw: words[`log.${flaw}`] }),
    ),
  ]
}
