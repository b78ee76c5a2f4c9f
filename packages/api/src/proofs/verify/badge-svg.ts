import { formatDay } from '@priormark/core/platform/dates'
import { drawSeal, sealViewBox } from '@priormark/core/proofs/proof/seal'
import { escapeXml } from '../../platform/escape-xml.ts'
import type { PublicLeaf } from './public-proof-service.ts'
import { isDeclaredOnly, proofStatus } from '../leaves/proof-status.ts'

/** The brand's colors. */
const colors = { sheet: '#FFFFFF', ink: '#15140F', inkSoft: '#57534A', rule: '#DDD6C8', verified: '#0A6B4E' }

const font = 'font-family="system-ui,-apple-system,\'Segoe UI\',Roboto,Helvetica,Arial,sans-serif"'

/**
 * Draws a proof as an image for a creator's own site: seal, state, date. It has no script, link or font, so that it
 * works as an `<img>` anywhere.
 */
export function badgeSvg(proof: PublicLeaf, shopName: string): string {
  const { leaf } = proof
  const { word, message, note, isFinal } = badgeText(proof)
  const color = isFinal ? colors.verified : colors.ink
  const label = escapeXml([`${word}: ${message}`, ...(note === null ? [] : [note]), shopName].join('. '))
  const ticks = drawSeal(leaf.fileSha256)
    .map(({ path, strokeWidth }) => `<path d="${path}" stroke-width="${strokeWidth}"/>`)
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="72" viewBox="0 0 300 72" role="img" aria-label="${label}"><title>${label}</title><rect x=".5" y=".5" width="299" height="71" rx="3" fill="${colors.sheet}" stroke="${colors.rule}"/><svg x="8" y="6" width="60" height="60" viewBox="${sealViewBox}"><g stroke="${color}" fill="none">${ticks}</g></svg><g ${font}>${note === null ? drawWord(word, color) : drawStamp(word)}<text x="82" y="44" font-size="${message.length > 36 ? 10.2 : 11.5}" fill="${colors.ink}">${escapeXml(message)}</text><text x="82" y="60" font-size="10.5" fill="${colors.inkSoft}">${escapeXml(note ?? shorten(shopName))}</text></g></svg>\n`
}

function drawWord(word: string, color: string): string {
  const mark =
    word === 'VERIFIED'
      ? `<path d="M84 21.5l3.2 3.4 6-7" fill="none" stroke="${color}" stroke-width="2"/>`
      : `<circle cx="88" cy="21" r="4" fill="none" stroke="${color}" stroke-width="1.6" stroke-dasharray="2 2"/>`
  return `${mark}<text x="99" y="26" font-size="13" font-weight="700" letter-spacing=".6" fill="${color}">${word}</text>`
}

function drawStamp(word: string): string {
  return `<g transform="rotate(-4 104 20)"><rect x="83" y="10" width="48" height="19" rx="2" fill="none" stroke="${colors.ink}" stroke-width="2"/><text x="107" y="24" font-size="12.5" font-weight="700" letter-spacing="1.5" text-anchor="middle" fill="${colors.ink}">${word}</text></g>`
}

/** Returns the texts of a badge, with a note if the record is on a test chain, and whether the record is final. */
export function badgeText({ leaf, anchors, isStopped }: PublicLeaf) {
  if (isStopped) return { word: 'NOT RECORDED', message: 'Recording is stopped', note: null, isFinal: false }
  const { earliestBlock, mark, state } = proofStatus(leaf, anchors)
  const isFinal = state === 'final'
  const day = earliestBlock === null ? null : formatDay(earliestBlock.noLaterThan.toISOString())
  switch (mark) {
    case 'none':
      return { word: 'NOT VERIFIED YET', message: 'Being recorded', note: null, isFinal: false }
    case 'test': {
      const message = day === null ? 'On a test chain' : `Existed no later than ${day}`
      return { word: 'TEST', message, note: 'A test: it proves nothing to others', isFinal }
    }
    case 'verified':
      return { word: 'VERIFIED', message: `Existed no later than ${day ?? ''}`, note: null, isFinal }
    case 'recorded': {
      // A picture cannot show whether the chain has that block, and a link that the operator declares does not prove a time.
      const undatedMessage = isDeclaredOnly(leaf, anchors)
        ? 'As declared by the operator'
        : 'No date is proven'
      const message = day === null ? undatedMessage : `Its block says no later than ${day}`
      return { word: 'RECORDED', message, note: null, isFinal }
    }
  }
}

/** Shortens a name to fit the badge's line. */
function shorten(name: string): string {
  const characters = Array.from(name)
  return characters.length <= 34 ? name : `${characters.slice(0, 33).join('')}…`
}
