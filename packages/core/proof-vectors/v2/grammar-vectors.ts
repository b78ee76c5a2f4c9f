import { utf8 } from '@priormark/core/platform/utf8'
import { concatBytes } from '@priormark/core/proofs/proof/bytes'
import { verdictMessages, type VerdictMessage } from '@priormark/core/proofs/proof/verdict-messages'
import { withMember } from '../cases/verdict-case.ts'
import { sampleProof } from '../vector-batch.ts'
import { evmWitness } from './evm-block.ts'
import { sampleProofV2, sampleValues, shownFields } from './vector-proof.ts'
import { malformedVector, problemVector, type VectorV2 } from './vector.ts'

type IssueName<Id> = Id extends `issue.${infer Name}` ? Name : never
type Issue = IssueName<VerdictMessage>

const base = sampleProofV2()
const digest = base.leaf
const [manual, ots, evm] = base.witnesses
const evidence = evmWitness(base.root).evidence
const node = evidence.receipt[0] ?? ''
const log = { origin: 'log.example/log', index: 0, size: 1, path: [], checkpoint: '' }
const renewal = { hash: 'sha256', digest, path: [], root: digest, witnesses: [], log: null }
const stamp = { kind: 'rfc3161', token: '', certificates: [], revocation: [] }
const [shownField] = shownFields(sampleValues)
const manyFields = shownFields(
  Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`field${n}`, String(n)])),
)
const manual17 = Array.from({ length: 17 }, (_, n) => ({ kind: 'manual', link: `https://example.org/${n}` }))

/** Every key of the format by its path, with wrong values. The issue is at the path, or at the place that is named. */
const members: Record<string, readonly (readonly [value: unknown, issue: Issue, where?: string])[]> = {
  file: [
    ['x', 'object'],
    [null, 'object'],
    [[], 'missing', 'file.sha256'],
    [{ sha3: digest }, 'missing', 'file.sha256'],
    [{ sha256: digest }, 'missing', 'file.sha3'],
    [{ ...base.file, size: 1 }, 'unknown_key_2', 'file.size'],
  ],
  'file.sha256': [
    ['', 'digest'],
    [digest.toUpperCase(), 'digest'],
    [`${digest}00`, 'digest'],
    [7, 'text'],
  ],
  'file.sha3': [
    [digest.slice(2), 'digest'],
    [`${digest}\n`, 'digest'],
    [null, 'text'],
  ],
  record: [
    [JSON.stringify(sampleValues), 'form'],
    [null, 'form'],
    [undefined, 'missing'],
    [[], 'form', 'record.form'],
    [{ fields: [] }, 'form', 'record.form'],
    [{ form: 3, fields: [] }, 'form', 'record.form'],
    [{ form: '2', fields: [] }, 'form', 'record.form'],
    [{ form: true, fields: [] }, 'form', 'record.form'],
    [{ form: 1 }, 'missing', 'record.text'],
    [{ form: 1, text: '{ }', salt: digest }, 'record', 'record.text'],
    [{ form: 1, text: '{"b":"","a":""}', salt: digest }, 'record', 'record.text'],
    [{ form: 1, text: '{}' }, 'missing', 'record.salt'],
    [{ form: 1, text: '{}', salt: 'ab' }, 'digest', 'record.salt'],
    [{ form: 1, text: '{}', salt: digest, fields: [] }, 'unknown_key_2', 'record.fields'],
    [{ form: 1, text: '{}', salt: digest }, 'sha3_of_form_1', 'file.sha3'],
    [{ form: 2 }, 'missing', 'record.fields'],
    [{ form: 2, fields: [shownField], salt: digest }, 'unknown_key_2', 'record.salt'],
  ],
  'record.fields': [
    ['', 'fields'],
    [{}, 'fields'],
    [[], 'no_fields'],
    [['x'], 'object', 'record.fields.0'],
    [[null], 'object', 'record.fields.0'],
    [[[]], 'missing', 'record.fields.0.name'],
    [[{}], 'missing', 'record.fields.0.name'],
    [manyFields, 'max_fields'],
    [[shownField, shownField], 'field_order'],
    [shownFields({ a: '1', b: '2' }).toReversed(), 'field_order'],
    [[{ ...shownField, name: '' }], 'field_name', 'record.fields.0.name'],
    [[{ ...shownField, name: 'A' }], 'field_name', 'record.fields.0.name'],
    [[{ ...shownField, name: 'a_b' }], 'field_name', 'record.fields.0.name'],
    [[{ ...shownField, name: 'z\u00e9' }], 'field_name', 'record.fields.0.name'],
    [[{ ...shownField, name: 'a\n' }], 'field_name', 'record.fields.0.name'],
    [[{ ...shownField, name: 'a'.repeat(33) }], 'field_name', 'record.fields.0.name'],
    [[{ ...shownField, name: 5 }], 'text', 'record.fields.0.name'],
    [[{ name: 'a', value: 'x' }], 'missing', 'record.fields.0.salt'],
    [[{ name: 'a', salt: digest }], 'missing', 'record.fields.0.value'],
    [[{ name: 'a', value: null, salt: digest }], 'text', 'record.fields.0.value'],
    [[{ name: 'a', value: 'x\ud83d', salt: digest }], 'surrogate', 'record.fields.0.value'],
    [[{ name: 'a', value: 'x'.repeat(65_536), salt: digest }], 'too_long', 'record.fields.0.value'],
    [[{ name: 'a', value: '\u00e9'.repeat(32_768), salt: digest }], 'too_long', 'record.fields.0.value'],
    [[{ name: 'a', value: 'x', salt: '00' }], 'digest', 'record.fields.0.salt'],
    [[{ name: 'a', commitment: 'AB'.repeat(32) }], 'digest', 'record.fields.0.commitment'],
    [[{ commitment: digest }], 'missing', 'record.fields.0.name'],
    [[{ ...shownField, commitment: digest }], 'unknown_key_2', 'record.fields.0.value'],
    [[{ ...shownField, note: '' }], 'unknown_key_2', 'record.fields.0.note'],
  ],
  leaf: [
    ['', 'digest'],
    [undefined, 'missing'],
    [{ leaf: digest }, 'text'],
  ],
  path: [
    ['', 'steps'],
    [{}, 'steps'],
    [[null], 'object', 'path.0'],
    [[{ side: 'up', hash: digest }], 'side', 'path.0.side'],
    [[{ side: 'left', hash: 'ab' }], 'digest', 'path.0.hash'],
    [[{ side: 'left' }], 'missing', 'path.0.hash'],
    [[{ side: 'left', hash: digest, at: 0 }], 'unknown_key_2', 'path.0.at'],
    [Array.from({ length: 65 }, () => base.path[0]), 'max_steps'],
  ],
  root: [
    [digest.replace(/^./, 'g'), 'digest'],
    [`0x${digest}`, 'digest'],
    [undefined, 'missing'],
  ],
  witnesses: [
    ['', 'witnesses'],
    [null, 'witnesses'],
    [undefined, 'missing'],
    [{}, 'witnesses'],
    [['manual'], 'witness', 'witnesses.0'],
    [[[]], 'witness', 'witnesses.0.kind'],
    [[{ link: 'https://example.org/' }], 'witness', 'witnesses.0.kind'],
    [[{ kind: 'newspaper' }], 'witness', 'witnesses.0.kind'],
    [[{ kind: 'constructor' }], 'witness', 'witnesses.0.kind'],
    [[{ kind: ['manual'] }], 'witness', 'witnesses.0.kind'],
    [manual17, 'max_witnesses'],
    [[manual, ots, manual], 'duplicate'],
    [[evm, Object.fromEntries(Object.entries(evm ?? {}).toReversed())], 'duplicate'],
    [[{ kind: 'manual' }], 'missing', 'witnesses.0.link'],
    [[{ kind: 'manual', link: 'http://example.org/' }], 'link', 'witnesses.0.link'],
    [[{ kind: 'manual', link: `https://${'a'.repeat(1_993)}` }], 'too_long', 'witnesses.0.link'],
    [[{ ...manual, name: '' }], 'unknown_key_2', 'witnesses.0.name'],
    [[{ kind: 'opentimestamps', ots: 'AE9' }], 'base64', 'witnesses.0.ots'],
    [[{ kind: 'opentimestamps', ots: '' }], 'missing', 'witnesses.0.headers'],
    [[{ ...ots, headers: '' }], 'headers', 'witnesses.0.headers'],
    [[{ ...ots, headers: [''] }], 'block_header', 'witnesses.0.headers.0'],
    [[{ ...ots, headers: ['AB'.repeat(80)] }], 'block_header', 'witnesses.0.headers.0'],
    [[{ ...ots, headers: [7] }], 'text', 'witnesses.0.headers.0'],
    [
      [{ ...ots, headers: Array.from({ length: 13 }, () => '00'.repeat(80)) }],
      'max_headers',
      'witnesses.0.headers',
    ],
    [[{ ...ots, blocks: [] }], 'unknown_key_2', 'witnesses.0.blocks'],
    [[{ kind: 'rfc3161' }], 'missing', 'witnesses.0.token'],
    [[{ ...stamp, token: 'AB==' }], 'base64', 'witnesses.0.token'],
    [[{ ...stamp, token: 'A'.repeat(87_388) }], 'too_long', 'witnesses.0.token'],
    [[{ kind: 'rfc3161', token: '' }], 'missing', 'witnesses.0.certificates'],
    [[{ ...stamp, certificates: '' }], 'certificates', 'witnesses.0.certificates'],
    [[{ ...stamp, certificates: ['x'] }], 'base64', 'witnesses.0.certificates.0'],
    [[{ ...stamp, certificates: [null] }], 'text', 'witnesses.0.certificates.0'],
    [
      [{ ...stamp, certificates: Array.from({ length: 9 }, () => '') }],
      'max_certificates',
      'witnesses.0.certificates',
    ],
    [[{ ...stamp, revocation: {} }], 'revocations', 'witnesses.0.revocation'],
    [[{ ...stamp, revocation: [''] }], 'object', 'witnesses.0.revocation.0'],
    [[{ ...stamp, revocation: [{ kind: 'CRL', data: '' }] }], 'revocation', 'witnesses.0.revocation.0.kind'],
    [[{ ...stamp, revocation: [{ kind: 'crl' }] }], 'missing', 'witnesses.0.revocation.0.data'],
    [[{ ...stamp, revocation: [{ kind: 'crl', data: '=' }] }], 'base64', 'witnesses.0.revocation.0.data'],
    [
      [{ ...stamp, revocation: [{ kind: 'ocsp', data: '', at: 0 }] }],
      'unknown_key_2',
      'witnesses.0.revocation.0.at',
    ],
    [
      [{ ...stamp, revocation: Array.from({ length: 9 }, () => ({ kind: 'crl', data: '' })) }],
      'max_revocations',
      'witnesses.0.revocation',
    ],
    [[{ ...stamp, time: '' }], 'unknown_key_2', 'witnesses.0.time'],
  ],
  'witnesses.2.chainId': [
    [0, 'at_least_1'],
    ['1', 'number'],
  ],
  'witnesses.2.transactionHash': [
    [digest, 'chain_hash'],
    [undefined, 'missing'],
  ],
  'witnesses.2.blockNumber': [['42', 'number']],
  'witnesses.2.blockHash': [['0x', 'chain_hash']],
  'witnesses.2.blockTime': [
    [253_402_300_800, 'block_time'],
    [null, 'number'],
  ],
  'witnesses.2.evidence': [
    [undefined, 'missing'],
    ['', 'object'],
    [[], 'missing', 'witnesses.2.evidence.header'],
    [{ ...evidence, node: '' }, 'unknown_key_2', 'witnesses.2.evidence.node'],
    [{ ...evidence, header: '' }, 'hex', 'witnesses.2.evidence.header'],
    [{ ...evidence, header: `0x${evidence.header}` }, 'hex', 'witnesses.2.evidence.header'],
    [{ ...evidence, header: evidence.header.slice(1) }, 'hex', 'witnesses.2.evidence.header'],
    [{ ...evidence, header: evidence.header.toUpperCase() }, 'hex', 'witnesses.2.evidence.header'],
    [{ ...evidence, header: '00'.repeat(2_049) }, 'too_long', 'witnesses.2.evidence.header'],
    [{ ...evidence, index: null }, 'number', 'witnesses.2.evidence.index'],
    [{ ...evidence, index: '0' }, 'number', 'witnesses.2.evidence.index'],
    [{ ...evidence, transaction: node }, 'nodes', 'witnesses.2.evidence.transaction'],
    [{ ...evidence, transaction: [node, null] }, 'text', 'witnesses.2.evidence.transaction.1'],
    [{ ...evidence, transaction: ['abc'] }, 'hex', 'witnesses.2.evidence.transaction.0'],
    [
      { ...evidence, transaction: Array.from({ length: 17 }, () => '00') },
      'max_nodes',
      'witnesses.2.evidence.transaction',
    ],
    [{ ...evidence, receipt: ['00'.repeat(131_073)] }, 'too_long', 'witnesses.2.evidence.receipt.0'],
    [{ ...evidence, receipt: {} }, 'nodes', 'witnesses.2.evidence.receipt'],
  ],
  log: [
    [undefined, 'missing'],
    ['', 'object'],
    [{}, 'missing', 'log.origin'],
    [{ ...log, origin: '' }, 'origin', 'log.origin'],
    [{ ...log, origin: 'a log' }, 'origin', 'log.origin'],
    [{ ...log, origin: 'a+log' }, 'origin', 'log.origin'],
    [{ ...log, origin: 'l\u00f6g' }, 'origin', 'log.origin'],
    [{ ...log, origin: 'a'.repeat(256) }, 'too_long', 'log.origin'],
    [{ ...log, index: '0' }, 'number', 'log.index'],
    [{ ...log, size: 0 }, 'at_least_1', 'log.size'],
    [{ ...log, path: '' }, 'hashes', 'log.path'],
    [{ ...log, path: ['00'] }, 'digest', 'log.path.0'],
    [{ ...log, path: Array.from({ length: 65 }, () => digest) }, 'max_hashes', 'log.path'],
    [{ ...log, checkpoint: null }, 'text', 'log.checkpoint'],
    [{ ...log, checkpoint: '\ud800' }, 'surrogate', 'log.checkpoint'],
    [{ ...log, checkpoint: '\u2014'.repeat(5_462) }, 'too_long', 'log.checkpoint'],
    [{ ...log, key: '' }, 'unknown_key_2', 'log.key'],
  ],
  renewals: [
    [undefined, 'missing'],
    [null, 'renewals'],
    [{}, 'renewals'],
    [[''], 'object', 'renewals.0'],
    [[{}], 'missing', 'renewals.0.hash'],
    [[{ ...renewal, hash: 'sha1' }], 'renewal_hash', 'renewals.0.hash'],
    [[{ ...renewal, digest: '00'.repeat(48) }], 'renewal_digest', 'renewals.0.digest'],
    [[{ ...renewal, path: {} }], 'steps', 'renewals.0.path'],
    [[{ ...renewal, path: Array.from({ length: 65 }, () => base.path[0]) }], 'max_steps', 'renewals.0.path'],
    [[{ ...renewal, root: 'ab' }], 'digest', 'renewals.0.root'],
    [[{ ...renewal, witnesses: null }], 'witnesses', 'renewals.0.witnesses'],
    [[{ ...renewal, witnesses: [manual, manual] }], 'duplicate', 'renewals.0.witnesses'],
    [[{ ...renewal, log: '' }], 'object', 'renewals.0.log'],
    [[{ ...renewal, time: 0 }], 'unknown_key_2', 'renewals.0.time'],
    [Array.from({ length: 17 }, () => renewal), 'max_renewals'],
  ],
  author: [['Somebody Else', 'unknown_key_2']],
  salt: [[digest, 'unknown_key_2']],
  anchors: [[[], 'unknown_key_2']],
}

/** Proofs that break the grammar, each in one place. */
export function grammarVectors(): VectorV2[] {
  return [
    ...Object.entries(members).flatMap(([place, values]) =>
      values.map(([value, issue, where = place], n) =>
        malformedVector(
          `${place}-${n + 1}`,
          where,
          `issue.${issue}`,
          withMember(base, place.split('.'), value),
        ),
      ),
    ),
    ...texts(),
  ]
}

function texts(): VectorV2[] {
  const text = JSON.stringify(base)
  const version1 = { ...sampleProof(0, 1), version: 2 }
  return [
    malformedVector('a-key-twice', '', 'issue.duplicate_key', text.replace('"form":2', '"form":1,"form":2')),
    malformedVector('a-fraction', '', 'issue.inexact_number', text.replace('"form":2', '"form":2.0')),
    malformedVector(
      'version-with-a-fraction',
      '',
      'issue.inexact_number',
      text.replace('"version":2', '"version":2.0'),
    ),
    malformedVector(
      'large-number',
      '',
      'issue.inexact_number',
      text.replace('"chainId":1', '"chainId":9007199254740993'),
    ),
    malformedVector('keys-of-version-1', 'record', 'issue.form', version1),
    // Only a number can name version 2.
    ...['2', null, [2], true].map((version, n) =>
      problemVector(
        `grammar/version-${n + 1}`,
        'malformed',
        { ...base, version },
        {
          version: 1,
          where: 'version',
          what: verdictMessages['issue.version'],
        },
      ),
    ),
    problemVector('text/cut-short', 'not_a_proof', text.slice(0, -1)),
    problemVector('text/comment', 'not_a_proof', `${text}//`),
    problemVector('text/byte-order-mark', 'not_a_proof', `\ufeff${text}`),
    problemVector(
      'text/nested-33',
      'not_a_proof',
      text.replace('"log":null', `"log":${'['.repeat(33)}${']'.repeat(33)}`),
    ),
    problemVector('text/another-format', 'not_a_proof', text.replace('priormark-proof', 'priormark-prove')),
    problemVector('text/version-3', 'unsupported_version', text.replace('"version":2', '"version":3'), {
      version: 3,
    }),
    problemVector('text/version-0', 'unsupported_version', text.replace('"version":2', '"version":0'), {
      version: 0,
    }),
  ]
}

/** Texts around the limit of 4,000,000 bytes, which are too large for files here. */
export function largeTexts(): { text: Uint8Array; isTooLong: boolean }[] {
  const padded = (value: unknown, bytes: number) => {
    const text = utf8(JSON.stringify(value))
    return concatBytes(text, new Uint8Array(bytes - text.length).fill(0x20))
  }
  return [
    { text: padded(base, 4_000_000), isTooLong: false },
    { text: padded(base, 4_000_001), isTooLong: true },
    { text: padded({ ...base, version: 3 }, 1_000_001), isTooLong: true },
  ]
}
