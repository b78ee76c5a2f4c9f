import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'
import * as v from 'valibot'

/**
 * A font family of the certificate, installed as a package. Packages split families into files by character range, so
 * that only the needed ones are read.
 */
export interface FontFamily {
  /** The name of its package in @fontsource-variable. */
  name: string
  /** The variable axes of the package's files, as in their names. */
  axes: 'wght' | 'opsz'
}

/** One file of a family. */
export interface FontSlice {
  family: FontFamily
  file: string
  /** The ranges that the package names. The file contains only some of their characters. */
  ranges: readonly (readonly [from: number, to: number])[]
}

const familyOf = (name: string): FontFamily => ({ name, axes: 'wght' })
const chinese = familyOf('noto-sans-sc')
const japanese = familyOf('noto-sans-jp')
const korean = familyOf('noto-sans-kr')
const emoji = familyOf('noto-emoji')
const scripts = ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-thai'].map(familyOf)

export const monoFamily = familyOf('jetbrains-mono')
export const serifFamily: FontFamily = { name: 'source-serif-4', axes: 'opsz' }
export const displayFamily: FontFamily = { name: 'bricolage-grotesque', axes: 'opsz' }

/**
 * Returns the families for a text, best first. Chinese, Japanese and Korean share characters and draw them differently;
 * kana or hangul in the text show which language it is.
 */
export function familiesFor(text: string): FontFamily[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
    return [...scripts, japanese, chinese, korean, emoji]
  if (/\p{Script=Hangul}/u.test(text)) return [...scripts, korean, japanese, chinese, emoji]
  return [...scripts, chinese, japanese, korean, emoji]
}

/** Whether a grapheme should be drawn as an emoji. */
export function isEmoji(grapheme: string): boolean {
  return /\p{Emoji_Presentation}|\uFE0F/u.test(grapheme)
}

/** Returns the families for an emoji, best first. */
export function familiesForEmoji(): FontFamily[] {
  return [emoji, ...scripts]
}

const slicesByFamily = new Map<string, Promise<FontSlice[]>>()
const charactersByFile = new Map<string, Promise<ReadonlySet<number>>>()

/** Returns the first slice that contains all of the characters, or null. */
export async function findSlice(
  characters: string,
  families: readonly FontFamily[],
): Promise<FontSlice | null> {
  const points = Array.from(characters, (character) => character.codePointAt(0) ?? 0)
  const mayContain = ({ ranges }: FontSlice) =>
    points.every((point) => ranges.some(([from, to]) => point >= from && point <= to))
  for (const family of families) {
    const slices = await memoize(slicesByFamily, family.name, () => readSlices(family))
    for (const slice of slices.filter(mayContain)) {
      const characterSet = await memoize(charactersByFile, slice.file, () => readCharacters(slice))
      if (points.every((point) => characterSet.has(point))) return slice
    }
  }
  return null
}

const Ranges = v.record(v.string(), v.string())

async function readSlices(family: FontFamily): Promise<FontSlice[]> {
  const folder = `@fontsource-variable/${family.name}`
  const ranges = v.parse(Ranges, JSON.parse(await readFile(resolve(`${folder}/unicode.json`), 'utf8')))
  return Object.entries(ranges).map(([key, list]) => ({
    family,
    file: resolve(`${folder}/files/${family.name}-${key.replace(/[[\]]/g, '')}-${family.axes}-normal.woff2`),
    ranges: list.split(',').map(parseRange),
  }))
}

/** Parses `U+0300-0301` or `U+20AC`. */
function parseRange(text: string): [number, number] {
  const [from = '', to = from] = text.trim().slice(2).split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

async function readCharacters({ file }: FontSlice): Promise<ReadonlySet<number>> {
  const font = create(await readFile(file))
  return new Set('characterSet' in font ? font.characterSet : [])
}

function resolve(specifier: string): string {
  return fileURLToPath(import.meta.resolve(specifier))
}

function memoize<T>(map: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}
