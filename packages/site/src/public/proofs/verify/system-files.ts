const folders = '__MACOSX|\\.AppleDouble|@eaDir'
const files = '\\._.*|\\.DS_Store|Thumbs\\.db|ehthumbs\\.db|desktop\\.ini'
const systemPath = new RegExp(`(^|[/\\\\])((${folders})[/\\\\].*|${files})$`, 'is')

/** Whether an operating system made this file or folder beside those of a person: it is no part of evidence and no work. */
export function isSystemFile(path: string): boolean {
  return systemPath.test(path)
}
