/** Normalizes a text for searching: no case, accents or repeated spaces. 'José  Ruiz' -> 'jose ruiz'. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Returns a LIKE pattern that finds a literal text anywhere: '50%' -> '%50\\%%'. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
