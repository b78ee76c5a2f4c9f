declare module 'subset-font' {
  /** Cuts a font, in any container, to the characters of `text`; axes of a variable font are pinned. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'truetype'; variationAxes: Record<string, number> },
  ): Promise<Uint8Array>
}
