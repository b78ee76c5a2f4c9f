import { escapeHtml } from '../head/head-tags.ts'

/** The badge's size in CSS pixels, as the server draws it. */
export const badgeSize = { width: 300, height: 72 } as const

/** What a badge says to those who do not see it: no more than stands on every one of them. */
export const badgeAlt = 'Fingerprint recorded: check when this work existed'

/** Where the badge's picture is on this site. */
export function badgePath(proofId: string): string {
  return `/badge/${proofId}.svg`
}

/** Where a badge leads: what is public of the proof, and where a file is compared with it. */
export function badgeTarget(proofId: string): string {
  return `/verify?proof=${proofId}`
}

/** The badge for a site of one's own. @param publicUrl of this site, without a slash at its end */
export function badgeHtml(proofId: string, publicUrl: string): string {
  const { width, height } = badgeSize
  const picture = `<img src="${escapeHtml(publicUrl + badgePath(proofId))}" width="${width}" height="${height}" alt="${escapeHtml(badgeAlt)}">`
  return `<a href="${escapeHtml(publicUrl + badgeTarget(proofId))}">${picture}</a>`
}

/** The same for a README or a forum that knows Markdown. */
export function badgeMarkdown(proofId: string, publicUrl: string): string {
  return `[![${badgeAlt}](${publicUrl}${badgePath(proofId)})](${publicUrl}${badgeTarget(proofId)})`
}
