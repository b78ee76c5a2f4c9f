declare module 'subset-font' {
  /** Subsets a font, in any container, to the characters of `text`, and pins the axes of a variable font. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'truetype'; variationAxes: Record<string, number> },
  ): Promise<Uint8Array>
}

/** The package's own types describe the CommonJS build, and not its actual export. */
declare module 'bidi-js/dist/bidi.mjs' {
  interface Bidi {
    /** A level for every UTF-16 code unit: odd levels run right to left. */
    getEmbeddingLevels(text: string): { levels: Uint8Array; paragraphs: { level: number }[] }
    /** Returns the mirror image of a character in right-to-left text, such as `(` for `)`; null if it has none. */
    getMirroredCharacter(character: string): string | null
  }
  export default function bidiFactory(): Bidi
}
