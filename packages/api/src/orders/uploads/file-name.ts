import { withoutDirectionMarks } from '@priormark/core/platform/isolated-text'
import { maxFileNameLength } from '@priormark/core/platform/limits'

/** A full path as some programs on Windows send it. Elsewhere a backslash is a character of the name. */
const windowsFolders = /^[a-z]:\\(?:.*\\)?/i

/**
 * Cleans a file name, which is recorded as it is otherwise: removes folders, control characters, line separators and direction
 * marks, replaces lone surrogates, and shortens it to 255 characters without losing the extension. Joiners stay, because Persian,
 * Hindi and many emoji are written with them. 'C:\\music\\song.wav' -> 'song.wav'.
 */
export function cleanFileName(name: string): string {
  const shown = withoutDirectionMarks(name.toWellFormed()).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '')
  const base = (shown.split('/').at(-1) ?? '').replace(windowsFolders, '').normalize('NFC')
  if (/^(?:[\s\p{Default_Ignorable_Code_Point}]*|\.\.?)$/u.test(base)) return 'file'
  if (base.length <= maxFileNameLength) return base
  const ending = /\.[^.]{1,20}$/.exec(base)?.[0] ?? ''
  const characters = Array.from(base)
  return characters.slice(0, Math.floor((maxFileNameLength - ending.length) / 2)).join('') + ending
}
