import sharp, { type Sharp } from 'sharp'
import type { Visitor } from '../../../testing/visitor.ts'

let shade = 0

/** Returns a number that no other image of the run uses. */
export const nextShade = () => (shade += 1)

/** Returns an image that no other test uses. */
export function picture(width: number, height: number): Sharp {
  const color = nextShade()
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: color % 256, g: (color * 91) % 256, b: (color >> 8) % 256 },
    },
  })
}

/** Uploads an image to the library. */
export function sendImage(by: Visitor, content: Uint8Array | string, fileName = 'A Sketch.PNG') {
  const form = new FormData()
  form.set('image', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), fileName)
  return by.api.images.upload({ form })
}
