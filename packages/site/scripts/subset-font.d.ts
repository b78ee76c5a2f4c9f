declare module 'subset-font' {
  /** Subsets a font to the characters of `text`. An axis can be fixed or limited to a range. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2'
      variationAxes?: Record<string, number | { min: number; max: number }>
    },
  ): Promise<Uint8Array>
}
