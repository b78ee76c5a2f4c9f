/** The formats of images that are accepted, as the part of their types after 'image/'. */
export const imageFormats = ['png', 'jpeg', 'gif', 'webp', 'avif'] as const

/** The accepted formats in words, with the largest size. */
export const acceptedImagesText = 'PNG, JPEG, GIF, WebP or AVIF, max 10MB'
