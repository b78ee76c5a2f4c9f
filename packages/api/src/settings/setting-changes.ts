import { isDeepStrictEqual } from 'node:util'
import { isObject, secretFields, settingGroups, type GroupName } from '@priormark/core/settings/groups'

/** A group's values, or those of an object within it. */
export type Values = Readonly<Record<string, unknown>>

/** Returns what differs from the defaults, which is all that is stored. Lists are stored whole. */
export function changesFrom(defaults: Values, values: Values): Values {
  const changes: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(values)) {
    const defaultValue = defaults[field]
    if (isDeepStrictEqual(value, defaultValue)) continue
    changes[field] = isObject(value) && isObject(defaultValue) ? changesFrom(defaultValue, value) : value
  }
  return changes
}

/** Returns the defaults with stored changes. Changes of fields that no longer exist are left out. */
export function withChanges(defaults: Values, changes: Values): Values {
  return Object.fromEntries(
    Object.entries(defaults).map(([field, defaultValue]) => {
      const change = changes[field]
      if (change === undefined) return [field, defaultValue]
      return [field, isObject(defaultValue) && isObject(change) ? withChanges(defaultValue, change) : change]
    }),
  )
}

/** How many characters of a value the audit log shows. */
const excerptLength = 80

/** How many characters it shows before the first difference of two texts. */
const contextLength = 20

/** Lists of what customers wrote, who may ask for its removal. Only the lengths of these lists are logged. */
const customerLists: readonly string[] = ['reviews']

/** Describes what changed in a group for the audit log: each field by its name, with the former and the new value. */
export function describeChanges(group: GroupName, before: Values, after: Values): string {
  const labels: Readonly<Record<string, string>> = settingGroups[group].labels
  const secrets: readonly string[] = secretFields[group] ?? []
  return Object.keys(after)
    .flatMap((field) => {
      const label = labels[field] ?? field
      if (secrets.includes(field)) return describeSecretChange(label, before[field], after[field])
      if (customerLists.includes(field)) return describeLengthChange(label, before[field], after[field])
      return describeField(field, labels, before[field], after[field])
    })
    .join('; ')
}

/** Describes the change without the secret itself. */
function describeSecretChange(name: string, before: unknown, after: unknown): string[] {
  if (before === after) return []
  if (after === '') return [`${name}: removed`]
  return [`${name}: ${before === '' ? 'set' : 'replaced'}`]
}

function describeField(
  path: string,
  labels: Readonly<Record<string, string>>,
  before: unknown,
  after: unknown,
): string[] {
  if (isDeepStrictEqual(before, after)) return []
  if (isObject(before) && isObject(after)) {
    return Object.keys(after).flatMap((part) =>
      describeField(`${path}.${part}`, labels, before[part], after[part]),
    )
  }
  const name = nameOf(path, labels)
  if (Array.isArray(before) && Array.isArray(after)) return [`${name}: ${describeListChange(before, after)}`]
  return [`${name}: ${describeDifference(before, after)}`]
}

function describeDifference(before: unknown, after: unknown): string {
  const [from, to] = [formatValue(before), formatValue(after)]
  const start = Math.max(0, findFirstDifference(from, to) - contextLength)
  return `${quoteExcerpt(from, start)} to ${quoteExcerpt(to, start)}`
}

/** Returns the label of a field, or that of the object around it and the rest of its path, such as 'Banner, title'. */
function nameOf(path: string, labels: Readonly<Record<string, string>>): string {
  const label = labels[path]
  const dotIndex = path.lastIndexOf('.')
  if (label !== undefined || dotIndex < 0) return label ?? path
  return `${nameOf(path.slice(0, dotIndex), labels)}, ${path.slice(dotIndex + 1)}`
}

function describeLengthChange(name: string, before: unknown, after: unknown): string[] {
  if (isDeepStrictEqual(before, after) || !Array.isArray(before) || !Array.isArray(after)) return []
  return [`${name}: ${before.length} before, ${after.length} now`]
}

function describeListChange(before: readonly unknown[], after: readonly unknown[]): string {
  const missingIn = (list: readonly unknown[]) => (item: unknown) =>
    !list.some((other) => isDeepStrictEqual(other, item))
  const removedItems = before.filter(missingIn(after))
  const addedItems = after.filter(missingIn(before))
  if (removedItems.length + addedItems.length === 0) return 'reordered'
  const replacedItems = before.filter((item, n) => !isDeepStrictEqual(item, after[n]))
  if (before.length === after.length && replacedItems.length === removedItems.length) {
    return replacedItems.map((item) => describeDifference(item, after[before.indexOf(item)])).join(', ')
  }
  const quoteItems = (items: readonly unknown[]) =>
    items.map((item) => quoteExcerpt(formatValue(item), 0)).join(', ')
  return [
    ...(removedItems.length === 0 ? [] : [`removed ${quoteItems(removedItems)}`]),
    ...(addedItems.length === 0 ? [] : [`added ${quoteItems(addedItems)}`]),
  ].join(', ')
}

function formatValue(value: unknown): string {
  if (isObject(value)) return Object.values(value).map(formatValue).join(' ')
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return String(value).replace(/\s+/g, ' ')
}

function findFirstDifference(one: string, other: string): number {
  let index = 0
  while (index < one.length && one[index] === other[index]) index += 1
  return index
}

function quoteExcerpt(text: string, start: number): string {
  if (text === '') return 'nothing'
  const end = start + excerptLength
  return `“${start > 0 ? '…' : ''}${text.slice(start, end)}${text.length > end ? '…' : ''}”`
}
