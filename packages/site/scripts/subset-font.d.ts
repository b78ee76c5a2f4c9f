declare module 'subset-font' {
  /** Cuts a font to the characters of `text`; an axis can be pinned or narrowed. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2'
      variationAxes?: Record<string, number | { min: number; max: number }>
    },
  ): Promise<Uint8Array>
}
