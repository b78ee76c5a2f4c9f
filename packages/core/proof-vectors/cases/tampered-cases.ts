import { fromBase64, toBase64 } from '@priormark/core/proofs/proof/base64'
import { concatBytes, fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import type { ProofAnchor } from '@priormark/core/proofs/proof/proof-schema'
import { writeOtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import { varint } from '@priormark/core/proofs/opentimestamps/ots-bytes'
import { canonicalJson, readCanonicalJson } from '@priormark/core/proofs/proof/canonical-json'
import { fixedBytes, sampleProof, sampleTimestamp, sha256, workText } from '../vector-batch.ts'
import { utf8 } from '@priormark/core/platform/utf8'
import { base, bytesOf, caseOf, withMember, type Verdict, type VerdictCase } from './verdict-case.ts'

const bare = sampleProof(3, 7, { anchors: () => [] })

/** Changes one hexadecimal digit. */
function flipped(hex: string, at: number): string {
  const digit = (Number.parseInt(hex.charAt(at), 16) ^ 1).toString(16)
  return hex.slice(0, at) + digit + hex.slice(at + 1)
}

/** One changed digit, at several places, in everything that is hashed. */
export function digitCases(): VerdictCase[] {
  const places: Record<string, Verdict> = {
    'file.sha256': 'file_sha256_changed',
    salt: 'record_or_salt_changed',
    leaf: 'leaf_changed',
    'path.0.hash': 'path_changed',
    'path.2.hash': 'path_changed',
    root: 'root_changed',
  }
  return Object.entries(places).flatMap(([place, verdict]) =>
    [0, 1, 15, 31, 32, 47, 63].map((at) => {
      const path = place.split('.')
      const digest = path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), base)
      return caseOf(`digit/${place}/${at}`, verdict, withMember(base, path, flipped(String(digest), at)))
    }),
  )
}

/** A changed, added or removed field of the record, and one that only looks alike. */
export function recordCases(): VerdictCase[] {
  const fields = readCanonicalJson(base.record) ?? {}
  const changed = Object.keys(fields).map(
    (name) => [name, { ...fields, [name]: `${fields[name]}.` }] as const,
  )
  const { lastName: _, ...fewer } = fields
  const records: (readonly [string, Record<string, string>])[] = [
    ...changed,
    ['added', { ...fields, author: 'Somebody Else' }],
    ['removed', fewer],
    ['other-script', { ...fields, firstName: '\u0410da' }],
    ['invisible', { ...fields, firstName: 'Ada\u200b' }],
    ['empty', {}],
  ]
  return records.map(([name, record]) =>
    caseOf(`record/${name}`, 'record_or_salt_changed', { ...base, record: canonicalJson(record) }),
  )
}

/** Changed paths, and several changes at once. */
export function pathCases(): VerdictCase[] {
  const [first, second, third] = base.path
  const turned = (n: number) =>
    base.path.map((step, m) => (m === n ? { ...step, side: step.side === 'left' ? 'right' : 'left' } : step))
  const other = toHex(fixedBytes('another digest'))
  const upper = sha256(utf8(workText.toUpperCase()))
  return [
    ...base.path.map((_, n) => caseOf(`path/side-${n}`, 'path_side_changed', { ...base, path: turned(n) })),
    caseOf('path/empty', 'path_changed', { ...base, path: [] }),
    caseOf('path/shorter', 'path_changed', { ...base, path: [first, second] }),
    caseOf('path/longer', 'path_changed', { ...base, path: [...base.path, first] }),
    caseOf('path/order', 'path_changed', { ...base, path: [second, first, third] }),
    caseOf('path/64-steps', 'path_changed', { ...base, path: Array.from({ length: 64 }, () => first) }),
    caseOf('path/without-anchor', 'path_or_root_changed', { ...bare, path: [second, first, third] }),
    caseOf('path/root-without-anchor', 'path_or_root_changed', { ...bare, root: other }),
    caseOf('path/salt-and-root', 'several_parts_changed', { ...base, salt: other, root: other }),
    caseOf('path/leaf-and-root', 'several_parts_changed', { ...base, leaf: other, root: other }),
    caseOf('path/record-and-leaf', 'several_parts_changed', {
      ...base,
      record: base.record.replace('Ada', 'Eve'),
      leaf: other,
      root: toHex(fixedBytes('a third digest')),
    }),
    caseOf('path/another-file', 'wrong_file', { ...base, file: { sha256: toHex(upper) }, leaf: other }),
    {
      ...caseOf('path/changed-work', 'wrong_file', base),
      work: { name: 'work.txt', content: utf8('River of glass') },
    },
    {
      ...caseOf('path/empty-work', 'wrong_file', base),
      work: { name: 'work.txt', content: new Uint8Array() },
    },
  ]
}

const root = fromHex(base.root)
const soundOts = writeOtsFile({ hash: 'sha256', digest: root, timestamp: sampleTimestamp })
const head = soundOts.slice(0, 33)
const bitcoin = fromHex('000588960d73d71901')
const pending = fromHex('0083dfe30d2ef90c8e')
const sized = (bytes: Uint8Array) => concatBytes(varint(bytes.length), bytes)
const attested = (height: string) => concatBytes(bitcoin, sized(fromHex(height)))
const promised = (uri: string) => concatBytes(pending, sized(sized(utf8(uri))))
const end = attested('a0f736')
/** A `.ots` of the root with this after the digest. */
const otsOf = (...parts: Uint8Array[]) => concatBytes(head, root, ...parts)
const hex = fromHex

/** Every way in which a `.ots` in an anchor can be broken or unusual. */
export function otsCases(): VerdictCase[] {
  const cases: Record<string, readonly [Verdict, Uint8Array]> = {
    empty: ['anchor_unreadable', new Uint8Array()],
    'magic-changed': ['anchor_unreadable', soundOts.with(4, 0)],
    'version-2': ['anchor_unreadable', soundOts.with(31, 2)],
    'unknown-file-hash': ['anchor_unreadable', soundOts.with(32, 9)],
    'trailing-byte': ['anchor_unreadable', concatBytes(soundOts, hex('00'))],
    'only-a-digest': ['anchor_unreadable', otsOf()],
    'unknown-operation': ['anchor_unreadable', otsOf(hex('f4'), end)],
    'nothing-to-append': ['anchor_unreadable', otsOf(hex('f000'), end)],
    'append-too-long': ['anchor_unreadable', otsOf(hex('f0'), sized(new Uint8Array(4_097)), end)],
    'message-too-long': ['anchor_unreadable', otsOf(hex('f0'), sized(new Uint8Array(4_065)), end)],
    'hexlify-too-long': ['anchor_unreadable', otsOf(hex('f3'.repeat(8)), end)],
    'too-deep': ['anchor_unreadable', otsOf(hex('08'.repeat(256)), end)],
    'length-too-long': ['anchor_unreadable', otsOf(bitcoin, hex('ffffffffffffffff7f'))],
    'payload-too-long': ['anchor_unreadable', otsOf(bitcoin, sized(new Uint8Array(8_193)))],
    'height-cut-short': ['anchor_unreadable', otsOf(bitcoin, sized(hex('a0f7')))],
    'height-with-more': ['anchor_unreadable', otsOf(bitcoin, sized(hex('a0f73600')))],
    'height-too-large': ['anchor_unreadable', otsOf(attested('8080808080808010'))],
    'height-with-nine-bytes': ['anchor_unreadable', otsOf(attested('808080808080808000'))],
    'address-with-a-query': ['anchor_unreadable', otsOf(promised('https://calendar.example.org/?a'))],
    'address-with-a-line-feed': ['anchor_unreadable', otsOf(promised('https://calendar.example.org\n'))],
    'address-with-color': ['anchor_unreadable', otsOf(promised('\u001b[31m'))],
    'address-too-long': ['anchor_unreadable', otsOf(promised('a'.repeat(1_001)))],
    'more-than-64-kib': [
      'anchor_unreadable',
      concatBytes(soundOts, new Uint8Array(65_537 - soundOts.length)),
    ],
    'of-another-root': ['anchor_of_another_root', soundOts.with(40, (soundOts[40] ?? 0) ^ 1)],
    'of-a-sha-1': ['anchor_of_another_root', concatBytes(head.with(32, 2), root.slice(0, 20), end)],
    'of-a-keccak': ['anchor_of_another_root', concatBytes(head.with(32, 0x67), root, end)],
    'as-deep-as-allowed': ['holds', otsOf(hex('08'.repeat(255)), end)],
    'message-as-long-as-allowed': ['holds', otsOf(hex('f0'), sized(new Uint8Array(4_064)), hex('08'), end)],
    'height-0': ['holds', otsOf(attested('00'))],
    'height-written-long': ['holds', otsOf(attested('a0f7b600'))],
    'largest-height': ['holds', otsOf(attested('ffffffffffffff0f'))],
    'other-message': ['holds', soundOts.with(70, (soundOts[70] ?? 0) ^ 1)],
    'all-operations': ['holds', otsOf(hex('f2f3f10100f00aff00ff00ff00ff00ff0008'), end)],
    'message-of-33-bytes': ['pending', otsOf(hex('f00100'), end)],
    'message-of-64-bytes': ['pending', otsOf(hex('f3'), end)],
    'messages-of-33-and-32-bytes': ['holds', otsOf(hex('fff00100'), end, end)],
    'promise-of-33-bytes': ['pending', otsOf(hex('f00100'), promised('https://a.example'))],
    'two-blocks': ['holds', otsOf(hex('ff'), end, hex('ff'), attested('01'), attested('02'))],
    'same-block-twice': ['holds', otsOf(hex('ff'), end, end)],
    'promise-only': ['pending', otsOf(promised('https://calendar.example.org'))],
    'promise-without-address': ['pending', otsOf(promised(''))],
    'unknown-attestation': ['pending', otsOf(hex('000102030405060708'), sized(hex('ff')))],
    'behind-sha-1': ['pending', otsOf(hex('02'), end)],
    'behind-ripemd-160': ['pending', otsOf(hex('03'), hex('08'), end)],
    'behind-keccak': ['pending', otsOf(hex('67'), hex('f2'), end)],
  }
  const broken = [34, 64, 65, 66, 90, soundOts.length - 1].map((length) =>
    otsCase(`cut-at-${length}`, 'anchor_unreadable', soundOts.slice(0, length)),
  )
  return [...broken, ...Object.entries(cases).map(([name, [verdict, ots]]) => otsCase(name, verdict, ots))]
}

function otsCase(name: string, verdict: Verdict, ots: Uint8Array): VerdictCase {
  return caseOf(`ots/${name}`, verdict, {
    ...base,
    anchors: [{ kind: 'opentimestamps', ots: toBase64(ots) }],
  })
}

const [evm, , manual] = base.anchors
const onChain = (chainId: number, more: object = {}) => ({ ...evm, chainId, ...more })

/** Sound proofs with every kind of anchor, and the verdicts on their chains. */
export function anchorCases(): VerdictCase[] {
  const ots = base.anchors[1]
  const promise = { kind: 'opentimestamps', ots: toBase64(otsOf(promised('https://a.example'))) }
  const unreadable = { kind: 'opentimestamps', ots: toBase64(otsOf(hex('03'), end)) }
  const link = (address: string) => ({ kind: 'manual', link: address })
  const cases: Record<string, readonly [Verdict, readonly unknown[]]> = {
    none: ['pending', []],
    all: ['holds', base.anchors],
    ethereum: ['holds', [onChain(1)]],
    'op-mainnet': ['holds', [onChain(10)]],
    'arbitrum-one': ['holds', [onChain(42_161)]],
    polygon: ['holds', [onChain(137)]],
    sepolia: ['pending', [onChain(11_155_111)]],
    'base-sepolia': ['pending', [onChain(84_532)]],
    private: ['pending', [onChain(31_337)]],
    'embedded-chain': ['pending', [onChain(3_133_700_001)]],
    unknown: ['pending', [onChain(424_242)]],
    'unknown-and-test': ['pending', [onChain(31_337), onChain(424_242)]],
    'unknown-and-public': ['holds', [onChain(424_242), onChain(1)]],
    'test-and-link': ['holds', [onChain(31_337), manual]],
    'test-and-bitcoin': ['holds', [onChain(31_337), ots]],
    'test-and-promise': ['pending', [onChain(31_337), promise]],
    link: ['holds', [manual]],
    promise: ['pending', [promise]],
    unreadable: ['pending', [unreadable]],
    'unreadable-and-promise': ['pending', [unreadable, promise]],
    sixteen: ['holds', Array.from({ length: 16 }, () => manual)],
    'time-0': ['holds', [onChain(1, { blockTime: 0 })]],
    midnight: ['holds', [onChain(1, { blockTime: 1_767_312_000 })]],
    'last-second': ['holds', [onChain(1, { blockTime: 253_402_300_799 })]],
    'largest-numbers': [
      'pending',
      [onChain(Number.MAX_SAFE_INTEGER, { blockNumber: Number.MAX_SAFE_INTEGER })],
    ],
    'link-in-another-script': ['holds', [link('https://\u4f8b\u3048.example/\u{1d11e}')]],
    'link-that-reorders': ['holds', [link('https://example.org/\u202egro.live')]],
    'link-with-a-login': ['holds', [link('https://user:pass@example.org/')]],
    'longest-link': ['holds', [link(`https://${'a'.repeat(1_992)}`)]],
    'longest-link-in-pairs': ['holds', [link(`https://${'\u{1d11e}'.repeat(996)}`)]],
  }
  return Object.entries(cases).map(([name, [verdict, anchors]]) =>
    caseOf(`anchors/${name}`, verdict, { ...base, anchors }),
  )
}

const strange = {
  'line-feeds-and-colors': { projectName: 'Song\nVERIFIED\u001b[32m', fileName: 'a\r\nb' },
  reordered: { projectName: '\u202egnos', firstName: '\u2066Ada\u2069' },
  'joined-and-hidden': {
    firstName: '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    lastName: 'a\u200bb\ufeff',
  },
  fillers: { projectName: 'a\u00adb\u115f\u3164', lastName: '\u2764\ufe0f' },
  'field-like-a-verdict': { VERIFIED: 'This file existed, unchanged, no later than Jan 1, 2000.' },
  tags: { projectName: `x${String.fromCodePoint(0xe0041)}` },
  'object-names': { __proto__name: 'x', constructor: 'y', toString: 'z', '10': 'a', '9': 'b' },
  'many-scripts': { firstName: 'Zo\u00eb \u{1d11e}', lastName: '\u9673 \u05e2\u05d1\u05e8\u05d9\u05ea' },
  nothing: {},
} satisfies Record<string, Record<string, string>>

/** Sound proofs whose texts try to say something else than they are, and works with such names. */
export function outputCases(): VerdictCase[] {
  const anchors = (of: Uint8Array): ProofAnchor[] => sampleProof(0, 1).anchors.slice(0, of.length > 0 ? 1 : 0)
  const records = Object.entries(strange).map(([name, record]) =>
    caseOf(`output/${name}`, 'pending', sampleProof(4, 6, { record: canonicalJson(record), anchors })),
  )
  const names = [
    'a\u00adb\u3164\u115f\u2764\ufe0f.txt',
    'a\nNO MATCH: b',
    '\u001b[2Jc.txt',
    '\u202etxt.exe',
    'plain name.txt',
  ]
  return [
    ...records,
    ...names.map((name, n) => ({
      ...caseOf(`output/work-name-${n + 1}`, 'holds', base),
      work: { name, content: bytesOf(workText) },
    })),
  ]
}

/** The bytes of the anchor that a proof has its `.ots` in. */
export const anchorOts =
  fromBase64(base.anchors[1]?.kind === 'opentimestamps' ? base.anchors[1].ots : '') ?? new Uint8Array()
