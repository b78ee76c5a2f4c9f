import { formatSecond } from '@priormark/core/platform/dates'
import { isolatedText } from '@priormark/core/platform/isolated-text'
import { testText } from '@priormark/core/proofs/anchors/proof-mark'
import type { Shop } from '@priormark/core/settings/groups'
import { isInBlock } from '@priormark/core/proofs/anchors/anchor-state'
import { anchorFacts, type AnchorFacts, explorerGuides } from '../facts/anchor-facts.ts'
import type { OrderProof } from '../facts/order-proof.ts'
import { proofPageUrl } from './certificate/certificate-content.ts'
import { isDeclaredOnly, pendingAnchors, proofStatus } from '../leaves/proof-status.ts'

/** The files in an evidence ZIP, apart from the README. */
interface EvidenceParts {
  /** Null if no calendar has the root. */
  otsName: string | null
  evmNames: readonly string[]
  bitcoinNames: readonly string[]
  /** The lines of the OpenSSL command for each time-stamp. */
  opensslCommands: readonly (readonly string[])[]
  hasVerifier: boolean
  hasTimeline: boolean
}

/** Returns README.txt: what each file is, how to check it without us, and what it does and does not prove. */
export function evidenceReadme(orderProof: OrderProof, parts: EvidenceParts, shop: Shop): string {
  const { proof, record } = orderProof
  return sections([
    [
      `Evidence for: ${toOneLine(record['projectName'] ?? '')}`,
      `File: ${isolatedText(toOneLine(record['fileName'] ?? ''))} (${record['fileSize'] ?? '0'} bytes)`,
      `Fingerprint (SHA-256): ${proof.file.sha256}`,
      `Root: ${proof.root}`,
    ],
    testLines(orderProof),
    [
      'WHAT IT PROVES',
      ...proofLines(orderProof),
      ...(parts.hasTimeline ? ['timeline.pdf shows the drafts of this work.'] : []),
    ],
    [
      'WHERE THE ROOT IS RECORDED',
      ...anchorLines(anchorFacts(orderProof)),
      ...tokenLines(orderProof),
      ...pendingLines(orderProof, parts),
      'For everyone:',
      proofPageUrl(orderProof, shop),
    ],
    ['WHAT TO KEEP', 'This ZIP and your file, unchanged.', 'record.json names you: share it with care.'],
    ['CHECK IT IN TWO MINUTES', ...quickCheckLines(orderProof, parts, shop)],
    ['CHECK IT WITHOUT OUR SOFTWARE', ...manualCheckLines(parts)],
    [`${shop.name}, run by ${shop.tradingName}, ${shop.supportEmail}`],
  ])
}

function sections(parts: readonly (readonly string[])[]): string {
  const nonEmptyParts = parts.filter((lines) => lines.length > 0)
  return `${nonEmptyParts.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function testLines({ leaf, anchors }: OrderProof): string[] {
  return proofStatus(leaf, anchors).mark === 'test' ? ['TEST', testText] : []
}

function proofLines({ leaf, anchors }: OrderProof): string[] {
  const isDeclared = isDeclaredOnly(leaf, anchors)
  const hasDate = isDeclared || proofStatus(leaf, anchors).earliestBlock !== null
  const bound = isDeclared
    ? 'the date of the linked page,\nas far as that page can be trusted'
    : 'the time of the block\nthat has its root'
  return [
    hasDate
      ? `The file with this fingerprint, and record.json, existed no later than ${bound}.`
      : 'No block proves a date.',
    'It does not prove who made the work. It does not replace formal copyright registration.',
  ]
}

/** Says whether records are missing, and how to complete the evidence. */
function pendingLines({ leaf, anchors }: OrderProof, { otsName }: EvidenceParts): string[] {
  const unfinishedAnchors = pendingAnchors(anchors)
  if (unfinishedAnchors.length === 0 && proofStatus(leaf, anchors).mark !== 'none')
    return ['Every record is final.']
  const isBitcoinPending = unfinishedAnchors.some(
    ({ kind, state }) => kind === 'opentimestamps' && !isInBlock(state),
  )
  return [
    'Not complete yet. Download this ZIP again later, from your order page.',
    ...(isBitcoinPending && otsName !== null
      ? ['Or complete it without us, once Bitcoin has it:', `   ots upgrade ${JSON.stringify(otsName)}`]
      : []),
  ]
}

function anchorLines(facts: readonly AnchorFacts[]): string[] {
  if (facts.length === 0) return ['Nowhere yet.']
  return facts.map(
    ({ place, progress, link }) => `- ${place}: ${progress}${link === null ? '' : `\n  ${link}`}`,
  )
}

function quickCheckLines(
  { proof }: OrderProof,
  { hasVerifier }: EvidenceParts,
  { publicUrl }: Shop,
): string[] {
  const openStep = hasVerifier
    ? '1. Open verify.html in a browser. It works offline.'
    : `1. Open ${publicUrl}/verify. verify.html is missing here: it was not built.`
  return [
    openStep,
    '2. Drop your file and proof.json into it.',
    ...(explorerGuides(proof).length === 0
      ? []
      : ['3. It names what to look up. certificate.pdf says how, on page 2.']),
  ]
}

function tokenLines({ tokens }: OrderProof): string[] {
  if (tokens.length === 0) return []
  return [
    ...tokens.map(
      ({ host, tokenTime }) => `- Time-stamp signed by ${host}: ${formatSecond(tokenTime.toISOString())}`,
    ),
    '  It needs no blockchain, only trust in who signed it.',
  ]
}

function manualCheckLines({ otsName, evmNames, bitcoinNames, opensslCommands }: EvidenceParts): string[] {
  const steps = [
    [
      'Compare the SHA-256 of your file with the one above:',
      '   Windows: certutil -hashfile YOUR_FILE SHA256',
      '   Mac:     shasum -a 256 YOUR_FILE',
      '   Linux:   sha256sum YOUR_FILE',
    ],
    [
      'Compute the root, or write your own program (check/README.md):',
      '   python3 check/verify.py YOUR_FILE proof.json',
      '   node check/verify.mjs YOUR_FILE proof.json',
    ],
    ...(evmNames.length === 0 ? [] : [[`Look it up as ${evmNames.join(', ')} explains.`]]),
    ...(otsName === null
      ? []
      : [[`For Bitcoin, use any OpenTimestamps program with ${[otsName, ...bitcoinNames].join(', ')}.`]]),
    ...opensslCommands.map((command) => ['Check the time-stamp:', ...command]),
  ]
  return steps.flatMap(([first, ...others], index) => [`${index + 1}. ${first}`, ...others])
}

function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}
