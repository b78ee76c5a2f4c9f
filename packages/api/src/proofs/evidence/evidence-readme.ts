import { isolatedText } from '@priormark/core/platform/isolated-text'
import { readCanonicalJson } from '@priormark/core/proofs/proof/canonical-json'
import { privateText, publicText } from '@priormark/core/settings/policy/publicity-texts'
import type { Shop } from '@priormark/core/settings/shop'
import {
  anchorFacts,
  type AnchorFacts,
  batchMessage,
  explorerIntro,
  explorerGuides,
  explorerLimits,
  type ExplorerGuide,
} from '../facts/anchor-facts.ts'
import type { OrderProof } from '../leaves/proof-service.ts'
import { isDeclaredOnly, isInBlock, pendingAnchors, proofStatus } from '../leaves/proof-status.ts'

/** The files in an evidence ZIP, apart from the README. */
interface EvidenceParts {
  /** Null if no calendar has the root. */
  otsName: string | null
  evmNames: readonly string[]
  bitcoinNames: readonly string[]
  hasVerifier: boolean
}

/** Returns README.txt: what each file is, how to check it without us, and what it does and does not prove. */
export function evidenceReadme(
  orderProof: OrderProof,
  parts: EvidenceParts,
  { proofUrl, shop }: { proofUrl: string; shop: Shop },
): string {
  const record = readCanonicalJson(orderProof.proof.record) ?? {}
  return sections([
    [
      `Evidence for: ${oneLine(record['projectName'] ?? '')}`,
      `File: ${isolatedText(oneLine(record['fileName'] ?? ''))} (${record['fileSize'] ?? '0'} bytes)`,
      `Fingerprint (SHA-256): ${orderProof.proof.file.sha256}`,
    ],
    ['WHAT IT PROVES', ...whatItProves(orderProof)],
    [
      'WHAT IT DOES NOT PROVE',
      'Who made the work: the customer supplied the names. It does not replace formal copyright',
      'registration.',
    ],
    ['WHAT BECOMES PUBLIC', ...wrapped(publicText), ...wrapped(privateText)],
    [
      'WHERE THE ROOT IS RECORDED',
      ...anchorLines(anchorFacts(orderProof)),
      'The current status, for everyone:',
      proofUrl,
      'The order page has the newest copy of this ZIP. We emailed its link to the customer.',
    ],
    ['IS IT COMPLETE?', ...completeness(orderProof, parts)],
    [
      'KEEP TOGETHER',
      'Keep this ZIP together with your file, exactly as it is: opening and saving it again can change it.',
      'Without the file, the evidence proves nothing, and nobody can recreate the file from its fingerprint.',
      'Anyone who has this ZIP can read record.json, with the names and the description in it. Share it',
      'with care.',
    ],
    ['CHECK IT IN TWO MINUTES', ...quickCheck(parts, shop)],
    ['CHECK THE DATE IN A PUBLIC EXPLORER', ...explorerLines(orderProof)],
    ['CHECK IT WITHOUT OUR SOFTWARE', ...ownCheck(parts)],
    ['THE FILES', ...fileLines(parts)],
    [
      `${shop.name}, run by ${shop.tradingName}, ${shop.supportEmail}`,
      'Everything in this ZIP works without us.',
    ],
  ])
}

function sections(parts: readonly (readonly string[])[]): string {
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function whatItProves({ leaf, anchors }: OrderProof): string[] {
  const { earliest, mark } = proofStatus(leaf, anchors)
  if (mark === 'test')
    return ['This is a TEST. Its root is recorded only on a test chain, which proves nothing to others.']
  if (isDeclaredOnly(leaf, anchors))
    return [
      'The file with this fingerprint, and the record of it in record.json, existed no later than the',
      'date of the linked page below, as far as that page can be trusted.',
    ]
  return [
    'The file with this fingerprint, and the record of it in record.json, existed no later than the',
    'time of the block in which its root is recorded.',
    ...(earliest === null ? ['No such block is known yet. See below for where the root is recorded.'] : []),
  ]
}

/** Which records are missing, and how to complete the evidence. */
function completeness({ leaf, anchors }: OrderProof, { otsName }: EvidenceParts): string[] {
  const pending = pendingAnchors(anchors)
  if (pending.length === 0) {
    return proofStatus(leaf, anchors).mark === 'test'
      ? ['As a TEST, yes. No record on a public chain will follow.']
      : ['Yes. Every record of this work is final.']
  }
  const hasPromise = pending.some(({ kind, state }) => kind === 'opentimestamps' && !isInBlock(state))
  return [
    'Not yet. Still being recorded, or in a block that is too new to be final:',
    ...anchorLines(anchorFacts({ anchors: pending, leaf: null })),
    'What this ZIP contains is valid. For the rest, download it again later from the order page. We emailed',
    'the link to that page to the customer.',
    ...(hasPromise && otsName !== null
      ? [
          'Without us, the OpenTimestamps client completes the .ots file once Bitcoin has it:',
          `   ots upgrade ${JSON.stringify(otsName)}`,
        ]
      : []),
  ]
}

function anchorLines(facts: readonly AnchorFacts[]): string[] {
  if (facts.length === 0) return ['Nowhere yet.']
  return facts.map(({ where, what, link }) => `- ${where}: ${what}${link === null ? '' : `\n  ${link}`}`)
}

function quickCheck({ hasVerifier }: EvidenceParts, { publicUrl }: Shop): string[] {
  if (!hasVerifier) {
    return [
      'verify.html is missing: the software that made this ZIP was built without it.',
      `Open ${publicUrl}/verify and drop your file and proof.json there, or continue below.`,
    ]
  }
  return [
    '1. Open verify.html in a browser. It works offline; you can disconnect from the internet first.',
    '2. Drop your file and proof.json into it. It recomputes everything and points out anything that does not match.',
    '3. It names the block to look up, and where. You can use any explorer or node of that chain.',
  ]
}

/** Step by step, for a reader without a technical background. */
function explorerLines({ proof }: OrderProof): string[] {
  const guides = explorerGuides(proof)
  if (guides.length === 0) return ['There is nothing to look up yet on a public blockchain.']
  return [
    explorerIntro,
    ...wrapped(batchMessage),
    ...guides.flatMap(guideLines),
    '',
    ...wrapped(`What this does not prove: ${explorerLimits}`),
  ]
}

function guideLines({ title, page, steps, values }: ExplorerGuide): string[] {
  return [
    '',
    title,
    ...steps.flatMap((step, n) => wrapped(`${n + 1}. ${step}`, '   ')),
    ...(page === null ? [] : ['Page to open:', `   ${page}`]),
    'It must show:',
    ...values.map(({ label, value }) => `   ${`${label}:`.padEnd(14)}${value}`),
  ]
}

const lineLength = 100

/** Breaks a sentence into lines; all but the first are indented. */
function wrapped(message: string, indent = ''): string[] {
  const lines: string[] = ['']
  for (const word of message.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last.length + word.length < lineLength)
      lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
    else lines.push(`${indent}${word}`)
  }
  return lines
}

function ownCheck({ otsName, evmNames, bitcoinNames }: EvidenceParts): string[] {
  return [
    '1. Compute the SHA-256 of your file and compare it with the fingerprint above:',
    '   Windows: certutil -hashfile YOUR_FILE SHA256',
    '   Mac:     shasum -a 256 YOUR_FILE',
    '   Linux:   sha256sum YOUR_FILE',
    '2. Compute the root again with either of these programs, which give the same result as verify.html:',
    '   python3 check/verify.py YOUR_FILE proof.json',
    '   node check/verify.mjs YOUR_FILE proof.json',
    '   or write your own: check/README.md describes the format.',
    ...(evmNames.length === 0
      ? []
      : [`3. Check that the blockchain has the root: ${evmNames.join(', ')} explains how.`]),
    ...(otsName === null
      ? []
      : [
          `${evmNames.length === 0 ? '3' : '4'}. For Bitcoin, use any OpenTimestamps program (opentimestamps.org) with your file and`,
          `   ${otsName}`,
          ...bitcoinNames.map((name) => `   The block it leads to is in ${name}.`),
        ]),
  ]
}

function fileLines({ otsName, evmNames, bitcoinNames, hasVerifier }: EvidenceParts): string[] {
  return [
    'certificate.pdf      a certificate to print or share, with the steps to check it on its second page',
    'proof.json           the proof: from the fingerprint and the record to the root, and where the root is recorded',
    'record.json          what was recorded with your file, byte for byte; proof.json contains it too',
    ...(hasVerifier ? ['verify.html          checks a proof offline, in any browser'] : []),
    'manifest.json        the fingerprints of these files, so that a verifier can detect changes',
    'check/               two programs that check a proof, and a description of its format',
    'LICENSE.txt          the license of the software in this ZIP; verify.html has those of its parts in its source',
    ...evmNames.map(
      (name) => `${name.padEnd(20)} the blockchain transaction that contains the root, and how to look it up`,
    ),
    ...bitcoinNames.map(
      (name) => `${name.padEnd(20)} the Bitcoin block that contains the root, and how to check it`,
    ),
    ...(otsName === null
      ? []
      : [
          `${otsName}`,
          '                     the OpenTimestamps proof of your file, for any program of that standard',
        ]),
  ]
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}
