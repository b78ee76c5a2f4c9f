/** Returns a LIKE pattern that finds a literal text anywhere: '50%' -> '%50\\%%'. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
