import { proofPagePath } from '@priormark/core/proofs/proof/proof-page'
import { escapeHtml } from '../../platform/head-tags.ts'

/** The badge's size in CSS pixels, in which the server draws it. */
export const badgeSize = { width: 300, height: 72 } as const

/** The same for all badges, so that it reveals nothing about the work. */
export const badgeAlt = 'Fingerprint recorded: check when this work existed'

/** The path of the badge's image. */
export function badgePath(proofId: string): string {
  return `/badge/${proofId}.svg`
}

/** Returns the HTML to embed the badge. @param publicUrl the address of this site, without a slash at its end */
export function badgeHtml(proofId: string, publicUrl: string): string {
  const { width, height } = badgeSize
  const image = `<img src="${escapeHtml(publicUrl + badgePath(proofId))}" width="${width}" height="${height}" alt="${escapeHtml(badgeAlt)}">`
  return `<a href="${escapeHtml(publicUrl + proofPagePath(proofId))}">${image}</a>`
}

/** Returns the Markdown to embed the badge. */
export function badgeMarkdown(proofId: string, publicUrl: string): string {
  return `[![${badgeAlt}](${publicUrl}${badgePath(proofId)})](${publicUrl}${proofPagePath(proofId)})`
}
