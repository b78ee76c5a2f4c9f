import { testText, type ProofMark } from '@priormark/core/proofs/anchors/proof-mark'
import { proofPagePath } from '@priormark/core/proofs/proof/proof-page'
import type { Shop } from '@priormark/core/settings/groups'
import { chainNameOf } from '@priormark/core/proofs/anchors/evm-chains'
import { keepText } from '@priormark/core/settings/policy/publicity-texts'
import { type Anchor, ProofLeaf } from '../../proofs/leaves/batch-entities.ts'
import { isolatedText } from '@priormark/core/platform/isolated-text'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import { isInBlock } from '@priormark/core/proofs/anchors/anchor-state'
import { Order } from '../../order-book/order-entity.ts'
import { placeOf } from '../../proofs/facts/anchor-facts.ts'
import { hasBlock, pendingAnchors, proofStatus } from '../../proofs/leaves/proof-status.ts'
import { readAnchors } from '../../proofs/leaves/proof-service.ts'
import type { Em } from '../../platform/database/database.ts'
import type { MailLink, MailSection } from '../../platform/mail/mail-content.ts'
import type { MailFile } from '../../platform/mail/mail-transport.ts'
import { OrderMail } from '../../order-book/order-mail-service.ts'
import { workFacts, type MailBody } from './mail-body.ts'

/** The words above the headings of emails. */
const markWords = { verified: 'VERIFIED', recorded: 'RECORDED', test: 'TEST' } as const

function markOf({ mark, isFinal }: MailRecord): Pick<MailBody, 'mark' | 'tone'> {
  return {
    mark: { word: markWords[mark], note: mark === 'test' ? testText : null },
    tone: isFinal ? 'green' : 'ink',
  }
}

/** What an email says about the record of an order. */
export interface MailRecord {
  /** The page that describes the record to anyone. It stays valid when a block is replaced. */
  proofUrl: string
  /** The record itself, in an explorer or at a declared link. Null while its block can still be replaced. */
  link: string | null
  /** Whether the evidence is attached to this email. If not, an evidence email follows once the block is final. */
  hasEvidence: boolean
  /** Where the work is still being recorded, such as 'Bitcoin (OpenTimestamps)'. */
  pending: string[]
  mark: Exclude<ProofMark, 'none'>
  /** Whether the block can no longer be replaced. */
  isFinal: boolean
  /** The chain that contains the record, such as 'Bitcoin'. Null for a declared link, and on a test chain. */
  chain: string | null
  /** Whether only the operator says where the work is recorded: no block is known. */
  isDeclared: boolean
}

/** Reads what an email says about the record of its order, which must have a link. */
export async function readMailRecord(
  em: Em,
  { kind, order: { id } }: OrderMail,
  { publicUrl }: Shop,
): Promise<MailRecord> {
  const order = await em.findOneOrFail(Order, id)
  const leaf = await em.findOneOrFail(ProofLeaf, { order }, { populate: ['batch'] })
  const anchors = await readAnchors(em, leaf)
  const link = order.blockchainLink ?? null
  const isReplaceable = anchors.some((anchor) => anchor.state !== 'final' && anchor.link === link)
  const hasEvidenceMail = isReplaceable || (await em.count(OrderMail, { order, kind: 'evidence' })) > 0
  const { mark } = proofStatus(leaf, anchors)
  return {
    proofUrl: publicUrl + proofPagePath(leaf.id),
    link: isReplaceable ? null : link,
    hasEvidence: kind === 'evidence' || !hasEvidenceMail,
    pending: pendingAnchors(anchors).map(placeOf),
    mark: mark === 'none' ? 'recorded' : mark,
    isFinal: !isReplaceable,
    chain: mark === 'test' ? null : recordChain(anchors),
    // The order has a link, so without a block it is a declared one, whether or not a batch exists.
    isDeclared: !hasBlock(anchors),
  }
}

/** Returns the chain of the first final record, otherwise of the first one in a block, or null. */
function recordChain(anchors: readonly Anchor[]): string | null {
  const anchorsInBlock = anchors.filter(({ kind, state }) => kind !== 'manual' && isInBlock(state))
  const { evidence } = anchorsInBlock.find(({ state }) => state === 'final') ?? anchorsInBlock[0] ?? {}
  return evidence == null ? null : chainNameOf(evidence)
}

/** The links of an email about a record. The first one is a page that explains the record. */
function recordLinks(order: Order, { publicUrl }: Shop, { proofUrl, link }: MailRecord): MailLink[] {
  return [
    { label: 'Open the verification link', url: proofUrl },
    ...(link === null ? [] : [{ label: 'See the blockchain entry', url: link }]),
    { label: 'Open your order page', url: publicUrl + orderPagePath(order.accessKey) },
  ]
}

/** @param evidence null if it could not be attached */
function evidenceSection(evidence: MailFile | null): MailSection {
  if (evidence === null) {
    return {
      heading: 'Your evidence',
      paragraphs: [
        'You can download a certificate, the proof, and everything else needed to check the record without us from your order page as soon as they are ready.',
      ],
    }
  }
  return {
    heading: 'Your evidence is attached',
    paragraphs: [
      `${isolatedText(evidence.fileName)} contains everything needed to check the record without us: a certificate, the proof, and a page that checks it offline. Your order page always has the newest version.`,
    ],
  }
}

function checkSection({ publicUrl }: Shop): MailSection {
  return {
    heading: 'How to check it yourself',
    steps: [
      `Drop your file and the proof.json from the evidence on ${publicUrl}/verify. Nothing is uploaded.`,
      'Or compute its fingerprint, and compare it with the one above. On Windows: certutil -hashfile FILE SHA256. On a Mac: shasum -a 256 FILE. On Linux: sha256sum FILE.',
      'The blockchain entry shows neither your fingerprint nor your name, only a code that is usually computed from many works. The proof leads from your fingerprint to that code.',
    ],
  }
}

const keepSection: MailSection = { heading: 'What to keep', paragraphs: [keepText] }

/** Writes the email for a work that is on the blockchain. */
export function fulfillmentMail(
  order: Order,
  shop: Shop,
  { record, evidence }: { record: MailRecord; evidence: MailFile | null },
): MailBody {
  const { preview, lead, meaning } = record.isDeclared ? declaredTexts : recordTexts
  const place = record.chain === null ? 'the blockchain' : `the ${record.chain} blockchain`
  return {
    ...markOf(record),
    preview,
    values: { place, statement: lead },
    links: recordLinks(order, shop, record),
    facts: workFacts(order),
    fingerprint: order.fileSha256,
    sections: [
      record.hasEvidence ? evidenceSection(evidence) : laterEvidenceSection,
      checkSection(shop),
      keepSection,
      { heading: 'What it proves, and what it doesn’t', paragraphs: [meaning] },
    ],
  }
}

const laterEvidenceSection: MailSection = {
  heading: 'Your evidence follows',
  paragraphs: [
    'A new block can still be replaced by another one, so your evidence comes in another email once that is no longer possible. You don’t need to do anything.',
  ],
}

const recordTexts = {
  preview: 'Here’s your verification link, which anyone can open.',
  lead: 'your work is recorded on the blockchain, in one entry, usually together with other works. The verification link shows the record to anyone, at any time.',
  meaning:
    'It proves that this file existed, unchanged, no later than the time it was recorded. It does not prove who made it, and it does not replace formal copyright registration.',
}

const declaredTexts = {
  preview: 'Recorded by us; see the link.',
  lead: 'we recorded your work manually. Open the blockchain entry to see its date. Your evidence shows how the code in it was computed from your file.',
  meaning:
    'The linked page shows that this file existed, unchanged, no later than its date. How far you can trust that date depends on who runs that page. It does not prove who made the file, and it does not replace formal copyright registration.',
}

/** Writes the email with the evidence: sent when the first record of a work is final, and again when all are. */
export function evidenceMail(
  order: Order,
  shop: Shop,
  { record, evidence }: { record: MailRecord; evidence: MailFile | null },
): MailBody {
  const isComplete = record.pending.length === 0
  return {
    ...markOf(record),
    values: { state: isComplete ? 'complete' : 'ready' },
    preview: 'Keep it with your file. It works without us.',
    links: recordLinks(order, shop, record),
    facts: workFacts(order),
    fingerprint: order.fileSha256,
    sections: [
      evidenceSection(evidence),
      isComplete ? completeSection : pendingSection(record.pending),
      checkSection(shop),
      keepSection,
    ],
  }
}

const completeSection: MailSection = {
  heading: 'Nothing is missing',
  paragraphs: [
    'Every record of your work is final. If you have an earlier version of the evidence, replace it.',
  ],
}

function pendingSection(places: readonly string[]): MailSection {
  const placeList = new Intl.ListFormat('en-US').format(places)
  return {
    heading: 'What comes next',
    paragraphs: [
      `Not final yet: ${placeList}. Once everything is final, we’ll email you the complete evidence. Today’s evidence is valid; it just isn’t complete yet.`,
    ],
  }
}
