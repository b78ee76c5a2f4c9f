/** A pattern for LIKE that finds a text anywhere and takes its signs literally: '50%' -> '%50\\%%'. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
