/** The package's own types are for its CommonJS build, and describe another way of exporting than that build has. */
declare module 'bidi-js/dist/bidi.mjs' {
  interface Bidi {
    /** A level for every UTF-16 code unit: odd ones run from right to left. */
    getEmbeddingLevels(text: string): { levels: Uint8Array; paragraphs: { level: number }[] }
    /** What stands for a sign in a text from right to left, such as `(` for `)`; null where it has no mirror image. */
    getMirroredCharacter(character: string): string | null
  }
  export default function bidiFactory(): Bidi
}
