import { formatMoment, formatSecond } from '@priormark/core/platform/dates'
import type { Shop } from '@priormark/core/settings/groups'
import { drawPaper, type PaperLine } from '../../platform/typesetting/paper.ts'
import type { WorkDraft } from '../facts/work-drafts.ts'

/**
 * Draws the timeline of a work as a PDF: its drafts with their dates. It names no customer, because the link of an order may be
 * shared.
 * @param drafts at least two, oldest first
 * @param madeAt the date in the file's metadata
 */
export function drawTimeline(drafts: readonly WorkDraft[], shop: Shop, madeAt: Date): Promise<Uint8Array> {
  return drawPaper({
    issuer: shop.name,
    title: 'Timeline of a work',
    createdAt: madeAt,
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

function linesOf({ projectName, createdAt, noLaterThan, leaf }: WorkDraft, index: number): PaperLine[] {
  return [
    { text: `${index + 1}. ${projectName}`, isStrong: true, isNewSection: true },
    { text: draftDateText(noLaterThan) },
    { text: `Ordered ${formatMoment(createdAt.toISOString())}, by the operator’s clock`, isSmall: true },
    { text: `Leaf ${leaf}`, isSmall: true },
  ]
}

/** Says when the file of a draft existed at the latest. */
export function draftDateText(noLaterThan: Date | null): string {
  if (noLaterThan === null) return 'No block proves a date.'
  return `Existed no later than ${formatSecond(noLaterThan.toISOString())}.`
}
