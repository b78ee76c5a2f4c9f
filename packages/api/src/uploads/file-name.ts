import { maxFileNameLength } from '@priormark/core/limits'

/**
 * Cleans a file name: removes folders, control characters and invisible direction marks, replaces lone surrogates, and shortens it to 255 characters
 * without losing the extension. 'C:\\music\\song.wav' -> 'song.wav'.
 */
export function cleanFileName(name: string): string {
  const base = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const visible = base.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
  if (visible === '' || visible === '.' || visible === '..') return 'file'
  if (visible.length <= maxFileNameLength) return visible
  const ending = /\.[^.]{1,20}$/.exec(visible)?.[0] ?? ''
  const characters = Array.from(visible)
  return characters.slice(0, Math.floor((maxFileNameLength - ending.length) / 2)).join('') + ending
}
