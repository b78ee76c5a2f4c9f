import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@priormark/core/platform/errors'
import type { GroupView } from '@priormark/core/settings/endpoints'
import {
  groupNames,
  settingGroups,
  type GroupName,
  type SettingValues,
} from '@priormark/core/settings/groups'
import * as v from 'valibot'
import { audit } from '../staff/audit/audit-service.ts'
import type { Em } from '../platform/database/database.ts'
import { describeChanges, changesFrom, withChanges, type Values } from './setting-changes.ts'
import { overridesOf, type SettingOverride } from './setting-variables.ts'
import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { queries } from './tables.ts'

export const SettingGroupSchema = defineEntity({
  name: 'SettingGroup',
  tableName: 'setting_group',
  properties: {
    /** A name of core's settings/groups.ts. */
    name: p.string().length(50).primary(),
    /** What differs from the defaults. */
    value: p.json<Record<string, unknown>>(),
    version: p.integer(),
    changedAt: p.datetime(),
    changedBy: p.string().length(200),
  },
})

/** A group of the shop's settings that an administrator has changed. */
export class SettingGroup extends SettingGroupSchema.class {}
SettingGroupSchema.setClass(SettingGroup)

/** Every group as it is in effect. */
type SettingViews = { [Name in GroupName]: GroupView<SettingValues[Name]> }

/** Reads all groups: the defaults, what was changed, and what environment variables set. */
export async function readSettings(em: Em, overrides: readonly SettingOverride[]): Promise<SettingViews> {
  const rows = await em.find(SettingGroup, {}, { refresh: true })
  const views = groupNames.map((name) => [
    name,
    viewOf(name, rows.find((row) => row.name === name) ?? null, overrides),
  ])
  return Object.fromEntries(views) as SettingViews
}

function viewOf<Name extends GroupName>(
  name: Name,
  row: SettingGroup | null,
  overrides: readonly SettingOverride[],
): GroupView<SettingValues[Name]> {
  const set = overridesOf(overrides, name, 'value')
  return {
    version: row?.version ?? 0,
    values: { ...storedValues(name, row), ...set } as SettingValues[Name],
    variables: overridesOf(overrides, name, 'variable'),
    changedAt: row?.changedAt.toISOString() ?? null,
    changedBy: row?.changedBy ?? null,
  }
}

/** Returns the values without those of environment variables. What a later version no longer accepts counts as unchanged. */
function storedValues(name: GroupName, row: SettingGroup | null): Values {
  const { schema, defaults } = settingGroups[name]
  const values = withChanges(defaults, row?.value ?? {})
  return v.is(schema, values) ? values : defaults
}

interface SettingsChange<Name extends GroupName> {
  group: Name
  /** The version that the change is based on. */
  version: number
  values: SettingValues[Name]
  actor: string
  address: string
}

/**
 * Replaces the values of a group. Fields that environment variables set stay as they are stored.
 * @throws AppError version_conflict if the group has another version meanwhile
 */
export async function changeSettings<Name extends GroupName>(
  em: Em,
  overrides: readonly SettingOverride[],
  { group, version, values, actor, address }: SettingsChange<Name>,
): Promise<GroupView<SettingValues[Name]>> {
  return em.transactional(async (tx) => {
    const before = await tx.findOne(SettingGroup, { name: group }, { refresh: true })
    if ((before?.version ?? 0) !== version) throw changedMeanwhile(before)
    const current = storedValues(group, before)
    const set = Object.keys(overridesOf(overrides, group, 'value'))
    const next: Values = {
      ...values,
      ...Object.fromEntries(set.map((field) => [field, current[field]])),
    }
    if (isDeepStrictEqual(next, { ...current })) return viewOf(group, before, overrides)
    await writeGroup(tx, {
      name: group,
      version,
      value: changesFrom(settingGroups[group].defaults, next),
      actor,
    })
    audit(tx, { actor, action: 'settings.changed', detail: describeChanges(group, current, next), address })
    const after = await tx.findOneOrFail(SettingGroup, { name: group }, { refresh: true })
    return viewOf(group, after, overrides)
  })
}

/** A single statement with the version, so that of two changes at the same time one fails. */
async function writeGroup(
  em: Em,
  { name, version, value, actor }: { name: GroupName; version: number; value: Values; actor: string },
): Promise<void> {
  const written = await queries(em)
    .insertInto('setting_group')
    .values({
      name,
      value: sql`${JSON.stringify(value)}::jsonb`,
      version: 1,
      changed_at: sql`now()`,
      changed_by: actor,
    })
    .onConflict((oc) =>
      oc
        .column('name')
        .doUpdateSet((eb) => ({
          value: eb.ref('excluded.value'),
          version: eb('setting_group.version', '+', 1),
          changed_at: eb.ref('excluded.changed_at'),
          changed_by: eb.ref('excluded.changed_by'),
        }))
        .where('setting_group.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst()
  if (written === undefined) throw changedMeanwhile(null)
}

function changedMeanwhile(now: Pick<SettingGroup, 'changedBy'> | null): AppError {
  const who = now?.changedBy ?? 'Someone else'
  return new AppError('version_conflict', `${who} changed these settings at the same time.`)
}
