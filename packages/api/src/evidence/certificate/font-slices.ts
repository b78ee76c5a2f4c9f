import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'
import * as v from 'valibot'

/**
 * The fonts of the certificate come as packages. Each family is cut into slices by character there, so that only the
 * slices that a text needs are read.
 */
export interface FontFamily {
  /** Of its package in @fontsource-variable. */
  name: string
  /** Which of the package's cuts, as its files are called. */
  cut: 'wght' | 'opsz'
}

/** One file of a family. */
export interface FontSlice {
  family: FontFamily
  file: string
  /** What its package says that it has: wider than what it has. */
  ranges: readonly (readonly [from: number, to: number])[]
}

const family = (name: string): FontFamily => ({ name, cut: 'wght' })
const chinese = family('noto-sans-sc')
const japanese = family('noto-sans-jp')
const korean = family('noto-sans-kr')
const emoji = family('noto-emoji')
const scripts = ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-thai'].map(family)

export const monoFamily = family('noto-sans-mono')
export const displayFamily: FontFamily = { name: 'bricolage-grotesque', cut: 'opsz' }

/**
 * The families for a text, the best first. Chinese, Japanese and Korean share characters and draw them differently:
 * the text itself says by its kana or its hangul whose they are.
 */
export function familiesFor(text: string): FontFamily[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
    return [...scripts, japanese, chinese, korean, emoji]
  if (/\p{Script=Hangul}/u.test(text)) return [...scripts, korean, japanese, chinese, emoji]
  return [...scripts, chinese, japanese, korean, emoji]
}

/** Whether a character as people see it is meant as a picture. */
export function isEmoji(grapheme: string): boolean {
  return /\p{Emoji_Presentation}|\uFE0F/u.test(grapheme)
}

/** As `familiesFor`, with the pictures first. */
export function familiesForEmoji(): FontFamily[] {
  return [emoji, ...scripts]
}

const slices = new Map<string, Promise<FontSlice[]>>()
const characterSets = new Map<string, Promise<ReadonlySet<number>>>()

/** The first slice that has all of the characters; null where none has. */
export async function findSlice(
  characters: string,
  families: readonly FontFamily[],
): Promise<FontSlice | null> {
  const points = Array.from(characters, (character) => character.codePointAt(0) ?? 0)
  const claims = ({ ranges }: FontSlice) =>
    points.every((point) => ranges.some(([from, to]) => point >= from && point <= to))
  for (const candidate of families) {
    for (const slice of (await kept(slices, candidate.name, () => readSlices(candidate))).filter(claims)) {
      const known = await kept(characterSets, slice.file, () => readCharacters(slice))
      if (points.every((point) => known.has(point))) return slice
    }
  }
  return null
}

const Ranges = v.record(v.string(), v.string())

async function readSlices(of: FontFamily): Promise<FontSlice[]> {
  const folder = `@fontsource-variable/${of.name}`
  const ranges = v.parse(Ranges, JSON.parse(await readFile(resolve(`${folder}/unicode.json`), 'utf8')))
  return Object.entries(ranges).map(([key, list]) => ({
    family: of,
    file: resolve(`${folder}/files/${of.name}-${key.replace(/[[\]]/g, '')}-${of.cut}-normal.woff2`),
    ranges: list.split(',').map(parseRange),
  }))
}

/** `U+0300-0301` or `U+20AC`. */
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

function kept<T>(map: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}
