import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@priormark/core/platform/errors'
import type { GroupView } from '@priormark/core/settings/endpoints'
import {
  groupNames,
  secretFields,
  settingGroups,
  type GroupName,
  type SettingValues,
} from '@priormark/core/settings/groups'
import { isMasked, maskedSecret } from '@priormark/core/settings/services'
import * as v from 'valibot'
import { audit } from '../staff/audit/audit-service.ts'
import type { SecretCipher } from '../staff/auth/secret-cipher.ts'
import type { Em } from '../platform/database/database.ts'
import { describeChanges, changesFrom, withChanges, type Values } from './setting-changes.ts'
import { overridesOf, type SettingOverride } from './setting-variables.ts'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { columnsOf, readRows } from '../platform/database/rows.ts'

/** A group of the shop's settings that an administrator has changed. */
export const SettingGroup = defineEntity({
  name: 'SettingGroup',
  properties: {
    /** A group name from core's settings/groups.ts. */
    name: p.string().length(50).primary(),
    /** What differs from the defaults. */
    value: p.json<Record<string, unknown>>(),
    version: p.integer(),
    changedAt: p.datetime(),
    changedBy: p.string().length(200),
  },
})
export type SettingGroup = InferEntity<typeof SettingGroup>

/** Every group as it is in effect. */
type SettingViews = { [Name in GroupName]: GroupView<SettingValues[Name]> }

/** The dependencies of reading and changing groups, besides the database. */
export interface GroupDeps {
  overrides: readonly SettingOverride[]
  /** Encrypts the secrets of groups. */
  cipher: SecretCipher
}

/** Every group as the server uses it: with secrets. Never part of a response. */
export type EffectiveSettings = { [Name in GroupName]: SettingValues[Name] } & {
  /** The labels of the secrets that were encrypted with another key, by group. */
  unreadable: { [Name in GroupName]?: string[] }
}

/** Reads all groups as the admin shows them: the defaults, the changes and the overrides. Secrets are masked. */
export async function readSettings(em: Em, deps: GroupDeps): Promise<SettingViews> {
  const rows = await readRowsByName(em)
  return Object.fromEntries(
    groupNames.map((name) => [name, groupView(name, rows.get(name) ?? null, deps)]),
  ) as SettingViews
}

/** Reads all groups as the server uses them, and their versions. */
export async function readEffectiveSettings(
  em: Em,
  deps: GroupDeps,
): Promise<{ settings: EffectiveSettings; versions: number[] }> {
  const rows = await readRowsByName(em)
  const groups: Record<string, Values> = {}
  const unreadable: Record<string, string[]> = {}
  for (const name of groupNames) {
    const { values, unreadableFields } = parseGroup(name, rows.get(name) ?? null, deps.cipher)
    const overriddenValues = overridesOf(deps.overrides, name, 'value')
    groups[name] = { ...values, ...overriddenValues }
    const fields = unreadableFields.filter((field) => !(field in overriddenValues))
    unreadable[name] = fields.map((field) => labelOf(name, field))
  }
  return {
    settings: { ...groups, unreadable } as EffectiveSettings,
    versions: groupNames.map((name) => rows.get(name)?.version ?? 0),
  }
}

async function readRowsByName(em: Em): Promise<Map<string, SettingGroup>> {
  const rows = await em.find(SettingGroup, {}, { refresh: true })
  return new Map(rows.map((row) => [row.name, row]))
}

function groupView<Name extends GroupName>(
  name: Name,
  row: GroupRow | null,
  { overrides, cipher }: GroupDeps,
): GroupView<SettingValues[Name]> {
  const { values: storedValues, unreadableFields } = parseGroup(name, row, cipher)
  const overriddenValues = overridesOf(overrides, name, 'value')
  const values: Record<string, unknown> = { ...storedValues, ...overriddenValues }
  for (const field of secretsOf(name)) values[field] = maskedSecret(v.parse(v.string(), values[field]))
  return {
    version: row?.version ?? 0,
    values: values as SettingValues[Name],
    variables: overridesOf(overrides, name, 'variable'),
    unreadable: unreadableFields.filter((field) => !(field in overriddenValues)),
    changedAt: row?.changedAt.toISOString() ?? null,
    changedBy: row?.changedBy ?? null,
  }
}

/**
 * Returns the values of a row without overrides, with decrypted secrets, and the fields whose secrets were encrypted with another key:
 * their values are ''. If this version of the software does not accept the stored values, the group has its defaults.
 */
function parseGroup(name: GroupName, row: GroupRow | null, cipher: SecretCipher) {
  const { schema, defaults } = settingGroups[name]
  const storedValues: Record<string, unknown> = { ...row?.value }
  const unreadableFields: string[] = []
  for (const field of secretsOf(name)) {
    if (storedValues[field] === undefined) continue
    const secret = cipher.decrypt(v.parse(v.string(), storedValues[field]), secretOwner(name, field))
    if (secret === null) unreadableFields.push(field)
    storedValues[field] = secret ?? ''
  }
  const changedValues = withChanges(defaults, storedValues)
  const values: Values = v.is(schema, changedValues) ? changedValues : defaults
  return { values, unreadableFields }
}

const secretsOf = (name: GroupName): readonly string[] => secretFields[name] ?? []

/** Binds an encrypted secret to its field, so that the value of another field does not decrypt in its place. */
const secretOwner = (name: GroupName, field: string) => `setting ${name}.${field}`

function labelOf(name: GroupName, field: string): string {
  const labels: Readonly<Record<string, string>> = settingGroups[name].labels
  return labels[field] ?? field
}

interface SettingsChange<Name extends GroupName> {
  group: Name
  /** The version that the change is based on. */
  version: number
  /** A masked secret keeps the stored one. */
  values: SettingValues[Name]
  actor: string
  address: string
}

/**
 * Returns the values as they would be in effect after a change, with secrets.
 * @throws AppError version_conflict if the group was changed in the meantime
 */
export async function valuesAfter<Name extends GroupName>(
  em: Em,
  { overrides, cipher }: GroupDeps,
  { group, version, values }: Pick<SettingsChange<Name>, 'group' | 'version' | 'values'>,
): Promise<SettingValues[Name]> {
  const row = await em.findOne(SettingGroup, { name: group }, { refresh: true })
  if ((row?.version ?? 0) !== version) throw versionConflict(row)
  const { values: currentValues } = parseGroup(group, row, cipher)
  const overriddenValues = overridesOf(overrides, group, 'value')
  const newValues = Object.entries(values).map(([field, value]) => [
    field,
    isMasked(value) ? currentValues[field] : value,
  ])
  return { ...Object.fromEntries(newValues), ...overriddenValues } as SettingValues[Name]
}

/**
 * Replaces the values of a group. The stored values of overridden fields stay.
 * @throws AppError version_conflict if the group was changed in the meantime
 */
export async function changeSettings<Name extends GroupName>(
  em: Em,
  deps: GroupDeps,
  { group, version, values, actor, address }: SettingsChange<Name>,
): Promise<GroupView<SettingValues[Name]>> {
  return em.transactional(async (tx) => {
    const previousRow = await tx.findOne(SettingGroup, { name: group }, { refresh: true })
    if ((previousRow?.version ?? 0) !== version) throw versionConflict(previousRow)
    const { values: currentValues, unreadableFields } = parseGroup(group, previousRow, deps.cipher)
    const keptFields = new Set([
      ...Object.keys(overridesOf(deps.overrides, group, 'value')),
      ...Object.keys(values).filter((field) => isMasked((values as Values)[field])),
    ])
    const keptValues = Object.fromEntries(Array.from(keptFields, (field) => [field, currentValues[field]]))
    const newValues: Values = { ...values, ...keptValues }
    const replacedSecrets = unreadableFields.filter((field) => !keptFields.has(field))
    if (replacedSecrets.length === 0 && isDeepStrictEqual(newValues, { ...currentValues }))
      return groupView(group, previousRow, deps)
    const changes: Record<string, unknown> = { ...changesFrom(settingGroups[group].defaults, newValues) }
    for (const field of secretsOf(group)) {
      const encryptedSecret = previousRow?.value[field]
      if (keptFields.has(field) && encryptedSecret !== undefined) changes[field] = encryptedSecret
      else if (changes[field] !== undefined)
        changes[field] = deps.cipher.encrypt(v.parse(v.string(), changes[field]), secretOwner(group, field))
    }
    const changedRow = await writeGroup(tx, { name: group, version, value: changes, actor })
    const detail = describeChanges(group, currentValues, newValues)
    audit(tx, { actor, action: 'settings.changed', detail, address })
    return groupView(group, changedRow, deps)
  })
}

const GroupRow = v.object({
  version: v.number(),
  value: v.record(v.string(), v.unknown()),
  changedAt: v.date(),
  changedBy: v.string(),
})
type GroupRow = v.InferOutput<typeof GroupRow>

/** Writes with a single statement that checks the version, so that one of two simultaneous changes fails. */
async function writeGroup(
  em: Em,
  { name, version, value, actor }: { name: GroupName; version: number; value: Values; actor: string },
): Promise<GroupRow> {
  const [row] = await readRows(em, GroupRow)`
    insert into setting_group (name, value, version, changed_at, changed_by)
    values (${name}, ${JSON.stringify(value)}::jsonb, 1, now(), ${actor})
    on conflict (name) do update set version = setting_group.version + 1,
      value = excluded.value, changed_at = excluded.changed_at, changed_by = excluded.changed_by
    where setting_group.version = ${version}
    returning ${columnsOf(GroupRow)}`
  if (row === undefined) throw versionConflict(null)
  return row
}

function versionConflict(current: Pick<SettingGroup, 'changedBy'> | null): AppError {
  const author = current?.changedBy ?? 'Someone else'
  return new AppError('version_conflict', `${author} changed these settings at the same time.`)
}
