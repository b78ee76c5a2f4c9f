import { concatBytes, fromHex } from '@priormark/core/proofs/proof/bytes'
import { utf8 } from '@priormark/core/platform/utf8'
import { base, baseText, caseOf, withMember, type Verdict, type VerdictCase } from './verdict-case.ts'

/** Every key of the format by its path, with a value of its type that version 1 does not allow. */
const members: Record<string, readonly unknown[]> = {
  format: ['Priormark-proof', 'priormark-proof ', ['priormark-proof']],
  version: ['1', true, [1], 0, 2, 3],
  file: ['x', [], 7],
  'file.sha256': ['', base.file.sha256.toUpperCase(), base.file.sha256.slice(1), `${base.file.sha256}\n`],
  record: [{}, '', 'null', '[]', '{"a":1}', '{"a":{"b":"c"}}', '{ }', `${base.record} `, '{"b":"","a":""}'],
  salt: ['', `0x${base.salt}`, `${base.salt}00`, [base.salt]],
  tag: ['', '7072696F726D61726B', 'priormark', 1],
  leaf: ['g'.repeat(64), base.leaf.slice(2), { leaf: base.leaf }],
  path: ['', {}, [[]], ['left'], [null], Array.from({ length: 65 }, () => base.path[0])],
  'path.1': [[], 'right', 1],
  'path.1.side': ['Left', 'up', '', 0],
  'path.1.hash': ['', 'ab', base.root.toUpperCase()],
  root: ['', `${base.root.slice(1)} `, `\u0661${base.root.slice(1)}`],
  anchors: ['', {}, [null], [[]], [{}], Array.from({ length: 17 }, () => base.anchors[2])],
  'anchors.0.kind': ['EVM', '', 'constructor', ['evm']],
  'anchors.0.chainId': [0, '1', true, 9_007_199_254_740_992],
  'anchors.0.transactionHash': [
    '',
    `0x${'A1'.repeat(32)}`,
    'a1'.repeat(32),
    `0x${'a1'.repeat(32)}\n\u001b[2J`,
  ],
  'anchors.0.blockNumber': ['42', false, [42]],
  'anchors.0.blockHash': ['0x', `0X${'b2'.repeat(32)}`],
  'anchors.0.blockTime': [253_402_300_800, 9_007_199_254_740_991, '2026', true],
  'anchors.1.ots': ['AE9', 'AE9=', 'AE9w-_', ' AE9w', 'A'.repeat(87_388), 7],
  'anchors.2.link': [
    'http://example.org/',
    'https://',
    'https:///path',
    'https://a b',
    'https://example.org/\n',
    'https://example.org/\u0085',
    'https://example.org/\ufeff',
    `https://${'a'.repeat(1_993)}`,
    `https://${'\u{1d11e}'.repeat(997)}`,
    'HTTPS://example.org/',
  ],
}

/** Keys that can be missing only as a whole. */
const items = ['path.1']

/** Every key with a wrong value, without a value and next to an unknown key. */
export function memberCases(): VerdictCase[] {
  return Object.entries(members).flatMap(([place, values]) => {
    const path = place.split('.')
    const cases = values.map((value, n) => memberCase(`${place}/${n + 1}`, path, value))
    const without = items.includes(place) ? [] : [memberCase(`${place}/missing`, path, undefined)]
    return [...cases, ...without, memberCase(`${place}/null`, path, null)]
  })
}

function memberCase(name: string, path: readonly string[], value: unknown): VerdictCase {
  return caseOf(`form/${name}`, verdictOf(path, value), withMember(base, path, value))
}

function verdictOf([key]: readonly string[], value: unknown): Verdict {
  if (key === 'format') return 'not_a_proof'
  return key === 'version' && typeof value === 'number' && value !== 2 ? 'unsupported_version' : 'malformed'
}

const unknownKeys = [
  'extra',
  '',
  'constructor',
  '__proto__',
  'toString',
  'Root',
  'root ',
  '\u001b[31m',
  '\u202e',
]

/** An unknown key in every object of the format. */
export function unknownKeyCases(): VerdictCase[] {
  const inTop = unknownKeys.map((key, n) =>
    caseOf(`unknown-key/${n + 1}`, 'malformed', baseText.replace('{', `{${JSON.stringify(key)}: 1,`)),
  )
  const inner = ['file', 'path.0', 'anchors.0', 'anchors.1', 'anchors.2'].map((place) =>
    caseOf(
      `unknown-key/${place}`,
      'malformed',
      withMember(base, [...place.split('.'), 'author'], 'Somebody Else'),
    ),
  )
  return [...inTop, ...inner]
}

const bom = '\ufeff'
const salt = `"salt": "${base.salt}"`
const compact = JSON.stringify(base)
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const number = (written: string) => baseText.replace('"chainId": 31337', `"chainId": ${written}`)

/** Texts that are not JSON, or that readers of JSON read differently. */
export function textCases(): VerdictCase[] {
  const cases: Record<string, readonly [Verdict, string | Uint8Array]> = {
    empty: ['not_a_proof', ''],
    'white-space-only': ['not_a_proof', ' \n'],
    null: ['not_a_proof', 'null'],
    list: ['not_a_proof', `[${baseText}]`],
    text: ['not_a_proof', JSON.stringify(baseText)],
    'cut-short': ['not_a_proof', baseText.slice(0, -3)],
    'text-without-an-end': ['not_a_proof', `"${String.raw`\"`.repeat(450_000)}`],
    twice: ['not_a_proof', baseText + baseText],
    'byte-order-mark': ['not_a_proof', bom + baseText],
    'two-byte-order-marks': ['not_a_proof', bom + bom + baseText],
    'byte-order-mark-at-the-end': ['not_a_proof', baseText + bom],
    'utf-16': ['not_a_proof', utf16(baseText)],
    'not-utf-8': ['not_a_proof', concatBytes(utf8(baseText.slice(0, -1)), fromHex('ff'), utf8('}'))],
    'overlong-utf-8': ['not_a_proof', withBytes('Example', 'c1bf')],
    'surrogate-in-utf-8': ['not_a_proof', withBytes('Example', 'eda080')],
    'trailing-comma': ['not_a_proof', baseText.replace(/\n\}$/, ',\n}')],
    comment: ['not_a_proof', `${baseText} // sound`],
    'single-quotes': ['not_a_proof', baseText.replace('"format"', "'format'")],
    'no-quotes': ['not_a_proof', baseText.replace('"format"', 'format')],
    'line-feed-in-text': ['not_a_proof', baseText.replace(salt, `"salt": "${base.salt}\n"`)],
    'no-break-space': ['not_a_proof', `\u00a0${baseText}`],
    'form-feed': ['not_a_proof', `\f${baseText}`],
    'nul-at-the-end': ['not_a_proof', `${baseText}\0`],
    'leading-zero': ['not_a_proof', number('031337')],
    'plus-sign': ['not_a_proof', number('+31337')],
    hexadecimal: ['not_a_proof', number('0x7a69')],
    nan: ['not_a_proof', number('NaN')],
    infinity: ['not_a_proof', number('Infinity')],
    'minus-infinity': ['not_a_proof', number('-Infinity')],
    fraction: ['malformed', number('31337.5')],
    'fraction-of-zero': ['malformed', number('31337.0')],
    exponent: ['malformed', number('31337e0')],
    'large-exponent': ['malformed', number('1e999')],
    negative: ['malformed', number('-1')],
    'minus-zero': ['malformed', number('-0')],
    'beyond-exact': ['malformed', number('9007199254740993')],
    'a-thousand-digits': ['malformed', number('9'.repeat(1_000))],
    'five-thousand-digits': ['malformed', number('9'.repeat(5_000))],
    'version-1.0': ['malformed', baseText.replace('"version": 1', '"version": 1.0')],
    'version-1e0': ['malformed', baseText.replace('"version": 1', '"version": 1e0')],
    'version-twice': ['malformed', baseText.replace('"version": 1', '"version": 2, "version": 1')],
    'salt-twice': ['malformed', baseText.replace(salt, `${salt}, ${salt}`)],
    'salt-twice-with-an-escape': ['malformed', baseText.replace(salt, `"\\u0073alt": "", ${salt}`)],
    'inner-key-twice': ['malformed', baseText.replace('"sha256"', '"sha256": "", "sha256"')],
    'step-key-twice': ['malformed', baseText.replace('"side"', '"side": "up", "side"')],
    'anchor-key-twice': ['malformed', baseText.replace('"chainId"', '"chainId": 1, "chainId"')],
    'format-twice': ['malformed', baseText.replace('"format"', '"format": "", "format"')],
    'format-twice-the-other-way': ['not_a_proof', baseText.replace('"version"', '"format": "", "version"')],
    'key-with-a-lone-surrogate': ['malformed', baseText.replace('{', '{"\\ud800": 1,')],
    'salt-with-a-lone-surrogate': ['malformed', baseText.replace(salt, '"salt": "\\udfff"')],
    'record-with-a-lone-surrogate': ['malformed', baseText.replace('Ada', '\\ud800')],
    'record-with-an-escaped-lone-surrogate': ['malformed', baseText.replace('Ada', '\\\\ud800')],
    'record-with-an-escape-too-many': ['malformed', baseText.replace('Ada', '\\\\u0041da')],
    'record-with-a-solidus-escaped': ['malformed', baseText.replace('Ada', 'A\\\\/da')],
    'nested-32-deep': ['malformed', baseText.replace(salt, `"salt": ${nested(31)}`)],
    'nested-33-deep': ['not_a_proof', baseText.replace(salt, `"salt": ${nested(32)}`)],
    'nested-100000-deep': ['not_a_proof', nested(100_000)],
    'record-nested-deep': ['malformed', withMember(base, ['record'], nested(2_000)) as string],
    'brackets-in-text': ['malformed', baseText.replace(salt, `"salt": "${'['.repeat(40)}"`)],
    'a-million-bytes': ['malformed', baseText.padEnd(1_000_001)],
    'many-bytes-few-characters': [
      'malformed',
      withMember(base, ['author'], '\u9673'.repeat(400_000)) as string,
    ],
  }
  return Object.entries(cases).map(([name, [verdict, text]]) => caseOf(`text/${name}`, verdict, text))
}

/** Other ways to write the same proof, which stays sound. */
export function rewrittenCases(): VerdictCase[] {
  const reversed = Object.fromEntries(Object.entries(base).reverse())
  const cases: Record<string, string> = {
    'as-issued': `${baseText}\n`,
    compact,
    'windows-line-ends': baseText.replaceAll('\n', '\r\n'),
    tabs: JSON.stringify(base, null, '\t'),
    'keys-in-another-order': JSON.stringify(reversed),
    'escaped-keys': compact.replaceAll('"root"', String.raw`"\u0072oot"`),
    'escaped-values': compact.replaceAll('Ada', String.raw`\u0041da`),
    'exactly-a-million-bytes': compact.padEnd(1_000_000),
    'white-space-around': `\n\t ${compact} \r\n`,
  }
  return Object.entries(cases).map(([name, text]) => caseOf(`rewritten/${name}`, 'holds', text))
}

export function utf16(text: string): Uint8Array {
  return Uint8Array.from([0xff, 0xfe, ...Array.from(text).flatMap((one) => [one.charCodeAt(0), 0])])
}

/** Replaces a word of the proof by bytes. */
function withBytes(word: string, hex: string): Uint8Array {
  const [before = '', after = ''] = baseText.split(word, 2)
  return concatBytes(utf8(before), fromHex(hex), utf8(after))
}
