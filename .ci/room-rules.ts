import type { OxlintOverride } from 'oxlint'

/** An import that files may not contain. */
export interface Ban {
  /** A regular expression without lookaround. One that oxlint cannot read matches nothing, silently. */
  regex?: string
  /** Patterns as in .gitignore. What a negated one allows, no later ban of the list forbids. */
  group?: string[]
  message: string
  allowTypeImports?: boolean
}

export const banImports = (files: string, bans: readonly Ban[]): OxlintOverride => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', { patterns: [...bans] }] },
})

/** The rooms of a package, each with those that it may import. See docs/architecture.md. */
export type Rooms = Record<string, readonly string[]>

/** Forbids the rooms that a room may not import, and the files above all rooms. */
export function outsideRoom(rooms: Rooms, room: string, composition: readonly string[]): Ban[] {
  const allowed = rooms[room] ?? []
  const forbidden = [
    ...Object.keys(rooms).flatMap((other) =>
      other === room || allowed.includes(other) ? [] : [`${other}/`],
    ),
    ...composition.map((file) => `${file}\\.ts$`),
  ]
  if (forbidden.length === 0) return []
  const message = `${room} may import ${allowed.length === 0 ? 'no other room' : allowed.join(', ')}`
  return [{ regex: `^(\\.\\./)+(${forbidden.join('|')})`, message }]
}

interface Package {
  folder: string
  rooms: Rooms
  /** The files that put the parts together, without `.ts`. No room imports them. */
  composition?: readonly string[]
  /** What no room may import. */
  bans: readonly Ban[]
}

export const banOutsideRooms = ({ folder, rooms, composition = [], bans }: Package): OxlintOverride[] =>
  Object.keys(rooms).map((room) =>
    banImports(`${folder}/${room}/**`, [...outsideRoom(rooms, room, composition), ...bans]),
  )
