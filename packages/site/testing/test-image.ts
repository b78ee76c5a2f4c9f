import type { Page } from '@playwright/test'

/** Draws a PNG in the browser. */
export async function createImage(
  page: Page,
  name: string,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const base64 = await page.evaluate((text) => {
    const canvas = document.createElement('canvas')
    canvas.width = 900
    canvas.height = 600
    const pen = canvas.getContext('2d')
    if (pen === null) return ''
    pen.fillStyle = '#0a6b4e'
    pen.fillRect(0, 0, 900, 600)
    pen.fillStyle = '#ffffff'
    pen.font = '80px sans-serif'
    pen.fillText(text, 80, 320)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  }, name)
  return { name: `${name}.png`, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') }
}
