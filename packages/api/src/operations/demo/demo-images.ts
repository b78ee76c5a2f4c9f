import { createHash } from 'node:crypto'
import { drawSeal } from '@priormark/core/proofs/proof/seal'

/** The size of all images, in pixels. */
const width = 1600
const height = 900

const paper = '#F6F3EC'
const ink = '#15140F'
const rule = '#DDD6C8'
const verified = '#0A6B4E'
const atRisk = '#B8321A'

/** The images of the demo posts, drawn as SVG. They contain no text, so that no font is needed. */
export const demoImages = {
  seal: () =>
    drawPage(
      ink,
      drawSealOf('One line of a lyric', 800, 450, 3.6, paper) + drawCropMarks(800, 450, 380, '#57534A'),
    ),
  plates: () => drawPage(paper, drawPlates()),
  tree: () => drawPage(paper, drawTree()),
  score: () => drawPage('#E9F2EC', drawScore()),
  chain: () => drawPage(ink, drawChain()),
  oneByte: () =>
    drawPage(
      paper,
      drawSealOf('la la la', 440, 450, 2.7, verified) +
        drawSealOf('la la lA', 1160, 450, 2.7, atRisk) +
        drawCropMarks(440, 450, 300, ink) +
        drawCropMarks(1160, 450, 300, ink),
    ),
  contract: () => drawPage(paper, drawContract()),
} as const satisfies Record<string, () => string>

export type DemoImageName = keyof typeof demoImages

function drawPage(background: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${background}"/>${content}</svg>`
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Draws the seal of a text around a point. It is 200 pixels wide at a `scale` of 1. */
function drawSealOf(text: string, x: number, y: number, scale: number, color: string): string {
  const quarters = drawSeal(hashText(text)).map(
    ({ path, strokeWidth }) =>
      `<path d="${path}" stroke="${color}" stroke-width="${strokeWidth}" fill="none"/>`,
  )
  return `<g transform="translate(${x} ${y}) scale(${scale})">${quarters.join('')}${drawMark(color)}</g>`
}

/** The logo: a crossed circle with one quarter filled. */
function drawMark(color: string): string {
  return (
    `<g fill="none" stroke="${color}" stroke-width="1.6"><circle r="22"/><path d="M-34 0H34M0-34V34"/></g>` +
    `<path d="M0 0V-22A22 22 0 0 1 22 0Z" fill="${color}"/>`
  )
}

function drawCropMarks(x: number, y: number, reach: number, color: string): string {
  const corner = (sx: number, sy: number) =>
    `M${x + sx * reach} ${y + sy * (reach - 60)}V${y + sy * reach}H${x + sx * (reach - 60)}`
  const path = [corner(-1, -1), corner(1, -1), corner(-1, 1), corner(1, 1)].join('')
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="3"/>`
}

/** Three misaligned printing plates, and one place where they align. */
function drawPlates(): string {
  const plate = (color: string, dx: number, dy: number) =>
    `<g transform="translate(${dx} ${dy})" style="mix-blend-mode:multiply" fill="${color}">
       <circle cx="520" cy="450" r="250"/><rect x="760" y="200" width="180" height="500"/>
       <path d="M1040 700 1220 200 1400 700Z"/></g>`
  const crosses = [160, 1440].map((x) => `<g transform="translate(${x} 120) scale(1.4)">${drawMark(ink)}</g>`)
  return plate('#E8B23A', 0, 0) + plate('#D9644A', 14, -8) + plate('#3F8F79', -12, 10) + crosses.join('')
}

/** A Merkle tree. */
function drawTree(): string {
  const lines: string[] = []
  const nodes: string[] = []
  let row = Array.from({ length: 8 }, (_, leaf) => ({ x: 170 + leaf * 180, y: 740 }))
  row.forEach(({ x, y }, leaf) =>
    nodes.push(drawSealOf(`leaf ${leaf}`, x, y, 0.72, leaf === 2 ? verified : ink)),
  )
  let pathIndex = 2
  for (let level = 1; row.length > 1; level += 1) {
    pathIndex = Math.floor(pathIndex / 2)
    const parents = Array.from({ length: row.length / 2 }, (_, n) => ({
      x: ((row[2 * n]?.x ?? 0) + (row[2 * n + 1]?.x ?? 0)) / 2,
      y: 740 - level * 200,
    }))
    for (const [n, child] of row.entries()) {
      const parent = parents[Math.floor(n / 2)] ?? child
      lines.push(
        `<path d="M${child.x} ${child.y - 60}V${(child.y + parent.y) / 2}H${parent.x}V${parent.y}"/>`,
      )
    }
    parents.forEach(({ x, y }, n) =>
      nodes.push(
        `<circle cx="${x}" cy="${y}" r="${14 + level * 5}" fill="${n === pathIndex ? verified : ink}"/>`,
      ),
    )
    row = parents
  }
  return `<g fill="none" stroke="${rule}" stroke-width="5">${lines.join('')}</g>${nodes.join('')}`
}

/** A staff whose notes are the digits of a fingerprint. */
function drawScore(): string {
  const digits = Array.from(hashText('a melody'), (digit) => Number.parseInt(digit, 16)).slice(0, 20)
  const staff = Array.from({ length: 5 }, (_, line) => `M120 ${330 + line * 60}H1480`).join('')
  const notes = digits.map((digit, n) => {
    const [x, y] = [210 + n * 62, 600 - digit * 20]
    const stem = digit > 8 ? `M${x - 17} ${y}v120` : `M${x + 17} ${y}v-120`
    return `<ellipse cx="${x}" cy="${y}" rx="20" ry="15" transform="rotate(-20 ${x} ${y})"/><path d="${stem}" stroke="${ink}" stroke-width="5"/>`
  })
  return `<path d="${staff}" stroke="${verified}" stroke-width="3"/><g fill="${ink}">${notes.join('')}</g>`
}

/** Blocks that refer to each other by their seals. */
function drawChain(): string {
  return Array.from({ length: 5 }, (_, block) => {
    const x = 200 + block * 300
    const isHighlighted = block === 3
    const link = block === 0 ? '' : `<path d="M${x - 190} 450H${x - 110}" stroke="#57534A" stroke-width="6"/>`
    const frame = `<rect x="${x - 110}" y="340" width="220" height="220" fill="${isHighlighted ? verified : 'none'}" stroke="${isHighlighted ? verified : '#57534A'}" stroke-width="4"/>`
    return link + frame + drawSealOf(`block ${block}`, x, 450, 0.95, paper)
  }).join('')
}

/** A page of ruled lines with a seal in place of the signature. */
function drawContract(): string {
  const lines = Array.from({ length: 9 }, (_, line) => {
    const length = 760 - ((line * 137) % 260)
    return `<rect x="420" y="${170 + line * 46}" width="${length}" height="14" fill="${rule}"/>`
  })
  return (
    `<rect x="340" y="80" width="920" height="740" fill="#FFFFFF" stroke="${rule}" stroke-width="3"/>` +
    lines.join('') +
    drawSealOf('signed', 1090, 680, 1.05, verified) +
    `<path d="M420 720H820" stroke="${ink}" stroke-width="4"/>`
  )
}
