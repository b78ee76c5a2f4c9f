import { formatMoment, formatSecond } from '@priormark/core/platform/dates'
import { isolatedText } from '@priormark/core/platform/isolated-text'
import { testText } from '@priormark/core/proofs/anchors/proof-mark'
import type { Shop } from '@priormark/core/settings/groups'
import { drawPdf, type PdfLine } from '../../platform/typesetting/draw-pdf.ts'
import type { WorkDraft } from '../facts/work-drafts.ts'

/**
 * Draws the timeline of a work as a PDF: its drafts with their dates. It names no customer, because the link of an order
 * may be shared.
 * @param drafts at least two, oldest first
 * @param madeAt the date in the file's metadata
 */
export function drawTimeline(drafts: readonly WorkDraft[], shop: Shop, madeAt: Date): Promise<Uint8Array> {
  return drawPdf({
    issuer: shop.name,
    title: 'Timeline of a work',
    createdAt: madeAt,
    stamp: drafts.some(({ isOnTestChain }) => isOnTestChain) ? { word: 'TEST', note: testText } : null,
    lines: [
      { text: `${drafts.length} drafts. The record of each contains the leaf of the one before it.` },
      ...drafts.flatMap(linesOf),
      {
        text: 'This shows in which order the drafts were recorded. Where a draft has a date, the evidence of that draft proves it.',
        isNewSection: true,
      },
      { text: 'It doesn’t show who made them, or that they are alike: we don’t compare files.' },
      { text: `Issued by ${shop.tradingName}, ${shop.supportEmail}`, isSmall: true, isNewSection: true },
    ],
  })
}

function linesOf(draft: WorkDraft, index: number): PdfLine[] {
  const orderedAt = formatMoment(draft.createdAt.toISOString())
  return [
    { text: `${index + 1}. ${isolatedText(draft.projectName)}`, isStrong: true, isNewSection: true },
    { text: dateOf(draft) },
    { text: `Ordered ${orderedAt}, by the operator’s clock`, isSmall: true },
    { text: `Leaf ${draft.leaf}`, isSmall: true },
  ]
}

function dateOf({ noLaterThan, isOnTestChain }: WorkDraft): string {
  if (noLaterThan === null) return 'No block proves a date.'
  return `Existed no later than ${formatSecond(noLaterThan.toISOString())}${isOnTestChain ? ', on a test chain' : ''}.`
}
