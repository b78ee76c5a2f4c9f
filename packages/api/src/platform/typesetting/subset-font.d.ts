declare module 'subset-font' {
  /** Subsets a font, in any container, to the characters of `text`, and pins the axes of a variable font. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'truetype'; variationAxes: Record<string, number> },
  ): Promise<Uint8Array>
}
