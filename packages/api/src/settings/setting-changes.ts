import { isDeepStrictEqual } from 'node:util'
import { isObject, secretFields, settingGroups, type GroupName } from '@priormark/core/settings/groups'

/** A group's values, or those of an object within it. */
export type Values = Readonly<Record<string, unknown>>

/** Returns what differs from the defaults, which is all that is stored. Lists are stored whole. */
export function changesFrom(defaults: Values, values: Values): Values {
  const changes: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(values)) {
    const standard = defaults[field]
    if (isDeepStrictEqual(value, standard)) continue
    changes[field] = isObject(value) && isObject(standard) ? changesFrom(standard, value) : value
  }
  return changes
}

/** Returns the defaults with stored changes. Changes of fields that no longer exist are left out. */
export function withChanges(defaults: Values, changes: Values): Values {
  return Object.fromEntries(
    Object.entries(defaults).map(([field, standard]) => {
      const change = changes[field]
      if (change === undefined) return [field, standard]
      return [field, isObject(standard) && isObject(change) ? withChanges(standard, change) : change]
    }),
  )
}

/** The longest part of a value that the audit log shows. */
const maxLength = 80

/** How much of a text is shown before what changed in it. */
const contextLength = 20

/** Lists with the words of customers, who may ask for their removal. Only their lengths are logged. */
const customerLists: readonly string[] = ['reviews']

/** Describes what changed in a group for the audit log: each field by its name, with the former and the new value. */
export function describeChanges(group: GroupName, before: Values, after: Values): string {
  const labels: Readonly<Record<string, string>> = settingGroups[group].labels
  const secrets: readonly string[] = secretFields[group] ?? []
  return Object.keys(after)
    .flatMap((field) => {
      const label = labels[field] ?? field
      if (secrets.includes(field)) return secretChange(label, before[field], after[field])
      if (customerLists.includes(field)) return lengthChange(label, before[field], after[field])
      return changesOf(field, labels, before[field], after[field])
    })
    .join('; ')
}

/** Never shows the secret itself. */
function secretChange(name: string, before: unknown, after: unknown): string[] {
  if (before === after) return []
  if (after === '') return [`${name}: removed`]
  return [`${name}: ${before === '' ? 'set' : 'replaced'}`]
}

function changesOf(
  path: string,
  labels: Readonly<Record<string, string>>,
  before: unknown,
  after: unknown,
): string[] {
  if (isDeepStrictEqual(before, after)) return []
  if (isObject(before) && isObject(after)) {
    return Object.keys(after).flatMap((part) =>
      changesOf(`${path}.${part}`, labels, before[part], after[part]),
    )
  }
  const name = nameOf(path, labels)
  if (Array.isArray(before) && Array.isArray(after)) return [`${name}: ${listChange(before, after)}`]
  return [`${name}: ${difference(before, after)}`]
}

function difference(before: unknown, after: unknown): string {
  const [from, to] = [textOf(before), textOf(after)]
  const start = Math.max(0, firstDifference(from, to) - contextLength)
  return `${shortened(from, start)} to ${shortened(to, start)}`
}

/** Returns the name of a field, or of the nearest field around it that has one and the part: 'Banner, title'. */
function nameOf(path: string, labels: Readonly<Record<string, string>>): string {
  const label = labels[path]
  const at = path.lastIndexOf('.')
  if (label !== undefined || at < 0) return label ?? path
  return `${nameOf(path.slice(0, at), labels)}, ${path.slice(at + 1)}`
}

function lengthChange(name: string, before: unknown, after: unknown): string[] {
  if (isDeepStrictEqual(before, after) || !Array.isArray(before) || !Array.isArray(after)) return []
  return [`${name}: ${before.length} before, ${after.length} now`]
}

function listChange(before: readonly unknown[], after: readonly unknown[]): string {
  const missingIn = (list: readonly unknown[]) => (item: unknown) =>
    !list.some((other) => isDeepStrictEqual(other, item))
  const removed = before.filter(missingIn(after))
  const added = after.filter(missingIn(before))
  if (removed.length + added.length === 0) return 'another order'
  const inPlace = before.filter((item, n) => !isDeepStrictEqual(item, after[n]))
  if (before.length === after.length && inPlace.length === removed.length) {
    return inPlace.map((item) => difference(item, after[before.indexOf(item)])).join(', ')
  }
  const list = (items: readonly unknown[]) => items.map((item) => shortened(textOf(item), 0)).join(', ')
  return [
    ...(removed.length === 0 ? [] : [`removed ${list(removed)}`]),
    ...(added.length === 0 ? [] : [`added ${list(added)}`]),
  ].join(', ')
}

function textOf(value: unknown): string {
  if (isObject(value)) return Object.values(value).map(textOf).join(' ')
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return String(value).replace(/\s+/g, ' ')
}

function firstDifference(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

function shortened(text: string, start: number): string {
  if (text === '') return 'nothing'
  const end = start + maxLength
  return `“${start > 0 ? '…' : ''}${text.slice(start, end)}${text.length > end ? '…' : ''}”`
}
