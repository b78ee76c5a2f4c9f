import { formatDay } from '@priormark/core/platform/dates'
import { drawSeal, sealViewBox } from '@priormark/core/proofs/proof/seal'
import { escapeXml } from '../../platform/escape-xml.ts'
import type { PublicLeaf } from './public-proof-service.ts'
import { proofStatus } from '../leaves/proof-status.ts'

/** The brand's colors. */
const colors = { sheet: '#FFFFFF', ink: '#15140F', inkSoft: '#57534A', rule: '#DDD6C8', verified: '#0A6B4E' }

const font = 'font-family="system-ui,-apple-system,\'Segoe UI\',Roboto,Helvetica,Arial,sans-serif"'

/**
 * Draws a proof as an image for a creator's own site: seal, state, date. It has no script, link or font, so that it
 * works as an `<img>` anywhere.
 */
export function badgeSvg(proof: PublicLeaf, shopName: string): string {
  const { leaf } = proof
  const { word, message, isVerified } = badgeText(proof)
  const color = isVerified ? colors.verified : colors.inkSoft
  const label = escapeXml(`${word}: ${message}. ${shopName}`)
  const ticks = drawSeal(leaf.fileSha256)
    .map(({ path, strokeWidth }) => `<path d="${path}" stroke-width="${strokeWidth}"/>`)
    .join('')
  const mark = isVerified
    ? `<path d="M84 21.5l3.2 3.4 6-7" fill="none" stroke="${color}" stroke-width="2"/>`
    : `<circle cx="88" cy="21" r="4" fill="none" stroke="${color}" stroke-width="1.6" stroke-dasharray="2 2"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="72" viewBox="0 0 300 72" role="img" aria-label="${label}"><title>${label}</title><rect x=".5" y=".5" width="299" height="71" rx="3" fill="${colors.sheet}" stroke="${colors.rule}"/><svg x="8" y="6" width="60" height="60" viewBox="${sealViewBox}"><g stroke="${color}" fill="none">${ticks}</g></svg>${mark}<g ${font}><text x="99" y="26" font-size="13" font-weight="700" letter-spacing=".6" fill="${color}">${word}</text><text x="82" y="44" font-size="11.5" fill="${colors.ink}">${escapeXml(message)}</text><text x="82" y="60" font-size="10.5" fill="${colors.inkSoft}">${escapeXml(shorten(shopName))}</text></g></svg>\n`
}

/** Returns what is said of a proof in public. */
export function badgeText({ leaf, anchors, isStopped }: PublicLeaf): {
  word: string
  message: string
  isVerified: boolean
} {
  if (isStopped) return { word: 'NOT RECORDED', message: 'Recording is stopped', isVerified: false }
  const { earliest, mark } = proofStatus(leaf, anchors)
  if (mark === 'test') return { word: 'TEST', message: 'On a test chain', isVerified: false }
  if (mark === 'verified' && earliest !== null) {
    const day = formatDay(earliest.noLaterThan.toISOString())
    return { word: 'VERIFIED', message: `Existed no later than ${day}`, isVerified: true }
  }
  // A picture cannot show whether the chain has that block.
  if (mark === 'recorded' && earliest !== null) {
    const day = formatDay(earliest.noLaterThan.toISOString())
    return { word: 'RECORDED', message: `Its block says no later than ${day}`, isVerified: false }
  }
  // A link declared by the operator does not prove a time.
  if (mark === 'recorded')
    return { word: 'RECORDED', message: 'As declared by the operator', isVerified: false }
  return { word: 'NOT VERIFIED YET', message: 'Being recorded', isVerified: false }
}

/** The name must fit one short line. */
function shorten(name: string): string {
  const characters = Array.from(name)
  return characters.length <= 34 ? name : `${characters.slice(0, 33).join('')}…`
}
