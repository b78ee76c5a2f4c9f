/** A text as searches compare it: without case, accents and runs of space. 'José  Ruiz' -> 'jose ruiz'. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
