import type { GroupName } from '@priormark/core/settings/groups'

/** A field that an environment variable sets, so that it cannot be changed. */
export interface SettingOverride {
  group: GroupName
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
