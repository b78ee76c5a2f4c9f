import type { GroupName } from '@priormark/core/settings/groups'
import type { LegalDocument } from '@priormark/core/settings/legal'
import * as v from 'valibot'

/** A field that an environment variable sets, so that it cannot be changed. */
export interface SettingOverride {
  /** 'legal': the fields are the legal documents. */
  group: GroupName | 'legal'
  field: string
  variable: string
  value: unknown
}

/** Returns the fields of a group that are set, with a property of each. */
export function overridesOf<Key extends 'variable' | 'value'>(
  overrides: readonly SettingOverride[],
  group: GroupName,
  key: Key,
): Record<string, SettingOverride[Key]> {
  return Object.fromEntries(
    overrides
      .filter((override) => override.group === group)
      .map((override) => [override.field, override[key]]),
  )
}

/** Returns the legal text of a file, with its variable; null if no variable names one. */
export function legalOverrideOf(
  overrides: readonly SettingOverride[],
  document: LegalDocument,
): { variable: string; text: string } | null {
  const file = overrides.find(({ group, field }) => group === 'legal' && field === document)
  return file === undefined ? null : { variable: file.variable, text: v.parse(v.string(), file.value) }
}
